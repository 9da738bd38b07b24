import type { Page } from "@playwright/test";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, saveIntent, smallBank, type Bot } from "#tests/support/bot.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { demoClient, openSignedIn } from "#tests/support/sign-in.ts";
import { botsTexts } from "#texts/bots.ts";
import { builderTexts } from "#texts/builder.ts";
import { treeTexts } from "#texts/intent-tree.ts";
import { tryItTexts } from "#texts/try-it.ts";
import { allChannelTypes, channelTypeName, channelTypes } from "#workers/contract/channel-types.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";

test.describe.configure({ mode: "parallel" });

const addressOf = ({ agentId, storyId }: Bot, intentId = "new") =>
  `/bots/${agentId}/intents?story=${storyId}&intent=${intentId}&open=1`;
const phraseBox = (page: Page) => page.getByLabel("New training phrase");
const name = (page: Page) => page.getByRole("textbox", { name: /^Intent name/ });
const tree = (page: Page) => page.getByRole("list", { name: treeTexts.title });
const bar = (page: Page) => page.getByRole("group", { name: builderTexts.saveBar });

/** A bank with a second story. */
async function bankWithCards() {
  const client = await demoClient();
  const bot = await makeBot(client, smallBank);
  const { agentId } = bot;
  const cards = await client.call(storiesApi.saveStory, { body: { agentId, name: "Cards" } });
  await saveIntent(client, { agentId, storyId: cards.id }, "Raise the limit", ["raise it", "spend more"]);
  return bot;
}

