import type { Address } from "#workers/contract/inbound.ts";

/** The digits of a person's number with its country code; undefined for somebody who is not known by one. */
export const digitsOf = (to: readonly Address[]): string | undefined =>
  to.find(({ kind }) => kind === "number")?.value.replace(/^\+/, "");
