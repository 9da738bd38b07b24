import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { PaymentGateway } from "#workers/providers/payment-gateway.ts";
import { razorpay, type RazorpayKeys } from "#workers/providers/razorpay/razorpay.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { openedSecret, type SealedRow } from "./secrets.ts";

/** The things that calls of a gateway need of the Worker that makes them. */
export interface GatewayDeps {
  ring: KeyRing;
  now: () => number;
}

export interface AccountKeys {
  enterpriseId: EnterpriseId;
  accountId: string;
  keyId: string;
}

/** The gateway by these keys. */
export const gatewayBy = (keys: RazorpayKeys, { now }: Pick<GatewayDeps, "now">): PaymentGateway =>
  razorpay(keys, now);

/** The gateway of an account whose secrets were read (`SECRETS_OF`); undefined where its key does not open. */
export async function gatewayOf(
  deps: GatewayDeps,
  account: AccountKeys,
  rows: readonly SealedRow[],
): Promise<PaymentGateway | undefined> {
  const keySecret = await openedSecret(deps.ring, account, rows, "keySecret");
  return keySecret === undefined ? undefined : gatewayBy({ keyId: account.keyId, keySecret }, deps);
}
