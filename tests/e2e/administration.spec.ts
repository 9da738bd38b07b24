import { expect, test } from "#tests/support/browser.ts";
import { makeCustomer, makeGroup, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { me, type Profile } from "#workers/contract/endpoints/profile.ts";

test.describe.configure({ mode: "parallel" });

test("an administrator finds who changed what, sees what was before and after, and takes it away as a file", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("customers"));
  const name = unique("Audited");
  await makeGroup(client, name);
  await page.goto("/admin/audit_trail");
  await page.getByRole("textbox", { name: "Object name" }).fill(name);
  await page.getByRole("button", { name: `Details: Group created ${name}` }).click();
  const entry = page.getByRole("dialog");
  // The entry was at the top before the filter had taken effect, which must not close what was opened meanwhile.
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === name && url.searchParams.has("entry"));
  await expect(entry.getByRole("table", { name: "What changed" })).toContainText(name);
  await expect(entry.getByText("Kiran Shah").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("Audit trail.csv");
});

test("a webhook is added with what it needs, keeps its secret to itself, and is deleted by name", async ({
  page,
}) => {
  await signedIn(page, await clientOf("customers"));
  const name = unique("Orders");
  await page.goto("/admin/integration");
  await page.getByRole("button", { name: "Add integration" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel(/^Address/).fill("https://hooks.company.com/orders");
  await form.getByLabel(/^Authentication/).selectOption("signed");
  await form.getByRole("button", { name: "Generate one" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await expect(form.getByText(/^Stored, ends with/)).toBeVisible();
  await expect(form.getByLabel(/^Signing secret/)).toHaveValue("");
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const question = page.getByRole("alertdialog", { name: `Delete the integration ${name}?` });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: `Edit ${name}` })).toHaveCount(0);
});

test("who may look at the trash but not delete is offered neither to restore nor to delete", async ({
  page,
}) => {
  const owner = await clientOf("hall");
  const name = unique("Looked at");
  const { id } = await makeCustomer(owner, { name });
  await owner.call(customersApi.deleteCustomer, { params: { id } });
  await signedIn(page, owner);
  // The server's own refusals have tests of their own.
  await page.route(`**/api${me.path}`, async (route) => {
    const response = await route.fetch();
    const answered = (await response.json()) as { response: Profile };
    answered.response.permissions = ["TRASH.VIEW", "CUSTOMER.VIEW"];
    await route.fulfill({ response, json: answered });
  });
  await page.goto("/admin/trash");
  await expect(page.getByRole("rowheader", { name })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Type" }).getByRole("option")).toHaveText(["Customers"]);
  for (const offer of [/^Restore /, /permanently$/, "Empty the trash"]) {
    await expect(page.getByRole("button", { name: offer })).toHaveCount(0);
  }
});

test("a payment that only an address says was made is not shown as made, and its countdown can be stopped", async ({
  page,
}) => {
  await page.goto("/transaction.html?payment_id=pay_1&reference_id=ref_1&status=paid&signature=00");
  await expect(page.getByText("Couldn't verify this payment")).toBeVisible();
  await expect(page.getByText("Payment Successful")).toHaveCount(0);
  await expect(page.getByText("pay_1")).toBeVisible();
  await page.getByRole("button", { name: "Stop the countdown" }).click();
  await expect(page.getByText("The countdown is stopped.").first()).toBeVisible();
});

test("a query that no screen of ours asked for is relayed to nobody", async ({ page }) => {
  await signedIn(page, await clientOf("customers"));
  await page.goto("/dialog360-redirect?client=c1&channels=x&state=made-up");
  await expect(page.getByText(/was not opened by a connection that you started here/)).toBeVisible();
  await expect(page).toHaveURL(/\/dialog360-redirect$/);
});

test("the charts say in words what their tables say, for each of the four periods and for one's own days", async ({
  page,
}) => {
  await signedIn(page, await clientOf("hall"));
  await page.goto("/graph");
  const chats = page.getByRole("region", { name: "Attended and missed chats", exact: true });
  await expect(chats.locator("svg").first()).toBeAttached();
  await chats.getByRole("button", { name: "Show as table: Attended and missed chats" }).click();
  const sumOf = async (column: number) => {
    const cells = await chats.locator(`tbody td:nth-child(${column})`).allTextContents();
    return cells.reduce((sum, cell) => sum + Number(cell), 0);
  };
  for (const [period, rows] of [
    ["7 Days", 7],
    ["15 Days", 15],
    ["1 Day", 24],
    ["1 Month", 30],
  ] as const) {
    const button = page.getByRole("button", { name: period, exact: true });
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(chats.locator("tbody tr")).toHaveCount(rows);
    await expect(async () => {
      const said = `${await sumOf(2)} attended, ${await sumOf(3)} missed.`;
      await expect(page.getByRole("status").filter({ hasText: "attended" })).toContainText(said, {
        timeout: 2_000,
      });
    }).toPass();
  }
  // One's own days take the place of a period; a single day goes by the hour.
  const day = new Date(Date.now() - 9 * 24 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel("From", { exact: true }).fill(day);
  await expect(chats.locator("tbody tr")).toHaveCount(10);
  await expect(page.getByRole("button", { name: "1 Month", exact: true })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await page.getByLabel("To", { exact: true }).fill(day);
  await expect(chats.locator("tbody tr")).toHaveCount(24);
});

test.describe("numbers of the dashboard that fail", () => {
  test.use({ expectedErrors: [/500/] });

  test("say so, and lead to what they count once they are there", async ({ page }) => {
    await signedIn(page, await clientOf("hall"));
    const summary = "**/api/e/enterprise/dashboard/summary*";
    await page.route(summary, (route) =>
      route.fulfill({ status: 500, json: { status: false, message: "Something went wrong" } }),
    );
    await page.goto("/dashboard");
    await expect(page.getByText("Couldn't load the numbers.")).toBeVisible();
    // A screen that is opened asks once more by itself.
    await expect(page.getByRole("button", { name: "Retry" })).toBeEnabled();
    await page.unroute(summary);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("link", { name: /^Open invitations/ }).click();
    await expect(page).toHaveURL(/\/admin\/users\/invited$/);
  });
});

test.describe("a designer of what is not there", () => {
  test.use({ expectedErrors: [/404 \(/] });

  test("a journey and a flow that are gone say so under their titles", async ({ page }) => {
    await signedIn(page, await clientOf("customers"));
    await page.goto("/designer/journey/j1?nodeId=n1");
    await expect(page).toHaveTitle(/^(?:\(\d+\) )?Journey \| j1/);
    await expect(page.getByRole("heading", { level: 1, name: "Journey | j1" })).toBeVisible();
    await expect(page.getByText("It no longer exists")).toBeVisible();
    await page.goto("/designer/flow/f1/screen/s1");
    await expect(page.getByText("It no longer exists")).toBeVisible();
  });
});
