import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import {
  begunBefore,
  bill,
  dayBefore,
  directoryCtx,
  givePlan,
  makePayer,
  makePlan,
  present,
  subscriptionOf,
  switchBillingOn,
  theSeller,
  use,
} from "#tests/support/billing.ts";
import { startHarness } from "#tests/support/harness.ts";
import { rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { auditTrailTexts } from "#texts/audit-trail.ts";
import { billingTexts as texts } from "#texts/billing.ts";
import { dayOf, daysOf, monthName } from "#workers/contract/billing/usage.ts";
import { listAuditTrail } from "#workers/contract/endpoints/audit-trail.ts";
import * as billingApi from "#workers/contract/endpoints/enterprise-billing.ts";
import { tellAlerts } from "#workers/domain/billing/alerts.ts";
import { saveDetails } from "#workers/domain/billing/choose.ts";
import { creditInvoice, issueInvoice, monthDue } from "#workers/domain/billing/issue.ts";
import { reissueInvoice, reissuesDue } from "#workers/domain/billing/reissue.ts";
import { billingRound } from "#workers/domain/billing/round.ts";
import { stopsOf } from "#workers/domain/billing/subscriptions.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

const harness = await startHarness();
const { DIRECTORY } = harness.env;
const account = (owner: Person) => owner.call(billingApi.getBilling);
const wordsIn = async (owner: Person, id = "") => {
  const pdf = await owner.send("GET", `/api/e/enterprise/billing/invoices/${id}/pdf`);
  const read = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()));
  return (await extractText(read, { mergePages: true })).text;
};
const ring = () => keyRing(harness.secrets.DATA_KEY);

/** A context in which something happens after its first batch. */
function betweenReadAndWrite(owner: Person, happens: () => Promise<unknown>) {
  const ctx = directoryCtx(harness, owner);
  const { $client } = ctx.db;
  let once = true;
  return {
    ...ctx,
    db: Object.assign(Object.create(ctx.db) as typeof ctx.db, {
      $client: {
        prepare: (text: string) => $client.prepare(text),
        batch: async (statements: D1PreparedStatement[]) => {
          const answers = await $client.batch(statements);
          if (once) {
            once = false;
            await happens();
          }
          return answers;
        },
      } as unknown as D1Database,
    }),
  };
}

/** Has them told of full meters, as the clock does. */
const tell = async (owner: Person) =>
  tellAlerts(
    {
      db: tenantDatabase(harness.env, "TENANT_1"),
      directory: directory(harness.env),
      ring: ring(),
      link: "https://console.example.com/billing",
      actor: { userId: "system", name: "", address: "", requestId: "test" },
      now: Date.now(),
    },
    [await subscriptionOf(harness, owner)],
  );
/** How often they were told, by mail and by the bell. */
const told = async (owner: Person) => [
  (
    await DIRECTORY.prepare("SELECT 1 FROM mails WHERE to_address = ? AND template = 'usageAlert'")
      .bind(owner.email)
      .all()
  ).results.length,
  (
    await rowsOf(
      harness,
      "SELECT 1 FROM live_events WHERE enterprise_id = ? AND body LIKE '%usageAlert%'",
      owner.enterpriseId,
    )
  ).length,
];

