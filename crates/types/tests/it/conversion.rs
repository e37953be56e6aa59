//! Tests of assignments between types. The results are compared with `javac`.

use std::fmt::Write;

use fixtures::JavaSources;
use tempfile::TempDir;
use types::{Conversion, Type};

use crate::common::{Fixture, class, field_type};

const IMPORTS: &str = "import java.util.*; import java.io.*; import java.util.function.*;\n";

/// The test tries every ordered pair of these types.
const TYPES: &[&str] = &[
    "Object",
    "String",
    "CharSequence",
    "Integer",
    "Number",
    "int[]",
    "long[]",
    "String[]",
    "Object[]",
    "String[][]",
    "int[][]",
    "Cloneable",
    "Serializable",
    "List",
    "List[]",
    "List<String>[]",
    "List<String>",
    "List<Object>",
    "List<?>",
    "List<? extends CharSequence>",
    "List<? super String>",
    "List<? super CharSequence>",
    "List<? super Object>",
    "ArrayList",
    "ArrayList<String>",
    "ArrayList<? extends String>",
    "Collection<String>",
    "Collection<? extends Comparable<String>>",
    "Collection<? extends Comparable<? super String>>",
    "Collection<? extends Comparable<?>>",
    "Collection<? extends Comparable>",
    "Collection<? extends Collection<String>>",
    "List<ArrayList>",
    "List<ArrayList<String>>",
    "List<? extends List<? extends CharSequence>>",
    "List<List<?>>",
    "List<?>[]",
    "Map<String, Integer>",
    "Map<String, ? extends Number>",
    "Map<?, ?>",
    "Map",
    "Properties",
    "Map<Object, Object>",
    "Comparable<String>",
    "Comparable<? super String>",
    "Comparable",
    "Thread.State",
    "Enum<Thread.State>",
    "Enum<?>",
    "Comparable<Thread.State>",
    "Map.Entry<String, Integer>",
    "AbstractMap.SimpleEntry<String, Integer>",
    "Function<Object, String>",
    "UnaryOperator<String>",
    "Function<String, String>",
    "Iterable<? extends CharSequence>",
    "Class<String>",
    "Class<?>",
    "Class<? extends CharSequence>",
];

#[test]
fn conversions_agree_with_javac() {
    let mut fields = format!("package p; {IMPORTS} class Types {{\n");
    let mut pairs = format!("package p; {IMPORTS} class Pairs {{\n");
    let first_line = pairs.lines().count() + 1;
    for (i, from) in TYPES.iter().enumerate() {
        writeln!(fields, "{from} f{i};").unwrap();
        for (j, to) in TYPES.iter().enumerate() {
            writeln!(pairs, "static void m{i}_{j}({from} x) {{ {to} y = x; }}").unwrap();
        }
    }
    fields.push('}');
    pairs.push('}');
    let fixture = Fixture::new(&[("p/Types.java", &fields)]);
    let world = &fixture.world;

    let folder = TempDir::new().unwrap();
    let options = ["-Xlint:unchecked", "-Xmaxerrs", "100000", "-Xmaxwarns", "100000"];
    let compile = |pairs: &str| {
        let sources = JavaSources::new().options(&options).text("p/Pairs.java", pairs);
        sources.command(folder.path()).output().unwrap()
    };
    let errors = compile(&pairs);
    // javac reports warnings only if there are no errors. So the second run omits the pairs with errors.
    let mut verdicts = vec![Conversion::Yes; TYPES.len() * TYPES.len()];
    let mut lines: Vec<&str> = pairs.lines().collect();
    for line in lines_with_message(&errors.stderr, "error: ") {
        verdicts[line - first_line] = Conversion::No;
        lines[line - 1] = "";
    }
    let warnings = compile(&lines.join("\n"));
    assert!(warnings.status.success(), "{}", String::from_utf8_lossy(&warnings.stderr));
    for line in lines_with_message(&warnings.stderr, "warning: [unchecked]") {
        verdicts[line - first_line] = Conversion::Unchecked;
    }

    let types: Vec<Type> = (0..TYPES.len()).map(|i| field_type(world, "p.Types", &format!("f{i}"))).collect();
    let mut differences = Vec::new();
    for (n, &expected) in verdicts.iter().enumerate() {
        let (from, to) = (n / TYPES.len(), n % TYPES.len());
        let actual = world.conversion(&types[from], &types[to]);
        if actual != expected {
            differences.push(format!("{} -> {}: {actual:?}, javac {expected:?}", TYPES[from], TYPES[to]));
        }
        assert_eq!(world.is_assignable(&types[from], &types[to]), actual != Conversion::No);
    }
    assert!(
        differences.is_empty(),
        "{} of {} conversions differ from javac:\n{}",
        differences.len(),
        verdicts.len(),
        differences.join("\n")
    );
    assert!(verdicts.contains(&Conversion::Unchecked));
}

/// Returns the numbers of the lines of `Pairs.java` for which javac reports a message.
fn lines_with_message(stderr: &[u8], message: &str) -> impl Iterator<Item = usize> {
    let text = String::from_utf8_lossy(stderr).into_owned();
    let line_number = |line: &str| line.split("Pairs.java:").nth(1)?.split(':').next()?.parse().ok();
    let lines: Vec<usize> =
        text.lines().filter(|line| line.contains(message)).filter_map(line_number).collect();
    lines.into_iter()
}

#[test]
fn primitive_types_convert_only_to_themselves_and_null_to_reference_types() {
    let world = crate::common::jdk_world();
    let [int, long] = [types::Primitive::Int, types::Primitive::Long].map(Type::Primitive);
    let check =
        |from: &Type, to: &Type, expect| assert_eq!(world.is_assignable(from, to), expect, "{from:?} {to:?}");
    let string = Type::class(world.string());
    check(&int, &int, true);
    check(&int, &long, false);
    check(&int, &Type::class(world.object()), false);
    check(&Type::Null, &string, true);
    check(&Type::Null, &int, false);
    check(&Type::Void, &string, false);
}

#[test]
fn the_subtype_determines_the_type_arguments_of_the_supertype() {
    let fixture = Fixture::new(&[(
        "p/F.java",
        "package p; import java.util.*; class F<T extends Number> {
            ArrayList<String> a; ArrayList b; HashMap<String, List<Integer>> c; Properties d; ArrayList<? extends F<?>> e;
            Thread.State f; String[] g; Sub h;
            static class Sub extends ArrayList<Map<String, int[]>> {} }",
    )]);
    let world = &fixture.world;
    let check = |field: &str, supertype_name: &str, expect: &str| {
        let supertype = world.as_super(&field_type(world, "p.F", field), class(world, supertype_name));
        assert_eq!(supertype.map_or("none".into(), |ty| world.display(&ty)), expect);
    };
    check("a", "java.lang.Iterable", "java.lang.Iterable<java.lang.String>");
    check("b", "java.util.Collection", "java.util.Collection");
    check("c", "java.util.Map", "java.util.Map<java.lang.String, java.util.List<java.lang.Integer>>");
    check("c", "java.util.Collection", "none");
    check("d", "java.util.Map", "java.util.Map<java.lang.Object, java.lang.Object>");
    check("e", "java.util.List", "java.util.List<? extends p.F<?>>");
    check("f", "java.lang.Comparable", "java.lang.Comparable<java.lang.Thread.State>");
    check("g", "java.lang.Cloneable", "java.lang.Cloneable");
    check("h", "java.util.List", "java.util.List<java.util.Map<java.lang.String, int[]>>");
}
