import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import type { ApiClient } from "#db/seed/client.ts";
import { sendFile } from "#db/seed/send-file.ts";
import { approvedTemplate } from "#tests/support/approved-template.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { colleagueOf } from "#tests/support/desk-colleague.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { kept } from "#tests/support/template-examples.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as dataFilesApi from "#workers/contract/endpoints/data-files.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";

const LIST = "/campaigns/campaigns-list";
const ACTIVITIES = "/campaigns/activity-list";
const APPROVED = "/campaigns/approved";
const REJECTED = "/campaigns/reject";
const MAKER = 4;
const CHECKER = 5;
const plain = (phone: string) => phone.replaceAll(" ", "");
const VALUES = [
  { variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" },
  { variable: "body/2", type: "static" as const, value: "B-7" },
];

/** An approved template (Hello {{1}}, your order {{2}} …) and its owner. */
async function withTemplate() {
  const client = await clientOf("people");
  const name = unique("order").toLowerCase().replaceAll(/\W+/g, "_");
  return { client, name, ...(await approvedTemplate(client, kept.base, name)) };
}
type Shop = Awaited<ReturnType<typeof withTemplate>>;

const makerOf = (browser: Browser, { client }: Shop) =>
  colleagueOf(browser, client, { roles: [MAKER], called: "Mia" });
const checkerOf = (browser: Browser, { client }: Shop) =>
  colleagueOf(browser, client, { roles: [CHECKER], called: "Chen" });

const bodyOf = ({ channelId, id }: Shop, name: string) => ({
  name,
  request: {
    channelId,
    phoneNumber: [plain(freePhone())],
    message: { template: { templateUId: id } },
    columnMapping: VALUES,
  },
});

/** An activity that waits for a checker, in a campaign of its own. */
async function asked(client: ApiClient, shop: Shop) {
  const [campaign, name] = [unique("Diwali"), unique("First offer")];
  const { id: campaignId } = await client.call(campaignsApi.createCampaign, { body: { name: campaign } });
  const { id } = await client.call(activitiesApi.createActivity, {
    params: { id: campaignId },
    body: bodyOf(shop, name),
  });
  await client.call(activitiesApi.moveActivity, { params: { id, action: "submit" } });
  return { campaign, campaignId, name, id };
}

const read = (client: ApiClient, id: string) => client.call(activitiesApi.getActivity, { params: { id } });

/** Somebody saves it under another name and asks again. */
async function renamed(client: ApiClient, id: string, name: string) {
  const { request, plan, revision } = await read(client, id);
  await client.call(activitiesApi.updateActivity, {
    params: { id },
    body: { name, request, plan, revision },
  });
}

async function fillActivity(page: Page, { channel, name: template }: Shop, name: string) {
  await page.getByLabel("Name of the activity").fill(name);
  await page.getByLabel("Choose Channel").selectOption({ label: channel });
  await page.getByRole("combobox", { name: "Choose Template" }).fill(template);
  await page.getByRole("option", { name: template }).click();
  await page.getByLabel("Where {{1}} comes from").selectOption("Expression");
  await page.getByLabel("{{1}} (required)", { exact: true }).fill("{contact.name|friend}");
  await page.getByLabel("{{2}} (required)", { exact: true }).fill("B-7");
}

test("somebody makes an activity, somebody else approves it, and people get it once", async ({ browser }) => {
  test.setTimeout(300_000);
  const shop = await withTemplate();
  const [maker, checker] = [await makerOf(browser, shop), await checkerOf(browser, shop)];
  const [campaign, activity] = [unique("Diwali"), unique("First offer")];

  const { page } = maker;
  await page.goto(LIST);
  await page.getByRole("button", { name: "Create Campaign" }).first().click();
  const made = page.getByRole("dialog", { name: "Create Campaign" });
  await made.getByRole("button", { name: "Create", exact: true }).click();
  await expect(made).toContainText("Enter a name.");
  await made.getByLabel("Name").fill(campaign);
  await made.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: campaign })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "New activity" }).first().click();

  await page.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "problem" })).toContainText(
    "Choose Channel: This Field is Mandatory",
  );
  await expect(page.getByText("SMS and Email: not offered")).toBeVisible();
  await expect(page.getByText("Repeating is not offered")).toBeVisible();
  await fillActivity(page, shop, activity);
  await page.getByLabel("Mobile Numbers").fill([freePhone(), freePhone()].map(plain).join(", "));
  await expect(page.getByRole("region", { name: "Before you send" })).toContainText("Will get it2");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Hello friend, your order B-7");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByRole("heading", { level: 1, name: activity })).toBeVisible();
  await expect(page.getByText("You created this, so somebody else has to approve it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Start" })).toHaveCount(0);

  await checker.page.goto(APPROVED);
  await checker.page.getByRole("button", { name: `Approve ${activity}` }).click();
  const dialog = checker.page.getByRole("dialog", { name: `Approve ${activity}?` });
  await expect(dialog).toContainText("Hello friend, your order B-7");
  await expect(dialog).toContainText("Will get it2");
  await expectAccessible(checker.page);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(checker.page.getByText("Activity approved.")).toBeVisible();
  await expect(checker.page.getByRole("link", { name: activity })).toHaveCount(0);
  await checker.page.getByRole("tab", { name: "Approved" }).click();
  await checker.page.getByRole("button", { name: `Who decided about ${activity}` }).click();
  await expect(checker.page.getByRole("list", { name: "Decisions" })).toContainText(
    `Approved by ${checker.name}`,
  );

  await page.reload();
  await expect(page.getByText("It is approved and can start.")).toBeVisible();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("Activity started.")).toBeVisible();
  await expect(page.getByText("Completed").first()).toBeVisible({ timeout: 60_000 });
  const funnel = page.getByRole("region", { name: "Results", exact: true });
  await expect(funnel).toContainText("of 2 recipients");
  await funnel.getByRole("link", { name: /^Sent/ }).click();
  await expect(page).toHaveURL(/\/[^/]+\?status=sent$/);
  await expect(
    page.getByRole("table", { name: "Recipients and their messages" }).getByRole("row"),
  ).toHaveCount(3);
  await page.goBack();
  await page.getByRole("link", { name: "Run 1" }).click();
  const table = page.getByRole("table", { name: "Recipients and their messages" });
  await expect(table.getByRole("row")).toHaveCount(3);
  const id = /[^/]+$/.exec(new URL(page.url()).pathname)?.[0] ?? "";
  const { message } = await maker.client.call(broadcastsApi.listBroadcastMessages, { params: { id } });
  expect(new Set(message.map(({ to }) => to)).size).toBe(2);

  // A figure of the campaign leads by activity and by run to its people, and everybody is a file.
  await page.goBack();
  await page.getByRole("link", { name: campaign, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: campaign })).toBeVisible();
  await funnel.getByRole("button", { name: /^Sent/ }).click();
  const byActivity = page.getByRole("dialog", { name: "Sent, by activity" });
  await byActivity.getByRole("link", { name: activity }).click();
  const byRun = page.getByRole("dialog", { name: "Sent, by run" });
  await expectAccessible(page);
  await byRun.getByRole("button", { name: "Close" }).last().click();
  await expect(byRun).toHaveCount(0);
  await expect(page).toHaveURL(/activity-list\/[^?]+$/);
  const people = page.waitForEvent("download");
  await page
    .getByRole("region", { name: "Recipients and links" })
    .getByRole("button", { name: "Download CSV" })
    .click();
  expect(await readFile(await (await people).path(), "utf8")).toContain(`${activity},Run 1,`);

  await checker.page.goto("/campaigns/report");
  await checker.page.getByRole("textbox", { name: "Search by name" }).fill(campaign);
  await expect(checker.page).toHaveURL(/q=/);
  const row = checker.page.getByRole("row").filter({ hasText: campaign });
  await expect(row).toHaveCount(1);
  await checker.page.getByRole("button", { name: `Activities of ${campaign}` }).click();
  await expect(checker.page.getByRole("link", { name: activity })).toBeVisible();
  await expectAccessible(checker.page);
  const download = checker.page.waitForEvent("download");
  await checker.page.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("campaign-report.csv");
});