describe("an invoice", () => {
  test("is what was used in its month at the plan's prices, with tax by place of supply, as PDF and CSV; what comes late is in the next", async () => {
    const owner = await makePayer(harness);
    await begunBefore(harness, owner, 2);
    await use(harness, owner, "messageOut", dayBefore(2), 20_000);
    await use(harness, owner, "messageOut", dayBefore(2) + 5, 7);
    await use(harness, owner, "storedMb", dayBefore(2), 20 * 30 * 1_024 + 1_536);
    expect(await bill(harness, owner)).toBe(true);
    const [first] = (await account(owner)).invoices;
    // 4,999.00 and 7 x 0.15 and 1.5 GB and day x 0.10, with 18 % IGST: the seller is in Maharashtra, the buyer in Karnataka.
    const net = 499_900 + 105 + 15;
    expect(first).toMatchObject({
      month: monthName(present() - 2),
      currencyCode: "INR",
      net,
      taxes: [{ name: "IGST", amount: Math.round(net * 0.18) }],
      total: net + Math.round(net * 0.18),
      state: "open",
    });
    await use(harness, owner, "messageOut", dayBefore(2) + 6, 3);
    await use(harness, owner, "run", dayBefore(1), 10_001);
    expect(await bill(harness, owner)).toBe(true);
    const [second] = (await account(owner)).invoices;
    expect(second).toMatchObject({ month: monthName(present() - 1), net: 499_900 + 15 + 45 });
    const csv = await owner.send("GET", `/api/e/enterprise/billing/invoices/${second?.id}/csv`);
    const text = await csv.text();
    expect(text).toContain(
      `counted late for ${monthName(present() - 2)}",${monthName(present() - 2)},3,20000,3,0.15 / 1,0.45,INR`,
    );
    const pdf = await owner.send("GET", `/api/e/enterprise/billing/invoices/${first?.id}/pdf`);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    const words = await wordsIn(owner, first?.id);
    expect(words).toContain(first?.number);
    expect(words).toContain("29AAGCB7383J1Z4");
    // Nothing of this month is billed, and no month twice.
    const subscription = await subscriptionOf(harness, owner);
    expect(monthDue(subscription, Date.now())).toBeNull();
    const begins = dayBefore(0) * 86_400_000;
    const due = (minutes: number) => monthDue({ closed: present() - 2 }, begins + minutes * 60_000);
    expect([due(9), due(10)]).toEqual([null, present() - 1]);
  });

  test("of less than a rupee is asked for with the next one, and is never open for itself", async () => {
    const owner = await makePayer(harness);
    await givePlan(
      harness,
      owner,
      await makePlan(harness, { run: { included: 0, price: 150_000, limit: null } }, 0),
    );
    await begunBefore(harness, owner, 3);
    // With tax 18 paise, 18 more, and then 20 runs.
    for (const [at, count] of [1, 1, 20].entries()) {
      await use(harness, owner, "run", dayBefore(3 - at), count);
      expect(await bill(harness, owner)).toBe(true);
    }
    const { invoices, balance, credits } = await account(owner);
    expect(invoices.map(({ state, total, toPay }) => [state, total, toPay])).toEqual([
      ["open", 354, 354 + 18 + 18],
      ["carried", 18, 0],
      ["carried", 18, 0],
    ]);
    expect(balance).toBe(0);
    expect(new Set(credits.map(({ cause }) => cause))).toEqual(new Set(["invoice", "carried"]));
    const pay = await owner.send("POST", `/api/e/enterprise/billing/invoices/${invoices[1]?.id}/pay`, {});
    expect(pay.status).toBe(400);
    expect(await wordsIn(owner, invoices[0]?.id)).toContain(texts.pdf.fromBefore);
    expect(await wordsIn(owner, invoices[2]?.id)).toContain("carried to the next invoice");

    // Taken back unpaid, it leaves the debt that it took along; billed once more, it takes that along again.
    const now = Date.now();
    await creditInvoice(DIRECTORY, invoices[0]?.id ?? "", {
      newId: () => crypto.randomUUID(),
      now,
      isReissued: true,
    });
    expect((await account(owner)).balance).toBe(-36);
    const due = (await reissuesDue(directory(harness.env))).find(
      ({ enterpriseId }) => enterpriseId === owner.enterpriseId,
    );
    if (!due) throw new Error("nothing is due");
    const deps = { seller: theSeller, ring: ring(), link: "https://console.example.com/" };
    const subscription = await subscriptionOf(harness, owner);
    expect(await reissueInvoice(directoryCtx(harness, owner), subscription, due, deps)).toBe(true);
    const again = await account(owner);
    expect(again.invoices.find(({ state }) => state === "open")).toMatchObject({
      total: 354,
      toPay: 354 + 36,
    });
    expect(again.balance).toBe(0);
  });

  test("is written once by two runs at once, and numbers have no gap, whoever is billed beside it", async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => makePayer(harness)));
    for (const owner of owners) await begunBefore(harness, owner, 3);
    for (let round = 0; round < 3; round++)
      await Promise.all(
        owners.flatMap((owner) => [bill(harness, owner), bill(harness, owner), bill(harness, owner)]),
      );
    for (const owner of owners) {
      while (monthDue(await subscriptionOf(harness, owner), Date.now()) !== null) await bill(harness, owner);
      const { invoices } = await account(owner);
      expect(invoices.map(({ month }) => month)).toEqual(
        [1, 2, 3].map((back) => monthName(present() - back)),
      );
    }
    const { results } = await DIRECTORY.prepare(
      "SELECT number FROM invoices WHERE kind = 'invoice' AND year = ? ORDER BY number",
    )
      .bind(new Date().getUTCFullYear())
      .all<{ number: number }>();
    expect(results.map(({ number }) => number)).toEqual(results.map((_, at) => at + 1));
  });

  test("is not written on what has changed since it was read: the next round reads it anew", async () => {
    const owner = await makePayer(harness);
    await begunBefore(harness, owner, 1);
    await use(harness, owner, "run", dayBefore(1), 5);
    const subscription = await subscriptionOf(harness, owner);
    const late = betweenReadAndWrite(owner, () => use(harness, owner, "run", dayBefore(1), 20_000));
    const deps = { seller: theSeller, ring: ring(), link: "https://console.example.com/" };
    expect(await issueInvoice(late, subscription, subscription.closed + 1, deps)).toBe(false);
    expect((await account(owner)).invoices).toEqual([]);
    expect(await bill(harness, owner)).toBe(true);
    expect((await account(owner)).invoices[0]?.net).toBe(499_900 + 10_005 * 15);
  });

  test("never changes and is never deleted; a credit note takes it back, once, and what was paid is a credit for the next", async () => {
    const owner = await makePayer(harness);
    await begunBefore(harness, owner, 2);
    await DIRECTORY.prepare(
      "INSERT INTO credits (id, enterprise_id, currency, amount, cause, note, at) VALUES (?1, ?1, 'INR', 100000, 'given:1', 'Welcome', 1)",
    )
      .bind(owner.enterpriseId)
      .run();
    await bill(harness, owner);
    const [first] = (await account(owner)).invoices;
    if (!first) throw new Error("no invoice");
    expect(first.toPay).toBe(first.total - 100_000);
    expect((await account(owner)).balance).toBe(0);
    const run = (sql: string) => DIRECTORY.prepare(sql).bind(first.id).run();
    for (const sql of [
      "UPDATE invoices SET total = 1 WHERE id = ?",
      "UPDATE invoices SET body = '{}' WHERE id = ?",
      "UPDATE invoices SET number = 9 WHERE id = ?",
    ])
      await expect(run(sql)).rejects.toThrow("an invoice never changes");
    await expect(run("DELETE FROM invoices WHERE id = ?")).rejects.toThrow("an invoice is never deleted");
    const correct = () =>
      creditInvoice(DIRECTORY, first.id, { newId: () => crypto.randomUUID(), now: Date.now() });
    const both = await Promise.allSettled([correct(), correct()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const after = await account(owner);
    expect(after.invoices.map(({ state }) => state).toSorted()).toEqual(["corrected", "creditNote"]);
    expect(after.invoices.find(({ state }) => state === "creditNote")).toMatchObject({
      total: -first.total,
      toPay: 0,
    });
    expect(after.balance).toBe(100_000);
    // Their own trail says that it was not one of them.
    const { entries } = await owner.call(listAuditTrail, { query: { kind: "invoice" } });
    expect(entries).toMatchObject([
      { action: "takeBack", object: { name: first.number }, who: { name: auditTrailTexts.operator } },
    ]);
    await bill(harness, owner);
    expect((await account(owner)).balance).toBe(0);
  });

  test("that was wrong is billed once more after its credit note, once, with the details as they are now", async () => {
    const owner = await makePayer(harness);
    await begunBefore(harness, owner, 1);
    await use(harness, owner, "messageOut", dayBefore(1), 20_100);
    await bill(harness, owner);
    const before = await account(owner);
    const [first] = before.invoices;
    if (!first) throw new Error("no invoice");
    // They are in the seller's own state: the tax is another one.
    await owner.call(billingApi.saveBillingDetails, {
      body: {
        ...{ legalName: "Asha Pune", address: "Pune", country: "IN", state: "27", taxId: "27AAPFU0939F1ZV" },
        revision: before.subscription?.revision ?? 0,
      },
    });
    const now = Date.now();
    await creditInvoice(DIRECTORY, first.id, { newId: () => crypto.randomUUID(), now, isReissued: true });
    const [due] = (await reissuesDue(directory(harness.env))).filter(
      ({ enterpriseId }) => enterpriseId === owner.enterpriseId,
    );
    if (!due) throw new Error("nothing is due");
    const deps = { seller: theSeller, ring: ring(), link: "https://console.example.com/" };
    const subscription = await subscriptionOf(harness, owner);
    const reissue = () => reissueInvoice(directoryCtx(harness, owner), subscription, due, deps);
    const both = await Promise.all([reissue(), reissue(), reissue()]);
    expect(both.filter(Boolean)).toEqual([true]);
    const { invoices } = await account(owner);
    const second = invoices.find(({ state }) => state === "open");
    expect(second).toMatchObject({
      ...{ month: first.month, net: first.net },
      taxes: [{ name: "CGST" }, { name: "SGST" }],
    });
    expect(invoices.map(({ state }) => state).toSorted()).toEqual(["corrected", "creditNote", "open"]);
    const words = await wordsIn(owner, second?.id);
    expect(words).toContain("Asha Pune");
    expect(words).toContain(texts.pdf.follows);
    expect(await reissuesDue(directory(harness.env))).not.toContainEqual(due);
    // It may be wrong once more.
    await creditInvoice(DIRECTORY, second?.id ?? "", {
      newId: () => crypto.randomUUID(),
      now,
      isReissued: true,
    });
    await billingRound(tenantDatabase(harness.env, "TENANT_1"), "TENANT_1", {
      directory: directory(harness.env),
      ring: ring(),
      seller: () => theSeller,
      address: (path) => `https://console.example.com${path}`,
      now,
    });
    expect((await account(owner)).invoices.filter(({ state }) => state === "open")).toHaveLength(1);
    expect((await account(owner)).invoices).toHaveLength(5);
  });
});

