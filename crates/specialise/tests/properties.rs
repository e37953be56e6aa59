//! Tests of properties that generated texts have for every pattern, including malformed patterns.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use specialise::{Format, Specialisation, generate};

fn requirements() -> impl Strategy<Value = Specialisation> {
    let pattern = prop_oneof![
        "\\PC{0,20}",
        "[ab.*+?(){}\\[\\]|^$\\\\12Q,&-]{0,20}",
        "(\\(|\\)|\\(\\?[:=!<>]|\\[a|\\]|\\{[0-9]{1,3},?[0-9]{0,3}\\}|\\\\[0-9a-zA-Z]|[a-z]|\\*|\\+|\\|){0,12}",
    ];
    (pattern, 0..3, 0u32..128).prop_map(|(pattern, kind, flags)| match kind {
        0 => Specialisation::Match(pattern.into(), flags),
        1 => Specialisation::Find(pattern.into(), flags),
        _ => Specialisation::DatePattern(pattern.into()),
    })
}

proptest! {
    #[test]
    fn a_seed_always_generates_the_same_text_of_bounded_length(requirement in requirements(), seed: u64) {
        let text = || generate(&requirement, &mut ChaCha8Rng::seed_from_u64(seed));
        let first = text();
        prop_assert_eq!(&first, &text());
        prop_assert!(first.is_none_or(|text| text.len() <= 20_000));
    }
}

#[test]
fn each_text_of_a_list_is_generated() {
    let requirement = Specialisation::OneOf(["RED".into(), "GREEN".into()].into());
    let text = |seed| generate(&requirement, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
    let mut texts: Vec<String> = (0..20).map(text).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts, ["GREEN", "RED"]);
    assert_eq!(generate(&Specialisation::OneOf([].into()), &mut ChaCha8Rng::seed_from_u64(0)), None);
}

#[test]
fn an_expression_that_needs_too_many_steps_is_refused() {
    let doubling: String = (1..30).map(|group| format!("(\\{group}\\{group})")).collect();
    for pattern in ["(((a?){1000}){1000}){1000}", "(a?){1000000}", &format!("(a){doubling}")] {
        for requirement in [Specialisation::Match(pattern.into(), 0), Specialisation::Find(pattern.into(), 0)]
        {
            assert_eq!(generate(&requirement, &mut ChaCha8Rng::seed_from_u64(1)), None, "{requirement:?}");
        }
    }
}

#[test]
fn a_date_pattern_with_too_many_equal_letters_is_refused() {
    for letter in ["d", "S", "y", "A", "M"] {
        let requirement = Specialisation::DatePattern(letter.repeat(70_000).into());
        assert_eq!(generate(&requirement, &mut ChaCha8Rng::seed_from_u64(1)), None, "{letter}");
    }
}

#[test]
fn generated_addresses_have_hosts_that_never_answer() {
    let never_answers = |authority: &str| {
        let host = authority.rsplit('@').next().unwrap_or_default();
        ["", "registry_name", "127.0.0.1:1", "[::1]:1"].contains(&host)
            || host.split(':').next().is_some_and(|name| name.ends_with(".invalid"))
    };
    let texts = (0..1000).flat_map(|seed| {
        let text = |format| generate(&Specialisation::Parse(format), &mut ChaCha8Rng::seed_from_u64(seed));
        [Format::Url, Format::Uri].map(text)
    });
    for text in texts.flatten() {
        if let Some((_, rest)) = text.split_once("//") {
            let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
            assert!(never_answers(authority), "{text}");
        }
    }
}

#[test]
fn deeply_nested_patterns_cause_no_stack_overflow() {
    let nest = |open: &str, close: &str| open.repeat(20_000) + "a" + &close.repeat(20_000);
    let patterns = [
        nest("(", ")"),
        nest("(?:", ")"),
        nest("(?=", ")"),
        nest("(?<=", ")"),
        nest("(?>", ")"),
        nest("(", ")+"),
        nest("[", "]"),
        nest("[^", "&&b]"),
        nest("", "*"),
        nest("", "{2}"),
        nest("", "+?"),
        nest("(a|", ")"),
    ];
    for pattern in patterns {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for requirement in [Specialisation::Match, Specialisation::Find] {
            let _ = generate(&requirement(pattern.as_str().into(), 0), &mut rng);
        }
    }
}
