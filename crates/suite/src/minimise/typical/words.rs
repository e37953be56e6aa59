//! Words of texts.

use bip39::Language;
use strsim::sorensen_dice;

/// Words for texts of unknown purpose, in the order in which a test uses them.
pub(super) const WORDS: [&str; 6] = ["apple", "banana", "cherry", "orange", "lemon", "grape"];
/// Words for random letters, by their number of letters: from [`MIN_OF_LENGTH`].
const WORDS_BY_LENGTH: [&[&str]; 9] = [
    &["fig", "nut", "pea"],
    &["pear", "plum", "kiwi"],
    &["apple", "lemon", "grape"],
    &["banana", "cherry", "orange"],
    &["apricot", "avocado", "spinach"],
    &["mandarin", "zucchini", "broccoli"],
    &["blueberry", "raspberry", "asparagus"],
    &["strawberry", "watermelon", "grapefruit"],
    &["pomegranate", "cauliflower"],
];
/// Number of letters of the first words in [`WORDS_BY_LENGTH`].
const MIN_OF_LENGTH: usize = 3;
/// Maximum number of similar words that are returned for random letters.
const MAX_SIMILAR: usize = 3;
/// Least similarity of a similar word, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.2;
/// Minimum length of a word.
const MIN_LENGTH: usize = 2;
/// Maximum number of letters of a word in capitals that needs no vowel, such as `HTML`.
const MAX_ABBREVIATION: usize = 5;
/// Maximum number of letters of a word in small letters that need not look like a word, such as `txt`.
const MAX_SMALL_ABBREVIATION: usize = 3;
/// Longer words that do not look like words of a language.
const ABBREVIATIONS: [&str; 3] = ["html", "http", "https"];
/// Words that sort as their first letters do.
pub(super) const SORTED_WORDS: [&str; 24] = [
    "apple",
    "banana",
    "cherry",
    "date",
    "elderberry",
    "fig",
    "grape",
    "honey",
    "ice",
    "jam",
    "kiwi",
    "lemon",
    "mango",
    "nut",
    "orange",
    "pear",
    "quince",
    "rice",
    "salad",
    "tomato",
    "vanilla",
    "walnut",
    "yam",
    "zucchini",
];
/// For each letter from `a`, the letters that often follow it in English words and in the names of classes.
const FOLLOWERS: [&str; 26] = [
    "bcdfgiklmnprstuvwxy",
    "aceijlmorstuy",
    "acehiklmorstuy",
    "abcdegijloprsuy",
    "acdefgilmnopqrstvwxy",
    "aefilorstuy",
    "aeghilmnorstuy",
    "aeilmnortuy",
    "abcdefglmnoprstvxz",
    "ademosu",
    "abeins",
    "acdefgilopstuvy",
    "abeilmnopstu",
    "acdefghiklmnopstuvy",
    "abcdfgiklmnoprstuvwx",
    "adehiloprstuy",
    "u",
    "abcdefgiklmnoprstuvwy",
    "acefhiklmnopstuwy",
    "acehiloprstuwy",
    "abcdefgilmnoprstx",
    "aeio",
    "aehinors",
    "aceipt",
    "eilmnopstz",
    "aeio",
];
/// For each letter from `a`, the letters that often follow it at the start of a word.
const SECOND_LETTERS: [&str; 26] = [
    "bcdfgilmnprstuvw",
    "aeiloruy",
    "aehilorstuy",
    "aeioruy",
    "adfilmnpqrstvx",
    "aeiloru",
    "aeilorsu",
    "aeimotuy",
    "cdlmnpst",
    "admosuv",
    "ein",
    "aeio",
    "aeiou",
    "aeiou",
    "bcflnoprtuvw",
    "aehilorstu",
    "u",
    "aeiou",
    "acehiklmnoptuwy",
    "aehioruwy",
    "lnprst",
    "aeio",
    "aehior",
    "",
    "aeio",
    "eo",
];

