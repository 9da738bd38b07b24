import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { botWithReport } from "#tests/support/report-talks.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

test("a dashboard shows figures, pictures and tables of the days that its address says, on a phone too", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("customers"));
  const bot = await botWithReport(client);
  await page.goto("/dashboard");
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "Analytics" })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Analytics");
  await page.getByRole("combobox", { name: "Dashboard" }).selectOption("Bots");
  await expect(page).toHaveURL(/name=bots/);
  await expect(page.getByRole("rowheader", { name: bot.name })).toBeVisible();
  await page.getByRole("button", { name: "30 days" }).click();
  await expect(page.getByRole("button", { name: "30 days" })).toHaveAttribute("aria-pressed", "true");
  const byDay = page.getByRole("region", { name: "Bot conversations by day", exact: true });
  await expect(byDay.locator("svg").first()).toBeAttached();
  await byDay.getByRole("button", { name: /^Show as table/ }).click();
  await expect(byDay.getByRole("row")).toHaveCount(31);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Dashboard" })).toHaveValue("bots");
  await expect(page.getByRole("rowheader", { name: bot.name })).toBeVisible();
  await expectAccessible(page);
  // The other day follows one that is moved too far away.
  await page.getByLabel("From", { exact: true }).fill("2026-01-01");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("2026-04-02");
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-04-02/);
  await expect(page.getByText("Nothing happened in these days")).toBeVisible();
  await expectAccessible(page);
});
