import { readFile } from "node:fs/promises";
import { expect, test } from "#tests/support/browser.ts";
import { botWithReport } from "#tests/support/report-talks.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

test("a figure of the report leads to the messages behind it, one of them into an intent, all into a file", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("customers"));
  const bot = await botWithReport(client);
  await page.goto(`/bots/${bot.agentId}/nlp-report/overview`);

  await expect(page.getByRole("button", { name: /^Total Conversation 1/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Avg\.msg\.per conversation 5\.00/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Total Messages 5/ })).toBeVisible();
  // Charts have their words and their table; the zero-filled days are in it.
  const trend = page.getByRole("region", { name: "Scope Trend", exact: true });
  await expect(trend.locator("svg").first()).toBeAttached();
  await trend.getByRole("button", { name: "Show as table: Scope Trend" }).click();
  await expect(trend.getByRole("row")).toHaveCount(9);

  await page.getByRole("button", { name: /^Total non-Scoped Messages/ }).click();
  await expect(page).toHaveURL(/tab=messages&scope=2/);
  const table = page.getByRole("table", { name: "Messages" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("row").nth(1)).toContainText("will it rain on the moon tomorrow");
  await expect(page.getByRole("button", { name: "Next" })).toHaveAccessibleDescription(
    "No More Data to Show",
  );

  await table.getByRole("button", { name: /^Show details of: will it rain/ }).click();
  const dialog = page.getByRole("dialog", { name: "Message" });
  await dialog.getByText("Wrong?").click();
  await dialog.getByRole("combobox", { name: "Intent that should have answered" }).fill("Bal");
  await page.getByRole("option", { name: /^Balance/ }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText(/^1 phrase added/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("combobox", { name: "Scope" }).selectOption({ label: "Scopped" });
  await expect(table.getByRole("row")).toHaveCount(5);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^conversation_report_\d{4}-\d\d-\d\d\.csv$/);
  expect((await readFile(await file.path(), "utf8")).match(/\r\n/g)).toHaveLength(5);

  // The address has it all: Back leads to the figures again.
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Top Intents" })).toBeVisible();
  await page.getByRole("button", { name: /^Balance 2/ }).click();
  await expect(page.getByText("Intent: Balance")).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(3);
});

test.describe("a report that fails", () => {
  test.use({ expectedErrors: [/500/] });

  test("says so with Retry, and a date that is none is refused at its field", async ({ page }) => {
    await signedIn(page, await clientOf("customers"));
    await page.route("**/graphReport", (route) =>
      route.fulfill({ status: 500, json: { status: false, message: "Something went wrong" } }),
    );
    await botWithReport(await clientOf("customers"));
    await page.goto("/nlp-report/overview");
    await expect(page.getByRole("button", { name: "Retry" }).first()).toBeVisible();
    await page.unroute("**/graphReport");
    await page.getByRole("button", { name: "Retry" }).first().click();
    await expect(page.getByRole("heading", { name: "Scope Trend" })).toBeVisible();

    await page.getByLabel("Start Date", { exact: true }).fill("2026-11-14");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByLabel("Start Date", { exact: true })).toHaveAccessibleDescription(
      /Invalid Date Format$/,
    );
    await page.getByLabel("Start Date", { exact: true }).fill("2026/01/02 03:15:00");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page).toHaveURL(/start=2026-01-02T03%3A15%3A00/);
  });
});
