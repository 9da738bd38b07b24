import { pageLocale } from "#app/lib/language/language.ts";
import { uiTexts } from "#texts/ui.ts";

const ENGLISH_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTHS = pageLocale() === "en" ? ENGLISH_MONTHS : monthsOf(pageLocale());
function monthsOf(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { month: "short" });
  return ENGLISH_MONTHS.map((_, month) => format.format(new Date(2026, month, 1)));
}
const two = (number: number): string => String(number).padStart(2, "0");

/** ISO 8601 to "dd MMM yyyy hh:mm a" in the reader's time zone, as lists show it. */
export function formatMoment(iso: string): string {
  const at = new Date(iso);
  const hours = at.getHours();
  const day = `${two(at.getDate())} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`;
  return `${day} ${two(hours % 12 || 12)}:${two(at.getMinutes())} ${hours < 12 ? "am" : "pm"}`;
}

/** 0 to 1 as "42 %". */
export const formatShare = (share: number): string => `${Math.round(share * 100)} %`;

/** ISO 8601 to "dd/MM/yyyy hh:mm:a" in the reader's time zone, as the entity list shows it. */
export function formatListMoment(iso: string): string {
  const at = new Date(iso);
  const hours = at.getHours();
  const day = `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()}`;
  return `${day} ${two(hours % 12 || 12)}:${two(at.getMinutes())}:${hours < 12 ? "am" : "pm"}`;
}

/** 12345 as "12,345". */
export const formatCount = (count: number): string => count.toLocaleString(pageLocale());

/** ISO 8601 to "d MMM yyyy hh:mm a" in the reader's time zone, as the uploads show it. */
export const formatShortDay = (iso: string): string => formatMoment(iso).replace(/^0/, "");

/** 75 as "1 min 15 s", 4000 as "1 h 6 min". */
export function formatSeconds(seconds: number): string {
  const whole = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0;
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return uiTexts.time.hours(hours, minutes);
  return minutes > 0 ? uiTexts.time.minutes(minutes, whole % 60) : uiTexts.time.seconds(whole);
}

/** ISO 8601 to "dd-MM-yyyy HH:mm:ss" in the reader's time zone, as the conversation report shows it. */
export function formatDayFirst(iso: string): string {
  const at = new Date(iso);
  const day = `${two(at.getDate())}-${two(at.getMonth() + 1)}-${at.getFullYear()}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** A day, yyyy-MM-dd, as "14 Nov". */
export function formatDayMonth(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]}`;
}

/** A moment (ms since 1970) as "09:05:07 am" in the reader's time zone. */
export function formatClock(ms: number): string {
  const at = new Date(ms);
  const hours = at.getHours();
  return `${two(hours % 12 || 12)}:${two(at.getMinutes())}:${two(at.getSeconds())} ${hours < 12 ? "am" : "pm"}`;
}
