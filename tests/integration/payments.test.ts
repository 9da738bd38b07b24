import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, saidOn } from "#tests/support/messaging.ts";
import { askedToPay, withRazorpay } from "#tests/support/payments.ts";
import { makePerson } from "#tests/support/people.ts";
import { runsOf } from "#tests/support/runs.ts";
import { eraseCustomer, personalData } from "#workers/contract/endpoints/personal-data.ts";
import * as paymentsApi from "#workers/contract/endpoints/payments.ts";

/** Payment links from the journey that asks for one to the run that goes on, as a played Razorpay tells of them. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const DAY = 86_400_000;
const asked = (more: object = {}) => askedToPay(harness, more);

describe("a journey's payment", () => {
  test("is asked for in paise, paid once whatever is told twice, late or out of order, and its run goes on once", async () => {
    const { owner, razorpay, there, link, row, tell, ends, channel } = await asked();
    expect(there).toMatchObject({ amount: 50_000, currency: "INR", description: "Fee of Asha" });
    expect(link).toMatchObject({ state: "created", amount: 50_000, url: there.short_url });
    const early = razorpay.event({ ...there, status: "partially_paid", amount_paid: 100 });
    const paid = razorpay.pay(there);
    const all = await Promise.all([tell(paid), tell(paid), tell(paid)]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    await ends(/^Thank you for 500, pay_/);
    const settled = await row();
    expect(settled).toMatchObject({ state: "paid", paid: 50_000, due_at: null, note: "" });
    // News that was sent before and comes later, or that can no longer be true, changes nothing.
    for (const late of [early, paid, razorpay.event({ ...there, status: "expired" })]) {
      expect((await tell(late)).status).toBe(200);
      expect(await row()).toEqual(settled);
    }
    expect((await saidOn(harness, channel)).length).toBe(2);
    const { payments } = await owner.call(paymentsApi.listPayments);
    expect(payments).toMatchObject([
      {
        state: "paid",
        amount: 500,
        paid: 500,
        currency: "INR",
        customer: { name: "Asha" },
        automation: { name: "Journey", kind: "journey" },
      },
    ]);
  });

  test("is in a file for spreadsheets, by state; a page of the list begins behind the one before", async () => {
    const { owner, razorpay, there, tell, ends } = await asked({ description: "=1+1 Fee" });
    await tell(razorpay.pay(there));
    await ends(/^Thank you/);
    const csv = async (query: string) =>
      (await (await owner.send("GET", `/api${paymentsApi.paymentsCsv.path}${query}`)).text()).split("\r\n");
    const [, line, ...rest] = await csv("?state=paid");
    expect(line).toMatch(/,Paid,500,500,INR,'=1\+1 Fee,Asha,Journey,pay_/);
    expect(rest).toEqual([""]);
    expect((await csv("?state=expired")).length).toBe(2);
    const first = await owner.call(paymentsApi.listPayments, { query: { perPage: 1 } });
    expect(first).toMatchObject({ payments: [{ state: "paid" }], next: null });
    for (const before of ["", "x", "1.2.3", "9999999999999999.~", "1.x"])
      expect((await owner.call(paymentsApi.listPayments, { query: { before } })).next).toBeNull();
  });

  test.each([
    ["expired", "Too late"],
    ["cancelled", "Cancelled"],
  ] as const)("that is %s leaves by that port", async (status, words) => {
    const { razorpay, there, row, tell, ends } = await asked();
    expect((await tell(razorpay.end(there, status))).status).toBe(200);
    await ends(words);
    expect(await row()).toMatchObject({ state: status, due_at: null });
    // Money that comes all the same changes no state, and is there to be looked at.
    await tell(razorpay.pay(there));
    expect(await row()).toMatchObject({ state: status, note: "paidAfterEnd", paid: 50_000 });
  });

  test("of another amount or currency than was asked for is not paid, and says so", async () => {
    const { razorpay, there, row, tell, instanceId } = await asked();
    const less = razorpay.event({ ...there, status: "paid", amount_paid: 100 });
    const other = razorpay.event({ ...there, status: "paid", amount: 100, amount_paid: 100 });
    const foreign = razorpay.event({ ...there, status: "paid", currency: "USD", amount_paid: 50_000 });
    for (const wrong of [less, other, foreign]) {
      expect((await tell(wrong)).status).toBe(200);
      expect(await row()).toMatchObject({ state: "created", note: "wrongAmount" });
    }
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting" }]);
  });

  test("in parts is told to nobody before all of it is there", async () => {
    const { razorpay, there, row, tell, ends, instanceId } = await asked();
    await tell(razorpay.pay(there, 20_000));
    expect(await row()).toMatchObject({ state: "partiallyPaid", paid: 20_000 });
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting" }]);
    await tell(razorpay.pay(there, 30_000));
    expect(await row()).toMatchObject({ state: "paid", paid: 50_000 });
    await ends(/^Thank you/);
  });

  test("whose run ends is cancelled at the gateway, and no row stays open", async () => {
    const { owner, row, there, instanceId } = await asked();
    const [run] = await runsOf(harness, instanceId);
    await harness.env.TENANT_1.prepare(
      `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
       VALUES (?, ?, 'leave', '', ?, '{"state":"cancelled","code":"stopped","sentence":""}', ?, ?)`,
    )
      .bind(owner.enterpriseId, randomUUID(), run?.id, Date.now(), Date.now() + DAY)
      .run();
    await harness.scheduled();
    await eventually(async () => expect(await row()).toMatchObject({ state: "cancelled", due_at: null }));
    expect(there.status).toBe("cancelled");
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "cancelled" }]);
  });
});

test("somebody who is erased in the middle is in no row any more, and their link is cancelled; a copy had it before", async () => {
  const { owner, row, there } = await asked();
  const { payments } = await owner.call(paymentsApi.listPayments);
  const id = payments[0]?.customer?.id ?? "";
  const copy = await owner.send("GET", `/api${personalData.path.replace(":id", id)}?format=json`);
  expect(await copy.text()).toContain(there.short_url);
  await owner.call(eraseCustomer, { params: { id }, body: { confirm: "Asha" } });
  await harness.scheduled();
  await eventually(async () => expect(await row()).toMatchObject({ state: "cancelled", due_at: null }));
  expect(there.status).toBe("cancelled");
  expect(await row()).toMatchObject({
    ...{ customer: null, identity_id: null, run_id: null },
    ...{ description: "", url: "", amount: 50_000 },
  });
  expect((await owner.call(paymentsApi.listPayments)).payments).toMatchObject([
    { customer: null, description: "", amount: 500 },
  ]);
});

describe("a webhook", () => {
  test("is believed with the account's own signature alone", async () => {
    const { razorpay, there, row, tell, hook } = await asked();
    const paid = razorpay.pay(there);
    const wrong = [
      await tell(paid, { secret: "another secret" }),
      await tell(paid, { signature: "" }),
      await tell(paid, { signature: "f".repeat(64) }),
      await tell({ ...paid, body: `${paid.body} ` }, { signature: "0".repeat(64) }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const unsigned = await harness.fetch(hook, { method: "POST", body: paid.body });
    expect(unsigned.status).toBe(401);
    expect(await row()).toMatchObject({ state: "created", note: "" });
  });

  test("of more bytes than an event has is refused unread, said or not; nonsense that is signed is refused", async () => {
    const { hook, tell } = await asked();
    const ten = "x".repeat(10 * 1_024 * 1_024);
    expect((await harness.fetch(hook, { method: "POST", body: ten })).status).toBe(413);
    expect((await tell({ id: "e1", body: "{" })).status).toBe(400);
    expect((await tell({ id: "e2", body: '{"event":"payment_link.paid","payload":{}}' })).status).toBe(400);
    expect((await tell({ id: "e3", body: '{"event":"order.paid","payload":{}}' })).status).toBe(200);
    expect((await harness.fetch(`${hook}x`, { method: "POST", body: "{}" })).status).toBe(404);
  });

  test("of one account says nothing of another's links, in whatever enterprise or database", async () => {
    const theirs = await asked();
    for (const database of ["TENANT_1", "TENANT_2"] as const) {
      const intruder = await makePerson(harness, { database });
      const own = await withRazorpay(intruder);
      const forged = own.razorpay.event({ ...theirs.there, status: "paid", amount_paid: 50_000 });
      expect((await own.razorpay.deliver(harness, own.hook, forged)).status).toBe(200);
      expect(await theirs.row()).toMatchObject({ state: "created", note: "" });
      expect((await intruder.call(paymentsApi.listPayments)).payments).toEqual([]);
    }
  });

  test("signed with the secret before is believed for a day", async () => {
    const { owner, razorpay, there, row, tell, ends } = await asked();
    const paid = razorpay.pay(there);
    const before = razorpay.webhookSecret;
    razorpay.webhookSecret = randomUUID();
    const { account } = await owner.call(paymentsApi.getPaymentAccount);
    const { keyId } = razorpay;
    await owner.call(paymentsApi.savePaymentAccount, {
      body: { keyId, webhookSecret: razorpay.webhookSecret, revision: account?.revision },
    });
    await harness.env.TENANT_1.prepare("UPDATE payment_accounts SET both_until = 1 WHERE enterprise_id = ?")
      .bind(owner.enterpriseId)
      .run();
    expect((await tell(paid, { secret: before })).status).toBe(401);
    await harness.env.TENANT_1.prepare("UPDATE payment_accounts SET both_until = ? WHERE enterprise_id = ?")
      .bind(Date.now() + DAY, owner.enterpriseId)
      .run();
    expect((await tell(paid, { secret: before })).status).toBe(200);
    expect(await row()).toMatchObject({ state: "paid" });
    await ends(/^Thank you/);
  });
});
