import type { Locator, Page } from "@playwright/test";
import { approvedTemplate } from "#tests/support/approved-template.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { colleagueOf } from "#tests/support/desk-colleague.ts";
import { drawn, expectFocusSeen, tabTo } from "#tests/support/keyboard.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { kept } from "#tests/support/template-examples.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";

/** Messages to many, made, approved and sent by somebody who has no mouse: nothing here is pressed but keys. */

const MAKER = 4;
const CHECKER = 5;
const plain = (phone: string) => phone.replaceAll(" ", "");

async function withTemplate() {
  const client = await clientOf("people");
  const name = unique("order").toLowerCase().replaceAll(/\W+/g, "_");
  return { client, name, ...(await approvedTemplate(client, kept.base, name)) };
}
type Shop = Awaited<ReturnType<typeof withTemplate>>;

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await expectFocusSeen(page, String(target));
  await page.keyboard.press("Enter");
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.insertText(text);
  await expect(target).toHaveValue(text);
}

/** Chooses in a list of the browser's own, an option further with each press. */
async function choose(page: Page, select: Locator, label: string): Promise<void> {
  const option = select.getByRole("option", { name: label, exact: true });
  await expect(option).toBeAttached();
  const value = (await option.getAttribute("value")) ?? "";
  const count = await select.getByRole("option").count();
  await tabTo(page, select);
  for (let presses = 0; presses < count && (await select.inputValue()) !== value; presses++) {
    await page.keyboard.press("ArrowDown");
    await drawn(page);
  }
  await expect(select).toHaveValue(value);
}

/** Channel, template, values and a recipient, in the order in which they stand in the form. */
async function fill(page: Page, { channel, name }: Shop, recipient: string): Promise<void> {
  await choose(page, page.getByLabel("Choose Channel"), channel);
  const template = page.getByRole("combobox", { name: "Choose Template" });
  await tabTo(page, template);
  await page.keyboard.insertText(name);
  const option = page.getByRole("option", { name });
  await expect(option).toBeVisible();
  await expect(async () => {
    if ((await option.getAttribute("data-focus")) === null) await page.keyboard.press("ArrowDown");
    expect(await option.getAttribute("data-focus")).not.toBeNull();
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(template).toHaveValue(name);
  await expect(page.getByLabel("{{2}} (required)", { exact: true })).toBeVisible();
  await type(page, page.getByLabel("Mobile Numbers"), recipient);
  await type(page, page.getByLabel("{{1}} (required)", { exact: true }), "Asha");
  await type(page, page.getByLabel("{{2}} (required)", { exact: true }), "B-7");
}

test("a broadcast is made and sent with the keyboard alone", async ({ page }) => {
  const shop = await withTemplate();
  const { client, name } = shop;
  await signedIn(page, client);
  await page.goto("/campaigns/broadcast");
  await press(page, page.getByRole("link", { name: "Send Template" }).first());
  await expect(page.getByRole("heading", { level: 1, name: "Send Template" })).toBeVisible();
  const recipient = plain(freePhone());
  await fill(page, shop, recipient);
  await expect(page.getByRole("region", { name: "Before you send" })).toContainText("Will get it1");
  await press(page, page.getByRole("button", { name: "Send", exact: true }));
  await expect(page.getByText("Broadcast started.")).toBeVisible();
  const { broadcastList } = await client.call(broadcastsApi.listBroadcasts, { query: { name } });
  expect(broadcastList).toHaveLength(1);
  const { data } = await client.call(broadcastsApi.getBroadcast, {
    params: { id: broadcastList[0]?.id ?? "" },
  });
  expect(data.phoneNumbers).toEqual([recipient]);
});

test("an activity is made, approved and started with the keyboard alone", async ({ browser }) => {
  test.setTimeout(300_000);
  const shop = await withTemplate();
  const maker = await colleagueOf(browser, shop.client, { roles: [MAKER], called: "Mia" });
  const checker = await colleagueOf(browser, shop.client, { roles: [CHECKER], called: "Chen" });
  const [campaign, activity] = [unique("Diwali"), unique("First offer")];
  const { id } = await maker.client.call(campaignsApi.createCampaign, { body: { name: campaign } });

  const { page } = maker;
  await page.goto(`/campaigns/campaigns-list/${id}`);
  await press(page, page.getByRole("link", { name: "New activity" }).first());
  await type(page, page.getByLabel("Name of the activity"), activity);
  await fill(page, shop, plain(freePhone()));
  await press(page, page.getByRole("button", { name: "Submit for approval" }));
  await expect(page.getByRole("heading", { level: 1, name: activity })).toBeVisible();

  const other = checker.page;
  await other.goto("/campaigns/approved");
  await press(other, other.getByRole("button", { name: `Approve ${activity}` }));
  const dialog = other.getByRole("dialog", { name: `Approve ${activity}?` });
  await expect(dialog).toContainText("Hello Asha, your order B-7");
  await press(other, dialog.getByRole("button", { name: "Approve", exact: true }));
  await expect(other.getByText("Activity approved.")).toBeVisible();

  await page.reload();
  await press(page, page.getByRole("button", { name: "Start", exact: true }));
  const asked = page.getByRole("alertdialog");
  await press(page, asked.getByRole("button", { name: "Start", exact: true }));
  await expect(page.getByText("Activity started.")).toBeVisible();
});
