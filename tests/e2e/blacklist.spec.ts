import { readFile } from "node:fs/promises";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { customersTexts } from "#texts/customers.ts";
import { listsTexts } from "#texts/lists.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import * as blacklistApi from "#workers/contract/endpoints/blacklist.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as customerReachApi from "#workers/contract/endpoints/customer-reach.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

type Consents = ReplyOf<typeof customerReachApi.customerConsents>;
const BLACKLIST = "/campaigns/blacklist";
const plain = (phone: string): string => phone.replaceAll(/[^+\d]/g, "");

test("numbers are added by pasting, found, explained and deleted, with the keyboard alone", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("quiet"));
  const { blackList } = await client.call(blacklistApi.listBlacklist, {});
  if (blackList.length > 0)
    await client.call(blacklistApi.removeManyFromBlacklist, { body: { ids: blackList.map(({ id }) => id) } });
  await page.goto(BLACKLIST);
  await expect(page.getByText(texts.none, { exact: true })).toBeVisible();
  await expectAccessible(page);

  const [first, second] = [freePhone(), freePhone()];
  await page.getByRole("button", { name: texts.add, exact: true }).first().focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(texts.addresses)).toBeFocused();
  await page.keyboard.insertText(`${first}\n${second}, asha@example.com; not a number`);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel(texts.channel)).toBeFocused();
  await dialog.getByLabel(texts.channel).selectOption("SMS");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel(texts.reason)).toBeFocused();
  await page.keyboard.type("Asked by letter");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText(texts.notTaken(1));
  await expect(dialog.getByLabel(texts.addresses)).toHaveValue("not a number");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const table = page.getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(4);
  await expect(table.getByRole("row", { name: plain(first) })).toContainText("SMS");
  await expect(table.getByRole("row", { name: plain(first) })).toContainText("Asked by letter");
  await expectAccessible(page);

  await page.getByRole("textbox", { name: texts.search }).fill(first);
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: texts.edit(plain(first)) }).click();
  await dialog.getByLabel(texts.reason).fill("Complained twice");
  await dialog.getByLabel(texts.reason).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(table.getByRole("row", { name: plain(first) })).toContainText("Complained twice");

  await page.getByRole("button", { name: texts.remove(plain(first)) }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(texts.removeTitle(1, plain(first)));
  await expectAccessible(page);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(texts.noneFound(first))).toBeVisible();
  await page.getByRole("textbox", { name: texts.search }).fill("");
  await expect(table.getByRole("row")).toHaveCount(3);
  await page.getByLabel(listsTexts.selectPage).check();
  await page.getByRole("button", { name: texts.removeMany(2) }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(texts.none, { exact: true })).toBeVisible();

  // A longer page is chosen once for the device, and is in the address.
  await client.call(blacklistApi.addToBlacklist, {
    body: { addresses: Array.from({ length: 25 }, freePhone) },
  });
  await page.goto(BLACKLIST);
  await expect(table.getByRole("row")).toHaveCount(21);
  await expect(page.getByText(uiTexts.found(25, false))).toBeVisible();
  await page.getByLabel(listsTexts.selectPage).check();
  await page.getByRole("button", { name: listsTexts.selectMatching("25", false) }).click();
  await expect(
    page.getByRole("status").filter({ hasText: listsTexts.matchingSelected("25", false) }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: texts.removeMatching }).click();
  await expect(question).toContainText(texts.removeMatchingTitle);
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel(uiTexts.rowsAPage).selectOption(uiTexts.rows(50));
  await expect(table.getByRole("row")).toHaveCount(26);
  await expect(page).toHaveURL(/[?&]rows=50/);
  await expectAccessible(page);
  await page.goto(BLACKLIST);
  await expect(table.getByRole("row")).toHaveCount(26);
  await page.getByLabel(uiTexts.rowsAPage).selectOption(uiTexts.rows(20));
  await expect(table.getByRole("row")).toHaveCount(21);
  await page.getByLabel(listsTexts.selectPage).check();
  await page.getByRole("button", { name: listsTexts.selectMatching("25", false) }).click();
  await page.getByRole("button", { name: texts.removeMatching }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(texts.removed(25))).toBeVisible();
  await expect(page.getByText(texts.none, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: listsTexts.undo }).press("Enter");
  await expect(page.getByText(texts.restored(25))).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(21);
  await expect(page.getByRole("button", { name: listsTexts.undo })).toHaveCount(0);
  // The bar stays in sight far below, and what was done comes into sight.
  const lowest = table.getByRole("row").last();
  await lowest.getByRole("checkbox").check();
  await page.getByRole("button", { name: texts.removeMany(1), exact: true }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(texts.removed(1))).toBeInViewport();
  await page.getByRole("button", { name: listsTexts.undo }).click();
  await expect(page.getByText(texts.restored(1))).toBeVisible();

  // Very many are taken off by a job: the tab may be closed, and finds it again.
  await client.call(blacklistApi.addToBlacklist, {
    body: { addresses: Array.from({ length: blacklistApi.MOST_REMOVED + 1 }, freePhone) },
  });
  await page.reload();
  await page.getByLabel(listsTexts.selectPage).check();
  await page.getByRole("button", { name: listsTexts.selectMatching("1,000", true) }).click();
  await page.getByRole("button", { name: texts.removeMatching }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  const taken = blacklistApi.MOST_REMOVED + 26;
  await expect(page.getByText(texts.removed(taken))).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: listsTexts.undo }).click();
  await expect(page.getByText(texts.restored(taken))).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(21);
});

