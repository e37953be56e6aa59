//! Merging of tests that differ only in literals into one parameterized test.

mod cells;
mod common_name;
mod literals;

use std::collections::{BTreeMap, BTreeSet};

use types::capitalised;

use crate::ast::{
    ClassName, Expr, HelperMethod, Parameter, Parameterization, Statement, TestMethod, TypeName, value_source,
};
use crate::names::UniqueNames;
use cells::Cell;
use literals::{EXPECTED, LiteralUse, visit_literals};

/// Minimum number of tests to merge. Two tests are enough if they differ in one input and its expected value,
/// in one literal, or if only a number distinguishes their names.
const MIN_TESTS: usize = 3;
/// Maximum number of parameters of a merged test. Rows with more values are hard to read.
const MAX_PARAMETERS: usize = 6;
/// Maximum number of parameters that the name of a merged test lists.
const MAX_NAMED: usize = 2;
/// Maximum length of the values of a row of text, in characters.
const MAX_ROW: usize = 120;

/// A test of a group of similar tests: its index, and its literals in the order of the source.
type Row = (usize, Vec<Cell>);

/// Merges tests that differ only in literals. The parameterized test replaces the first test of its group,
/// and the other tests of the group are removed. Of equal tests, only the first remains. Tests with comments
/// are not merged.
pub(crate) fn merge(methods: Vec<TestMethod>) -> Vec<TestMethod> {
    let mut groups: Vec<(TestMethod, Vec<Row>)> = Vec::new();
    for (index, method) in methods.iter().enumerate().filter(|(_, it)| it.comments.is_empty()) {
        let (skeleton, cells) = extract_literals(method);
        match groups.iter_mut().find(|(other, _)| *other == skeleton) {
            Some((_, rows)) => rows.push((index, cells)),
            None => groups.push((skeleton, vec![(index, cells)])),
        }
    }
    let mut methods: Vec<Option<TestMethod>> = methods.into_iter().map(Some).collect();
    for (_, mut rows) in groups {
        remove_equal_tests(&mut rows, &mut methods);
        let Some(columns) = select_columns(&mut rows) else { continue };
        let has_arrays = columns.iter().any(|&column| rows[0].1[column].is_array());
        let is_pair_enough =
            || !has_arrays && is_function(&rows, &columns, &methods) || have_same_name(&rows, &methods);
        if rows.len() < MIN_TESTS && !is_pair_enough() {
            continue;
        }
        let group: Vec<TestMethod> = rows.iter().filter_map(|(index, _)| methods[*index].take()).collect();
        methods[rows[0].0] = Some(merge_group(&group, &rows, &columns));
    }
    let mut methods: Vec<TestMethod> = methods.into_iter().flatten().collect();
    close_gaps(&mut methods);
    let (merged, others): (Vec<&mut TestMethod>, Vec<&mut TestMethod>) =
        methods.iter_mut().partition(|it| it.parameterization.is_some());
    let mut names = UniqueNames::new(others.into_iter().map(|it| it.name.clone()));
    let mut parameters: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for method in merged {
        let known = parameters.entry(method.name.clone()).or_default();
        let own: Vec<String> = inputs(method);
        let name =
            if known.is_empty() { method.name.clone() } else { with_parameters(&method.name, &own, known) };
        known.extend(own);
        method.name = names.generate(&name);
        let cases = format!("{}Cases", method.tested_method());
        if let Some(Parameterization { provider: Some(provider), .. }) = &mut method.parameterization {
            provider.name = names.generate(&cases);
        }
    }
    methods
}

/// Removes each test of a group that is equal to an earlier test of the group.
fn remove_equal_tests(rows: &mut Vec<Row>, methods: &mut [Option<TestMethod>]) {
    let mut distinct: Vec<Row> = Vec::with_capacity(rows.len());
    for (index, cells) in rows.drain(..) {
        if distinct.iter().any(|(_, other)| *other == cells) {
            methods[index] = None;
        } else {
            distinct.push((index, cells));
        }
    }
    *rows = distinct;
}

/// Changes the numbers at the ends of names, so that no number is missing: `add_zero_2` becomes `add_zero` if
/// no other test has this name. The numbers were given before other tests were merged. Tests with comments
/// keep their names, because the report mentions them. `toString_2` keeps its name, because no test can have
/// the name `toString`.
fn close_gaps(methods: &mut [TestMethod]) {
    let mut used: BTreeSet<String> = methods.iter().map(|it| it.name.clone()).collect();
    let can_change = |it: &&mut TestMethod| it.parameterization.is_none() && it.comments.is_empty();
    for method in methods.iter_mut().filter(can_change) {
        let base = without_number(&method.name);
        if base == method.name || !base.contains('_') {
            continue;
        }
        let smaller = std::iter::once(base.to_owned()).chain((2..).map(|number| format!("{base}_{number}")));
        let unused = smaller.take_while(|name| *name != method.name).find(|name| !used.contains(name));
        if let Some(name) = unused {
            used.remove(&method.name);
            used.insert(name.clone());
            method.name = name;
        }
    }
}

