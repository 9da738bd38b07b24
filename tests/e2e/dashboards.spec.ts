import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { botWithReport } from "#tests/support/report-talks.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { showDashboard } from "#workers/contract/endpoints/dashboards.ts";

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
  // A figure opens what it counts, with the same days.
  const days = new URL(page.url()).searchParams;
  await page.getByRole("link", { name: "show what Bot conversations counts" }).click();
  await expect(page).toHaveURL(new RegExp(`nlp-report/overview\\?start=${days.get("from")}T`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goBack();
  // The other day follows one that is moved too far away.
  await page.getByLabel("From", { exact: true }).fill("2026-01-01");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("2026-04-02");
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-04-02/);
  await expect(page.getByText("Nothing happened in these days")).toBeVisible();
  await expectAccessible(page);
});

test("the cost is said in the plan's money, by the day and by kind; a dash without a plan", async ({
  page,
}) => {
  await signedIn(page, await clientOf("customers"));
  let currency = "";
  await page.route(/analytics\/dashboard\?/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { response: ReplyOf<typeof showDashboard> };
    const shown = json.response;
    const isPriced = currency !== "";
    shown.currency = currency;
    shown.figures = shown.figures.map((figure) => {
      if (figure.measure === "usedRuns") return { ...figure, value: 5 };
      if (figure.measure !== "spent") return figure;
      const days = shown.days.map((_, at) => (isPriced ? at * 100 : null));
      return { ...figure, days, value: isPriced ? 12_345_050 : null, before: isPriced ? 10_000_000 : null };
    });
    const rows = isPriced
      ? [
          { id: "broadcastMessage", name: "", values: [12_345_000] },
          { id: "base", name: "", values: [50] },
        ]
      : [];
    shown.tables = [{ source: "spending", rows }];
    await route.fulfill({ response, json });
  });
  await page.goto("/admin/analytics?name=cost");
  const cost = page
    .locator("dl > div, dl > *")
    .filter({ has: page.getByText("Total cost", { exact: true }) })
    .first();
  await expect(cost).toContainText("–");
  await expect(cost).toContainText("No plan is chosen yet, so nothing is billed.");
  currency = "INR";
  await page.reload();
  await expect(cost).toContainText("₹1,23,450.50");
  await expect(cost).toContainText("up 23 %; ₹1,00,000.00 in the days before");
  const table = page.getByRole("table", { name: "Cost by kind" });
  await expect(table.getByRole("row", { name: /Broadcast messages/ })).toContainText("₹1,23,450.00");
  await expect(table.getByRole("row", { name: /Base price/ })).toContainText("₹0.50");
  await expectAccessible(page, [360]);
});

test("somebody makes a dashboard of their own, orders its tiles by keyboard, shares it and takes a tile's file", async ({
  page,
}) => {
  await signedIn(page, await clientOf("customers"));
  const name = `Board ${Date.now()}`;
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto("/admin/analytics/config");
  await expect(heading).toHaveText("Analytics Config");
  await page.getByRole("button", { name: "New dashboard" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Start with").selectOption("A copy of Journeys");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(heading).toHaveText(name);
  const first = page.getByRole("group", { name: /^Tile 1/ });
  await expect(first.getByLabel("Figure", { exact: true })).toHaveValue("journeysEntered");
  await page.getByRole("button", { name: "Move tile 2 up" }).press("Enter");
  await expect(page.getByText("Now tile 1 of 7")).toBeAttached();
  await expect(first.getByLabel("Figure", { exact: true })).toHaveValue("journeyErrors");
  await page.getByRole("button", { name: "Add a tile" }).click();
  const last = page.getByRole("group", { name: /^Tile 8/ });
  await last.getByLabel("Figure", { exact: true }).selectOption("Messages: Messages received");
  await last.getByLabel("Title").fill("Came in");
  await page.getByRole("button", { name: "Add a tile" }).click();
  await page.getByRole("button", { name: "Remove tile 9" }).click();
  await expect(page.getByRole("heading", { name: "Tiles" })).toBeFocused();
  await last.getByRole("combobox", { name: "Channel" }).fill("none is called so");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["All"]);
  await page.keyboard.press("Escape");
  await page.getByLabel("Mail it").check();
  await page.getByRole("combobox", { name: "To", exact: true }).fill("kir");
  await page.getByRole("option", { name: "Kiran Shah" }).click();
  await expect(page.getByRole("button", { name: "Take Kiran Shah out" })).toBeVisible();
  await page.getByLabel("People with some roles").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Choose at least one role.")).toBeVisible();
  await page.getByLabel("Report Viewer").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: /Saved$/ })).toBeVisible();
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Dashboard" }).locator("option:checked")).toHaveText(name);
  const tile = page.getByRole("group", { name: "Came in" });
  await expect(tile).toContainText("Came in");
  const saved = page.waitForEvent("download");
  await tile.getByRole("button", { name: "Save as CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("Came in.csv");
  // A figure that is half under the page's bar counts as too small.
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await page.goto("/admin/analytics/config");
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});
