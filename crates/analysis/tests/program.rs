//! Tests of the tables of a program, and of the constants in compiled Java sources.

use analysis::{Cfg, Constants, Line, LineId, Program};
use classfile::{ClassFile, Code, Instruction, op};
use fixtures::JavaSources;

fn compile(source: &str) -> Vec<ClassFile> {
    let files = JavaSources::new().options(&["-g", "-nowarn"]).text("Source.java", source).class_files();
    files.iter().map(|(_, bytes)| ClassFile::read(bytes).unwrap()).collect()
}

const SOURCE: &str = r#"
class A {
    static final String[] TABLE = { "in the initialiser", "\ud800 alone" };

    static Object f(int a, Object b) {
        for (int i = 0; i < 70000; i += 9) {
            switch (a) {
                case -7: case 8: return 1L + 12345678901L;
                case 1000: return 0.5 + a * 1.0;
                case 2000000: return 2f * a + 0.25f;
            }
        }
        if (b instanceof CharSequence) {
            return (Comparable) b;
        }
        return a == 300 ? int[].class : "two";
    }

    class B {
        boolean g(int a) {
            return a > 1;
        }
    }
}
"#;

#[test]
fn constants_are_sorted_and_distinct() {
    let classes = compile(SOURCE);
    let constants = Constants::of(&classes.iter().collect::<Vec<_>>()).unwrap();
    let utf16 = |text: &str| text.encode_utf16().collect::<Vec<_>>();
    assert_eq!(constants.ints, [-7, 0, 1, 2, 8, 300, 1000, 70000, 2000000]);
    assert_eq!(constants.longs, [12345678902]);
    assert_eq!(constants.floats, [0.25, 2.0]);
    assert_eq!(constants.doubles, [0.5, 1.0]);
    assert_eq!(constants.strings[..2], ["in the initialiser", "two"].map(utf16));
    assert_eq!(constants.strings[2], [vec![0xD800], utf16(" alone")].concat());
    assert_eq!(constants.classes, ["[I", "java/lang/CharSequence", "java/lang/Comparable"]);
}