describe("a plan", () => {
  test("counts from the day of its choice: what was used before is not billed, not told of, and stops nothing", async () => {
    const owner = await makePayer(harness);
    const terms = { run: { included: 10, price: 1_000_000, limit: { at: 100, isHard: true } } };
    await givePlan(harness, owner, await makePlan(harness, terms, 0));
    const begins = (day: number, closed: number) =>
      DIRECTORY.prepare("UPDATE subscriptions SET begun_on = ?2, closed = ?3 WHERE enterprise_id = ?1")
        .bind(owner.enterpriseId, day, closed)
        .run();
    await begins(dayBefore(1) + 19, present() - 2);
    await use(harness, owner, "run", dayBefore(1) + 18, 1_000);
    await use(harness, owner, "run", dayBefore(1) + 19, 15);
    expect(await bill(harness, owner)).toBe(true);
    expect((await account(owner)).invoices[0]?.net).toBe(5_00);
    // In the present month, as if it had begun today.
    const today = dayOf(Date.now());
    await begins(today, present() - 1);
    await use(harness, owner, "run", today - 1, 1_000);
    await use(harness, owner, "run", today, 3);
    await tell(owner);
    expect(await told(owner)).toEqual([0, 0]);
    const usage = await owner.call(billingApi.getUsage);
    const isFirst = today === daysOf(present()).from;
    expect(usage).toMatchObject({
      isStopped: false,
      countedFrom: isFirst ? null : new Date(today * 86_400_000).toISOString().slice(0, 10),
    });
    expect(usage.meters.find(({ kind }) => kind === "run")).toMatchObject({ used: 3, level: null });
    expect(stopsOf(await subscriptionOf(harness, owner), Date.now())).toMatchObject({ from: today });
  });

  test("that is dearer is told of anew, as its meters are full at something else", async () => {
    const owner = await makePayer(harness, "inr-starter");
    await begunBefore(harness, owner, 0);
    const today = dayOf(Date.now());
    await use(harness, owner, "broadcastMessage", today, 1_000);
    await tell(owner);
    expect(await told(owner)).toEqual([2, 2]);
    await owner.call(billingApi.choosePlan, { body: { planId: "inr-growth" } });
    await tell(owner);
    expect(await told(owner)).toEqual([2, 2]);
    await use(harness, owner, "broadcastMessage", today, 15_000);
    await tell(owner);
    await tell(owner);
    expect(await told(owner)).toEqual([3, 3]);
  });

  test("that a closing month has put in place stays, whoever saves details that they began before", async () => {
    const owner = await makePayer(harness, "inr-growth");
    await owner.call(billingApi.choosePlan, { body: { planId: "inr-starter" } });
    await begunBefore(harness, owner, 1);
    const details = { legalName: "A", address: "B", country: "IN", state: "29", taxId: "", email: "" };
    const saving = saveDetails(
      betweenReadAndWrite(owner, () => bill(harness, owner)),
      details,
    );
    await expect(saving).rejects.toMatchObject({ code: "changedMeanwhile" });
    expect((await account(owner)).subscription).toMatchObject({
      plan: { id: "inr-starter" },
      nextPlan: null,
    });
  });

  test("that is dearer holds at once, a cheaper one from the next month, and the present one takes that back", async () => {
    const owner = await makePayer(harness);
    const choose = async (planId: string) =>
      (await owner.send("PUT", "/api/e/enterprise/billing/plan", { planId })).json() as Promise<{
        status: boolean;
        message: string;
      }>;
    expect(await choose("inr-scale")).toMatchObject({ status: true, message: texts.chosen });
    expect(await choose("inr-starter")).toMatchObject({ status: true, message: texts.chosenNext });
    expect((await account(owner)).subscription).toMatchObject({
      plan: { id: "inr-scale" },
      nextPlan: { id: "inr-starter" },
    });
    expect(await choose("inr-scale")).toMatchObject({ status: true });
    expect((await account(owner)).subscription).toMatchObject({ plan: { id: "inr-scale" }, nextPlan: null });
    expect(await choose("inr-scale")).toMatchObject({ status: false, message: texts.planSame });
    expect(await choose("usd-growth")).toMatchObject({ status: false, message: texts.planCurrency });
    expect(await choose("no-such-plan")).toMatchObject({ status: false, message: texts.planUnknown });
    expect(await choose(await makePlan(harness, {}))).toMatchObject({
      status: false,
      message: texts.planUnknown,
    });
    await choose("inr-growth");
    await begunBefore(harness, owner, 1);
    expect(await choose("inr-scale")).toMatchObject({ status: false, message: texts.monthClosing });
    await bill(harness, owner);
    expect((await account(owner)).subscription).toMatchObject({ plan: { id: "inr-growth" }, nextPlan: null });
  });

  test("tells once a month, by the bell and by mail, that 80 and that 100 percent are used", async () => {
    const owner = await makePayer(harness);
    await givePlan(harness, owner, await makePlan(harness, { run: { included: 10, price: 1, limit: null } }));
    const { from } = daysOf(present());
    await begunBefore(harness, owner, 0);
    await use(harness, owner, "run", from, 7);
    await tell(owner);
    expect(await told(owner)).toEqual([0, 0]);
    await use(harness, owner, "run", from, 1);
    await Promise.all([tell(owner), tell(owner)]);
    await tell(owner);
    expect(await told(owner)).toEqual([1, 1]);
    await use(harness, owner, "run", from, 5);
    await tell(owner);
    await tell(owner);
    expect(await told(owner)).toEqual([2, 2]);
  });
});

