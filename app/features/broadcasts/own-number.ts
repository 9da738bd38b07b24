import { keptByPerson } from "#app/lib/kept-by-person.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

const [numbers, mails] = [keptByPerson("broadcastTestNumber"), keptByPerson("broadcastTestMail")];
const keptOn = (channelType: number) => (channelType === channelTypes.email ? mails : numbers);

/** The number, on mail channels the address, that somebody tries broadcasts on. Kept in the browser, apart for each who uses it. */
export function ownNumber(uId: string, channelType: number): string {
  const number = keptOn(channelType).read(uId);
  return typeof number === "string" ? number : "";
}

export const keepOwnNumber = (uId: string, channelType: number, number: string): void =>
  keptOn(channelType).keep(uId, number);
