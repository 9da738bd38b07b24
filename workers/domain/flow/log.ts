import { runLimits } from "#workers/contract/automation/limits.ts";
import { bytesOf, type Json } from "./json.ts";

/** Names of values that no log keeps, whatever an author says. */
const SECRET = /passw|secret|token|otp|\bpin\b|cvv|card.?number|aadhaar|api.?key|authorization/i;
const HIDDEN = "•••";
const DEEPEST = 6;

/** A value as a step's log keeps it: secrets hidden, at most 4 kB of JSON. */
export function logged(value: Json, redact: readonly string[] = []): Json {
  if (value === null) return null;
  const names = new Set(redact);
  const hide = (given: Json, depth: number): Json => {
    if (typeof given !== "object" || given === null) return given;
    if (depth > DEEPEST) return "…";
    if (Array.isArray(given)) return given.slice(0, 100).map((each) => hide(each, depth + 1));
    return Object.fromEntries(
      Object.entries(given).map(([key, each]) => [
        key,
        names.has(key) || SECRET.test(key) ? HIDDEN : hide(each, depth + 1),
      ]),
    );
  };
  const shown = hide(value, 0);
  if (bytesOf(shown) <= runLimits.logBytes) return shown;
  // Each sign may take three bytes, and quotation marks are escaped.
  return { cut: JSON.stringify(shown).slice(0, 1_000) };
}
