/// The most similar of some words, if one is similar enough: at most a third of the letters, and at most
/// two, are inserted, removed, replaced or swapped.
pub(crate) fn nearest<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = text.chars().count();
    if length > 30 {
        return None;
    }
    let near = words.into_iter().map(|word| (strsim::osa_distance(text, word), word));
    let (distance, word) = near.min_by_key(|(distance, _)| *distance)?;
    (distance <= (length / 3).min(2)).then_some(word)
}