test("a rejected activity goes back to its maker with the reason", async ({ browser }) => {
  test.setTimeout(300_000);
  const shop = await withTemplate();
  const [maker, checker] = [await makerOf(browser, shop), await checkerOf(browser, shop)];
  await checker.page.goto(APPROVED);
  await expect(checker.page.getByRole("heading", { level: 1 })).toBeVisible();
  const { name, id } = await asked(maker.client, shop);
  // It comes by itself to whoever looks.
  await expect(checker.page.getByRole("button", { name: `Reject ${name}` })).toBeVisible();
  await checker.page.getByRole("button", { name: `Reject ${name}` }).click();
  const dialog = checker.page.getByRole("dialog", { name: `Reject ${name}?` });
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(dialog).toContainText("Please enter reject reason");
  await dialog.getByLabel("Reason").fill("The price is wrong.");
  await expectAccessible(checker.page);
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(checker.page.getByText("Activity rejected.")).toBeVisible();
  await checker.page.goto(REJECTED);
  await expect(checker.page.getByRole("row").filter({ hasText: name })).toContainText("The price is wrong.");
  await expect(checker.page.getByRole("button", { name: `Ask again for approval of ${name}` })).toHaveCount(
    0,
  );

  const { page } = maker;
  await page.goto(`${ACTIVITIES}/${id}`);
  await expect(page.getByText("The price is wrong.").first()).toBeVisible();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("{{2}} (required)", { exact: true }).fill("B-8");
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByText("Sent for approval.")).toBeVisible();
  await expect(page.getByText("Waiting for approval").first()).toBeVisible();
  expect((await read(maker.client, id)).request.columnMapping[1]?.value).toBe("B-8");
});

