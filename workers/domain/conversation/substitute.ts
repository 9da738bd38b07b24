import { nameKey } from "#workers/contract/fields.ts";

/** What would be markup in markdown: a value is plain text wherever it comes to stand. */
const MARKUP = /[\\`*_[\]<>~|&#]/g;
const escape = (value: string): string => value.replace(MARKUP, String.raw`\$&`);

/**
 * The response with `{parameter}` replaced by its value. Names are compared without case; a name that is no
 * parameter stays as it is written, a parameter without a value becomes nothing. One pass: a value that looks like a
 * parameter is not looked at again.
 */
export function substitute(
  response: string,
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): string {
  const byKey = new Map(
    names.map((name) => [nameKey(name), Object.hasOwn(values, name) ? values[name] : ""]),
  );
  return response.replace(/\{([^{}\n]{1,100})\}/g, (whole, name: string) => {
    const value = byKey.get(nameKey(name));
    return value === undefined ? whole : escape(value);
  });
}
