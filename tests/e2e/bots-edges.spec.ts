import type { Page } from "@playwright/test";
import { makeBot, saveIntent, smallBank, type Bot } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { demoClient, openSignedIn } from "#tests/support/sign-in.ts";
import { errorsTexts } from "#texts/errors.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";

// Failures, late answers and duplicates in the bot builder.

const unique = (name: string): string => `${name} ${Date.now()}`;
const phraseBox = (page: Page) => page.getByLabel("New training phrase");
const editedPhrase = (page: Page) => page.getByLabel("Training phrase being edited");
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const addressOf = ({ agentId, storyId }: Bot, intentId = "new") =>
  `/bots/${agentId}/intents?story=${storyId}&intent=${intentId}&open=1`;

/** A bot with one intent in which a city is bound behind an emoji, which counts as two. */
async function travelBot() {
  const client = await demoClient();
  const bot = await makeBot(client);
  const { id: entityId } = await client.call(entitiesApi.saveEntity, {
    body: { agentId: bot.agentId, name: "city", values: [{ value: "Paris", type: "synonymns" }] },
  });
  const { id } = await client.call(intentsApi.saveIntent, {
    body: {
      ...bot,
      name: "Fly",
      utterances: [
        {
          utterance: "✈️😀 fly me to Paris soon",
          entityRefs: [{ entityId, entityStartPos: 15, entityEndPos: 20 }],
        },
        { utterance: "book a flight" },
      ],
      entities: [{ id: entityId, name: "city", prompts: ["Where to?"] }],
    },
  });
  const stored = () =>
    client.call(intentsApi.getIntent, {
      params: { agentId: bot.agentId, storyId: bot.storyId, intentId: id },
    });
  return { bot, address: addressOf(bot, id), stored };
}

