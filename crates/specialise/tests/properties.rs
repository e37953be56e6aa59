//! What holds for every pattern, damaged ones included.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use specialise::{Format, Specialisation, instance};

fn wanted() -> impl Strategy<Value = Specialisation> {
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
    fn any_pattern_gives_the_same_bounded_text_again(wanted in wanted(), seed: u64) {
        let of = || instance(&wanted, &mut ChaCha8Rng::seed_from_u64(seed));
        let text = of();
        prop_assert_eq!(&text, &of());
        prop_assert!(text.is_none_or(|text| text.len() <= 20_000));
    }
}

#[test]
fn one_of_some_texts_is_any_of_them() {
    let wanted = Specialisation::OneOf(["RED".into(), "GREEN".into()].into());
    let of = |seed| instance(&wanted, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
    let mut found: Vec<String> = (0..20).map(of).collect();
    found.sort();
    found.dedup();
    assert_eq!(found, ["GREEN", "RED"]);
    assert_eq!(instance(&Specialisation::OneOf([].into()), &mut ChaCha8Rng::seed_from_u64(0)), None);
}

#[test]
fn an_expression_that_takes_too_many_steps_is_given_up() {
    let doubling: String = (1..30).map(|group| format!("(\\{group}\\{group})")).collect();
    for pattern in ["(((a?){1000}){1000}){1000}", "(a?){1000000}", &format!("(a){doubling}")] {
        for wanted in [Specialisation::Match(pattern.into(), 0), Specialisation::Find(pattern.into(), 0)] {
            assert_eq!(instance(&wanted, &mut ChaCha8Rng::seed_from_u64(1)), None, "{wanted:?}");
        }
    }
}

#[test]
fn a_date_pattern_of_endless_letters_is_given_up() {
    for letter in ["d", "S", "y", "A", "M"] {
        let wanted = Specialisation::DatePattern(letter.repeat(70_000).into());
        assert_eq!(instance(&wanted, &mut ChaCha8Rng::seed_from_u64(1)), None, "{letter}");
    }
}

#[test]
fn addresses_are_those_of_hosts_that_never_answer() {
    let silent = |authority: &str| {
        let host = authority.rsplit('@').next().unwrap_or_default();
        ["", "registry_name", "127.0.0.1:1", "[::1]:1"].contains(&host)
            || host.split(':').next().is_some_and(|name| name.ends_with(".invalid"))
    };
    let texts = (0..1000).flat_map(|seed| {
        let made = |format| instance(&Specialisation::Parse(format), &mut ChaCha8Rng::seed_from_u64(seed));
        [Format::Url, Format::Uri].map(made)
    });
    for text in texts.flatten() {
        if let Some((_, rest)) = text.split_once("//") {
            let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
            assert!(silent(authority), "{text}");
        }
    }
}

#[test]
fn patterns_of_any_depth_take_no_stack() {
    let deep = |open: &str, close: &str| open.repeat(20_000) + "a" + &close.repeat(20_000);
    let patterns = [
        deep("(", ")"),
        deep("(?:", ")"),
        deep("(?=", ")"),
        deep("(?<=", ")"),
        deep("(?>", ")"),
        deep("(", ")+"),
        deep("[", "]"),
        deep("[^", "&&b]"),
        deep("", "*"),
        deep("", "{2}"),
        deep("", "+?"),
        deep("(a|", ")"),
    ];
    for pattern in patterns {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for wanted in [Specialisation::Match, Specialisation::Find] {
            let _ = instance(&wanted(pattern.as_str().into(), 0), &mut rng);
        }
    }
}
