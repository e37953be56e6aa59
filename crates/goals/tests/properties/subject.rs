//! A class whose code leads to every kind of goal.

use std::sync::LazyLock;

use analysis::{MethodIndex, Program, TiVec};
use classfile::ClassFile;
use fixtures::JavaSources;
use goals::{GoalOptions, Goals, Observer, Subject};
use mutation::Mutants;

/// The access flag of private methods.
const PRIVATE: u16 = 0x0002;

const SOURCE: &str = r#"
class Subject {
    private int count;
    private long total;
    double weight = 1.5;
    String name = "none";
    Subject next;
    int plain() { return 1; }
    void empty() { }
    public char first(String text) { return text.charAt(0); }
    public String name(char last) { return name + last; }
    public int count() { return count; }
    public Subject next() { return next; }
    static int f(int a, int[] b) {
        for (int i = 0; i < a; i++) {
            while (b[i] > 3) {
                if (i == 7 && a > 9 || b[i] < 5) continue;
                switch (b[i]) { case 1: case 2: return 5; case 3: break; default: b[i]--; }
            }
        }
        try {
            if (Integer.parseInt("" + a) > 4) return 1;
        } catch (NumberFormatException e) {
            if (a > 99) return 2;
        } finally {
            if (a == -1) b[0] = 1;
        }
        return 3;
    }
    static void g(int a) { for (;;) if (a-- == 3) f(a, null); }
    static boolean small(int a) { return a < 9; }
    public static boolean fits(int a, String b) { return a > 20 && !small(a) || even(a) && b.isEmpty(); }
    private static boolean even(int a) { return a == 0 || odd(a - 1); }
    private static boolean odd(int a) { return small(a) ? even(a - 1) : a > 99; }
    static int h(int[] a, String b) {
        boolean all = true, any = false;
        for (int c : a) { all &= fits(c, b); if (small(c)) any = true; }
        return all ? 1 : any ? 2 : odd(a[0]) ? 3 : 4;
    }
    public void add(long amount, double by) throws java.io.IOException {
        if (amount < 0) throw new IllegalArgumentException(name);
        if (by == weight) throw new java.io.IOException("even");
        total += amount * count;
        weight = weight - by / 2;
        count = (count ^ 5) << 1 | (int) total & 3;
        name = name.trim();
        mark(count);
        if (next != null && next != this) next.add(amount + 1, -by);
    }
    private void mark(int at) { this.count = at + count; }
    public Float half(char c, java.util.List<String> all) {
        if (Character.isDigit(c)) { return null; }
        String first = all.get(0), last = all.get(all.size() - 1);
        return first.compareTo(last) > 0 ? (float) weight : 0.5f;
    }
}
"#;

static CLASS: LazyLock<ClassFile> = LazyLock::new(|| {
    let files = JavaSources::new().options(&["-g"]).text("Subject.java", SOURCE).class_files();
    ClassFile::read(&files[0].1).unwrap()
});

pub static PROGRAM: LazyLock<Program> = LazyLock::new(|| Program::new(&[&CLASS]).unwrap());

pub static MUTANTS: LazyLock<Mutants> = LazyLock::new(|| mutation::mutants(&PROGRAM, &[&CLASS]).unwrap());

/// Returns the goals of the class. Tests can call all methods that are not private.
pub fn goals(options: &GoalOptions) -> Goals {
    let callable: TiVec<MethodIndex, bool> =
        PROGRAM.methods.iter().map(|method| method.access & PRIVATE == 0).collect();
    let observer = Observer { name: "count".into(), descriptor: "I".into() };
    let observers: TiVec<MethodIndex, Vec<Observer>> = PROGRAM
        .methods
        .iter()
        .map(|method| {
            method.descriptor.ends_with(")LSubject;").then(|| observer.clone()).into_iter().collect()
        })
        .collect();
    let subject = Subject {
        program: &PROGRAM,
        mutants: &MUTANTS,
        callable: &callable,
        observers: &observers,
        is_container: &|name| name == "java/util/List",
    };
    Goals::new(&subject, options)
}
