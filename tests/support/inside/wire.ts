/** A call of a database, as tests/support/inside/worker.ts runs it. */
export interface DatabaseCall {
  database: string;
  method: "all" | "run" | "first" | "raw" | "batch";
  statements: { query: string; params: unknown[] }[];
  /** Arguments of `first` and `raw`. */
  options?: unknown;
}

export type DatabaseAnswer = { answer: unknown } | { error: string };

const BYTES = "bytes, in base64:";

/** JSON has no bytes: they travel as a text that says so. */
export function packed(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return BYTES + Buffer.from(value).toString("base64");
  if (!ArrayBuffer.isView(value)) return value;
  return BYTES + Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
}

export const unpacked = (value: unknown): unknown =>
  typeof value === "string" && value.startsWith(BYTES)
    ? Buffer.from(value.slice(BYTES.length), "base64")
    : value;
