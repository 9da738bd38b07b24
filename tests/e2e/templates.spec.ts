import type { Page } from "@playwright/test";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { png } from "#tests/support/made-files.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { kept } from "#tests/support/template-examples.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import type { Template } from "#workers/contract/templates/template.ts";

const LIST = "/admin/messageTemplate/whatsapp";

/** Somebody signed in with a WhatsApp channel of the simulator. */
async function withChannel(page: Page) {
  const client = await signedIn(page, await clientOf("people"));
  const name = unique("Shop");
  const { id } = await client.call(channelsApi.createChannel, {
    body: { name, type: channelTypes.whatsApp, vendor: 91, contactId: name },
  });
  const create = (template: Template) =>
    client.call(templatesApi.createTemplate, { body: { ...template, channelId: id } });
  return { client, channel: name, id, create };
}
const nameOf = (word: string) => unique(word).toLowerCase().replaceAll(/\W+/g, "_");
test("a template is written beside its preview, mended, submitted and approved", async ({ page }) => {
  const { channel } = await withChannel(page);
  await page.goto(LIST);
  await page.getByRole("link", { name: "New template" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "New template" })).toBeVisible();
  const name = nameOf("order");
  await page.getByLabel("Template Name").fill(name);
  await page.getByLabel("Channel", { exact: true }).selectOption({ label: channel });
  const body = page.getByLabel("Text (required)", { exact: true });
  await body.fill("Hello {{name}}, your *order* is on its way to {{city}}");
  const problems = page.getByRole("region", { name: /to fix before|breaks the vendor's rules/ });
  await expect(problems).toContainText("3 problems to fix");
  await expect(problems).toContainText("(variable.edge)");
  await expect(page.getByText("54 of 1024 characters")).toBeVisible();
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(body).toBeFocused();
  await expect(page.getByText("The text can't begin or end with a variable").first()).toBeVisible();
  await expectAccessible(page);
  await body.fill("Hello {{name}}, your *order* is on its way to {{city}} now.");
  await page.getByLabel("Sample for {{name}} (text)").fill("Asha");
  await page.getByLabel("Sample for {{city}} (text)").fill("Pune");
  await page.getByRole("button", { name: "Add a button" }).click();
  await page.getByLabel("Button text").fill("Track it");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Hello Asha, your order is on its way to Pune now.");
  await expect(preview).toContainText("Track it");
  await expect(problems).toContainText("Nothing here breaks the vendor's rules.");
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const state = page.getByRole("status").filter({ hasText: /In review|Approved/ });
  await expect(state).toContainText("It can be sent.");
  await expect(page.getByRole("region", { name: "History" })).toContainText("Approved, by the vendor");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to Message Template" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Approved");
  await expectAccessible(page);
});

test("a template is added in another language, and shows the words of each beside it", async ({ page }) => {
  const { create } = await withChannel(page);
  const { id, name } = await create({ ...kept.base, name: nameOf("tongues") });
  await page.goto(`${LIST}/${id}`);
  const languages = page.getByRole("region", { name: "Languages" });
  await expect(languages).toContainText("English (this one)");
  await languages.getByLabel("Add a language").selectOption({ label: "Hindi" });
  await languages.getByRole("button", { name: "Add", exact: true }).click();
  await expect(languages).toContainText("Hindi (this one)");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(languages.getByLabel("Add a language").getByRole("option", { name: "Hindi" })).toHaveCount(0);
  await languages.getByText("Words in English").click();
  await expect(languages).toContainText(kept.base.components.body.text);
  await expectAccessible(page);
  await languages.getByRole("link", { name: "English" }).click();
  await expect(languages).toContainText("English (this one)");
});

