import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { newPhone } from "#tests/support/journey-talk.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saidOn, saying } from "#tests/support/messaging.ts";
import {
  askedToPay,
  asksToPay,
  gatewayDeps,
  linksOf,
  tenantOf,
  withRazorpay,
} from "#tests/support/payments.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { startedJourney } from "#tests/support/runs.ts";
import { billingInfo } from "#workers/contract/endpoints/billing.ts";
import * as paymentsApi from "#workers/contract/endpoints/payments.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { askForLink } from "#workers/domain/payments/ask.ts";
import { workLinks } from "#workers/domain/payments/work.ts";

/** Payment links of which nothing was told: what is asked for, what a kill leaves, and the account behind it all. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const DAY = 86_400_000;
const asked = (more: object = {}) => askedToPay(harness, more);

describe("what never came", () => {
  /** Lets the end of the link have passed, and the gateway be asked. */
  const passed = async ({ enterpriseId }: Person) => {
    await harness.env.TENANT_1.prepare(
      "UPDATE payment_links SET until = ?, due_at = ? WHERE enterprise_id = ?",
    )
      .bind(Date.now() - 60_000, Date.now() - 1, enterpriseId)
      .run();
    await workLinks(tenantOf(harness), gatewayDeps(harness));
    // Nobody was there to wake the clock.
    await harness.scheduled();
  };

  test("is asked for once the link has ended: paid, expired, or still open and then cancelled as expired", async () => {
    const paid = await asked();
    paid.razorpay.pay(paid.there);
    await passed(paid.owner);
    await eventually(async () => expect(await paid.row()).toMatchObject({ state: "paid", due_at: null }));
    await paid.ends(/^Thank you/);
    const open = await asked();
    await passed(open.owner);
    await eventually(async () => expect(await open.row()).toMatchObject({ state: "expired", due_at: null }));
    expect(open.there.status).toBe("cancelled");
    await open.ends("Too late");
    // The news of our own cancelling is no other end.
    await open.tell(open.razorpay.event(open.there));
    expect(await open.row()).toMatchObject({ state: "expired", note: "" });
  });

  test("is asked for when the signed page says that it is paid; the page itself settles nothing", async () => {
    const { owner, razorpay, there, row, ends } = await asked();
    const ask = (payment: object) =>
      owner.call(billingInfo, {
        body: { requestType: "update_payment_status", request: JSON.stringify(payment) },
      });
    const lie = { ...razorpay.returnQuery(there, "paid"), signature: "0".repeat(64) };
    expect(await ask(lie)).toMatchObject({ state: "unverified", verified: false });
    const due = (await row()).due_at;
    expect(due).toBeGreaterThan(Date.now() + DAY / 2);
    expect(await ask(razorpay.returnQuery(there, "paid"))).toMatchObject({ state: "paid", verified: true });
    // Signed, and not so at the gateway: nothing is paid.
    await eventually(async () => expect(razorpay.calls.at(-1)).toBe("GET /payment_links/:id"));
    expect(await row()).toMatchObject({ state: "created", paid: 0 });
    razorpay.pay(there);
    await ask(razorpay.returnQuery(there));
    await ends(/^Thank you/);
  });

  test("is asked for again after a gateway that is down, later each time, and given up after two days", async () => {
    const { owner, razorpay, row } = await asked();
    razorpay.trouble = () => new Response("down", { status: 503 });
    await passed(owner);
    await eventually(async () =>
      expect(await row()).toMatchObject({ state: "created", problem: "Razorpay couldn't answer." }),
    );
    expect((await row()).due_at).toBeGreaterThan(Date.now());
    razorpay.trouble = () => new Response("down", { status: 503 });
    await harness.env.TENANT_1.prepare("UPDATE payment_links SET tries = 14 WHERE enterprise_id = ?")
      .bind(owner.enterpriseId)
      .run();
    await passed(owner);
    await eventually(async () => expect(await row()).toMatchObject({ state: "failed", due_at: null }));
  });
});

