import { nameKey } from "#workers/contract/fields.ts";

/** What would be markup in markdown. */
const MARKUP = /[\\`*_[\]()<>~|&#]/g;
/** What would begin a list, a rule or a heading where the value is the first on its line. */
const BLOCK_START = /^(?:([-+=])(?=[\s\-+=]|$)|(\d{1,9})([.)])(?=\s|$))/;
/**
 * Addresses become links by themselves, and no escape prevents that: a word joiner, which nobody sees, does.
 */
const ADDRESS = /https?(?=:\/\/)|www(?=\.)|(?<=\S)(?=@)/gi;
const WORD_JOINER = "\u2060";

/** A value as plain text, wherever in markdown it comes to stand: no link, no picture, no emphasis, no new line. */
const plain = (value: string): string =>
  value
    .replace(/\s+/gu, " ")
    .trim()
    .replace(BLOCK_START, (_, sign?: string, number?: string, dot?: string) =>
      sign === undefined ? `${number}\0${dot}` : `\0${sign}`,
    )
    .replace(MARKUP, String.raw`\$&`)
    .replace(/\0\\?/g, "\\")
    .replace(ADDRESS, `$&${WORD_JOINER}`);

/**
 * The response with `{parameter}` replaced by its value. Names are compared without case; a name that is no
 * parameter stays as it is written, a parameter without a value becomes nothing. One pass: a value that looks like a
 * parameter is not looked at again, and nothing is looked up but the names given.
 */
export function substitute(
  response: string,
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): string {
  const byKey = new Map(
    names.map((name) => [nameKey(name), Object.hasOwn(values, name) ? (values[name] ?? "") : ""]),
  );
  return response.replace(/\{([^{}\n]{1,100})\}/g, (whole, name: string) => {
    const value = byKey.get(nameKey(name));
    return value === undefined ? whole : plain(value);
  });
}
