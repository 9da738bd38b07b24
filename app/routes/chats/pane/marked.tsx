import { folded } from "#workers/contract/folded.ts";

/** A text in which words that begin so are marked. */
export function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).map((part, at) => {
    const term = terms.find((each) => folded(part).startsWith(folded(each)));
    // A place in a text that does not change is the only name that it has.
    // oxlint-disable-next-line react/no-array-index-key
    return term === undefined ? part : <mark key={at}>{part}</mark>;
  });
}
