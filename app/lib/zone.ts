import { readerZone } from "./reader-zone.ts";

/** The reader's time zone in a readable form: "Asia/Kolkata (GMT+5:30)". */
export function zoneName(at = new Date()): string {
  const zone = readerZone();
  const offset = new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return offset && offset !== zone ? `${zone} (${offset})` : zone;
}

/** The day of a moment in the reader's zone (`yyyy-mm-dd`), plus `plus` days. */
export function dayOf(at: Date, plus = 0): string {
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate() + plus);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** A moment in the reader's zone as addresses have it: yyyy-MM-ddTHH:mm:ss. */
export function localMoment(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${dayOf(at)}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first moment of a day (`yyyy-mm-dd`) in the reader's zone, plus `plus` days; undefined for an invalid day. */
export function dayBegins(day: string, plus = 0): string | undefined {
  if (!DAY.test(day)) return undefined;
  const at = new Date(`${day}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + plus);
  return at.toISOString();
}
