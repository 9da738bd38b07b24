import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { newPhone } from "#tests/support/journey-talk.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saidOn, saying } from "#tests/support/messaging.ts";
import {
  asksToPay,
  gatewayDeps,
  type LinkRow,
  linksOf,
  tenantOf,
  withRazorpay,
} from "#tests/support/payments.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { eraseCustomer, personalData } from "#workers/contract/endpoints/customers.ts";
import { billingInfo } from "#workers/contract/endpoints/billing.ts";
import * as paymentsApi from "#workers/contract/endpoints/payments.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { askForLink } from "#workers/domain/payments/ask.ts";
import { workLinks } from "#workers/domain/payments/work.ts";

/** Payment links from the journey that asks for one to the run that goes on, with a played Razorpay. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const DAY = 86_400_000;

async function asked(more: object = {}) {
  const owner = await makePerson(harness);
  const account = await withRazorpay(owner);
  const channel = await makeChannel(harness, owner);
  const { instanceId } = await startedJourney(harness, channel, asksToPay(more), { keyword: "pay" });
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "pay")]);
  await eventually(async () =>
    expect(await saidOn(harness, channel)).toEqual([expect.stringMatching(/^Pay 500 INR here: https:/)]),
  );
  const [link] = await linksOf(harness, owner);
  if (!link) throw new Error("no link");
  const there = account.razorpay.link(link.id);
  const row = async (): Promise<LinkRow> => (await linksOf(harness, owner))[0] as LinkRow;
  const tell = (event: Parameters<typeof account.razorpay.deliver>[2], as = {}) =>
    account.razorpay.deliver(harness, account.hook, event, as);
  const ends = async (words: string | RegExp) => {
    await eventually(async () =>
      expect((await saidOn(harness, channel)).at(-1)).toEqual(
        typeof words === "string" ? words : expect.stringMatching(words),
      ),
    );
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]);
  };
  return { owner, channel, instanceId, who, link, there, row, tell, ends, ...account };
}

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
    // What was sent before and comes later, and what cannot be any more, change nothing.
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
