import { createHmac, randomUUID } from "node:crypto";

/** A payment link as Razorpay's documents show it. */
export interface Entity {
  id: string;
  reference_id: string;
  short_url: string;
  status: "created" | "partially_paid" | "paid" | "expired" | "cancelled";
  amount: number;
  amount_paid: number;
  currency: string;
  expire_by: number;
  description: string;
  accept_partial: boolean;
  callback_url: string;
  customer: { name?: string; contact?: string };
  payments: { payment_id: string; amount: number; status: string }[] | null;
}

/** A webhook as Razorpay sends it: the same bytes and the same id however often. */
export interface RazorpayEvent {
  id: string;
  body: string;
}

const MINUTE_S = 60;

export const refused = (status: number, description: string, field?: string): Response =>
  Response.json({ error: { code: "BAD_REQUEST_ERROR", description, source: "business", field } }, { status });

/**
 * An account at a played Razorpay: it takes calls with its own keys, refuses as the documents say, and signs what it tells
 * and where it leads people back to, by code of its own.
 */
export class PlayedRazorpay {
  readonly keyId: string;
  readonly keySecret: string;
  webhookSecret: string;
  /** Where its pages are. */
  pages = "https://rzp.io/i/";
  readonly links: Entity[] = [];
  /** Calls as "POST /payment_links", in their order. */
  readonly calls: string[] = [];
  /** Answers the next call in place of the gateway; what it did all the same is up to it. */
  trouble: ((call: string, work: () => Response) => Response | Promise<Response>) | undefined;

  constructor({
    keyId = `rzp_test_${randomUUID().replaceAll("-", "").slice(0, 14)}`,
    keySecret = randomUUID() as string,
    webhookSecret = randomUUID() as string,
  } = {}) {
    [this.keyId, this.keySecret, this.webhookSecret] = [keyId, keySecret, webhookSecret];
  }

  get keys() {
    return { keyId: this.keyId, keySecret: this.keySecret, webhookSecret: this.webhookSecret };
  }

  answer(method: string, path: string, body: Record<string, unknown>): Response {
    const [, id, verb] = /^\/payment_links\/([^/?]+)(?:\/(\w+))?/.exec(path) ?? [];
    if (method === "POST" && path === "/payment_links") return this.#create(body);
    if (method === "GET" && id === undefined) {
      const wanted = new URLSearchParams(path.split("?")[1]).get("reference_id");
      const found = this.links.filter(({ reference_id }) => wanted === null || reference_id === wanted);
      return Response.json({ payment_links: found });
    }
    const link = this.links.find((each) => each.id === id);
    if (!link) return refused(400, "The id provided does not exist");
    if (method === "POST" && verb === "cancel") {
      if (link.status !== "created") return refused(400, `Payment Link cannot be cancelled: ${link.status}`);
      link.status = "cancelled";
    }
    return Response.json(link);
  }

  #create(body: Record<string, unknown>): Response {
    const { amount, currency, reference_id, expire_by } = body as unknown as Entity;
    if (!Number.isInteger(amount) || amount < 100)
      return refused(400, "The amount must be atleast INR 1.00", "amount");
    if (typeof reference_id !== "string" || reference_id.length > 40)
      return refused(400, "The reference id may not be greater than 40 characters.", "reference_id");
    if (expire_by * 1_000 < Date.now() + 15 * MINUTE_S * 1_000)
      return refused(400, "timestamp must be atleast 15 minutes in future", "expire_by");
    if (this.links.some((each) => each.reference_id === reference_id))
      return refused(
        400,
        `payment link with given reference_id (${reference_id}) already exists`,
        "reference_id",
      );
    const id = `plink_${randomUUID().replaceAll("-", "").slice(0, 14)}`;
    const link: Entity = {
      ...(body as unknown as Entity),
      id,
      currency,
      short_url: `${this.pages}${id}`,
      status: "created",
      amount_paid: 0,
      payments: null,
    };
    this.links.push(link);
    return Response.json(link);
  }

  link(reference: string): Entity {
    const found = this.links.find(({ reference_id }) => reference_id === reference);
    if (!found) throw new Error(`Razorpay has no link ${reference}`);
    return found;
  }

  /** Somebody pays on the hosted page. */
  pay(link: Entity, amount = link.amount): RazorpayEvent {
    link.amount_paid += amount;
    link.status = link.amount_paid >= link.amount ? "paid" : "partially_paid";
    const payment_id = `pay_${randomUUID().replaceAll("-", "").slice(0, 14)}`;
    link.payments = [...(link.payments ?? []), { payment_id, amount, status: "captured" }];
    return this.event(link, { payment_id });
  }
  end(link: Entity, status: "expired" | "cancelled"): RazorpayEvent {
    link.status = status;
    return this.event(link);
  }

  event(link: Entity, { payment_id }: { payment_id?: string } = {}): RazorpayEvent {
    const payload = {
      payment_link: { entity: { ...link } },
      ...(payment_id !== undefined && { payment: { entity: { id: payment_id, status: "captured" } } }),
    };
    const body = {
      entity: "event",
      account_id: "acc_Test",
      event: `payment_link.${link.status}`,
      contains: Object.keys(payload),
      payload,
      created_at: Math.floor(Date.now() / 1_000),
    };
    return { id: randomUUID(), body: JSON.stringify(body) };
  }

  /** Where the page leads back to, signed by the key's secret. */
  returnQuery(link: Entity, status: string = link.status): Record<string, string> {
    const paymentId = link.payments?.at(-1)?.payment_id ?? "";
    const text = [link.id, link.reference_id, status, paymentId].join("|");
    return {
      paymentId,
      linkId: link.id,
      referenceId: link.reference_id,
      status,
      signature: createHmac("sha256", this.keySecret).update(text).digest("hex"),
    };
  }

  /** Calls an account's webhook as Razorpay does. */
  deliver(
    system: { fetch: (path: string, init: RequestInit) => Promise<Response> },
    path: string,
    { id, body }: RazorpayEvent,
    { secret = this.webhookSecret, signature }: { secret?: string; signature?: string } = {},
  ): Promise<Response> {
    return system.fetch(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-razorpay-event-id": id,
        "x-razorpay-signature": signature ?? createHmac("sha256", secret).update(body).digest("hex"),
      },
      body,
    });
  }
}
