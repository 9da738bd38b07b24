import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { listPayments, type Payment } from "#workers/contract/endpoints/payments.ts";

test.use({ expectedErrors: [/400 \(/] });

const payment = (more: Partial<Payment>): Payment => ({
  id: "0-019a0000111172228333444455556666",
  at: "2026-11-27T06:00:00.000Z",
  until: "2026-11-28T06:00:00.000Z",
  endedAt: null,
  state: "created",
  note: "",
  problem: "",
  amount: 500,
  paid: 0,
  currency: "INR",
  description: "Fee of Asha",
  paymentId: "",
  automation: { id: "j", name: "Payment reminder", kind: "journey", instanceId: "i" },
  customer: { id: "c", name: "Asha" },
  ...more,
});

test("an account is added, shown without its secrets and removed, and payments are shown with what became of them", async ({
  page,
}) => {
  // There is one account at most, and elsewhere its empty form is looked at meanwhile.
  await signedIn(page, await clientOf("quiet"));
  const payments = [
    payment({}),
    payment({ id: "0-2", state: "expired", note: "paidAfterEnd", paid: 500, customer: null }),
    payment({
      id: "0-3",
      currency: "JPY",
      amount: 295,
      state: "failed",
      problem: "Razorpay couldn't answer.",
    }),
  ];
  await page.route(new RegExp(`/api${listPayments.path}(\\?|$)`), (route) =>
    route.fulfill({ json: { status: true, message: "", response: { payments, next: null } } }),
  );
  await page.goto("/admin/integration");
  await page.getByRole("link", { name: "Payments" }).click();
  await page.getByRole("button", { name: "Add account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Key id/).fill("key");
  await dialog.getByLabel(/^Key secret/).fill("a secret of the key");
  await dialog.getByLabel(/^Webhook secret/).fill("a secret of the webhook");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/begins with rzp_ and has/).first()).toBeVisible();
  await dialog.getByLabel(/^Key id/).fill("rzp_test_console");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Razorpay" })).toBeVisible();
  await expect(page.getByText("Stored, ends with hook")).toBeVisible();
  await expect(page.getByLabel("Webhook address")).toHaveValue(/\/api\/webhooks\/payments\/razorpay\/.+/);
  await expect(page.getByRole("row", { name: /¥295/ })).toContainText("Failed");
  await expect(page.getByText(/paid after it had ended here/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove account" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove account" }).click();
  await expect(page.getByText("No account yet")).toBeVisible();
});