test("a new agent is not sent before it has a name and a description", async ({ page }) => {
  await openSignedIn(page, "/bots");
  await page.getByRole("button", { name: "Create New Agent" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Agent" });
  await expect(dialog.getByText("Bot name should not be empty", { exact: true })).toBeHidden();
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByText("Bot name should not be empty", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Bot description should not be empty", { exact: true })).toBeVisible();
  await dialog.getByLabel(/^Name/).fill("Named");
  await expect(dialog.getByText("Bot name should not be empty", { exact: true })).toBeHidden();
});

test("of two answers to a search the one to the last words is shown, whichever comes later", async ({
  page,
}) => {
  const name = unique("Late");
  const client = await openSignedIn(page, "/bots");
  await client.call(botsApi.saveAgent, { body: { name, description: "Comes first" } });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/v2\/agent\?.*name=nobody/, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest(/v2\/agent\?.*name=nobody/);
  await page.getByRole("textbox", { name: "Search bots" }).fill("nobody");
  await asked;
  await page.getByRole("textbox", { name: "Search bots" }).fill(name);
  await expect(page.getByRole("link", { name })).toBeVisible();
  release();
  await expect(page).toHaveURL(/q=Late/);
  await expect(page.getByRole("link", { name })).toBeVisible();
});

test("fifteen agents are a page, Show More appends the others, and the end is said", async ({ page }) => {
  const client = await demoClient();
  const group = unique("Group");
  for (let at = 0; at < 17; at++) {
    await client.call(botsApi.saveAgent, {
      body: { name: `${group}/${at}`, description: "One of many" },
    });
  }
  await openSignedIn(page, `/bots?q=${encodeURIComponent(group)}`);
  await expect(page.getByRole("link", { name: group })).toHaveCount(15);
  await page.getByRole("button", { name: "Show More" }).click();
  await expect(page.getByRole("link", { name: group })).toHaveCount(17);
  await expect(page.getByRole("button", { name: "No More Agents to Show" })).toBeDisabled();
});

test("a phrase in the middle of being reworded is replaced by Save, not doubled", async ({ page }) => {
  const { address, stored } = await travelBot();
  await openSignedIn(page, address);
  await page.getByRole("button", { name: "Edit book a flight" }).click();
  await editedPhrase(page).fill("book a flight for two");
  await save(page);
  await expect(page.getByText("Intent saved successfully").first()).toBeVisible();
  const { utterances } = await stored();
  expect(utterances.map(({ utterance }) => utterance)).toEqual([
    "✈️😀 fly me to Paris soon",
    "book a flight for two",
  ]);
});

test("bound words keep their entity while they are still in the phrase, and lose it when they go", async ({
  page,
}) => {
  const { address, stored } = await travelBot();
  await openSignedIn(page, address);
  await expect(page.locator("mark")).toHaveText("Paris");
  await page.getByRole("button", { name: /^Edit .*Paris/ }).click();
  await editedPhrase(page).fill("😀😀 to Paris, please");
  await editedPhrase(page).press("Enter");
  await expect(page.locator("mark")).toHaveText("Paris");
  await save(page);
  await expect(page.getByText("Intent saved successfully").first()).toBeVisible();
  expect((await stored()).utterances[0]?.entityRefs).toMatchObject([{ entityStartPos: 8, entityEndPos: 13 }]);

  await page.getByRole("button", { name: /^Edit .*Paris/ }).click();
  await editedPhrase(page).fill("to Rome, please");
  await editedPhrase(page).press("Enter");
  await expect(page.getByText("1 entity was unbound because its words were removed.").first()).toBeVisible();
  await expect(page.locator("mark")).toHaveCount(0);
});

test("a deleted parameter takes its bindings along, after a question that says so", async ({ page }) => {
  const { address } = await travelBot();
  await openSignedIn(page, address);
  await page.getByRole("button", { name: "Delete city" }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete this Entity ?" });
  await expect(question).toContainText("city. Its binding in the phrases is deleted too.");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.locator("mark")).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Table of the parameters" })).toHaveCount(0);
});

test("prompts are reworded, put in order and deleted, but never all of them", async ({ page }) => {
  const { address, stored } = await travelBot();
  await openSignedIn(page, address);
  await page.getByRole("button", { name: "1 prompt" }).click();
  const dialog = page.getByRole("dialog", { name: "Prompts of city" });
  await dialog.getByLabel("New prompt").fill("Which city?");
  await dialog.getByLabel("New prompt").press("Enter");
  await dialog.getByRole("button", { name: "Edit Where to?" }).click();
  await dialog.getByLabel("Prompt being edited").fill("Where shall it go?");
  await dialog.getByRole("button", { name: "Replace" }).click();
  await dialog.getByRole("button", { name: "Move Which city? up" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await save(page);
  await expect(page.getByText("Intent saved successfully").first()).toBeVisible();
  expect((await stored()).entities[0]?.prompts).toEqual(["Which city?", "Where shall it go?"]);

  await page.getByRole("button", { name: "2 prompts" }).click();
  for (const prompt of ["Which city?", "Where shall it go?"]) {
    await dialog.getByRole("button", { name: `Delete ${prompt}` }).click();
    await expect(dialog.getByText("Are you sure you want to delete?")).toBeVisible();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  }
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog.getByText("prompt cannot be empty")).toBeVisible();
});

test("why one was not let go stays beside the editor until it is settled, and a discard can be undone", async ({
  page,
}) => {
  const bot = await makeBot(await demoClient(), smallBank);
  await openSignedIn(page, addressOf(bot, bot.intents["Balance"]));
  const name = page.getByRole("textbox", { name: /^Intent name/ });
  await name.fill("Renamed");
  await page.getByRole("button", { name: "Back to the bots" }).click();
  const editor = page.getByRole("region", { name: "Intent", exact: true });
  await expect(editor.getByText("please save the intent")).toBeVisible();
  await page.getByRole("button", { name: "Discard the changes" }).click();
  await expect(editor.getByText("please save the intent")).toBeHidden();
  await expect(name).toHaveValue("Balance");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(name).toHaveValue("Renamed");
});

test("missing phrases are said from the Response tab too, and go away as they are written", async ({
  page,
}) => {
  await openSignedIn(page, addressOf(await makeBot(await demoClient())));
  await page.getByRole("textbox", { name: /^Intent name/ }).fill("Half done");
  await page.getByRole("tab", { name: "Response" }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const problem = page.getByRole("link", {
    name: "Please give atleast two training phrases save the intent",
  });
  await problem.click();
  await expect(phraseBox(page)).toBeFocused();
  await phraseBox(page).fill("one\ntwo");
  await expect(problem).toBeHidden();
});

test.describe("without an answer of the server", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a save that could not be sent says so and keeps every word", async ({ page }) => {
    const { address } = await travelBot();
    await openSignedIn(page, address);
    await page.route("**/nlp/intent", (route) => route.abort());
    await phraseBox(page).fill("a phrase that must stay");
    await save(page);
    await expect(page.getByRole("alert").getByText("Intent name  required").first()).toBeVisible();
    await expect(phraseBox(page)).toHaveValue("a phrase that must stay");
    await page.unroute("**/nlp/intent");
    await save(page);
    await expect(page.getByText("Intent saved successfully").first()).toBeVisible();
  });

  test("training nothing is refused in place, and the agent stands as it stood", async ({ page }) => {
    const { agentId } = await makeBot(await demoClient());
    await openSignedIn(page, `/bots/${agentId}/intents`);
    await page.getByRole("button", { name: "Train Agent" }).click();
    await expect(page.getByRole("main").getByText(/There is nothing to train yet/)).toBeVisible();
    await expect(page.getByText("Not trained yet")).toBeVisible();
  });
});

test("Try it links to the first safe source, says when there is no answer, and dims what is behind", async ({
  page,
}) => {
  const bot = await makeBot(await demoClient(), {});
  await saveIntent(await demoClient(), bot, "Any", ["one phrase", "another phrase"]);
  const answers = [
    { text: "From the **site**", source: ["https://bank.example/fees", "https://bank.example/other"] },
    { text: "  ", source: ["javascript:alert(1)"] },
  ];
  await page.route("**/predictIntent", (route) => {
    const data = { sessionId: "s", output: answers.shift(), intent: null, candidates: [], choices: [] };
    return route.fulfill({ json: { status: true, data } });
  });
  await openSignedIn(page, `/bots/${bot.agentId}/intents`);
  await page.getByRole("button", { name: "Try it", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Try it" });
  await expect(page.locator("#app")).toHaveAttribute("inert", "");
  const input = panel.getByPlaceholder("Start Typing...");
  await input.fill("what are the fees");
  await input.press("Enter");
  const source = panel.getByRole("link", { name: /View Source/ });
  await expect(source).toHaveAttribute("href", "https://bank.example/fees");
  await expect(source).toHaveAttribute("target", "_blank");
  await expect(source).toHaveAttribute("rel", /noopener noreferrer/);
  await input.fill("and now");
  await input.press("Enter");
  await expect(panel.getByText("No messages available")).toBeVisible();
  await expect(panel.getByRole("link")).toHaveCount(1);
  await panel.getByRole("button", { name: "Start over" }).click();
  await expect(panel.getByText("what are the fees")).toBeHidden();
});

test.describe("a call that came too often", () => {
  test.use({ expectedErrors: [/429/] });
  const tooOften = {
    status: 429,
    headers: { "retry-after": "20" },
    json: { status: false, message: errorsTexts.tooOften },
  };

  test("says so where it was made, and keeps what was asked", async ({ page }) => {
    const bot = await makeBot(await demoClient(), {});
    await saveIntent(await demoClient(), bot, "Any", ["one phrase", "another phrase"]);
    await page.route("**/predictIntent", (route) => route.fulfill(tooOften));
    await openSignedIn(page, `/bots/${bot.agentId}/intents`);
    await page.getByRole("button", { name: "Try it", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Try it" });
    const input = panel.getByPlaceholder("Start Typing...");
    await input.fill("what are the fees");
    await input.press("Enter");
    await expect(panel.getByText(errorsTexts.tooOften)).toBeVisible();
    await expect(panel.getByText("what are the fees")).toBeVisible();
    await page.unroute("**/predictIntent");
    const data = {
      sessionId: "s",
      output: { text: "None", source: [] },
      intent: null,
      candidates: [],
      choices: [],
    };
    await page.route("**/predictIntent", (route) => route.fulfill({ json: { status: true, data } }));
    await panel.getByRole("button", { name: "Retry" }).click();
    await expect(panel.getByText("None", { exact: true })).toBeVisible();
    await expect(panel.getByText(errorsTexts.tooOften)).toBeHidden();
  });

  test("leaves a search's words in their place", async ({ page }) => {
    await openSignedIn(page, "/customer-master/customers");
    const search = page.getByLabel("Search customers").last();
    await expect(search).toBeVisible();
    const list = /customer_master\/customers\?.*search=travel/;
    await page.route(list, (route) => route.fulfill(tooOften));
    await search.fill("travel");
    await expect(page.getByRole("main").getByText(errorsTexts.tooOften)).toBeVisible();
    await page.unroute(list);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("main").getByText(errorsTexts.tooOften)).toBeHidden();
    await expect(search).toHaveValue("travel");
  });
});

test.describe("a call that fails", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });
  const failing = { status: 500, json: { status: false, message: "The database is busy" } };

  test("does not make a bot out to be deleted, and the bot is there when asked again", async ({ page }) => {
    const { agentId } = await makeBot(await demoClient(), {});
    await page.route(`**/nlp/agent/${agentId}`, (route) => route.fulfill(failing));
    await openSignedIn(page, `/bots/${agentId}/entity-list/custom`);
    await expect(page.getByText("The database is busy")).toBeVisible();
    await expect(page.getByText(/It may have been deleted/)).toBeHidden();
    await page.unroute(`**/nlp/agent/${agentId}`);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("button", { name: "Train Agent" })).toBeVisible();
    await page.goto(`/bots/nobody-${agentId}/entity-list/custom`);
    await expect(page.getByText(/It may have been deleted/)).toBeVisible();
  });

  test("is told beside the knowledge that was asked for, whose edits are back after a reload", async ({
    page,
  }) => {
    const { agentId } = await makeBot(await demoClient(), {});
    const site = "https://bank.example";
    const source = { id: "s1", kind: "website", name: site, state: "ready", reason: "", pages: 1, bytes: 9 };
    const knowledge = {
      kbFromWebsite: true,
      websitesUrls: [site],
      kbFromDoc: false,
      documents: [],
      genAiConfigId: null,
      crawlDepth: 1,
      recrawlHours: null,
      sources: [{ ...source, readAt: null }],
      passages: 1,
      building: { jobId: null, state: "idle", progress: 0, message: "" },
    };
    await page.route(`**/nlp/agent/${agentId}/genai/config`, (route) =>
      route.fulfill({ json: { status: true, data: knowledge } }),
    );
    await page.route("**/genai/reread", (route) => route.fulfill(failing));
    await page.route("**/genai/sources/s1/pages?**", (route) => route.fulfill(failing));
    await openSignedIn(page, `/bots/${agentId}/gen-ai`);
    const told = page.getByText("The database is busy");
    await page.getByRole("button", { name: "Read the websites again now" }).click();
    await expect(told).toHaveCount(1);
    await page.getByText(`Pages of ${site}`).click();
    await expect(told).toHaveCount(2);

    await page.getByLabel("Website Url").fill("help.example");
    await page.getByLabel("Website Url").press("Enter");
    await expect(page.getByText("https://help.example", { exact: true })).toBeVisible();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText("https://help.example", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Discard", exact: true }).first().click();
    await expect(page.getByText("https://help.example", { exact: true })).toBeHidden();
  });
});
