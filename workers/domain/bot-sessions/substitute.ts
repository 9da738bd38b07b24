import { nameKey } from "#workers/contract/fields.ts";

/** Characters that are markup in Markdown. */
const MARKUP = /[\\`*_[\]()<>~|&#]/g;
/** Starts of a line that Markdown reads as a list, a rule, a heading or, below a line of text, a table. */
const BLOCK_START = /^(\d*)([-+=:.])(?=[\s\-+=:]|$)/;
/** Markdown turns bare addresses into links, and no escape prevents that: an invisible word joiner does. */
const ADDRESS = /https?(?=:\/\/)|www(?=\.)|(?<!\s)(?=@)/gi;
/** Without one of these nothing is an address. */
const OF_ADDRESS = /:\/\/|www\.|@/i;
const WORD_JOINER = "\u2060";

/** Escapes a value to plain text anywhere in Markdown: no link, no picture, no emphasis, no new line. */
const plain = (value: string): string =>
  value
    .replace(/\s+/gu, " ")
    .trim()
    .replace(MARKUP, String.raw`\$&`)
    .replace(BLOCK_START, String.raw`$1\$2`)
    .replace(ADDRESS, `$&${WORD_JOINER}`);

/**
 * Replaces `{parameter}` by its value in one pass, so that no value is replaced again. Names are case-insensitive; an
 * unknown one stays as written, one without a value becomes empty. Values beside each other make no address.
 */
export function substitute(
  response: string,
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): string {
  const byKey = new Map(
    names.map((name) => [nameKey(name), Object.hasOwn(values, name) ? (values[name] ?? "") : ""]),
  );
  const beside = { text: "", end: -1 };
  return response.replace(/\{([^{}\n]{1,100})\}/g, (whole, name: string, at: number) => {
    const value = byKey.get(nameKey(name));
    if (value === undefined) return whole;
    const before = beside.end === at ? beside.text : "";
    Object.assign(beside, { text: before + value, end: at + whole.length });
    return before && OF_ADDRESS.test(before + value) ? WORD_JOINER + plain(value) : plain(value);
  });
}