#[test]
fn the_class_of_a_primitive_type_is_a_constant() {
    let classes = compile(
        "class A { Object f(Class<?> c) { return c == int.class ? char.class : Integer.MAX_VALUE; } }",
    );
    let constants = Constants::of(&classes.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(constants.classes, ["char", "int"]);
}

#[test]
fn a_switch_on_strings_has_string_constants_but_no_hashes() {
    let classes = compile(
        r#"class A { int f(String s) { switch (s) { case "red": return 40; case "green": return 50; } return 60; } }"#,
    );
    let constants = Constants::of(&classes.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(constants.strings, ["green", "red"].map(|it| it.encode_utf16().collect::<Vec<_>>()));
    assert_eq!(constants.ints, [-1, 0, 1, 40, 50, 60]);
}

#[test]
fn messages_of_exceptions_are_no_constants() {
    let classes = compile(
        r#"class A {
            void f(String s) {
                java.util.Objects.requireNonNull(s, "no text");
                if (s.equals("used twice")) throw new IllegalArgumentException("used twice");
                if (s.isEmpty()) throw new IllegalStateException(String.format("bad %s", s), null);
                s = "then thrown";
                if (s.startsWith("-")) throw new RuntimeException("minus");
                s.concat("not thrown");
                throw new Error(s);
            }
        }"#,
    );
    let constants = Constants::of(&classes.iter().collect::<Vec<_>>()).unwrap();
    let expected = ["-", "minus", "not thrown", "then thrown", "used twice"];
    assert_eq!(constants.strings, expected.map(|it| it.encode_utf16().collect::<Vec<_>>()));
}

#[test]
fn each_method_has_its_own_constants() {
    let classes = compile("class A { A() { g(20); } int f() { return 30; } void g(int a) {} }");
    let classes: Vec<_> = classes.iter().collect();
    let program = Program::new(&classes).unwrap();
    let constants = Constants::by_method(&program, &classes).unwrap();
    assert_eq!(program.methods.iter().map(|method| &*method.name).collect::<Vec<_>>(), ["<init>", "f", "g"]);
    let ints: Vec<_> = constants.iter().map(|constants| &constants.ints[..]).collect();
    assert_eq!(ints, [&[20][..], &[30], &[]]);
}

#[test]
fn branch_ids_are_in_the_order_of_class_method_and_instruction() {
    let classes = compile(SOURCE);
    let program = Program::new(&classes.iter().collect::<Vec<_>>()).unwrap();
    let methods: Vec<_> =
        program.methods.iter().map(|method| format!("{}.{}", method.class, method.name)).collect();
    assert_eq!(methods, ["A$B.<init>", "A$B.g", "A.f"]);
    let branches: Vec<_> = program
        .branches
        .iter()
        .map(|branch| (branch.method.0, branch.predicate, branch.outcome, branch.line))
        .collect();
    let expected =
        [(1, 0, 0, 21), (1, 0, 1, 21), (2, 0, 0, 6), (2, 0, 1, 6), (2, 1, 0, 7), (2, 1, 1, 7), (2, 1, 2, 7)];
    assert_eq!(branches[..7], expected);
    assert_eq!(branches.len(), 12);
}

/// Returns the first method of each line, as `class.method`, and the number of the line.
fn lines(program: &Program) -> Vec<(String, u16)> {
    let describe = |line: &Line| {
        let method = &program.methods[line.method];
        (format!("{}.{}", method.class, method.name), line.line)
    };
    program.lines.iter().map(describe).collect()
}

#[test]
fn line_ids_are_in_the_order_of_class_and_line() {
    let classes = compile(SOURCE);
    let program = Program::new(&classes.iter().collect::<Vec<_>>()).unwrap();
    let expect = [("A$B.<init>", 19), ("A$B.g", 21)];
    let expect = expect.into_iter().chain([6, 7, 8, 9, 10, 13, 14, 16].map(|line| ("A.f", line)));
    let expect: Vec<_> = expect.map(|(method, line)| (method.to_owned(), line)).collect();
    assert_eq!(lines(&program), expect);
}

#[test]
fn a_line_that_two_methods_share_appears_once_with_the_first_method() {
    let classes = compile("class A {\nRunnable f() { return () -> {}; }\nint a = 1; A() {} A(int b) {}\n}");
    let program = Program::new(&classes.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(lines(&program), [("A.f".to_owned(), 2), ("A.<init>".to_owned(), 3)]);
    assert_eq!(program.methods.iter().filter(|method| method.lines[0].1 == LineId(0)).count(), 2);
}

/// Returns the numbers of the lines that begin in a method, in the order of the code. A line can begin
/// several times.
fn line_starts(source: &str, name: &str) -> Vec<u16> {
    let classes = compile(source);
    let program = Program::new(&classes.iter().collect::<Vec<_>>()).unwrap();
    let method = program.methods.iter().find(|method| method.name == name).unwrap();
    method.lines.iter().map(|&(_, line)| program.lines[line].line).collect()
}

#[test]
fn a_line_begins_at_most_once_in_a_block() {
    let source = "class A {\nstatic int f(int a) { return Math.max(\nf(a),\nf(1)); }
        static void g(int a) {\nfor (int i = 0; i < a; i++) {\na--;\n}\n}\n}";
    assert_eq!(line_starts(source, "f"), [2, 3, 4]);
    assert_eq!(line_starts(source, "g"), [6, 7, 6, 9]);
}

#[test]
fn a_line_begins_at_the_brace_and_at_the_condition_of_an_else_if() {
    let source = "class A { static int f(int a) {
            if (a == 1) {
                int b = a;
                a = b + 2;
            } else if (a == 3) {
                a = 4;
            }
            return a;
        } }";
    assert_eq!(line_starts(source, "f"), [2, 3, 4, 5, 5, 6, 8]);
}

