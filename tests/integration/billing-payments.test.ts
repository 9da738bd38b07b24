import { beforeEach, expect, test, vi } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { begunBefore, bill, makePayer, PLATFORM_HOOK, playPlatform } from "#tests/support/billing.ts";
import { startHarness } from "#tests/support/harness.ts";
import type { Person } from "#tests/support/people.ts";
import type { RazorpayEvent } from "#tests/support/razorpay.ts";
import { billingTexts as texts } from "#texts/billing.ts";
import * as billingApi from "#workers/contract/endpoints/enterprise-billing.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { creditInvoice } from "#workers/domain/billing/issue.ts";
import { workInvoiceLinks } from "#workers/domain/billing/links.ts";
import { takeInvoiceNews } from "#workers/domain/billing/settle.ts";
import { paymentsEnded } from "#workers/domain/enterprise/end-payments.ts";
import { razorpay as gatewayBy } from "#workers/providers/razorpay/razorpay.ts";

/** Invoices are paid to the platform's own account; what the gateway plays is what becomes of them. */
const harness = await startHarness();
const { DIRECTORY } = harness.env;
let razorpay = playPlatform();
beforeEach(() => {
  razorpay = playPlatform();
});
const tell = (event: RazorpayEvent, as = {}) => razorpay.deliver(harness, PLATFORM_HOOK, event, as);
const account = (owner: Person) => owner.call(billingApi.getBilling);

async function billed() {
  const owner = await makePayer(harness);
  await begunBefore(harness, owner, 1);
  await bill(harness, owner);
  const [invoice] = (await account(owner)).invoices;
  if (!invoice) throw new Error("no invoice");
  const pay = () => owner.call(billingApi.payInvoice, { params: { id: invoice.id }, body: {} });
  const links = async () => (await account(owner)).payments;
  const there = async () => razorpay.link((await links())[0]?.id ?? "");
  const shown = async () => (await account(owner)).invoices.find(({ id }) => id === invoice.id);
  const work = (ahead = 0) =>
    workInvoiceLinks(directory(harness.env), gatewayBy(razorpay.keys), () => Date.now() + ahead);
  return { owner, invoice, pay, links, there, shown, work };
}

test("a link is made once however often and by how many it is asked for, and the webhook pays once, also when it comes twice", async () => {
  const { owner, invoice, pay, links, there, shown } = await billed();
  const urls = [...(await Promise.all([pay(), pay()])), await pay()].map(({ url }) => url);
  expect(new Set(urls).size).toBe(1);
  expect(await links()).toMatchObject([{ state: "created", amount: invoice.total, verified: false }]);
  const link = await there();
  expect(link).toMatchObject({ amount: invoice.total, currency: "INR" });
  expect(link.callback_url).toMatch(/\/transaction\.html$/);
  const event = razorpay.pay(link);
  expect((await tell(event, { secret: "somebody else's" })).status).not.toBe(200);
  expect((await tell(event, { signature: "" })).status).not.toBe(200);
  expect(await shown()).toMatchObject({ state: "open" });
  const answers = await Promise.all([tell(event), tell(event), tell(event)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await shown()).toMatchObject({ state: "paid", toPay: 0 });
  expect(await links()).toMatchObject([{ state: "paid", paid: invoice.total, verified: true }]);
  expect((await account(owner)).credits).toEqual([]);
  const again = await owner.send("POST", `/api/e/enterprise/billing/invoices/${invoice.id}/pay`, {});
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({ message: texts.paidAlready });
});

test("a link that is about to end is given to nobody: who presses is told when there is another one", async () => {
  const { owner, invoice, pay, links } = await billed();
  const { url } = await pay();
  const ending = (inMs: number) =>
    DIRECTORY.prepare("UPDATE payment_links SET until = ?2 WHERE enterprise_id = ?1")
      .bind(owner.enterpriseId, Date.now() + inMs)
      .run();
  const press = async () => {
    const response = await owner.send("POST", `/api/e/enterprise/billing/invoices/${invoice.id}/pay`, {});
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  await ending(11 * 60_000);
  expect(await pay()).toEqual({ url });
  await ending(5 * 60_000 - 40_000);
  expect(await press()).toEqual([400, texts.payLinkEnds(5)]);
  await ending(-10_000);
  expect(await press()).toEqual([400, texts.payLinkEnds(1)]);
  expect(await links()).toMatchObject([{ state: "created" }]);
});

test("the page that people come back to shows what is signed and settles nothing: the gateway is asked", async () => {
  const { pay, there, shown } = await billed();
  await pay();
  const link = await there();
  const page = async (more: object = {}) => {
    const response = await harness.fetch("/api/e/enterprise/billing", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        requestType: "update_payment_status",
        request: JSON.stringify({ ...razorpay.returnQuery(link, "paid"), ...more }),
      }),
    });
    return ((await response.json()) as { data: { state: string; verified: boolean } }).data;
  };
  expect(await page({ signature: "0".repeat(64) })).toMatchObject({ state: "unverified", verified: false });
  // Signed before it is paid: what the page says is shown, and the gateway knows better.
  expect(await page()).toMatchObject({ state: "paid", verified: true });
  expect(await shown()).toMatchObject({ state: "open" });
  razorpay.pay(link);
  await page();
  await expect.poll(async () => (await shown())?.state).toBe("paid");
});

