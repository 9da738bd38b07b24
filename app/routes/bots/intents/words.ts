/** A range of a phrase in UTF-16 units; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Widens a selection to whole words, as bindings inside a word teach the bot nothing. Spaces at its ends go. */
export function wholeWords(text: string, selected: Span): Span | undefined {
  const words = text.slice(selected.start, selected.end);
  let start = selected.start + (words.length - words.trimStart().length);
  let end = start + words.trim().length;
  if (end <= start) return undefined;
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    const after = index + segment.length;
    if (!isWordLike || after <= start || index >= end) continue;
    start = Math.min(start, index);
    end = Math.max(end, after);
  }
  return { start, end };
}

/** The words of a phrase to choose from: what stands between spaces, without the punctuation around it. */
export const wordsOf = (text: string): Span[] =>
  [...text.matchAll(/[^\s.,;:!?…।"'“”‘’()[\]{}](?:\S*[^\s.,;:!?…।"'“”‘’()[\]{}])?/gu)].map(
    ({ index, 0: word }) => ({ start: index, end: index + word.length }),
  );
