//! Generates dates, times and durations in the ISO 8601 formats that `java.time` parses.

use rand::Rng;

use crate::date_patterns::Moment;
use crate::{names, one_of};

/// Generates a text that `LocalDate` accepts.
pub(crate) fn date(rng: &mut impl Rng) -> String {
    const EDGES: [&str; 6] =
        ["1970-01-01", "0000-01-01", "-0001-12-31", "+10000-01-01", "-999999999-01-01", "+999999999-12-31"];
    if rng.random_bool(0.15) { one_of(&EDGES, rng) } else { plain_date(rng) }
}

/// Generates a date with a year of four digits. No time zone moves such a date out of the range of
/// `java.time`.
fn plain_date(rng: &mut impl Rng) -> String {
    let Moment { year, month, day, .. } = Moment::random(rng);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Generates a text that `LocalTime` accepts. Seconds and their fraction are optional.
pub(crate) fn time(rng: &mut impl Rng) -> String {
    match rng.random_range(0..8) {
        0 => one_of(&["00:00", "12:00", "23:59:59.999999999"], rng),
        1..=3 => full_time(rng)[..5].to_owned(),
        _ => full_time(rng),
    }
}

/// Generates a time with seconds, sometimes with a fraction of the seconds.
fn full_time(rng: &mut impl Rng) -> String {
    let Moment { hour, minute, second, nano, .. } = Moment::random(rng);
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    match rng.random_range(0..4) {
        0 => format!("{time}.{nano:09}"),
        1 => format!("{time}.{:03}", nano / 1_000_000),
        _ => time,
    }
}

/// Generates a text that `LocalDateTime` accepts.
pub(crate) fn date_time(rng: &mut impl Rng) -> String {
    format!("{}T{}", date(rng), time(rng))
}

/// Generates a text that `OffsetDateTime` accepts.
pub(crate) fn offset_date_time(rng: &mut impl Rng) -> String {
    let offset = one_of(&["Z", "+01:00", "-05:00", "+05:30", "+18:00", "-18:00", "+00:00:01"], rng);
    format!("{}T{}{offset}", plain_date(rng), time(rng))
}

/// Generates a text that `ZonedDateTime` accepts.
pub(crate) fn zoned_date_time(rng: &mut impl Rng) -> String {
    let zone = match rng.random() {
        true => format!("[{}]", one_of(names::REGIONS, rng)),
        false => String::new(),
    };
    offset_date_time(rng) + &zone
}

/// Generates a text that `Instant` accepts. Unlike `LocalTime`, `Instant` requires seconds.
pub(crate) fn instant(rng: &mut impl Rng) -> String {
    const EDGES: [&str; 3] =
        ["1970-01-01T00:00:00Z", "-1000000000-01-01T00:00:00Z", "+1000000000-12-31T23:59:59.999999999Z"];
    match rng.random_bool(0.1) {
        true => one_of(&EDGES, rng),
        false => format!("{}T{}Z", plain_date(rng), full_time(rng)),
    }
}

/// Generates a text that `Duration` accepts.
pub(crate) fn duration(rng: &mut impl Rng) -> String {
    const EDGES: [&str; 6] = ["PT0S", "PT20.345S", "-PT6H3M", "PT-0.000000001S", "P2D", "PT1H-30M"];
    if rng.random_bool(0.2) {
        return one_of(&EDGES, rng);
    }
    let days = fields(&["D"], rng);
    let times = fields(&["H", "M", "S"], rng);
    match (days.is_empty(), times.is_empty()) {
        (true, true) => "PT1S".to_owned(),
        (false, true) => format!("P{days}"),
        _ => format!("P{days}T{times}"),
    }
}

/// Generates a text that `Period` accepts.
pub(crate) fn period(rng: &mut impl Rng) -> String {
    if rng.random_bool(0.2) {
        return one_of(&["P0D", "P-1Y", "-P1Y2M", "P4W", "P1Y2M3W4D", "P99999Y"], rng);
    }
    let fields = fields(&["Y", "M", "D"], rng);
    if fields.is_empty() { "P1D".to_owned() } else { format!("P{fields}") }
}

/// Generates fields such as `3H20S`: numbers from 0 to 100, each with one of the units. The fields are in the
/// order of `units`, and any unit can be missing.
fn fields(units: &[&str], rng: &mut impl Rng) -> String {
    let mut field =
        |unit| if rng.random() { Some(format!("{}{unit}", rng.random_range(0..=100))) } else { None };
    units.iter().filter_map(&mut field).collect()
}