test("one enterprise that can't be billed holds up nobody: neither their invoices, nor what is carried", async () => {
  const [unreadable, unpriced, payer] = [
    await makePayer(harness),
    await makePayer(harness),
    await makePayer(harness),
  ];
  await givePlan(harness, unreadable, await makePlan(harness, {}));
  // Prices are whole millionths.
  const wrong = { run: { included: 0, price: 0.15, limit: null } };
  await givePlan(harness, unpriced, await makePlan(harness, wrong));
  await DIRECTORY.prepare(
    "UPDATE plans SET terms = '{' WHERE id = (SELECT plan_id FROM subscriptions WHERE enterprise_id = ?)",
  )
    .bind(unreadable.enterpriseId)
    .run();
  await use(harness, unpriced, "run", dayBefore(1), 1);
  for (const owner of [unreadable, unpriced, payer]) await begunBefore(harness, owner, 1);
  const round = (seller: () => typeof theSeller) =>
    billingRound(tenantDatabase(harness.env, "TENANT_1"), "TENANT_1", {
      directory: directory(harness.env),
      ring: ring(),
      seller,
      address: (path) => `https://console.example.com${path}`,
      // A month is billed ten minutes after its end.
      now: Math.max(Date.now(), dayBefore(0) * 86_400_000 + 11 * 60_000),
    });
  await harness.env.TENANT_1.prepare(
    "INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (?, 'run', ?, 4)",
  )
    .bind(payer.enterpriseId, dayOf(Date.now()))
    .run();
  const unknown = () => {
    throw new Error("nobody sells");
  };
  await expect(round(unknown), "nothing is billed without a seller").rejects.toThrow("nobody sells");
  expect((await account(payer)).invoices).toEqual([]);
  const { meters } = await payer.call(billingApi.getUsage);
  expect(meters.find(({ kind }) => kind === "run")).toMatchObject({ used: 4 });
  await round(() => theSeller);
  expect((await account(payer)).invoices).toHaveLength(1);
  const { results } = await DIRECTORY.prepare("SELECT 1 FROM invoices WHERE enterprise_id IN (?, ?)")
    .bind(unreadable.enterpriseId, unpriced.enterpriseId)
    .all();
  expect(results).toEqual([]);
  // Others' rounds in this database are not to meet them.
  await DIRECTORY.prepare("DELETE FROM subscriptions WHERE enterprise_id IN (?, ?)")
    .bind(unreadable.enterpriseId, unpriced.enterpriseId)
    .run();
});