test("a file is imported while its progress shows, and the rows that were not taken can be downloaded", async ({
  page,
}) => {
  await signedIn(page, await clientOf("quiet"));
  await page.goto(BLACKLIST);
  await page.getByRole("button", { name: texts.import, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: texts.begin }).click();
  await expect(dialog.getByText("Choose a file first.").first()).toBeVisible();
  const [one, two] = [freePhone(), freePhone()];
  const csv = `Phone,Reason\n"${one}",wrong number\n"${two}",\nsomething,\n`;
  await dialog
    .getByLabel(texts.choose)
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog.getByLabel(texts.reason).fill("From the old system");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: texts.begin }).click();
  await expect(dialog).toContainText(texts.importDone);
  await expect(dialog).toContainText("Not taken1");
  await expectAccessible(page);
  const rejects = page.waitForEvent("download");
  await dialog.getByRole("button", { name: texts.rejects }).click();
  expect(await readFile(await (await rejects).path(), "utf8")).toContain("something,");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("row", { name: plain(two) })).toContainText("From the old system");
  await expect(page.getByRole("row", { name: plain(one) })).toContainText(texts.imported);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: texts.export }).click();
  expect(await readFile(await (await file).path(), "utf8")).toContain(
    `'${plain(one)},All channels,wrong number`,
  );
});

test("the blacklist and its dialogs fit a phone", async ({ page }) => {
  const client = await signedIn(page, await clientOf("quiet"));
  const phone = freePhone();
  await client.call(blacklistApi.addToBlacklist, {
    body: { addresses: [phone], reason: "A reason that is as long as people write them when they are angry" },
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(BLACKLIST);
  const row = page.getByRole("row", { name: plain(phone) });
  await expect(row).toContainText("All channels · A reason");
  await fitsInWidth(page);
  await expectAccessible(page);
  for (const name of [texts.add, texts.import]) {
    await page.getByRole("button", { name, exact: true }).first().click();
    await expect(page.getByRole("dialog").getByLabel(texts.reason)).toBeVisible();
    await fitsInWidth(page);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("a customer's page has all that they agreed to and refused, with where it came from", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("quiet"));
  const channel = unique("Desk");
  const { id } = await client.call(channelsApi.createChannel, {
    body: { name: channel, type: 4, vendor: 91, contactId: channel },
  });
  const person = { name: unique("Ravi"), phone: freePhone() };
  const say = (text: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id },
      body: { person, body: { kind: "text", text } },
    });
  const found = async () =>
    (await client.call(customersApi.listCustomers, { query: { search: person.name } })).customers.customers;
  await say("hello");
  await expect.poll(async () => (await found()).length).toBe(1);
  const customer = (await found())[0]?.id ?? "";
  await page.goto(`/customer-master/customers/view/${customer}`);
  await page.getByRole("tab", { name: "Consent" }).click();
  const panel = page.getByRole("tabpanel");
  await expect(panel).toContainText("Nothing agreed to or refused yet");
  await say("stop");
  const said = async () =>
    (await client.call(customerReachApi.customerConsents, { params: { id: customer } })).consents.length;
  await expect.poll(said).toBe(2);
  await client.call(blacklistApi.addToBlacklist, { body: { addresses: [person.phone] } });
  await page.reload();
  await page.getByRole("tab", { name: "Consent" }).click();
  await expect(panel.getByRole("row")).toHaveCount(5);
  const offers = panel.getByRole("row", { name: /^Offers/ });
  await expect(offers.first()).toContainText("Blacklist");
  await expect(offers.last()).toContainText("stop");
  await expect(offers.last()).toContainText("Their message");
  await expectAccessible(page);
  // A yes in a form that waits for its confirmation is neither given nor refused yet.
  await page.route("**/consents?*", async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: Consents };
    const consents = json.data.consents.map((each) => ({
      ...each,
      ...{ given: false, source: "pendingForm" },
    }));
    await route.fulfill({ json: { ...json, data: { ...json.data, consents } } });
  });
  await page.reload();
  await page.getByRole("tab", { name: "Consent" }).click();
  await expect(offers.first()).toContainText("An answer to a form that waits for a confirmation");
  await expect(offers.first()).toContainText(customersTexts.pending);
  await expect(panel).not.toContainText(customersTexts.refused);
});
