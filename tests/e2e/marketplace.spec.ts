import type { ApiClient } from "#db/seed/client.ts";
import { makeBot } from "#tests/support/bot.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { installed } from "#tests/support/marketplace.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";
import { createChannel } from "#workers/contract/endpoints/channels.ts";
import {
  createTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "#workers/contract/endpoints/templates.ts";
import { createWaFlow } from "#workers/contract/endpoints/wa-flows.ts";
import { createForm, getFormDraft, saveFormDraft } from "#workers/contract/endpoints/forms.ts";
import { listPackages } from "#workers/contract/endpoints/marketplace.ts";

const MARKET = "/marketplace/list";

test("a package is found, looked into, installed and said to be used here", async ({ page }) => {
  const house = await clientOf("house");
  await signedIn(page, house);
  await page.goto(MARKET);
  const cards = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(cards.nth(11)).toBeVisible();
  await expectAccessible(page, [360, 1280]);
  await page.getByRole("textbox", { name: "Search by name" }).fill("feedback");
  await expect(page.getByText("1 package", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Look inside: Feedback after a chat" }).click();
  const inside = page.getByRole("dialog", { name: "Feedback after a chat" });
  await expect(inside.getByRole("region", { name: "Steps" })).toContainText("Offer Good, Fair, Bad");
  await expectAccessible(page, [1280]);
  await inside.getByRole("button", { name: "List" }).click();
  await expect(inside.getByText("How did we do in this chat?")).toBeVisible();
  await inside.getByRole("button", { name: "Install" }).click();

  const dialog = page.getByRole("dialog", { name: "Install Feedback after a chat" });
  const name = unique("Asked");
  await dialog.getByLabel(/^New name of/).fill("");
  await dialog.getByRole("button", { name: "Install" }).click();
  await expect(dialog.getByText("Enter a name.").first()).toBeVisible();
  await dialog.getByLabel(/^New name of/).fill(name);
  await expectAccessible(page, [1280]);
  await dialog.getByRole("button", { name: "Install" }).dblclick();
  await expect(dialog.getByText("It is a draft")).toBeVisible();
  await dialog.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/\/designer\/journey\/[\w-]+$/);
  await page.goBack();
  await expect(page.getByText("Used here (v1)")).toBeVisible();
});

test("what somebody has changed is told before it is replaced, and a copy is proposed", async ({ page }) => {
  const house = await clientOf("house");
  await signedIn(page, house);
  await page.goto(`${MARKET}?q=lead`);
  const install = async () => {
    await page.getByRole("button", { name: /^Install/ }).click();
    const dialog = page.getByRole("dialog", { name: "Install Lead form" });
    await expect(dialog.getByRole("button", { name: "Install" })).toBeVisible();
    return dialog;
  };
  const first = await install();
  await first.getByRole("button", { name: "Install" }).click();
  await expect(first.getByText("It is a draft")).toBeVisible();
  await first.getByRole("button", { name: "Close" }).last().click();
  const { packages } = await house.call(listPackages);
  const used = packages.find(({ id }) => id === "lead-form")?.used?.things[0];
  const params = { id: used?.id ?? "" };
  const { name, content, revision } = await house.call(getFormDraft, { params });
  await house.call(saveFormDraft, {
    params,
    body: { name, content: { ...content, title: "Ours" }, revision },
  });
  const again = await install();
  const what = again.getByLabel(/what to do with it$/);
  await expect(what).toHaveValue("new");
  await what.selectOption("existing");
  await expect(again.getByText(/replacing loses those changes/)).toBeVisible();
  await expectAccessible(page, [360]);
});

test("a form is shared on the shelf, found by its note and taken down", async ({ page }) => {
  const house = await clientOf("house");
  await signedIn(page, house);
  const name = unique("Visit");
  await house.call(createForm, { body: { name } });
  await page.goto(`${MARKET}?tab=shelf`);
  await page.getByRole("button", { name: "Share on my shelf" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Share on my shelf" });
  await dialog.getByLabel("Kind").selectOption("form");
  await dialog.getByLabel(/^What/).selectOption({ label: name });
  await dialog.getByLabel(/^Note/).fill(`For ${name}`);
  await expectAccessible(page, [360]);
  await dialog.getByRole("button", { name: "Share on my shelf" }).click();
  const card = page.getByRole("listitem").filter({ hasText: `For ${name}` });
  await expect(card).toBeVisible();
  await expectAccessible(page, [360]);
  // Shared once more it is the next version, with the words that it has.
  await card.getByRole("button", { name: `Share again: ${name}` }).click();
  const again = page.getByRole("dialog", { name: "Share on my shelf" });
  await expect(again.getByLabel("On the shelf it is").locator("option:checked")).toHaveText(
    `Version 2 of “${name}”`,
  );
  await expect(again.getByLabel(/^Note/)).toHaveValue(`For ${name}`);
  await expectAccessible(page, [360]);
  await again.getByRole("button", { name: "Share on my shelf" }).click();
  await expect(again).toBeHidden();
  await expect(card).toContainText("v2, ");
  await card.getByRole("button", { name: "Take off the shelf" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take off the shelf" }).click();
  await expect(card).toHaveCount(0);
});

const newChannel = (client: ApiClient) => {
  const name = unique("Market");
  return client.call(createChannel, { body: { name, type: 4, vendor: 91, contactId: name } });
};

test("templates are shared as a set, of those that are ticked", async ({ page }) => {
  const client = await signedIn(page, await clientOf("house"));
  const { id: channelId } = await newChannel(client);
  const set = unique("Set");
  const named = ["one", "two"].map((each) => `${each}_${set}`.toLowerCase().replaceAll(/[^a-z0-9_]/g, "_"));
  for (const name of named)
    await client.call(createTemplate, {
      body: { channelId, name, language: "en", category: "UTILITY", components: { body: { text: "Come." } } },
    });
  await page.goto(`${MARKET}?tab=shelf`);
  await page.getByRole("button", { name: "Share on my shelf" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Share on my shelf" });
  await dialog.getByLabel("Kind").selectOption("templates");
  await dialog.getByLabel(/^Name/).fill(set);
  await dialog.getByRole("button", { name: "Share on my shelf" }).click();
  await expect(dialog.getByText("Choose what to share.").first()).toBeVisible();
  for (const name of named) await dialog.getByRole("checkbox", { name: `${name}/en` }).check();
  await expectAccessible(page, [360]);
  await dialog.getByRole("button", { name: "Share on my shelf" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: set })).toContainText("2 templates");
});

test("a form, a WhatsApp flow and a bot are shared from the menus of their rows", async ({ page }) => {
  const client = await signedIn(page, await clientOf("house"));
  const [form, flow] = [unique("Visit"), unique("Booking")];
  await client.call(createForm, { body: { name: form } });
  const { id: channelId } = await newChannel(client);
  await client.call(createWaFlow, {
    body: { name: flow, categories: ["OTHER"], channelId, content: { version: "7.3", screens: [] } },
  });
  const { name: bot } = await makeBot(client);
  for (const [address, menu, name] of [
    [`/encaps/forms?q=${form}`, `Actions for ${form}`, form],
    [`/whatsapp-flow?q=${flow}`, `Actions for ${flow}`, flow],
    [`/bots?q=${bot}`, `Menu for ${bot}`, bot],
  ] as const) {
    await page.goto(address);
    await page.getByRole("button", { name: menu }).click();
    await page.getByRole("menuitem", { name: "Share on my shelf" }).click();
    const dialog = page.getByRole("dialog", { name: "Share on my shelf" });
    await expect(dialog.getByLabel(/^What/).locator("option:checked")).toHaveText(name);
    await dialog.getByRole("button", { name: "Share on my shelf" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  }
});

/** The state of somebody who has installed the first version: without the newer template, and with the old words of one. */
async function asFirstVersion(client: ApiClient): Promise<void> {
  await installed(client, { package: "order-updates" });
  const { templates } = await client.call(listTemplates);
  const newer = templates.find(({ name }) => name === "order_returned")?.id ?? "";
  for (const path of tenantFiles(process.env.CHATBIRD_TEST_STATE ?? "")) {
    const database = openSqlite(path);
    const run = (sql: string) => database.prepare(sql).bind(newer).all();
    await run(`UPDATE marketplace_installs SET version = 1,
      things = (SELECT json_group_array(json(iif(t.value->>'name' = 'order_delayed', json_set(t.value, '$.sum', 'earlier'), t.value)))
        FROM json_each(things) t WHERE t.value->>'id' <> ?1) WHERE source = 'order-updates' AND instr(things, ?1) > 0`);
    await run("DELETE FROM templates WHERE id = ?1");
    database.close();
  }
}

test("a second version is shown with what it changes, and leaves alone what staff have changed", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("house"));
  await newChannel(client);
  await asFirstVersion(client);
  const { templates } = await client.call(listTemplates);
  const params = { id: templates.find(({ name }) => name === "order_delivered")?.id ?? "" };
  const { template } = await client.call(getTemplate, { params });
  const { name, language, category, revision } = template;
  const ours = { text: "Ours {{1}}, {{2}}.", samples: ["Asha", "B-1042"] };
  const components = { ...template.components, body: ours };
  await client.call(updateTemplate, { params, body: { name, language, category, components, revision } });

  await page.goto(`${MARKET}?q=Order+updates`);
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Order updates", exact: true }) });
  await expect(card).toContainText("Used here (v1)");
  await expect(card).toContainText("New in v2: A late order may be cancelled free of charge");
  await card.getByRole("button", { name: "Update to v2" }).click();
  const dialog = page.getByRole("dialog", { name: "Update Order updates to v2" });
  await expect(dialog).toContainText("New in v2:");
  const part = (of: string) => dialog.getByRole("listitem").filter({ hasText: of });
  await expect(part("order_delayed").getByRole("combobox")).toHaveValue("existing");
  await expect(part("order_returned").getByRole("textbox")).toHaveValue("order_returned");
  await expect(part("order_confirmed")).toContainText("This version has nothing new for it.");
  await expect(part("order_delivered")).toContainText("what you have changed stays");
  await expectAccessible(page, [360, 1280]);
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog.getByText("It is a draft")).toBeVisible();
  await expect(dialog.getByRole("link")).toHaveText(["order_delayed", "order_returned"]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(card).toContainText("Used here (v2)");
  await expect(card.getByRole("button", { name: "Install again" })).toBeVisible();
  const kept = await client.call(getTemplate, { params });
  expect(kept.template.components.body?.text).toBe("Ours {{1}}, {{2}}.");
});
