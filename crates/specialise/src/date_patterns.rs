//! Generates dates and times in the formats of `java.text.SimpleDateFormat` and
//! `java.time.format.DateTimeFormatter`, with English names.

use std::iter::Peekable;
use std::str::Chars;

use rand::Rng;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Maximum number of equal letters in a row. A pattern with more equal letters in a row is refused.
const MAX_EQUAL_LETTERS: usize = 1000;

/// A date in the years 1 to 9999, and a time of day.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// The year, from 1 to 9999.
    pub(crate) year: u32,
    /// The month, from 1 to 12.
    pub(crate) month: u32,
    /// The day of the month, from 1 to 31.
    pub(crate) day: u32,
    /// The hour, from 0 to 23.
    pub(crate) hour: u32,
    /// The minute, from 0 to 59.
    pub(crate) minute: u32,
    /// The second, from 0 to 59.
    pub(crate) second: u32,
    /// The nanosecond of the second, from 0 to 999,999,999.
    pub(crate) nano: u32,
}

impl Moment {
    /// Returns a random date and time.
    ///
    /// Most years are from 1970 to 2040. Sometimes the year is arbitrary. Sometimes the date is a leap day,
    /// or the first or last day of a year. Sometimes the time is midnight or the last second of the day.
    pub(crate) fn random(rng: &mut impl Rng) -> Moment {
        let year =
            if rng.random_bool(0.1) { rng.random_range(1..=9999) } else { rng.random_range(1970..=2040) };
        let month = rng.random_range(1..=12);
        let day = rng.random_range(1..=days_of_month(year, month));
        let (year, month, day) = match rng.random_range(0..20) {
            0 => (year, 1, 1),
            1 => (year, 12, 31),
            2 => (2000 + 4 * rng.random_range(0..10), 2, 29),
            _ => (year, month, day),
        };
        let (hour, minute, second) = match rng.random_range(0..10) {
            0 => (0, 0, 0),
            1 => (23, 59, 59),
            _ => (rng.random_range(0..24), rng.random_range(0..60), rng.random_range(0..60)),
        };
        Moment { year, month, day, hour, minute, second, nano: rng.random_range(0..1_000_000_000) }
    }

    fn day_of_year(self) -> u32 {
        (1..self.month).map(|month| days_of_month(self.year, month)).sum::<u32>() + self.day
    }

    /// Returns the day of the week in the Gregorian calendar; 0 is Sunday.
    fn weekday(self) -> u32 {
        let years = self.year - 1;
        let leap_days = years / 4 - years / 100 + years / 400;
        (years + leap_days + self.day_of_year()) % 7
    }

    /// Returns the week of the year by the rules of the United States.
    ///
    /// Weeks begin on Sundays, and week 1 contains the first of January. The maximum is 52: in most years,
    /// the week after week 52 contains the next first of January, and is therefore week 1 of the next year.
    fn week_of_year(self) -> u32 {
        let first_of_year = Moment { month: 1, day: 1, ..self };
        ((self.day_of_year() - 1 + first_of_year.weekday()) / 7 + 1).min(52)
    }

    /// Returns the week of the month, from 1. Weeks begin on Sundays.
    fn week_of_month(self) -> u32 {
        let first_of_month = Moment { day: 1, ..self };
        (self.day - 1 + first_of_month.weekday()) / 7 + 1
    }

    fn second_of_day(self) -> u64 {
        u64::from((self.hour * 60 + self.minute) * 60 + self.second)
    }
}

