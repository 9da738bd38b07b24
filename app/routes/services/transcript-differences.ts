import { clockOf, type Segment } from "#workers/contract/speech.ts";

/**
 * Lists the parts of the version that somebody else has saved which read otherwise than what was typed. Either may lack parts
 * that were emptied, so parts are the same by where they begin; one that theirs lacks has nothing behind its time.
 */
export function differencesOf(theirs: readonly Segment[], typed: readonly Segment[]): string[] {
  const mine = textsOf(typed);
  const others = textsOf(theirs);
  return [...new Set([...others.keys(), ...mine.keys()])]
    .sort((a, b) => a - b)
    .flatMap((start) => {
      const text = others.get(start) ?? "";
      return text === (mine.get(start) ?? "") ? [] : [`${clockOf(start)}: ${text || "-"}`];
    });
}

/** The words said at each time; of parts that begin at the same one, all of theirs. */
function textsOf(segments: readonly Segment[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const { start, text } of segments) {
    const before = texts.get(start);
    texts.set(start, before ? `${before} ${text}` : text);
  }
  return texts;
}
