//! Conditions of the code in words.

use analysis::Program;
use classfile::ClassFile;
use suite::names::conditions::condition_words;
use types::World;

use crate::setup::world;

const CLASS: &str = "lib/Conditions";

/// Describes the outcomes of the only predicate of a method, first the outcomes of jumps.
fn words(world: &World, name: &str) -> Vec<Option<String>> {
    let class = ClassFile::read(&world.class_path().bytes(CLASS).unwrap()).unwrap();
    let program = Program::new(&[&class]).unwrap();
    let method = program.methods.iter().find(|method| method.name == name).unwrap();
    let [predicate] = &method.predicates[..] else { panic!("{name} has one predicate") };
    let members = &world.class(world.class_named("lib.Conditions").unwrap()).methods;
    let id = *members.iter().find(|&&id| &*world.method(id).name == name).unwrap();
    let outcomes = predicate.outcomes.iter();
    outcomes.map(|outcome| condition_words(world, id, predicate.condition.as_ref()?, outcome)).collect()
}

/// Checks the words for a method whose only predicate has two outcomes. `holds` are the words if the
/// condition in the source is true.
#[track_caller]
fn check(method: &str, holds: &str, does_not_hold: &str) {
    let expected = [does_not_hold, holds].map(|words| (!words.is_empty()).then(|| words.to_owned()));
    assert_eq!(words(&world(), method), expected, "{method}");
}

#[test]
fn booleans_are_described() {
    check("closed", "closed", "notClosed");
    check("flag", "strictTrue", "strictFalse");
    check("prefixedFlag", "locked", "notLocked");
    check("matched", "hasMatch", "hasNoMatch");
    check("helper", "letterIsDigit", "letterIsNotDigit");
}

#[test]
fn null_and_empty_values_are_described() {
    check("nullArgument", "nullText", "");
    check("nullAfterAssignment", "", "");
    check("nullField", "nullOwner", "nonNullOwner");
    check("prefixedField", "nullCurrency", "nonNullCurrency");
    check("underscore", "nullPlace", "nonNullPlace");
    check("emptyText", "emptyText", "nonEmptyText");
    check("emptyByLength", "emptyText", "nonEmptyText");
    check("emptyArray", "nonEmptyNumbers", "emptyNumbers");
}

#[test]
fn comparisons_of_numbers_are_described() {
    check("greater", "amountGreaterThanBalance", "amountAtMostBalance");
    check("atMost", "widthAtMost12", "widthGreaterThan12");
    check("negative", "negativeWidth", "nonNegativeWidth");
    check("constantFirst", "widthGreaterThanFive", "widthAtMostFive");
    check("character", "letterIsComma", "letterIsNotComma");
}

#[test]
fn comparisons_of_texts_and_objects_are_described() {
    check("contained", "namesContainsName", "namesWithoutName");
    check("found", "textWithoutDot", "textWithDot");
    check("laterPart", "textIndexOfSpaceGreaterThanThree", "textIndexOfSpaceAtMostThree");
    check("prefix", "textStartsWithNo", "textNotStartingWithNo");
    check("text", "wordIsYes", "wordIsNotYes");
    check("order", "firstLessThanSecond", "firstAtLeastSecond");
    check("type", "otherIsLevel", "otherIsNotLevel");
    check("same", "sameOther", "");
    check("constant", "levelIsHigh", "levelIsNotHigh");
}

#[test]
fn a_parameter_without_a_meaningful_name_is_described_by_its_type() {
    check("sum", "numberPlusWidthGreaterThanNine", "numberPlusWidthAtMostNine");
}

#[test]
fn the_number_in_a_field_is_described_if_a_method_returns_it() {
    check("positiveSize", "positiveSize", "nonPositiveSize");
    check("hiddenState", "", "");
    check("hiddenPart", "", "");
}

#[test]
fn vague_names_and_long_conditions_are_not_described() {
    check("vague", "", "");
    check("longCondition", "", "");
    check("computation", "", "");
    check("between", "", "");
    check("parts", "", "");
}

#[test]
fn a_case_of_a_switch_is_described_if_it_has_one_key() {
    let described = |text: &str| Some(text.to_owned());
    assert_eq!(words(&world(), "kind"), [described("kindIsThree"), None, described("otherKind")]);
}
