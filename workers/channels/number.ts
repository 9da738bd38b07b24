import type { Address } from "#workers/contract/inbound.ts";

/** The digits of a person's number with its country code; undefined for somebody who is not known by one. */
export const digitsOf = (to: readonly Address[]): string | undefined =>
  to.find(({ kind }) => kind === "number")?.value.replace(/^\+/, "");

/** Digits of a number of ours. One of a form may lack its country, which is India then. */
export const digitsWithCountry = (contactId: string): string =>
  /^\d{10}$/.test(contactId) ? `91${contactId}` : contactId.replace(/^\+/, "");
