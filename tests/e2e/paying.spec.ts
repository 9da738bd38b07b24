import { signIn, type Send } from "#db/seed/client.ts";
import { expect, test } from "#tests/support/browser.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { startServed } from "#tests/support/served.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { startGateway } from "#tests/support/vendors/gateway.ts";
import type { Page } from "@playwright/test";
import { billingTexts as texts } from "#texts/billing.ts";
import { paymentTexts } from "#texts/payment.ts";
import { daysOf, monthOf } from "#workers/contract/billing/usage.ts";
import { choosePlan, getBilling } from "#workers/contract/endpoints/enterprise-billing.ts";
import { filesWith, openSqlite } from "../../scripts/lib/sqlite-file.ts";

test("an invoice is paid on the gateway's page, whatever happens there before, and money on top is a credit", async ({
  page,
  context,
}) => {
  test.slow();
  const who = ENTERPRISES.payer;
  const gateway = await startGateway();
  // A system of its own: only there is the gateway a played one.
  const served = await startServed({
    accounts: [who],
    env: {
      ...gateway.settings,
      BILLING_SELLER: JSON.stringify({ name: "Chatbird Ltd", address: "Pune", state: "27", taxRate: 1_800 }),
    },
  });
  try {
    const send: Send = (path, init) => fetch(served.url + path, init);
    const client = await signIn(send, who);
    await client.call(choosePlan, { body: { planId: "inr-growth" } });
    // The plan was chosen a month ago: the month that is over is billed by the clock.
    const month = monthOf(Date.now() - 660_000);
    for (const path of filesWith(served.state, "subscriptions")) {
      const file = openSqlite(path);
      await file
        .prepare("UPDATE subscriptions SET begun_on = ?1, closed = ?2")
        .bind(daysOf(month - 1).from, month - 2)
        .all();
      file.close();
    }
    await expect
      .poll(async () => (await client.call(getBilling)).invoices.length, {
        timeout: 150_000,
        intervals: [2_000],
      })
      .toBe(1);
    await signedIn(page, client);
    await page.goto(`${served.url}/admin/enterpriseBilling`);
    const row = page.getByRole("row", { name: /^INV-\S+ Issued/ });
    await expect(row).toContainText("To be paid");
    const pay = () => row.getByRole("button", { name: /^Pay INV-/ }).click();
    /** The gateway's page of the invoice's link, in the tab that the press opens. */
    const hosted = async () => {
      const opened = context.waitForEvent("page");
      await pay();
      const tab = await opened;
      await expect(tab.getByRole("heading", { name: "INR 5898.82" })).toBeVisible();
      await expect(page.getByText(texts.payBlocked)).toBeHidden();
      return tab;
    };
    /** Presses a button there, and reads what the page says to which it leads back. */
    const act = async (tab: Page, button: string, says: string) => {
      await tab.getByRole("button", { name: button, exact: true }).click();
      await expect(tab).toHaveURL(/\/transaction\.html\?/);
      await expect(tab.getByText(says)).toBeVisible();
    };

    // A browser that opens no tabs offers the address instead, and leaves it where it is.
    await page.evaluate(() => (window.open = () => null));
    await pay();
    await expect(page.getByRole("link", { name: texts.openPayment })).toHaveAttribute("href", /\/i\/plink_/);
    await page.reload();

    await act(await hosted(), "Cancel", paymentTexts.states.cancelled);
    const second = await hosted();
    const address = second.url();
    await act(second, "Let it expire", paymentTexts.states.expired);
    await expect(row).toContainText("To be paid");
    const third = await hosted();

    // Late, on the link that has expired: the money counts.
    await second.goto(address);
    await act(second, "Pay", paymentTexts.states.paid);
    await page.reload();
    await expect(row).toContainText("Paid");
    // On top, and told twice: it is there once, for the next invoice.
    await act(third, "Pay, and tell it twice", paymentTexts.states.paid);
    const { balance, payments } = await client.call(getBilling);
    expect(balance).toBe(589_882);
    // The clock may have cancelled the link of the paid invoice by then: money on it counts all the same.
    expect(payments.map(({ paid }) => paid).toSorted((one, other) => one - other)).toEqual([
      0, 589_882, 589_882,
    ]);
  } finally {
    await served.stop();
    await gateway.stop();
  }
});
