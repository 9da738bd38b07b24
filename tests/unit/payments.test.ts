import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PlayedRazorpay } from "#tests/support/played-razorpay.ts";
import { decimalsOf, isCurrency, minorOf, unitsOf } from "#workers/contract/payments/amount.ts";
import { linkMoves, linkStates } from "#workers/contract/payments/states.ts";
import { databaseOfReference, referenceOf } from "#workers/domain/payments/reference.ts";
import { GatewayError, type PaymentGateway } from "#workers/providers/payment-gateway.ts";
import { isSigned, newsIn } from "#workers/providers/razorpay/news.ts";
import { razorpay } from "#workers/providers/razorpay/razorpay.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe("amounts", () => {
  test.each([
    [12.5, "INR", 1_250],
    [0.1 + 0.2, "INR", 30],
    [19.99, "INR", 1_999],
    [1_234_567.89, "USD", 123_456_789],
    [295, "JPY", 295],
    [295.991, "KWD", 295_991],
    [0.001, "BHD", 1],
  ])("%d %s are %d of the smallest unit, and back", (units, currency, minor) => {
    expect(minorOf(units, currency)).toEqual({ ok: true, minor });
    expect(unitsOf(minor, currency)).toBeCloseTo(units, 6);
  });

  test.each([
    [10.005, "INR", "tooFine"],
    [1.5, "JPY", "tooFine"],
    [0.001, "INR", "tooFine"],
    [0.00000001, "INR", "tooFine"],
    [0, "INR", "notAboveZero"],
    [-5, "INR", "notAboveZero"],
    [Number.NaN, "INR", "notAboveZero"],
    [Infinity, "INR", "notAboveZero"],
    [1e15, "INR", "tooMuch"],
  ])("%d %s are none (%s): nothing is rounded", (units, currency, why) => {
    expect(minorOf(units, currency)).toEqual({ ok: false, why });
  });

  test("places are ISO 4217's, and three letters alone make no currency", () => {
    expect(["INR", "USD", "JPY", "KWD"].map(decimalsOf)).toEqual([2, 2, 0, 3]);
    expect(["INR", "ABC", "inr", "", "INRX"].map(isCurrency)).toEqual([true, false, false, false, false]);
  });
});

test("a final state leads nowhere, and every other one to an end", () => {
  const final = linkStates.filter((state) => linkMoves[state].length === 0);
  expect(final).toEqual(["paid", "expired", "cancelled", "failed"]);
  for (const state of linkStates)
    if (!final.includes(state)) expect(linkMoves[state]).toEqual(expect.arrayContaining(final));
});

test("a reference says its database, and is short enough for the gateway", () => {
  const reference = referenceOf("TENANT_2", "019a0000-1111-7222-8333-444455556666");
  expect(reference.length).toBeLessThanOrEqual(40);
  expect(databaseOfReference(reference)).toBe("TENANT_2");
  for (const other of ["", "ref_1", "9-019a0000111172228333444455556666", `${reference}x`])
    expect(databaseOfReference(other)).toBeUndefined();
});