/// Returns the name of a test without a number at its end: `add_zero` for `add_zero_2`.
fn without_number(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((base, number)) if is_test_number(number) => base,
        _ => name,
    }
}

/// Returns whether a text is the number of a test with the name of an earlier test. The first number is 2.
fn is_test_number(text: &str) -> bool {
    !text.starts_with('0') && text.parse::<u32>().is_ok_and(|number| number >= 2)
}

/// Returns the names of the parameters of a merged test, except those for expected values.
fn inputs(method: &TestMethod) -> Vec<String> {
    let parameters = method.parameterization.iter().flat_map(|it| &it.parameters);
    parameters.map(|it| it.name.clone()).filter(|name| !name.starts_with(EXPECTED)).collect()
}

/// Adds the parameters of a merged test that are not in `known` to its name:
/// `parse_withLimit_returnsExpected`. Adds only the number of the parameters if there are several new ones:
/// `parse_with4Parameters_returnsExpected`.
/// `known` contains the parameters of the merged tests with the same name.
fn with_parameters(name: &str, own: &[String], known: &BTreeSet<String>) -> String {
    let new: Vec<String> = own.iter().filter(|it| !known.contains(*it)).map(|it| capitalised(it)).collect();
    let words = match new.len() {
        0..=MAX_NAMED => new.join("And"),
        _ => format!("{}Parameters", own.len()),
    };
    match (new.is_empty(), name.split_once('_')) {
        (true, _) => name.to_owned(),
        (false, Some((tested, rest))) => format!("{tested}_with{words}_{rest}"),
        (false, None) => format!("{name}_with{words}"),
    }
}

/// Returns the method with a dummy expression in place of each literal, and the literals.
fn extract_literals(method: &TestMethod) -> (TestMethod, Vec<Cell>) {
    let mut skeleton = TestMethod { name: String::new(), ..method.clone() };
    let mut cells = Vec::new();
    for step in &mut skeleton.body {
        visit_literals(step, &mut |literal| {
            cells.push(Cell::new(literal.expr));
            *literal.expr = Expr::Cast(literal.ty, Box::new(Expr::Name(String::new())));
        });
    }
    (skeleton, cells)
}

/// Returns the indices of the literals in which the tests differ. Removes tests in which an annotation cannot
/// represent one of these literals, and tests with long rows. If the tests differ in arrays, a method returns
/// the rows, so that only tests with long texts are removed. Returns `None` if fewer than two tests remain,
/// or if the tests differ in too many literals or in none.
fn select_columns(rows: &mut Vec<Row>) -> Option<Vec<usize>> {
    let candidates = differing_columns(rows);
    let has_arrays = rows.iter().any(|(_, cells)| candidates.iter().any(|&column| cells[column].is_array()));
    let is_possible = |cells: &[Cell]| {
        let mut cells = candidates.iter().map(|&column| &cells[column]);
        if has_arrays { cells.all(Cell::is_short) } else { is_line(cells) }
    };
    rows.retain(|(_, cells)| is_possible(cells));
    let columns = differing_columns(rows);
    let is_mergeable = rows.len() >= 2 && (1..=MAX_PARAMETERS).contains(&columns.len());
    is_mergeable.then_some(columns)
}

/// Returns whether the values can be a row of text that is short enough.
fn is_line<'a>(cells: impl Iterator<Item = &'a Cell>) -> bool {
    let lengths: Option<Vec<usize>> = cells.map(|cell| Some(cell.text.as_ref()?.chars().count())).collect();
    lengths.is_some_and(|lengths| lengths.iter().sum::<usize>() <= MAX_ROW)
}

/// Returns whether tests differ in one literal, or in one input and one expected value.
fn is_function(rows: &[Row], columns: &[usize], methods: &[Option<TestMethod>]) -> bool {
    let expected = || {
        let test = rows.first().and_then(|(index, _)| methods[*index].clone());
        test.map_or(0, |mut test| expected_columns(&mut test, columns))
    };
    columns.len() == 1 || columns.len() == 2 && expected() == 1
}

/// Returns whether the names of all tests differ only in a number at the end.
fn have_same_name(rows: &[Row], methods: &[Option<TestMethod>]) -> bool {
    let tests = rows.iter().filter_map(|(index, _)| methods[*index].as_ref());
    let mut names = tests.map(|it| without_number(&it.name));
    names.next().is_some_and(|first| names.all(|other| other == first))
}

fn differing_columns(rows: &[Row]) -> Vec<usize> {
    let Some(((_, first), others)) = rows.split_first() else { return Vec::new() };
    let differs = |&column: &usize| others.iter().any(|(_, cells)| cells[column].expr != first[column].expr);
    (0..first.len()).filter(differs).collect()
}