#[test]
fn empty_private_constructors_and_enum_constructors_are_excluded() {
    let source = "class A { private A() { } } class B { private B() { System.out.print(1); } } class C { private C(int i) { } } enum D { X }";
    let classes = compile(source);
    let program = Program::new(&classes.iter().collect::<Vec<_>>()).unwrap();
    let constructors: Vec<&str> = program.methods.iter().map(|method| &*method.class).collect();
    assert_eq!(constructors, ["B", "C"]);
}

#[test]
fn the_empty_constructor_of_a_class_with_static_members_only_is_excluded() {
    let source = "class A { static int f() { return 1; } } class B { static int f() { return 1; } int x; } \
                  class C { } class D { D() { System.out.print(1); } static int f() { return 1; } }";
    let classes = compile(source);
    let program = Program::new(&classes.iter().collect::<Vec<_>>()).unwrap();
    let constructors: Vec<&str> = program
        .methods
        .iter()
        .filter(|method| method.name == "<init>")
        .map(|method| &*method.class)
        .collect();
    assert_eq!(constructors, ["B", "C", "D"]);
}

#[test]
fn the_method_that_deserialises_lambdas_is_excluded() {
    let source = "class A { Object f() { return (Runnable & java.io.Serializable) () -> { }; } }";
    let classes = compile(source);
    let program = Program::new(&classes.iter().collect::<Vec<_>>()).unwrap();
    let names: Vec<&str> = program.methods.iter().map(|method| method.name.as_str()).collect();
    assert!(names.iter().all(|name| !name.starts_with("$deserializeLambda$")), "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("lambda$")), "{names:?}");
}

#[test]
fn a_program_excludes_only_the_method_with_damaged_code() {
    let mut classes = compile(SOURCE);
    let class = &mut classes[1];
    let constants = class.constants.clone();
    let method =
        class.methods.iter_mut().find(|method| *constants.utf8(method.name).unwrap().to_str() == *"f");
    method.unwrap().attribute_mut("Code", &constants).unwrap().truncate(20);
    let program = Program::new(&classes.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(program.methods.len(), 2);
    assert_eq!(program.undecoded[0].name, "f");
    assert_eq!(program.branches.len(), 2);
}

#[test]
fn a_subroutine_returns_to_the_instruction_after_each_call() {
    let jump = |op, target| Instruction::Jump { op, target };
    let instructions = vec![
        jump(op::JSR, 4),
        jump(op::JSR, 4),
        Instruction::Simple(op::NOP),
        Instruction::Simple(op::RETURN),
        Instruction::Simple(op::ASTORE_0),
        Instruction::Local { op: op::RET, slot: 0, wide: false },
    ];
    let code = Code { max_stack: 1, max_locals: 1, instructions, handlers: Vec::new(), lines: Vec::new() };
    let cfg = Cfg::new(&code);
    let targets = |at| cfg.blocks[cfg.block_of(at)].successors.iter().map(|edge| edge.to).collect::<Vec<_>>();
    assert_eq!(targets(0), [cfg.block_of(4)]);
    assert_eq!(targets(5), [cfg.block_of(1), cfg.block_of(2)]);
}

#[test]
fn every_class_of_the_subject_libraries_is_analysed() {
    let (mut methods, mut branches) = (0, 0);
    for jar in fixtures::subject_jars() {
        for (name, bytes) in fixtures::class_files_of_jar(&jar) {
            let class = ClassFile::read(&bytes).unwrap();
            let program = Program::new(&[&class]).unwrap();
            assert!(program.undecoded.is_empty(), "{name}: {:?}", program.undecoded);
            Constants::of(&[&class]).unwrap_or_else(|error| panic!("{name}: {error}"));
            methods += program.methods.len();
            branches += program.branches.len();
        }
    }
    assert!(branches > methods, "{branches} branches, {methods} methods");
}
