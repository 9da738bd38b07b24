import { approvedTemplate } from "#tests/support/approved-template.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { colleagueOf } from "#tests/support/desk-colleague.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { kept } from "#tests/support/template-examples.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";

const ACTIVITIES = "/campaigns/activity-list";
const CHECKER = 5;
const VALUES = [
  { variable: "body/1", type: "expression" as const, value: "{contact.name|friend}" },
  { variable: "body/2", type: "static" as const, value: "B-7" },
];

const oneTemplate = async (client: Awaited<ReturnType<typeof clientOf>>) => {
  const name = unique("order").toLowerCase().replaceAll(/\W+/g, "_");
  return { name, ...(await approvedTemplate(client, kept.base, name)) };
};

test("a maker adds a fallback, a checker sees it, and the run says what becomes of it", async ({
  browser,
  page,
}) => {
  test.setTimeout(300_000);
  const client = await clientOf("people");
  const [first, second] = [await oneTemplate(client), await oneTemplate(client)];
  const [campaign, activity] = [unique("Diwali"), unique("First offer")];
  const phone = freePhone().replaceAll(" ", "");
  const { id: campaignId } = await client.call(campaignsApi.createCampaign, { body: { name: campaign } });
  const { id } = await client.call(activitiesApi.createActivity, {
    params: { id: campaignId },
    body: {
      name: activity,
      request: {
        channelId: first.channelId,
        phoneNumber: [phone],
        message: { template: { templateUId: first.id } },
        columnMapping: VALUES,
      },
    },
  });
  await signedIn(page, client);
  await page.goto(`${ACTIVITIES}/form/${id}`);
  const fallback = page.getByRole("region", { name: "Fallback", exact: true });
  // The variables of the message stand above it and come later: a press that they move aside hits nothing.
  await expect(
    page.getByRole("region", { name: "Variables", exact: true }).getByLabel("Track clicks"),
  ).toBeVisible();
  await fallback.getByLabel("Send something else to people it doesn't reach").check();
  await fallback.getByLabel("Not delivered within").fill("0");
  await page.getByRole("button", { name: "Submit for approval" }).click();
  const problems = page.getByRole("alert").filter({ hasText: "problem" });
  await expect(problems).toContainText("Fallback, Not delivered within: Enter a whole number from 1.");
  await expect(problems).toContainText("Fallback, Choose Channel: This Field is Mandatory");
  await problems.getByText("Fallback, Not delivered within").click();
  await expect(fallback.getByLabel("Not delivered within")).toBeFocused();
  await fallback.getByLabel("Not delivered within").fill("2");
  const message = page.getByRole("region", { name: "Message of the fallback" });
  await message.getByRole("radio", { name: "WhatsApp" }).check();
  await message.getByLabel("Choose Channel").selectOption({ label: second.channel });
  await message.getByRole("combobox", { name: "Choose Template" }).fill(second.name);
  await page.getByRole("option", { name: second.name }).click();
  const variables = page.getByRole("region", { name: "Variables of the fallback" });
  await variables.getByLabel("{{1}} (required)", { exact: true }).fill("neighbour");
  await variables.getByLabel("{{2}} (required)", { exact: true }).fill("B-9");
  const preview = page.getByRole("region", { name: "Preview of the fallback" });
  await expect(preview).toContainText("Hello neighbour, your order B-9");
  await expect(page.getByRole("region", { name: "Before you send" })).toContainText(
    "is known once it is sent",
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsInWidth(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByRole("heading", { level: 1, name: activity })).toBeVisible();
  const shown = page.getByRole("region", { name: "Fallback", exact: true });
  await expect(shown).toContainText("To anyone who isn't reached within 2 hours of their own message");
  await expect(shown).toContainText("B-9");
  await expectAccessible(page);

  const checker = await colleagueOf(browser, client, { roles: [CHECKER], called: "Chen" });
  await checker.page.goto("/campaigns/approved");
  await checker.page.getByRole("button", { name: `Approve ${activity}` }).click();
  const dialog = checker.page.getByRole("dialog", { name: `Approve ${activity}?` });
  await expect(dialog.getByRole("region", { name: "Fallback" })).toContainText("B-9");
  await expectAccessible(checker.page);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(checker.page.getByText("Activity approved.")).toBeVisible();

  await client.call(activitiesApi.moveActivity, { params: { id, action: "start" } });
  await page.reload();
  await expect(page.getByText("Reached by fallback: 0 (sent to 0)").first()).toBeVisible();
  await expect
    .poll(async () => (await client.call(activitiesApi.getActivity, { params: { id } })).counts.delivered, {
      timeout: 60_000,
    })
    .toBe(1);
  await client.call(simulatorApi.simulatedSay, {
    params: { id: first.channelId },
    body: { person: { name: "Ravi", phone }, body: { kind: "text", text: "Yes, two of them" } },
  });
  await expect
    .poll(async () => (await client.call(activitiesApi.getActivity, { params: { id } })).counts.replied, {
      timeout: 60_000,
    })
    .toBe(1);
  await page.reload();
  await expect(page.getByRole("table", { name: "Who has replied and with what" })).toContainText(
    "Yes, two of them",
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Fallback of run 1" }).click();
  await expect(page.getByText("It goes to people whom another broadcast didn't reach.")).toBeVisible();
  await page.getByRole("link", { name: "Open the first broadcast" }).click();
  await expect(page.getByRole("link", { name: "Open the fallback" })).toBeVisible();
  await expectAccessible(page);
});