test("a carousel moves on every four seconds and stands still under the pointer, in focus and when it is paused", async ({
  page,
}) => {
  const { create } = await withChannel(page);
  const { components } = kept.carousel;
  const cards = components.cards.map((card) => ({
    ...card,
    header: { format: "IMAGE", text: "", medium: null } as const,
  }));
  const { id } = await create({
    ...kept.carousel,
    name: nameOf("shoes"),
    components: { ...components, cards },
  });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await page.goto(`${LIST}/${id}`);
  const carousel = page.getByRole("region", { name: "Preview" }).getByRole("group", { name: "Cards" });
  const card = (number: number) => carousel.getByRole("group", { name: `Card ${number} of 2` });
  const away = () => page.mouse.move(0, 0);
  // From here on time passes only where the test says so.
  await carousel.hover();
  await expect(carousel.locator("[aria-live=polite]")).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  if (await card(2).isVisible()) await carousel.getByRole("button", { name: "Next card" }).click();
  await expect(card(1)).toContainText("Blue shoes");
  await page.clock.runFor(5_000);
  await expect(card(1)).toBeVisible();
  await page.getByLabel("Template Name").focus();
  await away();
  // The four seconds begin when the cards go on, which is a moment after the pointer has left.
  await expect(card(1)).toHaveAttribute("aria-live", "off");
  await page.clock.runFor(3_999);
  await expect(card(1)).toBeVisible();
  await page.clock.runFor(2);
  await expect(card(2)).toContainText("Red shoes");
  await carousel.getByRole("button", { name: "Pause the cards" }).press("Enter");
  await page.getByLabel("Template Name").focus();
  await page.clock.runFor(5_000);
  await expect(card(2)).toBeVisible();
  await carousel.getByRole("button", { name: "Next card" }).click();
  await expect(card(1)).toBeVisible();
});

test("a sample file is uploaded, shown in the preview and kept; an offer and its rules fit at 360 px", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await withChannel(page);
  await page.goto(`${LIST}/create`);
  const name = nameOf("sale");
  await page.getByLabel("Template Name").fill(name);
  await page.getByLabel("Marketing").check();
  await page.getByLabel("Limited-time offer").check();
  await page.getByLabel("Header").selectOption("Picture");
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "shoes.png", mimeType: "image/png", buffer: Buffer.from(png(80, 50)) });
  await page.getByRole("button", { name: "Use this part" }).click();
  await expect(page.getByText(/^shoes\.png, /)).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Preview" }).getByRole("img", { name: "shoes.png" }),
  ).toBeVisible();
  await page.getByLabel("Offer text").fill("Sixteen letters.");
  await expect(page.getByText("16 of 15 characters")).toBeVisible();
  await page.getByLabel("Offer text").fill("Ends soon");
  await page.getByLabel("Text (required)", { exact: true }).fill("All shoes cost less until Friday.");
  await page.getByRole("button", { name: "Add a button" }).click();
  await page.getByLabel("Button 1", { exact: true }).selectOption("Copy a code");
  await page.getByLabel("Sample code").fill("SAVE20");
  await page.getByRole("button", { name: "Add a button" }).click();
  await page.getByLabel("Button 2", { exact: true }).selectOption("Open a website");
  await page.getByLabel("Button text").last().fill("Open");
  await page.getByLabel("Website address").fill("https://shop.example");
  await expect(page.getByText("Nothing here breaks the vendor's rules.")).toBeVisible();
  await fitsInWidth(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^shoes\.png, /)).toBeVisible();
  await page.goto(LIST);
  await fitsInWidth(page);
});

test.describe("while the vendor does not answer", () => {
  test.use({ expectedErrors: [/409/] });

  test("a sync says so, and what is there stays", async ({ page }) => {
    const { create, channel } = await withChannel(page);
    const { name } = await create({ ...kept.base, name: nameOf("news") });
    await page.goto(LIST);
    await page.getByLabel("Channel", { exact: true }).selectOption({ label: channel });
    await page.route("**/templates/sync", (route) =>
      route.fulfill({
        status: 409,
        json: { status: false, message: "The vendor didn't answer with its templates." },
      }),
    );
    await page.getByRole("button", { name: "Sync with the vendor" }).click();
    await expect(page.getByText("The vendor didn't answer with its templates.").first()).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Draft");
  });
});

