import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import type { PlainType } from "#workers/contract/auth-types.ts";
import { publicAddress, RefusedAddress } from "#workers/outbound/address.ts";
import { refuse } from "./checked.ts";

const FIELDS: Record<PlainType, string> = { 1: "baseUrl", 2: "url", 3: "endpoint", 4: "host" };

/**
 * Throws invalid for an address that is not public https, or a host that is not public, judging by its spelling alone.
 * The addresses that a name resolves to are checked when it is called.
 */
export function refuseTarget(type: PlainType, data: Record<string, unknown>, allowPrivate: boolean): void {
  if (allowPrivate) return;
  const field = FIELDS[type];
  const given = String(data[field]);
  const database = type === 4;
  try {
    const url = publicAddress(database ? `https://${given}/` : given);
    if (url.protocol === "https:" && (!database || url.hostname === given.toLowerCase())) return;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
  }
  refuse({ [`data.${field}`]: database ? texts.hostRefused : texts.addressRefused });
}