/// Returns the parameterized test for a group of tests.
fn merge_group<'r>(group: &[TestMethod], rows: &'r [Row], columns: &[usize]) -> TestMethod {
    let mut method = group[0].clone();
    let mut names = UniqueNames::new(variable_names(&mut method));
    let mut parameters: Vec<(usize, Parameter)> = Vec::new();
    let expected_count = expected_columns(&mut method, columns);
    let mut numbers = 0..;
    method.body.retain_mut(|step| {
        let mut is_parameter_declaration = false;
        visit_literals(step, &mut |LiteralUse { expr, ty, name, is_declared }| {
            let column = numbers.next().expect("the numbers are unlimited");
            if columns.contains(&column) {
                let name = match name {
                    name if is_declared => name,
                    name if expected_count == 1 && name.starts_with(EXPECTED) => names.generate(EXPECTED),
                    name => names.generate(&name),
                };
                *expr = Expr::Name(name.clone());
                parameters.push((column, Parameter { ty, is_varargs: false, name }));
                is_parameter_declaration |= is_declared;
            }
        });
        !is_parameter_declaration
    });
    // Parameters for expected values come after the parameters for inputs.
    parameters.sort_by_key(|(_, parameter)| parameter.name.starts_with(EXPECTED));
    let values = |(_, cells): &'r Row| parameters.iter().map(|&(column, _)| &cells[column]).collect();
    let rows: Vec<Vec<&Cell>> = rows.iter().map(values).collect();
    method.name = common_name::common_name(group, expected_count > 0);
    let parameters = parameters.into_iter().map(|(_, it)| it).collect();
    method.parameterization = Some(parameterization(parameters, &rows));
    method
}

/// Returns how many of the columns contain expected values.
fn expected_columns(method: &mut TestMethod, columns: &[usize]) -> usize {
    let mut names = Vec::new();
    method.body.iter_mut().for_each(|step| visit_literals(step, &mut |literal| names.push(literal.name)));
    columns.iter().filter(|&&column| names[column].starts_with(EXPECTED)).count()
}

/// Returns the parameters with the annotation that lists their values: `@MethodSource` if some values are
/// arrays, `@ValueSource` for one parameter, and `@CsvSource` for several parameters.
fn parameterization(parameters: Vec<Parameter>, rows: &[Vec<&Cell>]) -> Parameterization {
    if rows[0].iter().any(|cell| cell.is_array()) {
        let provider = Some(provider(&parameters, rows));
        let annotation = value_source("MethodSource");
        return Parameterization { parameters, annotation, element: None, values: Vec::new(), provider };
    }
    if let [Parameter { ty, .. }] = &parameters[..] {
        let values = rows.iter().map(|row| row[0].element()).collect();
        let element = Some(cells::value_source_element(ty));
        let annotation = value_source("ValueSource");
        return Parameterization { parameters, annotation, element, values, provider: None };
    }
    let line = |row: &Vec<&Cell>| {
        let texts: Vec<String> =
            row.iter().filter_map(|cell| cell.text.as_deref().map(cells::csv_quoted)).collect();
        Expr::string(&texts.join(", "))
    };
    let values = rows.iter().map(line).collect();
    Parameterization {
        parameters,
        annotation: value_source("CsvSource"),
        element: None,
        values,
        provider: None,
    }
}

/// Returns the method that returns the rows: `return Stream.of(Arguments.of(..), ..)`. The caller must name
/// the method.
fn provider(parameters: &[Parameter], rows: &[Vec<&Cell>]) -> HelperMethod {
    let arguments = |row: &Vec<&Cell>| {
        cells::arguments(
            row.iter().zip(parameters).map(|(cell, parameter)| cell.argument(&parameter.ty)).collect(),
        )
    };
    let stream = ClassName::top_level("java.util.stream", "Stream");
    let row = TypeName::Class(value_source("Arguments"), Vec::new());
    HelperMethod {
        name: String::new(),
        parameters: Vec::new(),
        result: TypeName::Class(stream.clone(), vec![row]),
        suppressed_warnings: BTreeSet::new(),
        body: Statement::Return(Expr::static_call(stream, "of", rows.iter().map(arguments).collect())),
    }
}

/// Returns the names of all variables and lambda parameters in a method.
fn variable_names(method: &mut TestMethod) -> Vec<String> {
    let mut names = Vec::new();
    method.visit_exprs(&mut |expr| match expr {
        Expr::Name(name) => names.push(name.clone()),
        Expr::Lambda { parameters, .. } => names.extend(parameters.iter().cloned()),
        _ => {}
    });
    names.extend(method.body.iter().filter_map(|step| step.declared_variable().map(str::to_owned)));
    names
}
