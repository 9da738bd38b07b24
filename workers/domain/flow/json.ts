/** Values as rows keep them. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A value of an expression as JSON: a date becomes ISO 8601, which is read as a date again. */
export function toJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toJson(each)]));
  }
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" || typeof value === "boolean" ? value : null;
}

/** Bytes of a value as JSON. */
export const bytesOf = (value: unknown): number =>
  new TextEncoder().encode(JSON.stringify(value) ?? "").length;