describe("Razorpay", () => {
  const wanted = (more: object = {}) => ({
    reference: "0-019a0000111172228333444455556666",
    amount: 50_000,
    currency: "INR",
    description: "Fee",
    until: Date.now() + DAY,
    customer: { name: "Asha", phone: "+919812345678" },
    returnUrl: "https://console.company.com/transaction.html",
    ...more,
  });

  /** The gateway over a played one, without a network; `answer` stands in for one call. */
  async function asking(
    work: (gateway: PaymentGateway) => Promise<unknown>,
    answer?: () => Response | Promise<Response>,
  ) {
    const played = new PlayedRazorpay();
    const sent: { method: string; path: string; body: Record<string, unknown>; auth: string | null }[] = [];
    const before = globalThis.fetch;
    globalThis.fetch = async (url, init) => {
      const path = new Request(url).url.replace("https://api.razorpay.com/v1", "");
      const body = typeof init?.body === "string" ? (JSON.parse(init.body) as Record<string, unknown>) : {};
      const method = init?.method ?? "GET";
      sent.push({ method, path, body, auth: new Headers(init?.headers).get("authorization") });
      return answer?.() ?? played.answer(method, path, body);
    };
    try {
      const gateway = razorpay(played.keys);
      return { result: await work(gateway), played, sent };
    } finally {
      globalThis.fetch = before;
    }
  }
  const failureOf = async (response: () => Response | Promise<Response>): Promise<GatewayError> => {
    const { result } = await asking(
      (gateway) => gateway.create(wanted()).catch((error: unknown) => error),
      response,
    );
    expect(result).toBeInstanceOf(GatewayError);
    return result as GatewayError;
  };

  test("makes a link in whole paise with our reference, and neither sends nor reminds itself", async () => {
    const { result, sent, played } = await asking((gateway) => gateway.create(wanted()));
    expect(result).toMatchObject({
      reference: wanted().reference,
      state: "created",
      amount: 50_000,
      paid: 0,
    });
    expect(sent).toMatchObject([
      {
        method: "POST",
        path: "/payment_links",
        auth: `Basic ${Buffer.from(`${played.keyId}:${played.keySecret}`).toString("base64")}`,
        body: {
          amount: 50_000,
          currency: "INR",
          accept_partial: false,
          reference_id: wanted().reference,
          customer: { name: "Asha", contact: "+919812345678" },
          notify: { sms: false, email: false },
          reminder_enable: false,
          callback_method: "get",
        },
      },
    ]);
  });

  test.each([
    ["sooner than it takes", 5 * MINUTE, 16 * MINUTE],
    ["as it is", DAY, DAY],
    ["later than it takes", 365 * DAY, 180 * DAY - MINUTE],
  ])("is told an end that it takes: %s", async (_, after, told) => {
    const now = Date.now();
    const { sent } = await asking((gateway) => gateway.create(wanted({ until: now + after })));
    const end = Number(sent[0]?.body["expire_by"]) * 1_000;
    expect(Math.abs(end - (now + told))).toBeLessThan(30_000);
  });

  test("takes three decimals with a zero at the end alone, and is not asked for others", async () => {
    const good = await asking((gateway) => gateway.create(wanted({ currency: "KWD", amount: 295_990 })));
    expect(good.result).toMatchObject({ amount: 295_990, currency: "KWD" });
    const { result, sent } = await asking((gateway) =>
      gateway.create(wanted({ currency: "KWD", amount: 295_991 })).catch((error: unknown) => error),
    );
    expect([result, sent]).toMatchObject([{ failure: "refused", field: "amount" }, []]);
  });

  test("finds a link by our reference alone, also where the filter gave others", async () => {
    const other = { id: "plink_a", reference_id: "other", status: "created", amount: 1, currency: "INR" };
    const { result } = await asking(
      (gateway) => gateway.find(wanted().reference),
      () => Response.json({ payment_links: [other] }),
    );
    expect(result).toBeUndefined();
    const { result: found } = await asking(async (gateway) => {
      await gateway.create(wanted());
      return gateway.find(wanted().reference);
    });
    expect(found).toMatchObject({ reference: wanted().reference });
  });

  test("cancels a link, which is refused for one that is over", async () => {
    const { result } = await asking(async (gateway) => {
      const { vendorId } = await gateway.create(wanted());
      const cancelled = await gateway.cancel(vendorId);
      return [cancelled.state, await gateway.cancel(vendorId).catch((error: unknown) => error)];
    });
    expect(result).toMatchObject(["cancelled", { failure: "refused" }]);
  });

  test.each([
    [400, { error: { description: "The amount is wrong", field: "amount" } }, "refused", false],
    [401, { error: { description: "The api key/secret provided is invalid" } }, "keysRefused", false],
    [403, {}, "keysRefused", false],
    [429, { error: { description: "Too many requests" } }, "tooOften", true],
    [500, "<html>", "unavailable", true],
    [503, {}, "unavailable", true],
    [200, { hello: 1 }, "strange", false],
    [200, "no JSON", "strange", false],
  ])("that answers %d is a failure of its own kind", async (status, body, failure, passes) => {
    const answer = () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
    const error = await failureOf(answer);
    expect([error.failure, error.passes]).toEqual([failure, passes]);
    if (status === 400) expect([error.message, error.field]).toEqual(["The amount is wrong", "amount"]);
  });

  test("that does not answer may answer later, and one that redirects is not followed", async () => {
    const silent = await failureOf(() => {
      throw new DOMException("", "TimeoutError");
    });
    expect([silent.failure, silent.passes]).toEqual(["timeout", true]);
    const gone = await failureOf(() => {
      throw new TypeError("fetch failed");
    });
    expect([gone.failure, gone.passes]).toEqual(["unavailable", true]);
    const away = await failureOf(() => new Response(null, { status: 302 }));
    expect([away.failure, away.passes]).toEqual(["strange", false]);
  });

  test("signs the raw body: another byte, another secret and no secret are not believed", () => {
    const body = Buffer.from('{"event":"payment_link.paid"}');
    const signature = createHmac("sha256", "secret of now").update(body).digest("hex");
    expect(isSigned(signature, body, ["secret of now"])).toBe(true);
    expect(isSigned(signature.toUpperCase(), body, ["another", "secret of now"])).toBe(true);
    expect(isSigned(signature, Buffer.from('{"event": "payment_link.paid"}'), ["secret of now"])).toBe(false);
    expect(isSigned(signature, body, ["another"])).toBe(false);
    expect(isSigned(undefined, body, ["secret of now"])).toBe(false);
    expect(isSigned("", body, ["secret of now"])).toBe(false);
    expect(isSigned(createHmac("sha256", "").update(body).digest("hex"), body, ["", ""])).toBe(false);
    expect(isSigned(signature, body, [])).toBe(false);
  });

  test("tells of links: what became of one, by which payment; anything else is no news, and nonsense is refused", () => {
    const played = new PlayedRazorpay();
    played.answer("POST", "/payment_links", {
      amount: 500,
      currency: "INR",
      reference_id: "r1",
      expire_by: Date.now(),
    });
    const [link] = played.links;
    if (!link) throw new Error("no link");
    const { id, body } = played.pay(link);
    const headers = new Headers({ "x-razorpay-event-id": id });
    const told = newsIn(headers, Buffer.from(body));
    expect(told).toMatchObject({ eventId: id, link: { state: "paid", paid: 500, reference: "r1" } });
    expect(told?.link.paymentId).toMatch(/^pay_/);
    const other = JSON.stringify({ event: "payment.captured", payload: {} });
    expect(newsIn(headers, Buffer.from(other))).toBeUndefined();
    for (const wrong of ["", "[]", "{", '{"event":"payment_link.paid","payload":{}}', "\u00ff"])
      expect(() => newsIn(headers, Buffer.from(wrong, "latin1"))).toThrow(GatewayError);
  });
});
