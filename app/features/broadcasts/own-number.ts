const KEY = "broadcastTestNumber";

/** The number that somebody tries broadcasts on. Kept in the browser, apart for each who uses it. */
export function ownNumber(uId: string): string {
  const number = readAll()[uId];
  return typeof number === "string" ? number : "";
}

export function keepOwnNumber(uId: string, number: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [uId]: number }));
  } catch {
    // The storage is full or blocked: the number is typed again next time.
  }
}

function readAll(): Record<string, unknown> {
  try {
    return Object(JSON.parse(localStorage.getItem(KEY) ?? "null")) as Record<string, unknown>;
  } catch {
    return {};
  }
}
