import { approvedTemplate } from "#tests/support/approved-template.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { colleagueOf } from "#tests/support/desk-colleague.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { kept } from "#tests/support/template-examples.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

const ACTIVITIES = "/campaigns/activity-list";
const CHECKER = 5;
const VALUES = [
  { variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" },
  { variable: "body/2", type: "static" as const, value: "B-7" },
];

test("a maker compares two messages, a checker sees both, and somebody sends one of them to the rest", async ({
  browser,
  page,
}) => {
  test.setTimeout(300_000);
  const client = await clientOf("people");
  const name = unique("order").toLowerCase().replaceAll(/\W+/g, "_");
  const first = await approvedTemplate(client, kept.base, name);
  const [campaign, activity] = [unique("Diwali"), unique("Two offers")];
  const numbers = Array.from({ length: 24 }, () => freePhone().replaceAll(" ", ""));
  const { id: campaignId } = await client.call(campaignsApi.createCampaign, { body: { name: campaign } });
  const { id } = await client.call(activitiesApi.createActivity, {
    params: { id: campaignId },
    body: {
      name: activity,
      request: {
        channelId: first.channelId,
        phoneNumber: numbers,
        message: { template: { templateUId: first.id } },
        columnMapping: VALUES,
      },
    },
  });
  await signedIn(page, client);
  await page.goto(`${ACTIVITIES}/form/${id}`);
  const rule = page.getByRole("region", { name: "Compare two messages" });
  await rule.getByLabel("Try a second message, and send the better one to the rest").press("Space");
  await rule.getByLabel("People for each message, in %").fill("60");
  await page.getByRole("button", { name: "Submit for approval" }).click();
  const problems = page.getByRole("alert").filter({ hasText: "problem" });
  await expect(problems).toContainText(
    "Message B, People for each message, in %: Enter a whole number from 1 to 50.",
  );
  await expect(problems).toContainText("Message B, Choose Template: This Field is Mandatory");
  await problems.getByText("Message B, People for each message, in %").click();
  await expect(rule.getByLabel("People for each message, in %")).toBeFocused();
  await rule.getByLabel("People for each message, in %").fill("40");
  await expect(rule).toContainText("20 % are the rest.");
  await expect(page.getByText("can't have a fallback")).toBeVisible();
  const message = page.getByRole("region", { name: "Message B", exact: true });
  await message.getByRole("combobox", { name: "Choose Template" }).fill(name);
  await page.getByRole("option", { name }).click();
  const variables = page.getByRole("region", { name: "Variables of message B" });
  await variables.getByLabel("{{1}} (required)", { exact: true }).fill("neighbour");
  await variables.getByLabel("{{2}} (required)", { exact: true }).fill("B-9");
  await expect(page.getByRole("region", { name: "Preview of message B" })).toContainText(
    "Hello neighbour, your order B-9",
  );
  await expect(page.getByRole("region", { name: "Before you send" })).toContainText(
    "Message A: 10. Message B: 10. The rest: 4.",
  );
  // An element half below a bar has no size of its own, as in any long form.
  await rule.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  // The draft is kept in the tab.
  await page.reload();
  await expect(variables.getByLabel("{{2}} (required)", { exact: true })).toHaveValue("B-9");
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByRole("heading", { level: 1, name: activity })).toBeVisible();
  const shown = page.getByRole("region", { name: "Message B", exact: true });
  await expect(shown).toContainText(
    "Each message goes to 40 % of the people. 4 hours after the last of them was called",
  );
  await expect(shown).toContainText("B-9");
  await expectAccessible(page);

  const checker = await colleagueOf(browser, client, { roles: [CHECKER], called: "Chen" });
  await checker.page.goto("/campaigns/approved");
  await checker.page.getByRole("button", { name: `Approve ${activity}` }).click();
  const dialog = checker.page.getByRole("dialog", { name: `Approve ${activity}?` });
  await expect(dialog.getByRole("region", { name: "Message B" })).toContainText("B-9");
  await expect(dialog).toContainText("the rest gets the one to which a greater share has replied");
  await expectAccessible(checker.page);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(checker.page.getByText("Activity approved.")).toBeVisible();

  await client.call(activitiesApi.moveActivity, { params: { id, action: "start" } });
  const run = async () =>
    (await client.call(activitiesApi.getActivity, { params: { id } })).broadcasts[0]?.comparison;
  await expect
    .poll(async () => [(await run())?.a.status, (await run())?.b.status].join(), { timeout: 90_000 })
    .toBe("completed,completed");
  const { data: ofA } = await client.call(broadcastsApi.getBroadcast, {
    params: { id: (await run())?.a.id ?? "" },
  });
  await client.call(simulatorApi.simulatedSay, {
    params: { id: first.channelId },
    body: { person: { name: "Ravi", phone: ofA.phoneNumbers[0] ?? "" }, body: { kind: "text", text: "Yes" } },
  });
  await expect
    .poll(async () => (await client.call(activitiesApi.getActivity, { params: { id } })).counts.replied)
    .toBe(1);
  await page.reload();
  const days = page.getByRole("region", { name: "By day" });
  await expect(days.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("table", { name: "Who has replied and with what" })).toContainText(
    "Message A: ",
  );
  // A test is of one of the two.
  await page.getByRole("button", { name: "Test to me" }).click();
  const own = page.getByRole("dialog", { name: "Test to me" });
  await own.getByLabel("Message B").check();
  await expect(own.getByLabel("{{2}} (required)", { exact: true })).toHaveValue("B-9");
  await own.getByLabel("Message A").check();
  await expect(own.getByLabel("{{2}} (required)", { exact: true })).toHaveValue("B-7");
  await own.getByRole("button", { name: "Close" }).first().click();
  const card = page.getByRole("region", { name: "Comparison", exact: true });
  await expect(card.getByRole("table", { name: "The two messages and the rest" })).toBeVisible();
  await expect(card).toContainText("Message B less message A:");
  await expect(card).toContainText("The rest waits.");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await card.getByRole("button", { name: "Send B to the rest" }).click();
  const question = page.getByRole("alertdialog", { name: "Send message B to the rest?" });
  await expect(question).toContainText("can't be undone");
  await question.getByRole("button", { name: "Send B to the rest" }).click();
  await expect(card).toContainText("Message B goes to the rest. It was chosen by hand");
  await expect
    .poll(async () => (await client.call(activitiesApi.getActivity, { params: { id } })).counts.delivered, {
      timeout: 90_000,
    })
    .toBe(numbers.length);
  await page.reload();
  await expect(card.getByRole("row", { name: "The rest, message B" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Decisions" })).toContainText("Message chosen by");
  await expectAccessible(page);
  await card.getByRole("link", { name: /^Message A, Delivered: / }).click();
  await expect(page.getByText("It tries message A of two on a part of the audience.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open the comparison" }).click();
  await expect(card).toBeVisible();
});
