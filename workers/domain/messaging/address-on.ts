import type { AddressKind } from "#workers/contract/inbound.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { MAIL_ADDRESS } from "#workers/contract/mail-address.ts";
import { phoneOf } from "../customers/phone.ts";

const LONGEST_MAIL = 320;

/** The kind of address by which people are reached on a channel of that type. */
export const kindOn = (channelType: number): AddressKind =>
  channelType === channelTypes.email ? "mail" : "number";

/** A mail address as it is stored; undefined for what is none. */
export function mailOf(typed: string): string | undefined {
  const value = typed.normalize("NFKC").trim().toLowerCase();
  return value.length <= LONGEST_MAIL && MAIL_ADDRESS.test(value) ? value : undefined;
}

/** The address on a channel of that type, as it is stored; undefined for what is none there. */
export const addressOn = (channelType: number, typed: string): string | undefined =>
  kindOn(channelType) === "mail" ? mailOf(typed) : phoneOf(typed);