test("usage is shown by kind and day against the plan, and as a CSV", async () => {
  const owner = await makePayer(harness);
  await begunBefore(harness, owner, 0);
  const { from } = daysOf(present());
  await use(harness, owner, "messageOut", from, 16_000);
  await use(harness, owner, "run", from - 1, 4);
  const usage = await owner.call(billingApi.getUsage);
  expect(usage).toMatchObject({
    month: monthName(present()),
    first: monthName(present() - 1),
    plan: { name: "Growth" },
    isStopped: false,
  });
  expect(usage.meters.find(({ kind }) => kind === "messageOut")).toMatchObject({
    used: 16_000,
    full: 20_000,
    level: 80,
  });
  expect(usage.days).toEqual([
    { day: new Date(from * 86_400_000).toISOString().slice(0, 10), kind: "messageOut", count: 16_000 },
  ]);
  const before = await owner.call(billingApi.getUsage, { query: { month: monthName(present() - 1) } });
  expect(before.meters.find(({ kind }) => kind === "run")).toMatchObject({ used: 4, forecast: null });
  const csv = await owner.send(
    "GET",
    `/api/e/enterprise/billing/usage/csv?month=${monthName(present() - 1)}`,
  );
  expect(await csv.text()).toContain(`${texts.kinds.run},4`);
});

