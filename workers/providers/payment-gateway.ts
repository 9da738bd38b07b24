import type { GatewayState } from "#workers/contract/payments/states.ts";

/** A link as the gateway has it. Amounts are in the currency's smallest unit, times in milliseconds. */
export interface GatewayLink {
  vendorId: string;
  /** Ours. */
  reference: string;
  url: string;
  state: GatewayState;
  amount: number;
  currency: string;
  paid: number;
  paymentId: string;
}

export interface WantedLink {
  reference: string;
  amount: number;
  currency: string;
  description: string;
  until: number;
  customer: { name: string; phone: string };
  /** Where people are led back to. */
  returnUrl: string;
}

/** The news in a signed call of the gateway. */
export interface GatewayNews {
  eventId: string;
  link: GatewayLink;
}

/** Why a gateway did not do what it was asked. */
export type GatewayFailure = "refused" | "keysRefused" | "tooOften" | "unavailable" | "timeout" | "strange";

export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly failure: GatewayFailure;
  /** The field of the request that it names, if it names one. */
  readonly field: string;

  constructor(failure: GatewayFailure, message: string, field = "") {
    super(message);
    [this.failure, this.field] = [failure, field];
  }

  /** Whether the reason may pass by itself. */
  get passes(): boolean {
    return this.failure === "tooOften" || this.failure === "unavailable" || this.failure === "timeout";
  }
}

/** One account at a gateway of payment links. All of its calls throw GatewayError. */
export interface PaymentGateway {
  /** Makes a link. A second call with the same reference is refused or makes a second link: `find` comes before it. */
  create(link: WantedLink): Promise<GatewayLink>;
  find(reference: string): Promise<GatewayLink | undefined>;
  fetch(vendorId: string): Promise<GatewayLink | undefined>;
  /** Refused for one that is paid, expired or cancelled already. */
  cancel(vendorId: string): Promise<GatewayLink>;
  /** Changes nothing, and tells whether the keys are right. */
  check(): Promise<void>;
}
