import { trainBot } from "#db/seed/train.ts";
import { readFile } from "node:fs/promises";
import { expect, REFUSED, test } from "#tests/support/browser.ts";
import { makeBot, saveIntent } from "#tests/support/bot.ts";
import { botWithReport } from "#tests/support/report-talks.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";

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

test("a bar, a slice and a row of a table lead to their own messages, in a frame too, which the keyboard can leave", async ({
  page,
}) => {
  const bot = await botWithReport(await signedIn(page, await clientOf("customers")));
  const report = `/bots/${bot.agentId}/nlp-report/overview`;
  const rows = page.getByRole("table", { name: "Messages" }).getByRole("row");
  const chips = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Remove the filter/ }) });
  const chart = (title: string) => page.getByRole("region", { name: title, exact: true });
  const shown = async (count: number, filters: (string | RegExp)[] = []) => {
    await expect(rows).toHaveCount(count + 1);
    await expect(chips).toHaveText(filters);
  };
  await page.goto(`${report}?range=halfMonth`);
  await chart("Scope Trend").locator(".apexcharts-bar-area[val='1']").click();
  await shown(1, [/^Day: /]);
  await expect(page).toHaveURL(/range=halfMonth&tab=messages&scope=2&day=/);
  await page.goBack();
  await chart("Scope").locator(".apexcharts-pie-area").nth(1).click();
  await shown(1);
  await expect(page).toHaveURL(/scope=2$/);
  await page.goBack();
  await page.getByRole("button", { name: "Show as table: Scope Trend" }).click();
  await page.getByRole("button", { name: /^Show what is behind \S+, Scoped: 4$/ }).press("Enter");
  await shown(4, [/^Day: /]);

  await page.goto(`/bots/${bot.agentId}/conversation?range=month`);
  const frame = page.frameLocator("iframe[title='Analytics: Designer']");
  const step = frame.getByRole("link", { name: "Show the messages behind Balance to Lost card: 1" });
  await step.focus();
  for (
    let tabs = 0;
    tabs < 10 && (await page.evaluate(() => document.activeElement?.tagName)) === "IFRAME";
    tabs++
  ) {
    await page.keyboard.press("Shift+Tab");
  }
  await expect(page.getByRole("link", { name: "Open in a new tab" })).toBeFocused();
  await step.press("Enter");
  await expect(page).toHaveURL(/nlp-report\/overview\?range=month&tab=messages/);
  await shown(1, ["Intent: Lost card", "After: Balance"]);
});

test.describe("analytics that do not answer", () => {
  test.use({ expectedErrors: REFUSED });

  test("say so, open in a tab, and are there when asked again", async ({ page }) => {
    const bot = await botWithReport(await signedIn(page, await clientOf("customers")));
    await page.route("**/analytics-frame/**", (route) => route.abort());
    await page.goto(`/bots/${bot.agentId}/call-classification`);
    const failure = page.getByRole("alert").filter({ hasText: "This page is not responding" });
    const alone = await failure.getByRole("link", { name: "Open in a new tab" }).getAttribute("href");
    await page.unroute("**/analytics-frame/**");
    await failure.getByRole("button", { name: "Retry" }).click();
    const classes = page.frameLocator("iframe[title='Analytics: Call Classification']");
    await classes.getByRole("button", { name: "Show as table: Stories" }).click();
    await expect(failure).toHaveCount(0);
    await classes.getByRole("button", { name: "Show what is behind Story" }).click();
    await expect(page.getByText("Story: Story")).toBeVisible();

    await page.goto(alone ?? "");
    await expect(page.getByRole("heading", { name: "Call Classification", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Show as table: Conversations" }).click();
    await page.getByRole("button", { name: "Show what is behind Partly understood" }).click();
    await expect(page.getByText("Conversations: Partly understood")).toBeVisible();
    await expect(page.getByRole("table", { name: "Messages" }).getByRole("row")).toHaveCount(6);
  });
});

test("all agents are there to choose from, and beyond five thousand the server finds the one whose name is typed", async ({
  page,
}) => {
  await signedIn(page, await clientOf("crowd"));
  await page.goto("/nlp-report/overview");
  const select = page.getByRole("combobox", { name: "Agent name" });
  const options = page.getByRole("listbox").getByRole("option");
  // The newest is chosen, and the oldest is the only one that the list lacks.
  await expect(select).toHaveValue("Agent 5001");
  await select.fill("Agent 2");
  await expect(options.first()).toHaveText("Agent 2");
  await select.fill("first of");
  await expect(options).toHaveText(["The first of all"]);
  await select.press("Enter");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(/agent=crowd-00001/);
  await expect(select).toHaveValue("The first of all");
});

test("an answer in Markdown is read as text in the report, and as it was shown in its details", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("customers"));
  const bot = await makeBot(client);
  for (const [name, response] of Object.entries({
    Hours: "**Open** from [nine](https://example.com/hours)\n- Monday\n- Tuesday",
    Place: "In the _middle_ of town",
  })) {
    await saveIntent(client, bot, name, [`tell me the ${name}`, `${name} please`], response);
  }
  await trainBot(client, bot.agentId);
  await client.call(botSessionsApi.predictIntent, {
    body: { agentId: bot.agentId, sessionId: null, message: { text: "tell me the Hours" } },
  });
  await page.goto(`/bots/${bot.agentId}/nlp-report/overview?tab=messages`);
  const row = page.getByRole("table", { name: "Messages" }).getByRole("row").nth(1);
  await expect(row.getByRole("cell", { name: "Open from nine Monday Tuesday", exact: true })).toBeVisible();
  await row.getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: "Message" });
  await expect(dialog.getByText("Open", { exact: true })).toHaveCSS("font-weight", "700");
  await expect(dialog.getByRole("listitem")).toHaveText(["Monday", "Tuesday"]);
  await expect(dialog.getByRole("link", { name: /nine/ })).toHaveAttribute(
    "href",
    "https://example.com/hours",
  );
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
    const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("Start Date", { exact: true }).fill(`${day.replaceAll("-", "/")} 03:15:00`);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page).toHaveURL(new RegExp(`start=${day}T03%3A15%3A00`));

    // The picker steps by fifteen minutes and thirty seconds; cleared, the report begins where it does by itself.
    await page.getByRole("button", { name: "Choose the Start Date in a calendar" }).click();
    await page.getByRole("button", { name: "Minute: later" }).click();
    await page.getByRole("button", { name: "Second: later" }).click();
    const start = page.getByLabel("Start Date", { exact: true });
    await expect(start).toHaveValue(`${day.replaceAll("-", "/")} 03:30:30`);
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect(start).toHaveValue("");
    await page.getByRole("button", { name: "Submit" }).click();
    const week = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    await expect(start).toHaveValue(`${week.replaceAll("-", "/")} 00:00:00`);
  });
});
