const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
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
export const formatCount = (count: number): string => count.toLocaleString("en");
