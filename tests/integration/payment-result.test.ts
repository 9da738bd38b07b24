import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SETTINGS, startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { fieldsOf, paymentResult } from "#workers/domain/billing/payment-result.ts";
import * as designerApi from "#workers/contract/endpoints/designer.ts";

const harness = await startHarness();

const fields = (more: object = {}) => ({
  paymentId: "pay_1",
  linkId: "plink_1",
  referenceId: "ref_1",
  status: "paid",
  ...more,
});
const signed = (more: object = {}, secret = SETTINGS.PAYMENT_SECRET) => {
  const all = fields(more);
  const text = `${all.linkId}|${all.referenceId}|${all.status}|${all.paymentId}`;
  return { ...all, signature: createHmac("sha256", secret).update(text).digest("hex") };
};
/** Asks as the page does, for anyone who returns from the gateway, signed in or not. */
async function ask(payment: object): Promise<{ status: number; data: Record<string, unknown> }> {
  const response = await harness.fetch("/api/e/enterprise/billing", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      requestType: "update_payment_status",
      request: JSON.stringify(payment),
    }).toString(),
  });
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  return { status: response.status, data };
}

describe("the result of a payment (C-13)", () => {
  test.each([
    ["paid", "paid"],
    ["expired", "expired"],
    ["cancelled", "cancelled"],
    ["created", "pending"],
    ["partially_paid", "pending"],
    ["anything else", "failed"],
  ])("that the gateway signed as %s is shown as %s", async (status, state) => {
    const { data } = await ask(signed({ status }));
    expect(data).toMatchObject({ state, verified: true, paymentId: "pay_1", referenceId: "ref_1" });
  });

  test("is not believed without the gateway's own signature over all of it", async () => {
    for (const payment of [
      fields(),
      { ...signed(), signature: "" },
      { ...signed(), signature: "f".repeat(64) },
      signed({}, "somebody else's secret"),
      { ...signed({ status: "cancelled" }), status: "paid" },
      { ...signed(), paymentId: "pay_2" },
      { ...signed(), referenceId: "ref_2" },
      { ...signed(), linkId: "plink_2" },
      // The same bytes under the signature, read in another way.
      { ...signed({ referenceId: "a|b" }), referenceId: "a", status: "b|paid" },
    ]) {
      expect((await ask(payment)).data).toMatchObject({ state: "unverified", verified: false });
    }
  });

  test("that is no request of this kind is refused", async () => {
    for (const request of ["", "[1]x", JSON.stringify({ paymentId: { a: 1 } })]) {
      const response = await harness.fetch("/api/e/enterprise/billing", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ requestType: "update_payment_status", request }),
      });
      expect(response.status).toBe(400);
    }
  });

  test("cannot be told at all where no secret is set up, and says so", () => {
    const result = paymentResult(undefined, fieldsOf(JSON.stringify(signed())));
    expect(result).toMatchObject({ state: "unverified", verified: false, checkable: false });
  });
});

describe("access to a designer", () => {
  test("is a code that says once who came, and nothing after that", async () => {
    const person = await makePerson(harness);
    const { accessId, url } = await person.call(designerApi.designerAccess);
    expect(url).toBe(SETTINGS.DESIGNER_URL);
    const redeem = (code: string) =>
      harness.fetch("/api/account/designer/access", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ accessId: code }),
      });
    const both = await Promise.all([redeem(accessId), redeem(accessId)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    const good = both.find(({ status }) => status === 200);
    expect(await good?.json()).toMatchObject({ data: { eId: person.enterpriseId, name: "Kiran" } });
    expect((await redeem("unknown")).status).toBe(410);
  });

  test("ends with the next one, and after a minute", async () => {
    const person = await makePerson(harness);
    const redeem = (accessId: string) =>
      harness.fetch("/api/account/designer/access", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ accessId }),
      });
    const first = await person.call(designerApi.designerAccess);
    const second = await person.call(designerApi.designerAccess);
    expect((await redeem(first.accessId)).status).toBe(410);
    await harness.env.DIRECTORY.prepare(
      "UPDATE one_time_codes SET expires_at = ? WHERE enterprise_id = ? AND purpose = 'designer'",
    )
      .bind(Date.now() - 1, person.enterpriseId)
      .run();
    expect((await redeem(second.accessId)).status).toBe(410);
  });
});
