//! Tests that create the same objects.

use testcase::{CheckedTest, Literal, Observation, Var};
use types::World;

use super::string;
use crate::build::TestBuilder;

const CANVAS: &str = "fix.Canvas";
const BUILDER: &str = "fix.Canvas$Builder";

/// Returns tests with the same canvas, and tests whose canvas must stay in the test.
pub fn shared(world: &World) -> Vec<CheckedTest> {
    let mut tests = Vec::new();
    let mut add = |name: &str, add_statements: &dyn Fn(&mut TestBuilder)| {
        let mut builder = TestBuilder::new(world, "fix");
        add_statements(&mut builder);
        tests.push(builder.test(name));
    };
    add("draw_appendsText", &|builder| {
        let canvas = usual_canvas(builder);
        draw(builder, canvas, "apple", "-apple");
        draw(builder, canvas, "pear", "-apple-pear");
    });
    add("draw_emptyText", &|builder| {
        let canvas = usual_canvas(builder);
        draw(builder, canvas, "", "-");
    });
    add("draw_space", &|builder| {
        let canvas = usual_canvas(builder);
        draw(builder, canvas, " ", "- ");
        draw(builder, canvas, " ", "- - ");
    });
    add("draw_customSettings", &|builder| {
        let canvas = canvas_with_prefix(builder, "+");
        draw(builder, canvas, "apple", "+apple");
        draw(builder, canvas, "pear", "+apple+pear");
    });
    add("isBlank_returnsTrue", &|builder| {
        let canvas = usual_canvas(builder);
        let is_blank = builder.call(Some(canvas), CANVAS, "isBlank", "", &[]);
        builder.expect(is_blank, boolean(true));
    });
    add("isOver_theSameSettings", &|builder| {
        let (first, second) = (usual_canvas(builder), usual_canvas(builder));
        let is_over = builder.call(Some(first), CANVAS, "isOver", "", &[second]);
        builder.expect(is_over, boolean(true));
    });
    add("use_ownSettings", &|builder| {
        let settings = usual_settings(builder);
        let canvas = builder.construct(CANVAS, "(Lfix/Canvas$Settings;)V", &[settings]);
        builder.call(Some(canvas), CANVAS, "use", "", &[settings]);
        let is_blank = builder.call(Some(canvas), CANVAS, "isBlank", "", &[]);
        builder.expect(is_blank, boolean(false));
    });
    add("newCanvas_drawsText", &|builder| {
        let canvas = usual_canvas(builder);
        draw(builder, canvas, "plum", "-plum");
    });
    tests
}

fn usual_settings(builder: &mut TestBuilder) -> Var {
    let settings = builder.call(None, "fix.Canvas$Settings", "builder", "", &[]);
    builder.call(Some(settings), BUILDER, "build", "", &[])
}

fn usual_canvas(builder: &mut TestBuilder) -> Var {
    let settings = usual_settings(builder);
    builder.construct(CANVAS, "(Lfix/Canvas$Settings;)V", &[settings])
}

fn canvas_with_prefix(builder: &mut TestBuilder, prefix: &str) -> Var {
    let settings = builder.call(None, "fix.Canvas$Settings", "builder", "", &[]);
    let prefix = builder.string(prefix);
    let settings = builder.call(Some(settings), BUILDER, "withPrefix", "", &[prefix]);
    builder.construct(CANVAS, "(Lfix/Canvas$Settings;)V", &[settings])
}

fn draw(builder: &mut TestBuilder, canvas: Var, text: &str, expected: &str) {
    let text = builder.string(text);
    let drawn = builder.call(Some(canvas), CANVAS, "draw", "", &[text]);
    builder.expect(drawn, string(expected));
}

fn boolean(value: bool) -> Observation {
    Observation::Literal(Literal::Boolean(value))
}