test.describe("while the vendor cannot be asked", () => {
  test.use({ expectedErrors: [/409/] });

  test("a new template is kept once, and the second try submits that one", async ({ page }) => {
    const { client, channel } = await withChannel(page);
    await page.goto(`${LIST}/create`);
    const name = nameOf("once");
    await page.getByLabel("Template Name").fill(name);
    await page.getByLabel("Channel", { exact: true }).selectOption({ label: channel });
    await page.getByLabel("Text (required)", { exact: true }).fill("Your order is on its way to you.");
    await page.route("**/submit", (route) =>
      route.fulfill({ status: 409, json: { status: false, message: "Not now." } }),
    );
    await page.getByRole("button", { name: "Submit for review" }).click();
    await expect(page.getByText("Not now.")).toBeVisible();
    await page.unroute("**/submit");
    await page.getByRole("button", { name: "Submit for review" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /In review|Approved/ })).toBeVisible();
    const { templates } = await client.call(templatesApi.listTemplates, { query: { name } });
    expect(templates).toHaveLength(1);
  });
});

test.describe("while somebody else works on it", () => {
  test.use({ expectedErrors: [/409/] });

  test("what somebody else has saved meanwhile is not overwritten; a template is duplicated and deleted by its name", async ({
    page,
  }) => {
    const { client, create } = await withChannel(page);
    const made = await create({ ...kept.base, name: nameOf("bill") });
    await page.goto(`${LIST}/${made.id}`);
    await page.getByLabel("Footer").fill("Mine");
    const { name, language, category, components } = made;
    await client.call(templatesApi.updateTemplate, {
      params: { id: made.id },
      body: {
        name,
        language,
        category,
        components: { ...components, footer: { text: "Theirs" } },
        revision: 1,
      },
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("saved", { exact: false }).first()).toBeVisible();
    await page.getByRole("button", { name: "Load theirs" }).click();
    await expect(page.getByLabel("Footer")).toHaveValue("Theirs");
    await page.goto(LIST);
    await page.getByRole("button", { name: `Duplicate ${name}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${name}_2` })).toBeVisible();
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("textbox").fill(`${name}_2`);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(1);
  });
});

test("an SMS is written as it is registered, released and found among its own kind", async ({ page }) => {
  const client = await signedIn(page, await clientOf("people"));
  const channel = unique("Alerts");
  await client.call(channelsApi.createChannel, {
    body: { name: channel, type: channelTypes.sms, vendor: 91, contactId: channel },
  });
  await page.goto(LIST);
  await page.getByLabel("Channel type").selectOption({ label: "SMS" });
  // The list is of that kind once it has come.
  await expect(page.getByLabel("Channel type")).toHaveValue("sms");
  await page.getByRole("link", { name: "New template" }).first().click();
  const name = unique("Debit alert");
  await page.getByLabel("Template Name").fill(name);
  await page.getByLabel("Channel", { exact: true }).selectOption({ label: channel });
  await page.getByLabel("Text (required)", { exact: true }).fill("Dear {#var#}, Rs {{amount}} left.");
  await page.getByLabel("DLT template id").fill("1107160000000012345");
  await page.getByLabel("Header (required)").selectOption({ label: "-T, transactional" });
  await page.getByRole("button", { name: "Release for sending" }).click();
  await expect(page.getByText("Write a variable as it is registered").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Text (required)", { exact: true }).fill("Dear {#var#}, Rs {#numeric#} left.");
  await expect(page.getByText("1 SMS (GSM-7)")).toBeVisible();
  await page.getByRole("button", { name: "Release for sending" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It can be sent." })).toBeVisible();
  await page.getByRole("link", { name: "Back to Message Template" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Approved");
  await page.getByLabel("Channel type").selectOption({ label: "WhatsApp" });
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
});
