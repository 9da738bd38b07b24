import type { AddressKind } from "#workers/contract/inbound.ts";
import type { Effects } from "./effects.ts";

/** The identity at an address, with the customer whom it is, if any. */
export interface Known {
  identityId: string;
  customer: number | null;
}

/** Somebody who is to be sent something at an address. */
interface Met {
  kind: AddressKind;
  address: string;
  customer: number | null;
  name: string;
}

/**
 * The identity at an address to which something is sent, else a new one, which `effects` then make. One who became a
 * customer since is known as one now. `known` is by address, and learns of new ones.
 */
export function meet(
  known: Map<string, Known>,
  effects: Effects,
  { kind, address, customer, name }: Met,
  newId: () => string,
): string {
  const before = known.get(address);
  if (before) {
    if (before.customer === null && customer !== null) {
      before.customer = customer;
      effects.links.push({ identityId: before.identityId, customer, newCustomer: null });
    }
    return before.identityId;
  }
  const identityId = newId();
  known.set(address, { identityId, customer });
  effects.identities.set(identityId, {
    id: identityId,
    name,
    customer,
    newCustomer: null,
    perhapsOther: false,
  });
  effects.addresses.push({ identityId, address: { kind, scope: "", value: address } });
  return identityId;
}
