//! Tests that differ only in literals become one with parameters, and a row of values for each of them.

mod cells;

use crate::java::{ClassName, Expr, Method, Parameter, Rows};
use crate::names::Names;
use cells::{Cell, EXPECTED, Found, each_literal, quoted, values_of};

/// Fewest tests that become one: two are as quick to read apart, and their names say what they show.
const FEWEST: usize = 3;
/// Most parameters: rows of more are hard to read.
const MOST_PARAMETERS: usize = 4;

/// A test of several alike: its index, and its literals in order.
type Row = (usize, Vec<Cell>);

/// The methods, where those that differ only in literals became one, at the place of the first of them.
pub(crate) fn fold(methods: Vec<Method>) -> Vec<Method> {
    let mut groups: Vec<(Method, Vec<Row>)> = Vec::new();
    for (index, method) in methods.iter().enumerate().filter(|(_, it)| it.remarks.is_empty()) {
        let (skeleton, cells) = without_literals(method);
        match groups.iter_mut().find(|(other, _)| *other == skeleton) {
            Some((_, rows)) => rows.push((index, cells)),
            None => groups.push((skeleton, vec![(index, cells)])),
        }
    }
    let mut methods: Vec<Option<Method>> = methods.into_iter().map(Some).collect();
    for (_, mut rows) in groups {
        let Some(columns) = columns(&mut rows) else { continue };
        let alike: Vec<Method> = rows.iter().filter_map(|(index, _)| methods[*index].take()).collect();
        methods[rows[0].0] = Some(folded(&alike, &rows, &columns));
    }
    let mut methods: Vec<Method> = methods.into_iter().flatten().collect();
    let (with_rows, others): (Vec<&mut Method>, Vec<&mut Method>) =
        methods.iter_mut().partition(|it| it.rows.is_some());
    let mut names = Names::new(others.into_iter().map(|it| it.name.clone()));
    with_rows.into_iter().for_each(|method| method.name = names.fresh(&method.name));
    methods
}

/// What is left of a method when its literals are taken out, and these.
fn without_literals(method: &Method) -> (Method, Vec<Cell>) {
    let mut skeleton = Method { name: String::new(), ..method.clone() };
    let mut cells = Vec::new();
    for step in &mut skeleton.body {
        each_literal(step, &mut |found| {
            cells.push(found.cell());
            *found.expr = Expr::Cast(found.ty, Box::new(Expr::Name(String::new())));
        });
    }
    (skeleton, cells)
}

/// The literals in which tests differ, where they are few; tests whose literals cannot be in a row are taken out. `None`
/// where the tests are not to become one.
fn columns(rows: &mut Vec<Row>) -> Option<Vec<usize>> {
    let all = differing(rows);
    rows.retain(|(_, cells)| all.iter().all(|&at| cells[at].text.is_some()));
    let columns = differing(rows);
    let fits = rows.len() >= FEWEST && (1..=MOST_PARAMETERS).contains(&columns.len());
    fits.then_some(columns)
}

fn differing(rows: &[Row]) -> Vec<usize> {
    let Some(((_, first), others)) = rows.split_first() else { return Vec::new() };
    let differs = |&at: &usize| others.iter().any(|(_, cells)| cells[at].expr != first[at].expr);
    (0..first.len()).filter(differs).collect()
}

/// One method for all of them.
fn folded(alike: &[Method], rows: &[Row], columns: &[usize]) -> Method {
    let mut method = alike[0].clone();
    let mut names = Names::new(names_in(&mut method));
    let mut parameters: Vec<(usize, Parameter)> = Vec::new();
    let mut numbers = 0..;
    method.body.retain_mut(|step| {
        let mut declares = false;
        each_literal(step, &mut |Found { expr, ty, name, is_declared }| {
            let at = numbers.next().expect("they do not end");
            if columns.contains(&at) {
                let name = if is_declared { name } else { names.fresh(&name) };
                *expr = Expr::Name(name.clone());
                parameters.push((at, Parameter { ty, variable: false, name }));
                declares |= is_declared;
            }
        });
        !declares
    });
    // What comes out stands behind what goes in.
    parameters.sort_by_key(|(_, parameter)| parameter.name.starts_with(EXPECTED));
    let mut values: Vec<Vec<&Cell>> = Vec::new();
    for (_, cells) in rows {
        let row = parameters.iter().map(|&(at, _)| &cells[at]).collect();
        if !values.contains(&row) {
            values.push(row);
        }
    }
    method.name = common_name(alike);
    method.rows = Some(annotation(parameters.into_iter().map(|(_, it)| it).collect(), &values));
    method
}

/// Single values are written as they are, several as a line of texts.
fn annotation(parameters: Vec<Parameter>, rows: &[Vec<&Cell>]) -> Rows {
    let provider = |name| ClassName::top("org.junit.jupiter.params.provider", name);
    if let [Parameter { ty, .. }] = &parameters[..] {
        let values = rows.iter().map(|row| row[0].expr.clone()).collect();
        let element = Some(values_of(ty));
        return Rows { parameters, provider: provider("ValueSource"), element, values };
    }
    let line = |row: &Vec<&Cell>| {
        let texts: Vec<String> = row.iter().filter_map(|cell| cell.text.as_deref().map(quoted)).collect();
        Expr::String(texts.join(", ").encode_utf16().collect())
    };
    let values = rows.iter().map(line).collect();
    Rows { parameters, provider: provider("CsvSource"), element: None, values }
}

/// The names of all variables in a method.
fn names_in(method: &mut Method) -> Vec<String> {
    let mut names = Vec::new();
    method.each_expr(&mut |expr| match expr {
        Expr::Name(name) => names.push(name.clone()),
        Expr::Lambda { parameters, .. } => names.extend(parameters.iter().cloned()),
        _ => {}
    });
    names.extend(method.body.iter().filter_map(|step| step.declares().map(str::to_owned)));
    names
}

/// What the names of tests say in common: parts of `parse_emptyText_returnsNull` that are the same but for numbers, and that each
/// returns something.
fn common_name(alike: &[Method]) -> String {
    let parts = |name: &str| -> Vec<String> {
        let unnumbered = |part: &str| part.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        name.split('_').skip(1).map(unnumbered).filter(|part| !part.is_empty()).collect()
    };
    let all: Vec<Vec<String>> = alike.iter().map(|it| parts(&it.name)).collect();
    let methods = alike.iter().map(|it| it.name.split('_').next().expect("it has a first part"));
    let mut name = methods.min_by_key(|method| method.len()).expect("there are several").to_owned();
    // What `returns1` and `returns2` have in common is no name.
    for part in
        all[0].iter().filter(|part| *part != "returns" && all.iter().all(|parts| parts.contains(part)))
    {
        name += &format!("_{part}");
    }
    let returns = |part: &String| part.starts_with("returns");
    if !name.contains("_returns") && all.iter().all(|parts| parts.iter().any(returns)) {
        name += "_returnsExpected";
    }
    name
}
