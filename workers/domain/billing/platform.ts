import type { PaymentGateway } from "#workers/providers/payment-gateway.ts";
import { razorpay } from "#workers/providers/razorpay/razorpay.ts";

/** The account id of the platform itself: enterprises pay their invoices to it. Settings of the deployment hold its keys. */
export const PLATFORM = "platform";

export interface PlatformSettings {
  PAYMENT_KEY_ID?: string;
  PAYMENT_SECRET?: string;
  PAYMENT_WEBHOOK_SECRET?: string;
  /** The gateway that is played beside a local system, on this machine: keys go to no other address but the real one's. */
  PAYMENT_GATEWAY_URL?: string;
}

/** The platform's account at its gateway; undefined where the deployment has none. */
export function platformGateway(
  env: PlatformSettings,
  now: () => number = Date.now,
): PaymentGateway | undefined {
  const { PAYMENT_KEY_ID: keyId, PAYMENT_SECRET: keySecret, PAYMENT_GATEWAY_URL: played } = env;
  if (!keyId || !keySecret) return undefined;
  return razorpay({ keyId, keySecret }, now, played && isHere(played) ? played : undefined);
}

const isHere = (url: string): boolean => URL.canParse(url) && new URL(url).hostname === "127.0.0.1";

/** The reference by which the gateway knows an invoice's link; no tenant database's reference looks like it. */
export const invoiceReference = (id: string): string => `b-${id.replaceAll("-", "")}`;
export const isInvoiceReference = (reference: string): boolean => /^b-[0-9a-f]{32}$/.test(reference);
