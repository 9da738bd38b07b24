import { expect, test } from "#tests/support/browser.ts";
import { botWithReport } from "#tests/support/report-talks.ts";
import { predictIntent } from "#workers/contract/endpoints/bot-sessions.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

const RAIN = "will it rain on the moon tomorrow";

test("the report's filters are one line that stays in sight, and a chip on a phone", async ({ page }) => {
  const { agentId } = await botWithReport(await signedIn(page, await clientOf("customers")));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/nlp-report/overview?agent=${agentId}`);
  const bar = page.getByRole("form", { name: "Report filters" });
  const agent = bar.getByRole("combobox", { name: "Agent name" });
  const controls = [
    agent,
    bar.getByRole("combobox", { name: "Range" }),
    bar.getByLabel("Start Date", { exact: true }),
    bar.getByLabel("End Date", { exact: true }),
    bar.getByRole("button", { name: "Submit" }),
    bar.getByRole("button", { name: "Download" }),
  ];
  const tops = async () =>
    new Set(await Promise.all(controls.map(async (each) => Math.round((await each.boundingBox())?.y ?? -1))));
  await expect.poll(async () => (await tops()).size).toBe(1);
  await expect(page.getByRole("heading", { name: "Top Intents" })).toBeVisible();
  await page.mouse.wheel(0, 5_000);
  await expect(page.getByRole("heading", { name: "Top Intents" })).toBeInViewport();
  await expect(bar).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(bar).toBeHidden();
  const chip = page.getByRole("button", { name: / · 7 days$/ });
  await chip.click();
  await expect(agent).toBeVisible();
  await bar.getByRole("combobox", { name: "Range" }).selectOption({ label: "30 days" });
  await expect(page).toHaveURL(/range=month/);
  await expect(page.getByRole("button", { name: / · 30 days$/ })).toBeVisible();
});

test("tiles of a row are equally high and show their course; without a message a chart is one sentence", async ({
  page,
}) => {
  const { agentId } = await botWithReport(await signedIn(page, await clientOf("customers")));
  const of = (name: RegExp) => page.getByRole("button", { name });
  await page.goto(`/bots/${agentId}/nlp-report/overview`);
  const tiles = [/^Total Conversation 1/, /^Avg\.msg/, /^Max\.Conversation 5/, /^Weak Understanding/].map(of);
  await expect(of(/^Total Messages 5/).locator("[data-sparkline='8'] polyline")).toBeAttached();
  // The longest conversation of each day, too.
  await expect(tiles[2]?.locator("[data-sparkline='8'] polyline") ?? page.locator("none")).toBeAttached();
  const heights = async () =>
    new Set(await Promise.all(tiles.map(async (tile) => (await tile.boundingBox())?.height)));
  await expect.poll(async () => (await heights()).size).toBe(1);

  const [start, end] = ["2031-01-01T00:00:00", "2031-01-02T00:00:00"];
  await page.goto(`/bots/${agentId}/nlp-report/overview?start=${start}&end=${end}`);
  for (const title of ["Scope Trend", "Scope", "Active Users"]) {
    const chart = page.getByRole("region", { name: title, exact: true });
    await expect(chart).toContainText("No messages in this range.");
    await expect(chart.locator("svg, button")).toHaveCount(0);
  }
});

test("a change since the period before is a percentage, told in words too", async ({ page }) => {
  const { agentId } = await botWithReport(await signedIn(page, await clientOf("customers")));
  // Twice as many before as now, whenever this runs.
  await page.route("**/conversationsReport", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: { totalMessages: number } };
    const { endDate } = route.request().postDataJSON() as { endDate: string };
    if (Date.parse(endDate) < Date.now() - 86_400_000) reply.data.totalMessages = 10;
    await route.fulfill({ response, json: reply });
  });
  await page.goto(`/bots/${agentId}/nlp-report/overview`);
  await expect(
    page.getByRole("button", { name: "Total Messages 5 down by 50 %", exact: true }),
  ).toBeVisible();
  await page.getByRole("checkbox", { name: "Compare with the previous period" }).click();
  await expect(
    page.getByRole("button", { name: "Total Messages 5 down by 50 % before: 10", exact: true }),
  ).toBeVisible();
});

test("what was not understood is fixed from beside the top intents, and is gone from there for good", async ({
  page,
}) => {
  const { agentId } = await botWithReport(await signedIn(page, await clientOf("customers")));
  await page.goto(`/bots/${agentId}/nlp-report/overview`);
  const fix = page.getByRole("button", { name: `Fix: ${RAIN}` });
  await fix.click();
  const dialog = page.getByRole("dialog", { name: "Message" });
  await dialog.getByText("Wrong?").click();
  await dialog.getByRole("combobox", { name: "Intent that should have answered" }).fill("Bal");
  await page.getByRole("option", { name: /^Balance/ }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText(/^1 phrase added/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(fix).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Weak and not understood" })).toBeVisible();
  await expect(page.getByRole("button", { name: "All weak" })).toBeVisible();
  await expect(fix).toHaveCount(0);
});

test("whoever fixes several goes on from the one that was taught to the next", async ({ page }) => {
  const client = await signedIn(page, await clientOf("customers"));
  const { agentId } = await botWithReport(client);
  const SONG = "sing me a song about the sea";
  await client.call(predictIntent, { body: { agentId, sessionId: null, message: { text: SONG } } });
  await page.goto(`/bots/${agentId}/nlp-report/overview`);
  await page.getByRole("button", { name: `Fix: ${RAIN}` }).click();
  const dialog = page.getByRole("dialog", { name: "Message" });
  await expect(dialog.getByText("1 of 2")).toBeVisible();
  await dialog.getByText("Wrong?").click();
  await dialog.getByRole("combobox", { name: "Intent that should have answered" }).fill("Bal");
  await page.getByRole("option", { name: /^Balance/ }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText(/^1 phrase added/)).toBeVisible();
  await dialog.getByRole("button", { name: "Next message" }).click();
  await expect(dialog.locator("blockquote")).toHaveText(SONG);
  await expect(dialog.getByText("2 of 2")).toBeVisible();
});

test("a report that stays open over midnight takes the new day", async ({ page }) => {
  const { agentId } = await botWithReport(await signedIn(page, await clientOf("customers")));
  await page.goto(`/bots/${agentId}/nlp-report/overview`);
  const bar = page.getByRole("form", { name: "Report filters" });
  await expect(bar).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 86_400_000);
  await bar.getByRole("combobox", { name: "Range" }).selectOption({ label: "Today" });
  const [start, end] = ["Start Date", "End Date"].map((name) => bar.getByLabel(name, { exact: true }));
  await expect(start ?? bar).toHaveValue(/ 00:00:00$/);
  await end?.fill("");
  await bar.getByRole("button", { name: "Submit" }).click();
  await expect(end ?? bar).toHaveValue(/ 23:59:59$/);
  await expect(bar.getByText(/future/i)).toHaveCount(0);
});

test("all eight columns are in sight at 1280, and the row's modal goes on to the next and back", async ({
  page,
}) => {
  const { agentId } = await botWithReport(await signedIn(page, await clientOf("customers")));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/bots/${agentId}/nlp-report/overview?tab=messages`);
  const table = page.getByRole("table", { name: "Messages" });
  await expect(table.getByRole("columnheader")).toHaveCount(8);
  for (const header of await table.getByRole("columnheader").all()) {
    await expect(header).toBeInViewport({ ratio: 1 });
  }
  await table.getByRole("button", { name: `Show details of: ${RAIN}` }).click();
  const dialog = page.getByRole("dialog", { name: "Message" });
  const next = dialog.getByRole("button", { name: "Next message" });
  await expect(dialog.getByText("1 of 5")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Previous message" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await next.press("Enter");
  await expect(dialog.getByText("2 of 5")).toBeVisible();
  await expect(dialog.locator("blockquote")).toHaveText("somebody stole my credit card");
  await expect(next).toBeFocused();
  await dialog.getByRole("button", { name: "Previous message" }).click();
  await expect(dialog.locator("blockquote")).toHaveText(RAIN);
});
