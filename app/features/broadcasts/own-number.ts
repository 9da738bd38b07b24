import { keptByPerson } from "#app/lib/kept-by-person.ts";

const kept = keptByPerson("broadcastTestNumber");

/** The number that somebody tries broadcasts on. Kept in the browser, apart for each who uses it. */
export function ownNumber(uId: string): string {
  const number = kept.read(uId);
  return typeof number === "string" ? number : "";
}

export const keepOwnNumber = (uId: string, number: string): void => kept.keep(uId, number);
