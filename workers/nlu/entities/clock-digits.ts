import type { Token } from "./tokens.ts";

/** Where the text has a clock in digits (9:30, 17:45:10), by tokens. */
export function clockAt(tokens: readonly Token[], at: number): { sign: string; to: number } | undefined {
  const [hour, colon, minute] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (hour?.kind !== "number" || colon?.text !== ":" || minute?.kind !== "number") return undefined;
  const apart = minute.start - colon.end;
  const spoken = apart === 1 && /^(?:बजे|baje|am|pm)$/.test(tokens[at + 3]?.text ?? "");
  if (hour.end !== colon.start || (apart !== 0 && !spoken)) return undefined;
  if (!/^\d{1,2}$/.test(hour.text) || !/^[0-5]\d$/.test(minute.text) || Number(hour.text) > 24)
    return undefined;
  const seconds =
    tokens[at + 3]?.text === ":" && tokens[at + 4]?.kind === "number" && tokens[at + 3]?.start === minute.end;
  return { sign: `C${Number(hour.text)}:${minute.text}`, to: at + (seconds ? 5 : 3) };
}

const HOURS = /^(?:hours?|hrs?|घंटा|घंटे|घंटों|घण्टा|घण्टे|घण्टों|ghante|ghanta|ghanton|ghanto|ghnte)$/u;
/** Behind these, "9:30 hrs" is when something is. */
const SAYS_WHEN = /^(?:at|by|from|till|until|before|after|around|since|on)$/;

/** "1:30 hours" is how long something takes; "17:30 hrs", "09:30 hrs" and "at 9:30 hrs" are when it is. */
export function lengthAt(tokens: readonly Token[], at: number): { hours: number; unit: number } | undefined {
  if (!/^\d$/.test(tokens[at]?.text ?? "") || SAYS_WHEN.test(tokens[at - 1]?.text ?? "")) return undefined;
  const clock = clockAt(tokens, at);
  if (!clock || clock.to !== at + 3 || !HOURS.test(tokens[clock.to]?.text ?? "")) return undefined;
  return { hours: Number(tokens[at]?.text) + Number(tokens[at + 2]?.text) / 60, unit: clock.to };
}