test("without the feature, and to strangers, nothing of it answers; what is used is counted all the same", async () => {
  const off = await makePerson(harness);
  const payer = await makePayer(harness);
  const stranger = await makePerson(harness);
  await switchBillingOn(harness, stranger);
  await begunBefore(harness, payer, 1);
  await bill(harness, payer);
  const [invoice] = (await account(payer)).invoices;
  const base = "/api/e/enterprise/billing";
  const calls: [string, string, unknown?][] = [
    ["GET", `${base}/usage`],
    ["GET", `${base}/usage/csv?month=2026-10`],
    ["GET", `${base}/account`],
    ["PUT", `${base}/plan`, { planId: "inr-growth" }],
    ["PUT", `${base}/details`, { legalName: "A", address: "B", country: "IN", state: "27" }],
    ["GET", `${base}/invoices/${invoice?.id}/pdf`],
    ["GET", `${base}/invoices/${invoice?.id}/csv`],
    ["POST", `${base}/invoices/${invoice?.id}/pay`, {}],
  ];
  for (const [method, path, body] of calls)
    expect([path, (await off.send(method, path, body)).status]).toEqual([path, 404]);
  for (const [method, path, body] of calls.slice(5))
    expect([path, (await stranger.send(method, path, body)).status]).toEqual([path, 404]);
  expect(await account(stranger)).toMatchObject({
    subscription: null,
    invoices: [],
    payments: [],
    credits: [],
  });
});