test("stories and intents are one tree, walked by keyboard alone: unfolded, opened, folded, one Tab stop", async ({
  page,
}) => {
  const { agentId } = await bankWithCards();
  await openSignedIn(page, `/bots/${agentId}/intents`);
  const row = (of: string) => tree(page).getByRole("link", { name: new RegExp(`^${of}`) });
  const fold = page.getByRole("button", { name: treeTexts.intentsOf("Story") });
  await page.getByRole("textbox", { name: treeTexts.search }).focus();
  await page.keyboard.press("Tab");
  await expect(row("Story")).toBeFocused();
  await expect(row("Story")).toContainText("2");
  await page.keyboard.press("ArrowDown");
  await expect(row("Cards")).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await expect(row("Balance")).toContainText("5");
  // The other story stays as it is, and nothing has been opened yet.
  await expect(row("Raise the limit")).toBeHidden();
  await expect(name(page)).toBeHidden();
  await page.keyboard.press("ArrowRight");
  await expect(row("Balance")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(name(page)).toHaveValue("Lost card");
  await expect(row("Lost card")).toHaveAttribute("aria-current", "true");
  await expect(row("Lost card")).toBeFocused();
  await page.keyboard.press("End");
  await expect(row("Cards")).toBeFocused();
  await row("Lost card").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(row("Story")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(row("Lost card")).toBeHidden();
  // The row's menu is the only other stop.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: botsTexts.agentMenu("Story") })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(tree(page).locator(":focus")).toHaveCount(0);
});

test("a search finds stories, intents and the words of phrases, over all stories, and the address keeps it", async ({
  page,
}) => {
  const bot = await bankWithCards();
  await openSignedIn(page, addressOf(bot, bot.intents["Balance"]));
  const search = page.getByRole("textbox", { name: treeTexts.search });
  await search.fill("stolen");
  await expect(page.getByText(treeTexts.found(1))).toBeVisible();
  const found = tree(page).getByRole("link", { name: /^Lost card/ });
  await expect(found).toContainText("“my credit card was stolen”");
  await found.click();
  await expect(name(page)).toHaveValue("Lost card");
  await page.reload();
  await expect(found).toBeVisible();
  await search.fill("LIMIT");
  await expect(tree(page).getByRole("link", { name: /^Cards/ })).toBeVisible();
  await expect(tree(page).getByRole("link", { name: /^Raise the limit/ })).toBeVisible();
  await expectAccessible(page, [1280]);
  await search.fill("nothing of the kind");
  await expect(page.getByText(treeTexts.noneFound("nothing of the kind"))).toBeVisible();
  await search.press("Escape");
  await tree(page)
    .getByRole("link", { name: /^Balance/ })
    .press("ArrowUp");
  await expect(tree(page).getByRole("link", { name: /^Story/ })).toBeFocused();
});

test("a story that is deleted while its intent is edited takes the editor along, without asking to save", async ({
  page,
}) => {
  const bot = await bankWithCards();
  await openSignedIn(page, addressOf(bot, bot.intents["Balance"]));
  await name(page).fill("Renamed");
  await page.getByRole("button", { name: botsTexts.agentMenu("Story") }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(botsTexts.deleteStoryText("Story", 2));
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Stories" })).toBeVisible();
  await expect(name(page)).toBeHidden();
  await expect(tree(page).getByRole("link")).toHaveText(["Cards1"]);
});

test("the tree says how well each intent was recognised in the training, from the training on", async ({
  page,
}) => {
  const bot = await bankWithCards();
  await openSignedIn(page, addressOf(bot, bot.intents["Balance"]));
  const row = tree(page).getByRole("link", { name: /^Balance/ });
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("%");
  await trainBot(await demoClient(), bot.agentId);
  await page.reload();
  await expect(row).toContainText(/\d+ % recognised in the training/);
});

test("one message is tested without the panel: its intent and confidence are said, and the screen stays usable", async ({
  page,
}) => {
  const bot = await bankWithCards();
  await openSignedIn(page, addressOf(bot, bot.intents["Balance"]));
  const strip = page.getByRole("textbox", { name: tryItTexts.testMessage });
  const banner = page.locator("form", { has: strip }).getByRole("status");
  await strip.fill("I lost my card");
  await trainBot(await demoClient(), bot.agentId);
  await strip.press("Enter");
  await expect(banner).toContainText(/Lost card · \d+ %/);
  await expect(banner).toContainText("Answer of Lost card");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("#app")).not.toHaveAttribute("inert");
  await expectAccessible(page);
  await strip.fill("zebra crossing");
  await strip.press("Enter");
  await expect(banner).toContainText("Not understood");
  await strip.press("Escape");
  await expect(banner).toBeEmpty();
  await expect(strip).toBeFocused();
  await strip.press("Enter");
  await expect(banner).toContainText("Not understood");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(banner).toBeEmpty();
});

test.describe("before a training", () => {
  test.use({ expectedErrors: [/409/] });

  test("the strip says why it cannot answer yet", async ({ page }) => {
    const bot = await bankWithCards();
    await openSignedIn(page, `/bots/${bot.agentId}/entity-list/custom`);
    const strip = page.getByRole("textbox", { name: tryItTexts.testMessage });
    await strip.fill("hello");
    await strip.press("Enter");
    await expect(page.getByText(botsTexts.notTrained)).toBeVisible();
    await expect(strip).toHaveValue("hello");
  });
});

test("the bar counts what is not saved, discards it, saves it by key, and saves before it trains", async ({
  page,
}) => {
  const bot = await makeBot(await demoClient(), smallBank);
  await openSignedIn(page, addressOf(bot, bot.intents["Balance"]));
  const said = bar(page).getByRole("status");
  await expect(said).toHaveText("No changes");
  await name(page).fill("Balance of mine");
  await expect(said).toHaveText("1 change");
  await phraseBox(page).fill("my money please");
  await expect(said).toHaveText("2 changes");
  await phraseBox(page).press("Enter");
  await expect(said).toHaveText("2 changes");
  // In the row: F2 edits, Escape leaves it as it was, Delete asks.
  const phrase = page.getByRole("listitem").filter({ hasText: "account balance" });
  const edited = page.getByLabel("Training phrase being edited");
  await phrase.focus();
  await page.keyboard.press("F2");
  await expect(edited).toBeFocused();
  await edited.fill("something else");
  await expect(said).toHaveText("3 changes");
  await page.keyboard.press("Escape");
  await expect(said).toHaveText("2 changes");
  await expect(phrase).toBeFocused();
  await page.keyboard.press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(said).toHaveText("3 changes");
  await bar(page).getByRole("button", { name: "Discard" }).click();
  await expect(said).toHaveText("No changes");
  await expect(name(page)).toHaveValue("Balance");

  await name(page).fill("Balance I");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Intent saved successfully").first()).toBeVisible();
  await expect(said).toHaveText("No changes");
  await name(page).fill("Balance II");
  await bar(page).getByRole("button", { name: builderTexts.train }).click();
  // A training is work for the machine, which others keep busy as well.
  await expect(page.getByText("Bot trained").first()).toBeVisible({ timeout: 60_000 });
  await expect(said).toHaveText("No changes");
  const { agentId, storyId } = bot;
  const intentId = bot.intents["Balance"] ?? "";
  const client = await demoClient();
  const stored = await client.call(intentsApi.getIntent, { params: { agentId, storyId, intentId } });
  expect(stored.name).toBe("Balance II");
});

test("an intent that cannot be saved is not trained either", async ({ page }) => {
  const bot = await makeBot(await demoClient(), smallBank);
  await openSignedIn(page, addressOf(bot, bot.intents["Balance"]));
  await name(page).fill("");
  await bar(page).getByRole("button", { name: builderTexts.train }).click();
  await expect(page.getByRole("alert").getByText("Intent name should not be empty")).toBeVisible();
  await expect(page.getByText("Not trained yet")).toBeVisible();
});

test("phrases, parameters and the response stand on one page, and the tabs lead to them", async ({
  page,
}) => {
  const client = await demoClient();
  const bot = await makeBot(client, {
    Long: Array.from({ length: 60 }, (_, at) => `a way to say it, number ${at}`),
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openSignedIn(page, addressOf(bot, bot.intents["Long"]));
  const [phrases, response] = [
    page.getByRole("tabpanel", { name: /^Training phrases/ }),
    page.getByRole("tabpanel", { name: "Response" }),
  ];
  const tab = (of: RegExp | string) => page.getByRole("tab", { name: of });
  const answer = response.getByText("Answer of Long");
  await expect(tab(/^Training phrases/)).toHaveAttribute("aria-selected", "true");
  await expect(phrases).toBeInViewport();
  await expect(answer).not.toBeInViewport();
  await tab("Response").click();
  await expect(answer).toBeInViewport();
  await expect(response).toBeFocused();
  await expect(tab("Response")).toHaveAttribute("aria-selected", "true");
  // The head of the bot, its tabs and the bar are in sight all the while.
  for (const group of Object.values(botsTexts.tabGroups)) {
    await expect(page.getByRole("group", { name: group })).toBeInViewport();
  }
  await expect(page.getByRole("group", { name: "Build" }).getByRole("link")).toHaveText([
    "Intents",
    "Entities",
    "GenAI",
    "Configuration",
  ]);
  await expect(bar(page)).toBeInViewport();
  await tab("Response").press("ArrowLeft");
  await tab(/^Training phrases/).press("Enter");
  await expect(page.getByText("a way to say it, number 0", { exact: true })).toBeInViewport();
  // With room they stand side by side.
  await page.setViewportSize({ width: 1920, height: 800 });
  await expect(answer).toBeInViewport();
});

test("the first phrase of an intent is above 400 px of a small desktop, and Enter adds another before it", async ({
  page,
}) => {
  const client = await demoClient();
  const bot = await makeBot(client);
  const { agentId, storyId } = bot;
  const { id: entityId } = await client.call(entitiesApi.saveEntity, {
    body: { agentId, name: "city", values: [{ value: "Paris", type: "synonymns" }] },
  });
  const entityRefs = [{ entityId, entityStartPos: 7, entityEndPos: 12 }];
  const { id } = await client.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      name: "Fly",
      utterances: [{ utterance: "fly to Paris", entityRefs }, { utterance: "Paris it is" }],
      entities: [{ id: entityId, name: "city", prompts: ["Where to?"] }],
    },
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openSignedIn(page, addressOf(bot, id));
  const first = page.locator("[data-phrase]").first();
  await expect(first).toHaveText("fly to Paris");
  const box = await first.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(400);
  await phraseBox(page).fill("take me away");
  await phraseBox(page).press("Enter");
  await expect(first).toHaveText("take me away");
  await phraseBox(page).fill("one");
  await phraseBox(page).press("Shift+Enter");
  await phraseBox(page).pressSequentially("two");
  await phraseBox(page).press("Control+Enter");
  await expect(page.locator("[data-phrase]")).toHaveText([
    "one",
    "two",
    "take me away",
    "fly to Paris",
    "Paris it is",
  ]);
});

test("the same words are bound in every phrase: on request, and by a suggestion", async ({ page }) => {
  const client = await demoClient();
  const bot = await makeBot(client, {
    Fly: ["fly to Paris", "from Rome to paris", "ROME please", "nowhere near a parisian"],
  });
  for (const [entity, value] of [
    ["city", "Rome"],
    ["place", "Paris at night"],
  ] as const) {
    await client.call(entitiesApi.saveEntity, {
      body: { agentId: bot.agentId, name: entity, values: [{ value, type: "synonymns" }] },
    });
  }
  await openSignedIn(page, addressOf(bot, bot.intents["Fly"]));
  const bound = (entity: string) => page.locator(`mark[data-entity='${entity}']`);
  const suggestions = page.getByRole("group", { name: builderTexts.suggestions });
  await expect(suggestions.getByRole("button")).toHaveCount(2);
  await suggestions.getByRole("button", { name: builderTexts.suggestion("Rome", "city", 2) }).click();
  await expect(bound("city")).toHaveText(["Rome", "ROME"]);
  await expect(suggestions).toBeHidden();
  await expect(bar(page).getByRole("status")).toHaveText("3 changes");

  await page.getByRole("button", { name: "Bind an entity in fly to Paris" }).click();
  const panel = page.getByRole("dialog", { name: "Selected Utterance" });
  await panel.getByRole("button", { name: "Paris", exact: true }).click();
  await panel.getByRole("checkbox", { name: builderTexts.everywhere("Paris", 1) }).check();
  await panel.getByRole("button", { name: "place", exact: true }).click();
  await expect(bound("place")).toHaveText(["Paris", "paris"]);
});

test("the response is shown as each channel will show it", async ({ page }) => {
  const client = await demoClient();
  const bot = await makeBot(client);
  const { id } = await saveIntent(
    client,
    bot,
    "Hours",
    ["when do you open", "opening hours"],
    "We open at **nine**, see [the plan](https://example.com/plan).",
  );
  await openSignedIn(page, addressOf(bot, id));
  const preview = page.getByRole("region", { name: botsTexts.preview });
  const as = (channel: string) => preview.getByRole("button", { name: channel, exact: true }).click();
  await expect(preview.locator("strong", { hasText: "nine" })).toBeVisible();
  await as("WhatsApp");
  await expect(preview.getByText("the plan (https://example.com/plan)")).toBeVisible();
  await expect(preview.locator(".font-bold", { hasText: "nine" })).toBeVisible();
  await expect(preview.getByText("**")).toBeHidden();
  await as("SMS");
  await expect(preview.getByText("We open at nine, see the plan (https://example.com/plan).")).toBeVisible();
  await expect(preview.getByText(/^1 (SMS|part)/)).toBeVisible();
  // As every channel that shows text.
  const channels = allChannelTypes.filter((type) => type !== channelTypes.ivrs).map(channelTypeName);
  const offered = preview.getByRole("group", { name: builderTexts.shownOn }).getByRole("button");
  expect((await offered.allTextContents()).toSorted()).toEqual(
    [builderTexts.formatted, ...channels].toSorted(),
  );
  await as("RCS");
  await expect(preview.locator(".look-rcs")).toContainText("We open at nine");
});

test("a bot that was just made can be deleted as it is, without emptying it first", async ({ page }) => {
  const made = `Fresh ${Date.now()}`;
  await openSignedIn(page, `/bots?q=${encodeURIComponent(made)}`);
  await page.getByRole("button", { name: "Create New Agent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(made);
  await dialog.getByLabel("Description").fill("Helps");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "General" })).toBeVisible();
  // A story of one's own, beside the first one.
  await page.getByRole("button", { name: treeTexts.newStory }).click();
  await page.getByLabel("Name of the new story").fill("Cards");
  await page.getByLabel("Name of the new story").press("Enter");
  await expect(tree(page).getByRole("link", { name: /^Cards/ })).toBeVisible();
  await page.getByRole("button", { name: botsTexts.agentMenu("Cards") }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(tree(page).getByRole("link", { name: /^Cards/ })).toBeHidden();
  await page.getByRole("button", { name: "Back to the bots" }).click();
  await page.getByRole("textbox", { name: "Search bots" }).fill(made);
  // The list that is found takes the place of the one before, with whatever is open in it.
  await expect(page).toHaveURL(/[?&]q=/);
  await page.getByRole("button", { name: botsTexts.agentMenu(made) }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Bot deleted").first()).toBeVisible();
});
