/**
 * SQL over HTTP as libSQL's servers speak it (Hrana 2, `/v2/pipeline`): one statement a call, its values beside it.
 * This writes data alone; the caller has the guards.
 */

export type SqlValue = null | boolean | number | string;

type Value =
  | { type: "null" }
  | { type: "integer"; value: string }
  | { type: "float"; value: number }
  | { type: "text"; value: string };

const PATH = "/v2/pipeline";

export const pipelineAt = (host: string): string => `https://${host}${PATH}`;

/** One statement with its values, after which the connection is closed. */
export function pipelineOf(
  sql: string,
  values: readonly SqlValue[],
  named: Readonly<Record<string, string>> = {},
): string {
  const named_args = Object.entries(named).map(([name, value]) => ({ name, value: valueOf(value) }));
  const stmt = {
    sql,
    args: values.map(valueOf),
    ...(named_args.length > 0 && { named_args }),
  };
  return JSON.stringify({ requests: [{ type: "execute", stmt }, { type: "close" }] });
}

function valueOf(value: SqlValue): Value {
  if (value === null) return { type: "null" };
  if (typeof value === "boolean") return { type: "integer", value: value ? "1" : "0" };
  if (typeof value === "string") return { type: "text", value };
  return Number.isSafeInteger(value) ? { type: "integer", value: String(value) } : { type: "float", value };
}

export type SqlAnswer =
  | { ok: true; rows: Record<string, SqlValue>[]; affected: number }
  | { ok: false; message: string };

/** Reads what a server answered; undefined for what is no such answer. */
export function answerIn(text: string): SqlAnswer | undefined {
  const [first] = list(record(parsed(text))["results"]);
  const { type, response, error } = record(first);
  if (type === "error") return { ok: false, message: textOf(record(error)["message"]).slice(0, 300) };
  const result = record(record(response)["result"]);
  if (type !== "ok" || !Array.isArray(result["cols"]) || !Array.isArray(result["rows"])) return undefined;
  const names = result["cols"].map((col, at) => {
    const { name } = record(col);
    return typeof name === "string" && name !== "" ? name : `column${at + 1}`;
  });
  const rows = result["rows"].map((row) =>
    Object.fromEntries(list(row).map((value, at) => [names[at] ?? `column${at + 1}`, readValue(value)])),
  );
  const { affected_row_count: affected } = result;
  return { ok: true, rows, affected: typeof affected === "number" ? affected : 0 };
}

/** Whole numbers that a number can't hold stay texts, and so do bytes. */
function readValue(given: unknown): SqlValue {
  const { type, value, base64 } = record(given);
  switch (type) {
    case "integer": {
      const number = Number(value);
      return Number.isSafeInteger(number) ? number : String(value);
    }
    case "float":
      return typeof value === "number" ? value : null;
    case "text":
      return String(value);
    case "blob":
      return textOf(base64);
    default:
      return null;
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
