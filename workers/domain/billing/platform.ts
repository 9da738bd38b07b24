import type { PaymentGateway } from "#workers/providers/payment-gateway.ts";
import { razorpay } from "#workers/providers/razorpay/razorpay.ts";

/** The account id of the platform itself: enterprises pay their invoices to it. Settings of the deployment hold its keys. */
export const PLATFORM = "platform";

export interface PlatformSettings {
  PAYMENT_KEY_ID?: string;
  PAYMENT_SECRET?: string;
  PAYMENT_WEBHOOK_SECRET?: string;
}

/** The platform's account at its gateway; undefined where the deployment has none. */
export function platformGateway(
  env: PlatformSettings,
  now: () => number = Date.now,
): PaymentGateway | undefined {
  const { PAYMENT_KEY_ID: keyId, PAYMENT_SECRET: keySecret } = env;
  return keyId && keySecret ? razorpay({ keyId, keySecret }, now) : undefined;
}

/** The reference by which the gateway knows an invoice's link; no tenant database's reference looks like it. */
export const invoiceReference = (id: string): string => `b-${id.replaceAll("-", "")}`;
export const isInvoiceReference = (reference: string): boolean => /^b-[0-9a-f]{32}$/.test(reference);
