import type { CodeMethod } from "#workers/contract/onboarding.ts";

/** A partner of Meta's who sets WhatsApp numbers up for others. */
export interface WabaPartner {
  about: () => Promise<{ id: string; name: string; permissionsUrl: string }>;
  /** WhatsApp Business Accounts of a client who has permitted it. */
  wabas: (client: string) => Promise<Waba[]>;
  numbers: (wabaId: string) => Promise<WabaNumber[]>;
  /** Adds a number to an account; its id. */
  addNumber: (wabaId: string, number: { number: string; verifiedName: string }) => Promise<string>;
  /** Has Meta send a code. A partner that is simulated tells it. */
  sendCode: (numberId: string, by: { method: CodeMethod; language: string }) => Promise<{ shown?: string }>;
  /** Whether the code was right. */
  verifyCode: (numberId: string, code: string) => Promise<boolean>;
  /** Has the partner set a number up. Asked twice for a number, it is one channel. */
  open: (asked: {
    client: string;
    wabaId: string;
    numberId: string;
    callbackUrl: string;
  }) => Promise<PartnerChannel>;
  channel: (id: string) => Promise<PartnerChannel>;
  /** A key with which messages are sent, and the server that takes them; "" where it names none. */
  key: (channelId: string) => Promise<{ key: string; address: string }>;
}

export interface Waba {
  id: string;
  name: string;
  status: string;
}
export interface WabaNumber {
  id: string;
  /** E.164. */
  number: string;
  verifiedName: string;
  verified: boolean;
  /** Meta's rating, such as GREEN; "" where it has none yet. */
  quality: string;
}
export interface PartnerChannel {
  id: string;
  state: "pending" | "running" | "rejected";
  reason: string;
}

/** `unavailable`: nobody answered, or not as its contract has it. `refused`: its own words say why. */
export class PartnerError extends Error {
  override readonly name = "PartnerError";
  readonly kind: "unavailable" | "refused";

  constructor(kind: PartnerError["kind"], words = "") {
    super(words || kind);
    this.kind = kind;
  }
}