/// Returns the number of days of a month.
fn days_of_month(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Generates a random date and time, and formats them with a pattern.
///
/// Returns `None` if the pattern contains an unsupported letter, or more than [`MAX_EQUAL_LETTERS`] equal
/// letters in a row.
pub(crate) fn random_date(pattern: &str, rng: &mut impl Rng) -> Option<String> {
    let moment = Moment::random(rng);
    let mut text = String::new();
    let mut rest = pattern.chars().peekable();
    while let Some(next) = rest.next() {
        match next {
            '\'' => text += &quoted_text(&mut rest),
            // In a `DateTimeFormatter`, brackets enclose optional parts.
            '[' | ']' => {}
            letter if letter.is_ascii_alphabetic() => {
                let mut count = 1;
                while rest.next_if_eq(&letter).is_some() {
                    count += 1;
                }
                if count > MAX_EQUAL_LETTERS {
                    return None;
                }
                text += &field(letter, count, moment)?;
            }
            other => text.push(other),
        }
    }
    Some(text)
}

/// Returns the text before the closing quote. The caller has already read the opening quote. Two adjacent
/// quotes mean one literal quote.
fn quoted_text(rest: &mut Peekable<Chars>) -> String {
    if rest.next_if_eq(&'\'').is_some() {
        return "'".to_owned();
    }
    let mut text = String::new();
    while let Some(next) = rest.next() {
        if next == '\'' && rest.next_if_eq(&'\'').is_none() {
            break;
        }
        text.push(next);
    }
    text
}

/// Formats the field of a date that a pattern requires with `count` equal letters. Returns `None` if the
/// letter is not supported.
fn field(letter: char, count: usize, moment: Moment) -> Option<String> {
    let Moment { year, month, day, hour, minute, second, nano } = moment;
    let number = |value: u32| Some(format!("{value:0count$}"));
    match letter {
        'y' | 'Y' => year_field(count, year),
        'u' if count != 1 => year_field(count, year),
        'M' | 'L' if count > 2 => name(&MONTHS, month - 1, count),
        'E' => name(&WEEKDAYS, moment.weekday(), count),
        'e' | 'c' if count > 2 => name(&WEEKDAYS, moment.weekday(), count),
        'G' => Some(if count == 4 { "Anno Domini" } else { "AD" }.to_owned()),
        'M' | 'L' => number(month),
        'd' => number(day),
        'D' => number(moment.day_of_year()),
        'Q' | 'q' if count < 3 => number((month - 1) / 3 + 1),
        'u' => number((moment.weekday() + 6) % 7 + 1),
        'e' | 'c' => number(moment.weekday() + 1),
        'w' => number(moment.week_of_year()),
        'W' => number(moment.week_of_month()),
        'F' => number((day - 1) / 7 + 1),
        'a' => Some(if hour < 12 { "AM" } else { "PM" }.to_owned()),
        'H' => number(hour),
        'k' => number(if hour == 0 { 24 } else { hour }),
        'K' => number(hour % 12),
        'h' => number(if hour % 12 == 0 { 12 } else { hour % 12 }),
        'm' => number(minute),
        's' => number(second),
        'S' => Some(format!("{nano:09}{:0<count$}", "").chars().take(count).collect()),
        'n' => number(nano),
        'A' => Some(format!("{:0count$}", moment.second_of_day() * 1000 + u64::from(nano / 1_000_000))),
        'N' => Some(format!("{:0count$}", moment.second_of_day() * 1_000_000_000 + u64::from(nano))),
        _ => zone(letter, count).map(str::to_owned),
    }
}

fn year_field(count: usize, year: u32) -> Option<String> {
    Some(if count == 2 { format!("{:02}", year % 100) } else { format!("{year:0count$}") })
}

/// Returns the form of a name that a pattern requires with `count` equal letters. Four letters require the
/// full name, and five letters require the first letter of the name. Other numbers of letters require the
/// first three letters of the name.
fn name(names: &[&str], index: u32, count: usize) -> Option<String> {
    let name = names[index as usize];
    match count {
        5 => Some(name[..1].to_owned()),
        4 => Some(name.to_owned()),
        _ => Some(name[..3].to_owned()),
    }
}

/// Returns the text of a time zone, or `None` if the letter is not supported. The text is an offset if the
/// letter allows an offset, because every parser supports offsets.
fn zone(letter: char, count: usize) -> Option<&'static str> {
    Some(match (letter, count) {
        ('z', 4) => "Greenwich Mean Time",
        ('z', _) => "GMT",
        ('Z', 4) => "GMT+01:00",
        ('Z', 5) => "+01:00",
        ('Z', _) => "+0100",
        ('X' | 'x', 1) => "+01",
        ('X' | 'x', 2 | 4) => "+0100",
        ('X' | 'x', _) => "+01:00",
        ('O', 4) => "GMT+01:00",
        ('O', _) => "GMT+1",
        ('V', 2) => "UTC",
        _ => return None,
    })
}