/// Returns whether letters are a word of a phrase. A phrase also has words of one letter.
pub(super) fn is_word_of_phrase(letters: &str) -> bool {
    ["a", "A", "I"].contains(&letters) || is_word(letters)
}

/// Returns whether letters look like a word: all letters but the first have the same case, and the letters
/// often follow each other in words. Capitals can begin parts of a word: `toString`.
pub(super) fn is_word(letters: &str) -> bool {
    if letters.len() > 1 && letters.chars().all(|c| c.is_ascii_uppercase()) {
        return has_no_run(letters)
            && (letters.len() <= MAX_ABBREVIATION || is_word(&letters.to_ascii_lowercase()));
    }
    let capitals = letters.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).map(|(at, _)| at);
    let starts: Vec<usize> = std::iter::once(0).chain(capitals.filter(|at| *at > 0)).collect();
    let ends = starts[1..].iter().copied().chain([letters.len()]);
    let mut parts = starts.iter().zip(ends).map(|(&start, end)| letters[start..end].to_ascii_lowercase());
    let is_abbreviation = (MIN_LENGTH..=MAX_SMALL_ABBREVIATION).contains(&letters.len()) && starts.len() == 1;
    let is_abbreviation = is_abbreviation && !letters.bytes().all(|it| it == letters.as_bytes()[0]);
    has_no_run(letters)
        && (is_abbreviation || parts.all(|part| is_common_word(&part) || is_pronounceable(&part)))
}

/// Returns whether small letters are a common English word.
pub(in crate::minimise) fn is_common_word(word: &str) -> bool {
    let mut words = WORDS_BY_LENGTH.into_iter().flatten().chain(&SORTED_WORDS).chain(&ABBREVIATIONS);
    words.any(|known| *known == word) || common_words().binary_search(&word).is_ok()
}

/// Returns 2,048 common English words of three to eight letters, in alphabetical order. The standard BIP 39
/// lists them.
fn common_words() -> &'static [&'static str; 2048] {
    Language::English.word_list()
}

/// Returns a word with a number of letters. Words with different indices are usually different. Returns
/// `None` if no word has this number of letters.
pub(super) fn word_of_length(length: usize, index: usize) -> Option<&'static str> {
    let words = WORDS_BY_LENGTH.get(length.checked_sub(MIN_OF_LENGTH)?)?;
    Some(words[index % words.len()])
}

/// Returns words that have pairs of letters in common with random letters, the most similar word first.
pub(super) fn similar_words(letters: &str) -> Vec<&'static str> {
    let letters = letters.to_ascii_lowercase();
    let similarity = |word: &&'static str| (sorensen_dice(word, &letters), *word);
    let mut words: Vec<(f64, &str)> = common_words().iter().map(similarity).collect();
    words.retain(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    words.sort_by(|a, b| b.0.total_cmp(&a.0));
    words.into_iter().take(MAX_SIMILAR).map(|(_, word)| word).collect()
}

/// Returns whether small letters have a vowel, and often follow each other in words.
fn is_pronounceable(letters: &str) -> bool {
    let often_follows = |table: &[&str; 26], first: u8, second: u8| {
        table[usize::from(first - b'a')].as_bytes().contains(&second)
    };
    let letters = letters.as_bytes();
    letters.len() >= MIN_LENGTH
        && letters.iter().any(|letter| b"aeiouy".contains(letter))
        && often_follows(&SECOND_LETTERS, letters[0], letters[1])
        && letters.windows(2).all(|pair| often_follows(&FOLLOWERS, pair[0], pair[1]))
}

/// Returns whether no letter occurs three times in a row.
fn has_no_run(letters: &str) -> bool {
    let is_equal = |a: u8, b: u8| a.eq_ignore_ascii_case(&b);
    letters.as_bytes().windows(3).all(|it| !is_equal(it[0], it[1]) || !is_equal(it[1], it[2]))
}
