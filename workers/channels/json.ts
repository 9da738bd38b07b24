/** Tolerant reading of what a vendor sends: nothing here throws, whatever the JSON is. */

export type Json = Readonly<Record<string, unknown>>;

/** The value where it is an object, else an empty one. */
export const record = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text, or a number as text; undefined where it is empty or something else. At most `most` characters. */
export function text(value: unknown, most: number): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value).slice(0, most);
  if (typeof value !== "string" || value === "") return undefined;
  return value.length <= most ? value : whole(value.slice(0, most));
}

/** A cut must not leave half a letter behind. */
const whole = (cut: string): string => (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut);

/** Any value as the text of its JSON, shortened; empty where it is nested too deep to be written. */
export function shown(value: unknown, most: number): string {
  try {
    return text(JSON.stringify(value), most) ?? "";
  } catch {
    return "";
  }
}

export function number(value: unknown): number | undefined {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : undefined;
}

/** True or false, as itself or as its word; undefined for anything else. */
export const flag = (value: unknown): boolean | undefined =>
  value === true || value === "true" ? true : value === false || value === "false" ? false : undefined;

/** Milliseconds of a time in seconds, as a number or as text; 0 where there is none. */
export function seconds(value: unknown): number {
  const read = Math.round((number(value) ?? 0) * 1_000);
  return read > 0 && Number.isSafeInteger(read) ? read : 0;
}

/** Reads a body as JSON. Throws when it is no UTF-8, no JSON, or no object. */
export function readObject(body: Uint8Array): Json {
  const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("the body is no JSON object");
  }
  return value as Json;
}