test("nobody approves what they have made themselves", async ({ page }) => {
  const shop = await withTemplate();
  await signedIn(page, shop.client);
  const { name, id } = await asked(shop.client, shop);
  await page.goto(`${ACTIVITIES}/${id}`);
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  await expect(approve).toHaveAccessibleDescription("You created this, so somebody else has to approve it.");
  await approve.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(APPROVED);
  await expect(page.getByRole("button", { name: `Approve ${name}` })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test.describe("when somebody else has changed it meanwhile", () => {
  test.use({ expectedErrors: [/409/] });

  test("what a checker has not seen is not approved before it is loaded anew", async ({ browser }) => {
    const shop = await withTemplate();
    const [maker, { page }] = [await makerOf(browser, shop), await checkerOf(browser, shop)];
    const { name, id } = await asked(maker.client, shop);
    await page.goto(APPROVED);
    await page.getByRole("button", { name: `Approve ${name}` }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Will get it1");
    await maker.client.call(activitiesApi.moveActivity, { params: { id, action: "withdraw" } });
    await maker.client.call(activitiesApi.moveActivity, { params: { id, action: "submit" } });
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(dialog).toContainText("It has been changed since you opened it.");
    await expect(dialog.getByRole("button", { name: "Approve" })).toBeDisabled();
    expect((await read(maker.client, id)).approval).toBe("pending");
    await dialog.getByRole("button", { name: "Load it again" }).click();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("Activity approved.")).toBeVisible();
  });

  test("a maker chooses between their version and the other one", async ({ page }) => {
    const shop = await withTemplate();
    await signedIn(page, shop.client);
    const { id } = await asked(shop.client, shop);
    await page.goto(`${ACTIVITIES}/form/${id}`);
    // Nothing is saved before the template's variables are known.
    const variable = page.getByLabel("{{2}} (required)", { exact: true });
    await expect(variable).toBeVisible();
    await page.getByLabel("Name of the activity").fill("Mine");
    await renamed(shop.client, id, "Theirs");
    await page.getByRole("button", { name: "Save as draft" }).click();
    await expect(page.getByText("Differences in theirs:")).toBeVisible();
    await page.getByRole("button", { name: "Load theirs" }).click();
    await expect(page.getByLabel("Name of the activity")).toHaveValue("Theirs");
    await expect(variable).toBeVisible();
    await page.getByRole("button", { name: "Save as draft" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Theirs" })).toBeVisible();
  });
});

test("a test of an activity goes to one's own number, and the screen stays", async ({ page }) => {
  const shop = await withTemplate();
  await signedIn(page, shop.client);
  const { id, name } = await asked(shop.client, shop);
  await page.goto(`${ACTIVITIES}/${id}`);
  await page.getByRole("button", { name: "Test to me" }).click();
  const dialog = page.getByRole("dialog", { name: "Test to me" });
  await expect(dialog.getByLabel("{{2}} (required)", { exact: true })).toHaveValue("B-7");
  await expect(dialog.getByLabel("Choose Template")).toHaveCount(0);
  const own = plain(freePhone());
  await dialog.getByLabel("Mobile Numbers").fill(own);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Broadcast started.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${ACTIVITIES}/${id}$`));
  const { broadcastList } = await shop.client.call(broadcastsApi.listBroadcasts, {
    query: { name: `Test: ${name}` },
  });
  const sent = await shop.client.call(broadcastsApi.getBroadcast, {
    params: { id: broadcastList[0]?.id ?? "" },
  });
  expect(sent.data).toMatchObject({ resourceType: "CAMPAIGN", resourceId: id, phoneNumbers: [own] });
});

test("a test of an activity with a file reads as the file's first row, and nobody of the file gets it", async ({
  page,
}) => {
  const shop = await withTemplate();
  await signedIn(page, shop.client);
  const { campaignId } = await asked(shop.client, shop);
  const send = (path: string, init?: RequestInit) => fetch(process.env.PLAYWRIGHT_TEST_BASE_URL + path, init);
  const path = await sendFile(send, shop.client, `Phone,City\n${plain(freePhone())},Pune\n`, "people.csv");
  await shop.client.call(dataFilesApi.checkDataFile, { body: { path } });
  const name = unique("Of a file");
  const { request } = bodyOf(shop, name);
  const { id } = await shop.client.call(activitiesApi.createActivity, {
    params: { id: campaignId },
    body: {
      name,
      request: {
        ...request,
        phoneNumber: [],
        audience: { file: { path, column: "Phone" } },
        columnMapping: [
          { variable: "body/1", type: "column", value: "row.City" },
          { variable: "body/2", type: "expression", value: "{row.City|home}" },
        ],
      },
    },
  });
  await page.goto(`${ACTIVITIES}/${id}`);
  await page.getByRole("button", { name: "Test to me" }).click();
  const dialog = page.getByRole("dialog", { name: "Test to me" });
  const own = plain(freePhone());
  await dialog.getByLabel("Mobile Numbers").fill("");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByLabel("Mobile Numbers")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Mobile Numbers").fill(own);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Broadcast started.")).toBeVisible();
  const { broadcastList } = await shop.client.call(broadcastsApi.listBroadcasts, {
    query: { name: `Test: ${name}` },
  });
  const { id: testId } = broadcastList[0] ?? { id: "" };
  const readTest = async () =>
    (await shop.client.call(broadcastsApi.getBroadcast, { params: { id: testId } })).data;
  // Its people are counted behind the answer to the press.
  await expect.poll(async () => (await readTest()).counts.total).toBe(1);
  const sent = await readTest();
  expect(sent.phoneNumbers).toEqual([own]);
  expect(sent.columnMapping).toEqual([
    { variable: "body/1", type: "static", value: "Pune" },
    { variable: "body/2", type: "expression", value: "Pune" },
  ]);
});

test("a campaign is paused, resumed, cloned and stopped, and deleted after a question", async ({ page }) => {
  const shop = await withTemplate();
  await signedIn(page, shop.client);
  const name = unique("Winter shoes");
  await shop.client.call(campaignsApi.createCampaign, { body: { name } });
  await page.goto(`${LIST}?q=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ hasText: name });
  const act = async (entry: string) => {
    await page.getByRole("button", { name: `More about ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: entry, exact: true }).click();
  };
  const answer = (word: string) =>
    page.getByRole("alertdialog").getByRole("button", { name: word, exact: true }).click();
  await act("Start");
  await expect(page.getByRole("alertdialog")).toContainText("It sends nothing by itself");
  await answer("Start");
  await expect(row).toContainText("Started");
  await act("Pause");
  await answer("Pause");
  await expect(row).toContainText("Paused");
  await act("Resume");
  await expect(page.getByRole("alertdialog")).toContainText("paused with it go on");
  await answer("Resume");
  await expect(row).toContainText("Started");
  await act("Stop");
  await expectAccessible(page);
  await answer("Stop");
  await expect(row).toContainText("Stopped");
  await act("Clone");
  await page.getByRole("dialog").getByRole("button", { name: "Clone" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Copy of ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await answer("Delete");
  await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  await expect(page.getByText(`Copy of ${name}`)).toHaveCount(0);
});

test("links' variables are mapped apart, and a template without them says so", async ({ page }) => {
  const shop = await withTemplate();
  await signedIn(page, shop.client);
  const { id } = await asked(shop.client, shop);
  await page.goto(`${ACTIVITIES}/form/${id}`);
  await page.getByRole("button", { name: "Map URL variables" }).click();
  const dialog = page.getByRole("dialog", { name: "Map URL variables" });
  await expect(dialog).toContainText("URL variable not found");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "View template" }).click();
  await expect(page.getByRole("dialog", { name: `Template ${shop.name}` })).toContainText("Hello Asha");
  await expectAccessible(page);
});

test("every screen of campaigns fits into a narrow window", async ({ page }) => {
  test.setTimeout(300_000);
  const shop = await withTemplate();
  await signedIn(page, shop.client);
  const { id, campaignId, campaign, name } = await asked(shop.client, shop);
  await page.setViewportSize({ width: 360, height: 740 });
  const screens: readonly (readonly [path: string, heading: string])[] = [
    [LIST, "Campaigns"],
    [`${LIST}/${campaignId}`, campaign],
    [ACTIVITIES, "Activities"],
    [`${ACTIVITIES}/${id}`, name],
    [`${ACTIVITIES}/form/${id}`, "Edit activity"],
    [APPROVED, "Approved Campaigns"],
    [REJECTED, "Rejected Campaigns"],
    ["/campaigns/report", "Campaign Report"],
  ];
  for (const [path, heading] of screens) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await fitsInWidth(page);
    await expectAccessible(page);
  }
});
