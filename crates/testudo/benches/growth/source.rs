//! Generates the source of Java classes of any size.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Number of branches of each method except the constructor.
pub const BRANCHES: usize = 10;

/// Writes the source of a class in the package `grown`. Each method has ten branches. Two of these branches
/// depend on the number of earlier calls, and two depend on the sum of the arguments. One branch of each
/// method is infeasible, so that no search covers all goals and ends early.
pub fn write(sources: &Path, name: &str, branches: usize) {
    let mut source = format!("package grown;\n\npublic class {name} {{\n    private int calls;\n");
    for method in 0..branches.div_ceil(BRANCHES) {
        add_method(&mut source, method as i64);
    }
    source.push_str("}\n");
    let folder = sources.join("grown");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(name).with_extension("java"), source).expect("a file");
}

fn add_method(source: &mut String, number: i64) {
    let (border, wanted, sum) = (number % 97 - 48, number * 31 % 1_009, number * 17 % 499);
    write!(
        source,
        "
    public int step{number}(int a, int b) {{
        int result = a - b;
        if (a > {border}) {{
            result += {number};
            if (b == {wanted}) {{
                result = -result;
            }}
        }}
        calls++;
        if (calls > 3) {{
            result++;
        }}
        if (a + b == {sum}) {{
            result *= 2;
        }}
        if ((result & 1) == 2) {{
            calls = 0;
        }}
        return result;
    }}
"
    )
    .expect("a string accepts all text");
}
