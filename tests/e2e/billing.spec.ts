import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import {
  getBilling,
  getUsage,
  type InvoiceOnWire,
  invoicePdf,
  type PaymentOnWire,
} from "#workers/contract/endpoints/enterprise-billing.ts";

test.use({ expectedErrors: [/400 \(/] });

const invoice = (more: Partial<InvoiceOnWire>): InvoiceOnWire => ({
  id: "i1",
  number: "INV-2026-000002",
  month: "2026-10",
  currencyCode: "INR",
  net: 499_900,
  taxes: [{ name: "IGST", amount: 89_982 }],
  total: 589_882,
  toPay: 489_882,
  state: "open",
  issuedAt: "2026-11-01T00:10:00.000Z",
  dueAt: "2026-11-15T00:10:00.000Z",
  ...more,
});
const payment = (more: Partial<PaymentOnWire>): PaymentOnWire => ({
  id: "b-1",
  invoice: "INV-2026-000001",
  at: "2026-10-02T06:00:00.000Z",
  amount: 589_882,
  paid: 589_882,
  currency: "INR",
  state: "paid",
  note: "",
  problem: "",
  paymentId: "pay_1",
  verified: true,
  ...more,
});

test("a plan is chosen, billing details are checked, and invoices, payments, credits and usage are shown", async ({
  page,
}) => {
  const client = await clientOf("payer");
  await signedIn(page, client);
  await page.goto("/admin/enterpriseBilling");
  await expect(page.getByText("No invoices yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Choose Growth" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Choose Growth" }).click();
  await expect(page.getByText("Your plan", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Enter details" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Legal name/).fill("Payer Bank Limited");
  await dialog.getByLabel(/^Address/).fill("12 MG Road\nBengaluru 560001");
  await dialog.getByLabel(/^State/).selectOption("Karnataka");
  await dialog.getByLabel(/^GSTIN/).fill("27AAPFU0939F1ZV");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/is of another state/).first()).toBeVisible();
  await dialog.getByLabel(/^GSTIN/).fill("29AAGCB7383J1Z4");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("29AAGCB7383J1Z4")).toBeVisible();

  const known = await client.call(getBilling);
  const full = {
    ...known,
    balance: 120_000,
    takesPayments: true,
    credits: [
      {
        id: "c1",
        at: "2026-10-01T06:00:00.000Z",
        amount: 120_000,
        currency: "INR",
        cause: "given",
        note: "Welcome",
      },
    ],
    invoices: [
      invoice({}),
      invoice({ id: "i2", number: "CN-2026-000001", total: -589_882, toPay: 0, state: "creditNote" }),
      invoice({ id: "i3", number: "INV-2026-000001", month: "2026-09", toPay: 0, state: "paid" }),
    ],
    payments: [
      payment({}),
      payment({ id: "b-2", state: "created", paymentId: "", paid: 0, verified: false }),
    ],
  };
  await page.route(new RegExp(`/api${getBilling.path}(\\?|$)`), (route) =>
    route.fulfill({ json: { status: true, message: "", response: full } }),
  );
  await page.route(new RegExp("/api/e/enterprise/billing/invoices/i1/pdf"), (route) =>
    route.fulfill({ contentType: "application/pdf", body: "%PDF-1.7" }),
  );
  await page.reload();
  const row = page.getByRole("row", { name: /INV-2026-000002/ });
  await expect(row).toContainText("₹5,898.82");
  await expect(row).toContainText("₹4,898.82 to pay");
  await expect(page.getByText("Balance ₹1,200.00")).toBeVisible();
  const download = page.waitForEvent("download");
  await row.getByRole("button", { name: "PDF of INV-2026-000002" }).click();
  expect((await download).suggestedFilename()).toBe("INV-2026-000002.pdf");
  expect(invoicePdf.path).toContain("/pdf");
  // This system has no gateway of its own: the reason stands above the invoices.
  await row.getByRole("button", { name: "Pay INV-2026-000002" }).click();
  await expect(page.getByText(/doesn't take online payments/)).toBeVisible();
  await expectAccessible(page);

  const usage = await client.call(getUsage);
  // A month that is over: of the present one no day after today is shown.
  const month = "2026-10";
  const days = ["01", "02", "03"].map((day, at) => ({
    day: `${month}-${day}`,
    kind: "messageOut" as const,
    count: (at + 1) * 2_700,
  }));
  const meters = [
    { kind: "messageOut" as const, used: 16_200, forecast: 41_000, full: 20_000, level: 80 as const },
    { kind: "broadcastMessage" as const, used: 20_500, forecast: 30_000, full: 20_000, level: 100 as const },
    { kind: "messageIn" as const, used: 900, forecast: 2_000, full: null, level: null },
  ];
  await page.route(new RegExp(`/api${getUsage.path}(\\?|$)`), (route) =>
    route.fulfill({
      json: { status: true, message: "", response: { ...usage, month, days, meters, isStopped: true } },
    }),
  );
  await page.getByRole("link", { name: "See usage" }).click();
  await expect(page.getByText("80 % reached")).toBeVisible();
  await expect(page.getByText("Broadcasts wait; chats go on.").first()).toBeVisible();
  await page
    .getByRole("button", { name: /Show as a table|table/i })
    .first()
    .click();
  await expect(page.getByRole("cell", { name: "8,100" })).toBeVisible();
  await expectAccessible(page);
});

test("where billing is off, neither its screens nor its calls are there", async ({ page }) => {
  const client = await clientOf("customers");
  await signedIn(page, client);
  for (const path of ["/billing", "/admin/enterpriseBilling"]) {
    await page.goto(path);
    await expect(page.getByText(/switched off/i).first()).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "Billing" })).toHaveCount(0);
});