describe("a kill", () => {
  const deps = () => ({
    ...gatewayDeps(harness),
    database: "TENANT_1" as const,
    origin: "https://console.company.com",
    newId: () => randomUUID(),
  });
  const wanted = ({ enterpriseId }: Person, askedAs = randomUUID()) => ({
    enterpriseId: enterpriseId as EnterpriseId,
    askedAs,
    key: `${askedAs}:1`,
    runId: null,
    amount: 1_000,
    currency: "INR",
    description: "Fee",
    until: Date.now() + DAY,
  });

  test("between the row and the call, and between the call and its result, leave one link", async () => {
    const owner = await makePerson(harness);
    const { razorpay } = await withRazorpay(owner);
    const want = wanted(owner);
    // Killed before the gateway heard of it.
    razorpay.trouble = () => {
      throw new TypeError("killed");
    };
    expect(await askForLink(tenantOf(harness), deps(), want)).toMatchObject({ ok: false, retryable: true });
    expect(await linksOf(harness, owner)).toMatchObject([{ state: "asked", vendor_id: null }]);
    // Killed after it was made: nobody has heard of it.
    razorpay.trouble = () => new Response("[]", { status: 502 });
    await askForLink(tenantOf(harness), deps(), want);
    razorpay.trouble = () => Response.json({ payment_links: [] });
    const again = await askForLink(tenantOf(harness), deps(), want);
    const [link] = await linksOf(harness, owner);
    expect(again).toEqual({ ok: true, url: razorpay.links[0]?.short_url, reference: link?.id });
    expect(await askForLink(tenantOf(harness), deps(), want)).toEqual(again);
    expect(razorpay.links.length).toBe(1);
  });

  test("whose call nobody repeats leaves no link that somebody could pay", async () => {
    const owner = await makePerson(harness);
    const { razorpay } = await withRazorpay(owner);
    razorpay.trouble = (_, work) => {
      work();
      throw new TypeError("killed");
    };
    expect(await askForLink(tenantOf(harness), deps(), wanted(owner))).toMatchObject({ ok: false });
    razorpay.trouble = () => new Response("", { status: 500 });
    await askForLink(tenantOf(harness), deps(), wanted(owner));
    expect(razorpay.links.length).toBe(1);
    await harness.env.TENANT_1.prepare("UPDATE payment_links SET due_at = 1 WHERE enterprise_id = ?")
      .bind(owner.enterpriseId)
      .run();
    await workLinks(tenantOf(harness), gatewayDeps(harness));
    const states = (await linksOf(harness, owner)).map(({ state }) => state).toSorted();
    expect([states, razorpay.links[0]?.status]).toEqual([["cancelled", "failed"], "cancelled"]);
  });
});

test("a journey without an account, or with one that the gateway refuses, leaves by its error and says why", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await startedJourney(harness, channel, asksToPay(), { keyword: "pay" });
  await deliver(harness, channel, [saying(newPhone(), "pay")]);
  await eventually(async () =>
    expect(await saidOn(harness, channel)).toEqual([expect.stringContaining("no account at a payment")]),
  );
  const { razorpay } = await withRazorpay(owner);
  razorpay.trouble = () =>
    Response.json({ error: { description: "Too small", field: "amount" } }, { status: 400 });
  await deliver(harness, channel, [saying(newPhone(), "pay")]);
  await eventually(async () =>
    expect((await saidOn(harness, channel)).at(-1)).toBe("Sorry: Razorpay refused “amount”: Too small"),
  );
  expect(await linksOf(harness, owner)).toMatchObject([{ state: "failed", due_at: null }]);
  expect(
    await rowsOf(harness, "SELECT key FROM run_calls WHERE enterprise_id = ?", owner.enterpriseId),
  ).toEqual([]);
});

test("an account is kept sealed, checked, replaced and removed; its secrets are never told", async () => {
  const owner = await makePerson(harness);
  expect(await owner.call(paymentsApi.getPaymentAccount)).toEqual({ account: null, webhook: null });
  const { razorpay } = await withRazorpay(owner);
  const { account, webhook } = await owner.call(paymentsApi.getPaymentAccount);
  expect(webhook).toMatch(/^http.*\/api\/webhooks\/payments\/razorpay\//);
  const told = JSON.stringify({
    account,
    rows: await rowsOf(harness, "SELECT * FROM secrets WHERE enterprise_id = ?", owner.enterpriseId),
  });
  expect(told).not.toContain(razorpay.keySecret);
  expect(told).not.toContain(razorpay.webhookSecret);
  expect(await owner.call(paymentsApi.checkPaymentAccount, { body: {} })).toMatchObject({ ok: true });
  const other = { keyId: "rzp_test_another", revision: account?.revision };
  await expect(owner.call(paymentsApi.savePaymentAccount, { body: other })).rejects.toThrow("another");
  await owner.call(paymentsApi.savePaymentAccount, { body: { ...other, keySecret: "wrong for this key" } });
  expect(await owner.call(paymentsApi.checkPaymentAccount, { body: {} })).toMatchObject({
    ok: false,
    message: expect.stringContaining("keys") as string,
  });
  await expect(
    owner.call(paymentsApi.savePaymentAccount, { body: { ...razorpay.keys, revision: account?.revision } }),
  ).rejects.toThrow();
  await owner.call(paymentsApi.deletePaymentAccount);
  expect(
    await rowsOf(harness, "SELECT field FROM secrets WHERE enterprise_id = ?", owner.enterpriseId),
  ).toEqual([]);
  await expect(owner.call(paymentsApi.deletePaymentAccount)).rejects.toThrow();
});