test("a link that ends is followed by another one; money that comes late pays the invoice, and what comes on top is a credit", async () => {
  const { owner, invoice, pay, links, shown } = await billed();
  await pay();
  const first = razorpay.link((await links())[0]?.id ?? "");
  await tell(razorpay.end(first, "expired"));
  expect(await links()).toMatchObject([{ state: "expired", verified: true }]);
  await pay();
  const second = razorpay.link((await links()).find(({ state }) => state === "created")?.id ?? "");
  expect(second.id).not.toBe(first.id);
  const late = razorpay.pay(first);
  await tell(late);
  await tell(late);
  expect(await shown()).toMatchObject({ state: "paid" });
  const twice = razorpay.pay(second);
  await Promise.all([tell(twice), tell(twice)]);
  const after = await account(owner);
  expect(after.credits).toMatchObject([{ amount: invoice.total, cause: "payment" }]);
  expect(after.balance).toBe(invoice.total);
});

test("a webhook that is lost, a cancelled link, another amount, and an invoice that was taken back end as they should", async () => {
  const lost = await billed();
  await lost.pay();
  razorpay.pay(await lost.there());
  await lost.work(8 * 86_400_000);
  expect(await lost.shown()).toMatchObject({ state: "paid" });

  const cancelled = await billed();
  await cancelled.pay();
  await tell(razorpay.end(await cancelled.there(), "cancelled"));
  expect(await cancelled.links()).toMatchObject([{ state: "cancelled" }]);
  expect(await cancelled.shown()).toMatchObject({ state: "open" });

  const wrong = await billed();
  await wrong.pay();
  const link = await wrong.there();
  link.amount = 100;
  await tell(razorpay.pay(link));
  expect(await wrong.shown()).toMatchObject({ state: "open" });
  expect(await wrong.links()).toMatchObject([{ note: "wrongAmount", verified: false }]);

  const back = await billed();
  await back.pay();
  await creditInvoice(DIRECTORY, back.invoice.id, {
    newId: () => crypto.randomUUID(),
    now: Date.now(),
  });
  await back.work();
  expect((await back.there()).status).toBe("cancelled");
  expect(await back.links()).toMatchObject([{ state: "cancelled" }]);
  expect(await back.shown()).toMatchObject({ state: "corrected", toPay: 0 });
});

test("links of an enterprise that is deleted are cancelled before its rows go, and money that comes all the same is in the log", async () => {
  const { owner, pay, there, work } = await billed();
  await pay();
  const link = await there();
  const [tenant, directoryDb] = [tenantDatabase(harness.env, "TENANT_1"), directory(harness.env)];
  const ended = (waitedMs = 0) =>
    paymentsEnded(tenant, directoryDb, owner.enterpriseId as EnterpriseId, { waitedMs, now: Date.now() });
  const { written, restore } = logged();
  try {
    expect(await ended(), "its rows wait").toBe(false);
    expect(written).toEqual([]);
    expect(await ended(16 * 60_000), "a gateway that can't be reached holds up nobody for ever").toBe(true);
    expect(written.join()).toContain(link.reference_id);
    await work();
    expect((await there()).status).toBe("cancelled");
    expect(await ended()).toBe(true);
    written.length = 0;
    await DIRECTORY.prepare("DELETE FROM payment_links WHERE id = ?").bind(link.reference_id).run();
    const news = {
      reference: link.reference_id,
      vendorId: link.id,
      url: "",
      amount: link.amount,
      currency: "INR",
    };
    const told = { ...news, paymentId: "pay_1" };
    await takeInvoiceNews(
      directoryDb,
      { eventId: "1", link: { ...told, state: "cancelled", paid: 0 } },
      Date.now(),
    );
    expect(written).toEqual([]);
    await takeInvoiceNews(
      directoryDb,
      { eventId: "2", link: { ...told, state: "paid", paid: link.amount } },
      Date.now(),
    );
    expect(written.join()).toContain(`"reference":"${link.reference_id}"`);
  } finally {
    restore();
  }
});

/** The lines that are logged from now on. */
function logged() {
  const written: string[] = [];
  const spy = vi.spyOn(console, "log").mockImplementation((line: string) => void written.push(line));
  return { written, restore: () => spy.mockRestore() };
}

test("a call that broke off is looked for before another link is made", async () => {
  const { owner, invoice, pay, links } = await billed();
  razorpay.trouble = (_, work) => {
    work();
    return new Response("", { status: 504 });
  };
  const broken = await owner.send("POST", `/api/e/enterprise/billing/invoices/${invoice.id}/pay`, {});
  expect(broken.status).toBe(400);
  const { url } = await pay();
  expect(razorpay.links.filter(({ short_url }) => short_url === url)).toHaveLength(1);
  const [only] = await links();
  expect(razorpay.links.filter(({ reference_id }) => reference_id === only?.id)).toHaveLength(1);
  expect(await links()).toHaveLength(1);
});
