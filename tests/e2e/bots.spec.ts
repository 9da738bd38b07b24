import type { Locator, Page } from "@playwright/test";
import { signIn, type ApiClient } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";

let client: ApiClient;
test.beforeAll(async () => {
  const base = process.env.PLAYWRIGHT_TEST_BASE_URL ?? "";
  client = await signIn((path, init) => fetch(base + path, init), DEMO);
});

async function open(page: Page, path: string): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem("authToken", value), client.token);
  await page.goto(path);
}

const unique = (name: string): string => `${name} ${Date.now()}`;
const toast = (page: Page, text: string) => page.getByText(text).first();
const phraseBox = (page: Page) => page.getByLabel("New training phrase");
/** A training is work for the machine, which others keep busy as well. */
const TRAINED = { timeout: 60_000 };

test.describe("the agents list", () => {
  test.use({ expectedErrors: [/409/] });

  test("a new agent opens at the first intent of its first story; its name is refused a second time in place", async ({
    page,
  }) => {
    const name = unique("Helper");
    // Other tests create bots at the same time; the search keeps this one on the first page.
    await open(page, `/bots?q=${encodeURIComponent(name)}`);
    for (const again of [false, true]) {
      await page.getByRole("button", { name: "Create New Agent" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill(again ? `  ${name.toUpperCase()} ` : name);
      await dialog.getByLabel("Description").fill("Helps");
      await dialog.getByRole("button", { name: "Create" }).click();
      if (again) {
        await expect(dialog.getByText("duplication of name")).toBeVisible();
        await expect(dialog.getByLabel("Description")).toHaveValue("Helps");
        await dialog.getByRole("button", { name: "Cancel" }).click();
      } else {
        await expect(toast(page, "Agent Created  Successfully")).toBeVisible();
        await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
        await expect(page.getByRole("heading", { level: 2, name: "General" })).toBeVisible();
        await expect(page.getByLabel("Intent name")).toBeVisible();
        await page.goBack();
      }
    }
    await page.getByRole("button", { name: `Menu for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(`${name} II`);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: `${name} II` })).toBeVisible();
  });

  test("keeps the search in the address, so that Back finds it again", async ({ page }) => {
    const name = unique("Needle");
    await client.call(botsApi.saveAgent, { body: { name, description: "d" } });
    await open(page, "/bots");
    await page.getByRole("textbox", { name: "Search bots" }).fill(name.toLowerCase());
    await expect(page.getByRole("listitem").filter({ hasText: "Banking Assistant" })).toHaveCount(0);
    await expect(page).toHaveURL(/q=needle/);
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("textbox", { name: "Search bots" })).toHaveValue(name.toLowerCase());
    await page.getByRole("textbox", { name: "Search bots" }).fill("nothing is called so");
    await expect(page.getByRole("button", { name: "No Agents to Show" })).toBeDisabled();
  });

  test("says in the dialog why an agent with stories cannot be deleted, and deletes one without", async ({
    page,
  }) => {
    const { agentId, storyId } = await makeBot(client);
    const { name } = await client.call(botsApi.getAgent, { params: { id: agentId } });
    await open(page, `/bots?q=${encodeURIComponent(name)}`);
    const ask = async () => {
      await page.getByRole("button", { name: `Menu for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to delete this Agent ?" });
      await expect(dialog).toContainText(name);
      await dialog.getByRole("button", { name: "Delete" }).click();
      return dialog;
    };
    const dialog = await ask();
    await expect(
      dialog.getByText("Agent has Stories and Intents attached to it. Cannot be deleted"),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await client.call(storiesApi.deleteStory, { params: { agentId, storyId } });
    await ask();
    await expect(page.getByRole("button", { name: "No Agents to Show" })).toBeVisible();
  });
});

test.describe("stories and intents", () => {
  test.use({ expectedErrors: [/409/] });

  test("a story is named by Enter; an empty and a repeated name are refused in the specified words", async ({
    page,
  }) => {
    const { agentId } = await makeBot(client);
    await open(page, `/bots/${agentId}/intents`);
    await page.getByRole("button", { name: "Story", exact: true }).click();
    const name = page.getByLabel("Name of the new story");
    await name.press("Enter");
    await expect(page.getByText("Please give valid name")).toBeVisible();
    await name.fill("  STORY ");
    await name.press("Enter");
    await expect(page.getByText("Duplication of story name")).toBeVisible();
    await name.fill("Second");
    await name.press("Enter");
    await expect(page.getByRole("link", { name: /^Second/ })).toBeVisible();
  });

  test("an intent without a story is refused with what to do", async ({ page }) => {
    const agent = await client.call(botsApi.saveAgent, {
      body: { name: unique("Empty"), description: "d" },
    });
    await open(page, `/bots/${agent.id}/intents`);
    await page.getByRole("button", { name: "Intent", exact: true }).click();
    await expect(toast(page, "Please create story before an Intent")).toBeVisible();
  });

  test("an intent is written by keyboard: phrases by Ctrl+Enter, one replaced, a response, saved", async ({
    page,
  }) => {
    const { agentId, storyId } = await makeBot(client);
    await open(page, `/bots/${agentId}/intents?story=${storyId}&intent=new`);
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("alert").getByText("Intent name should not be empty")).toBeVisible();
    await expect(
      page.getByRole("alert").getByText("Please give atleast two training phrases save the intent"),
    ).toBeVisible();
    await page.getByRole("textbox", { name: /^Intent name/ }).fill("  Opening   hours ");
    await phraseBox(page).press("Control+Enter");
    await expect(page.getByText("training phrases should not be empty")).toBeVisible();
    for (const phrase of ["when do you open", "opening hours"]) {
      await phraseBox(page).fill(phrase);
      await phraseBox(page).press("Control+Enter");
    }
    await phraseBox(page).fill("  WHEN do you  open");
    await phraseBox(page).press("Control+Enter");
    await expect(page.getByText("Duplication of utterance name")).toBeVisible();
    await page.getByRole("button", { name: "Edit opening hours" }).click();
    const edited = page.getByLabel("Training phrase being edited");
    await edited.fill("When do you OPEN");
    await edited.press("Enter");
    await expect(edited).toHaveAccessibleDescription("Duplication of utterance name");
    await edited.fill("what are your opening hours");
    await edited.press("Enter");
    await expect(edited).toHaveCount(0);
    await page.getByRole("tab", { name: "Response" }).click();
    await page.getByLabel("Response in markdown").press("Control+Enter");
    await expect(page.getByText("Responce should not be empty")).toBeVisible();
    await page.getByLabel("Response in markdown").fill("We open at **nine**.");
    await page.getByLabel("Response in markdown").press("Control+Enter");
    await expect(page.locator("strong", { hasText: "nine" })).toBeVisible();
    await page.getByLabel("Then hand over to a person").press("Space");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(toast(page, "Intent saved successfully")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Opening hours/ })).toHaveAttribute("aria-current", "true");
    const { intents } = await client.call(intentsApi.listIntents, {
      params: { agentId, storyId },
      query: {},
    });
    expect(intents).toMatchObject([{ name: "Opening hours", utteranceCount: 2 }]);
    await page.reload();
    await expect(page.getByLabel("Then hand over to a person")).toBeChecked();
  });

  test("several lines pasted are several phrases; ticked ones are deleted after the question", async ({
    page,
  }) => {
    const { agentId, storyId } = await makeBot(client);
    await open(page, `/bots/${agentId}/intents?story=${storyId}&intent=new`);
    await phraseBox(page).evaluate((box) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "one\ntwo\r\n\nthree\nONE");
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(page.getByRole("tab", { name: "Training phrases (3)" })).toBeVisible();
    await expect(page.locator("[data-phrase]")).toHaveText(["one", "two", "three"]);
    await page.getByLabel("Select two").check();
    await page.getByLabel("Select three").check();
    await page.getByRole("button", { name: "Delete 2 selected" }).click();
    const question = page.getByRole("alertdialog", {
      name: "Are you sure you want to delete this utterances ?",
    });
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Deleted  utterances  succesfully")).toBeVisible();
    await expect(page.getByRole("tab", { name: "Training phrases (1)" })).toBeVisible();
  });

  test("an edited intent is not left: other intents, Back and tabs are refused until saved or discarded", async ({
    page,
  }) => {
    const { agentId, storyId, intents } = await makeBot(client, smallBank);
    await open(page, `/bots/${agentId}/intents?story=${storyId}&intent=${intents["Balance"]}`);
    await page.getByRole("textbox", { name: /^Intent name/ }).fill("Changed");
    await page.getByRole("link", { name: /^Lost card/ }).click();
    await expect(toast(page, "Please Save or Discard the changes")).toBeVisible();
    await page.getByRole("button", { name: "Back to the stories" }).click();
    await expect(page.getByRole("textbox", { name: /^Intent name/ })).toHaveValue("Changed");
    await page.getByRole("link", { name: "Configuration", exact: true }).click();
    await expect(toast(page, "please save the intent")).toBeVisible();
    await page.getByRole("button", { name: "Back to the bots" }).click();
    await expect(page.getByRole("textbox", { name: /^Intent name/ })).toHaveValue("Changed");
    await page.getByRole("button", { name: "Discard the changes" }).click();
    await page.getByRole("link", { name: /^Lost card/ }).click();
    await expect(page.getByRole("textbox", { name: /^Intent name/ })).toHaveValue("Lost card");
  });

  test("what was not saved is back after a reload", async ({ page }) => {
    const { agentId, storyId, intents } = await makeBot(client, smallBank);
    page.on("dialog", (dialog) => void dialog.accept());
    await open(page, `/bots/${agentId}/intents?story=${storyId}&intent=${intents["Balance"]}`);
    await phraseBox(page).fill("a phrase that must not be lost");
    await phraseBox(page).press("Control+Enter");
    await page.reload();
    await expect(page.getByText("Your unsaved changes have been restored.")).toBeVisible();
    await expect(page.getByText("a phrase that must not be lost", { exact: true })).toBeVisible();
  });

  test("words are bound to an entity by selecting them, and a parameter asks for it", async ({ page }) => {
    const { agentId, storyId, intents } = await makeBot(client, {
      Fly: ["fly me to Paris tomorrow", "book a flight"],
    });
    await client.call(entitiesApi.saveEntity, {
      body: { agentId, name: "city", values: [{ value: "Paris", type: "synonymns" }] },
    });
    await open(page, `/bots/${agentId}/intents?story=${storyId}&intent=${intents["Fly"]}`);
    const phrase = page.getByText("fly me to Paris tomorrow", { exact: true });
    await phrase.evaluate((element) => {
      // From within the word to within the space behind it: "aris ".
      const range = document.createRange();
      range.setStart(element.firstChild as Node, 11);
      range.setEnd(element.firstChild as Node, 16);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      element.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    });
    const panel = page.getByRole("dialog", { name: "Selected Utterance" });
    await expect(panel.locator("strong")).toHaveText("Paris");
    await panel.getByRole("button", { name: "city", exact: true }).click();
    await expect(page.locator("mark")).toHaveText("Paris");
    await expect(page.locator("mark")).toHaveAttribute("data-entity", "city");

    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert").getByText("prompt cannot be empty")).toBeVisible();
    // The problem has opened the parameters.
    await page.getByRole("button", { name: "Add prompts" }).click();
    const prompts = page.getByRole("dialog", { name: "Prompts of city" });
    await prompts.getByLabel("New prompt").fill("Where to?");
    await prompts.getByLabel("New prompt").press("Enter");
    await prompts.getByRole("button", { name: "Done" }).click();
    await page.getByLabel("city is required").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page, "Intent saved successfully")).toBeVisible();
    const saved = await client.call(intentsApi.getIntent, {
      params: { agentId, storyId, intentId: intents["Fly"] ?? "" },
    });
    expect(saved.utterances.flatMap(({ entityRefs }) => entityRefs)).toMatchObject([
      { entityStartPos: 10, entityEndPos: 15 },
    ]);
    expect(saved.entities).toMatchObject([{ name: "city", required: true, prompts: ["Where to?"] }]);
  });

  test("words are bound without a mouse as well", async ({ page }) => {
    const { agentId, storyId, intents } = await makeBot(client, {
      Fly: ["fly to New York", "book a flight"],
    });
    await client.call(entitiesApi.saveEntity, {
      body: { agentId, name: "city", values: [{ value: "New York", type: "synonymns" }] },
    });
    await open(page, `/bots/${agentId}/intents?story=${storyId}&intent=${intents["Fly"]}`);
    await page.getByRole("button", { name: "Bind an entity in fly to New York" }).press("Enter");
    const panel = page.getByRole("dialog", { name: "Selected Utterance" });
    await panel.getByRole("button", { name: "New", exact: true }).press("Enter");
    await panel.getByRole("button", { name: "York", exact: true }).press("Enter");
    await panel.getByRole("button", { name: "city", exact: true }).press("Enter");
    await expect(page.locator("mark")).toHaveText("New York");
  });
});

test("from 1280 px on the parameters stand beside the phrases, with fields that can be read, and nothing overlaps", async ({
  page,
}) => {
  const bot = await makeBot(client);
  const { id } = await client.call(entitiesApi.saveEntity, {
    body: {
      agentId: bot.agentId,
      name: "city of departure",
      values: [{ value: "Paris", type: "synonymns" }],
    },
  });
  const intent = await client.call(intentsApi.saveIntent, {
    body: {
      ...bot,
      name: "Fly",
      utterances: [{ utterance: "fly me away" }, { utterance: "book a flight" }],
      entities: [{ id, name: "city of departure", prompts: ["Where from?", "Which city?"] }],
    },
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, `/bots/${bot.agentId}/intents?story=${bot.storyId}&intent=${intent.id}`);
  const table = page.getByRole("table", { name: "Table of the parameters" });
  await expect(table.getByRole("columnheader")).toHaveText([
    "Required",
    "Parameter name",
    "Entity",
    "Prompts",
    "Value",
    "Option",
  ]);
  const phrases = page.getByText("fly me away", { exact: true });
  const boxOf = async (of: Locator) => {
    const box = await of.boundingBox();
    if (!box) throw new Error("it is not shown");
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  for (const width of [1280, 1440, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const [panel, phrase] = [await boxOf(table), await boxOf(phrases)];
    expect(panel.x, `parameters are right of the phrases at ${width} px`).toBeGreaterThan(phrase.right);
    expect(panel.right).toBeLessThanOrEqual(width);
    const fields = [
      table.getByLabel("Parameter name"),
      table.getByLabel("Value of city of departure"),
      table.getByRole("link", { name: "city of departure" }),
      table.getByRole("button", { name: "2 prompts" }),
      table.getByRole("button", { name: /^Delete/ }),
    ];
    const boxes = await Promise.all(fields.map(boxOf));
    for (const [at, box] of boxes.entries()) {
      if (at < 2) expect(box.width, `field ${at} at ${width} px`).toBeGreaterThanOrEqual(150);
      expect(box.x >= panel.x && box.right <= panel.right, `field ${at} is within the panel`).toBe(true);
      for (const other of boxes.slice(at + 1)) {
        const apart =
          box.right <= other.x || other.right <= box.x || box.bottom <= other.y || other.bottom <= box.y;
        expect(apart, `field ${at} overlaps none at ${width} px`).toBe(true);
      }
    }
  }
  await page.setViewportSize({ width: 1279, height: 800 });
  await expect(page.getByText("Parameters (1)")).toBeVisible();
  expect((await boxOf(table)).y, "below them without that room").toBeGreaterThan(
    (await boxOf(phrases)).bottom,
  );
});

test("what the panels of the builder hold stays within them", async ({ page }) => {
  const { agentId, storyId, intents } = await makeBot(client, { Fly: ["fly me", "book a flight"] });
  await open(page, `/bots/${agentId}/intents`);
  const stories = page.getByRole("region", { name: "Stories" });
  const rightOf = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().right);
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ["Intent", "Story"]) {
      const button = stories.getByRole("button", { name, exact: true });
      expect(await rightOf(button), `+ ${name} at ${width} px`).toBeLessThan(await rightOf(stories));
    }
  }
  await page.goto(`/bots/${agentId}/intents?story=${storyId}&intent=${intents["Fly"]}`);
  await page.getByRole("button", { name: "Bind an entity in fly me" }).click();
  const choices = page.getByRole("dialog", { name: "Selected Utterance" }).getByRole("listitem");
  await expect(choices.first()).toBeVisible();
  const heights = await choices.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.max(...heights), "a long description takes one line").toBeLessThan(60);
});

test.describe("training and trying", () => {
  test.use({ expectedErrors: [/409/] });

  test("what is known of a training is not overtaken by an older answer that comes late", async ({
    page,
  }) => {
    const { agentId } = await makeBot(client, smallBank);
    await page.clock.install();
    await open(page, `/bots/${agentId}/entity-list/custom`);
    await expect(page.getByText("Not trained yet")).toBeVisible();
    const [held, release, answered] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    await page.route(
      `**/nlp/agent/${agentId}`,
      async (route) => {
        const untrained = await route.fetch();
        held.resolve();
        await release.promise;
        await route.fulfill({ response: untrained });
        answered.resolve();
      },
      { times: 1 },
    );
    // Its configuration is opened, which loads the bot again; while that is under way, the bot is trained.
    await page.clock.fastForward(10_000);
    await page.getByRole("link", { name: "Configuration" }).click();
    await held.promise;
    await page.getByRole("button", { name: "Train Agent" }).click();
    await expect(page.getByText(/^Version 1/)).toBeVisible(TRAINED);
    release.resolve();
    await answered.promise;
    await expect(page.getByText(/^Version 1/)).toBeVisible();
  });

  test("an intent that was just added is understood after Train Agent", async ({ page }) => {
    const { agentId, storyId } = await makeBot(client, smallBank);
    await open(page, `/bots/${agentId}/intents?story=${storyId}&intent=new`);
    await page.getByRole("textbox", { name: /^Intent name/ }).fill("Opening hours");
    for (const phrase of [
      "when do you open",
      "what are your opening hours",
      "until when is the branch open",
    ]) {
      await phraseBox(page).fill(phrase);
      await phraseBox(page).press("Control+Enter");
    }
    await page.getByRole("tab", { name: "Response" }).click();
    await page.getByLabel("Response in markdown").fill("We open at **nine**.");
    // The request for the bot that saving triggers is answered only after the training, when it is out of date.
    const trained = Promise.withResolvers<void>();
    await page.route(`**/api/nlp/agent/${agentId}`, async (route) => {
      const response = await route.fetch();
      await trained.promise;
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: "Create" }).click();
    await expect(toast(page, "Intent saved successfully")).toBeVisible();

    await page.getByRole("button", { name: "Train Agent" }).click();
    await expect(toast(page, "Bot trained")).toBeVisible(TRAINED);
    trained.resolve();
    await expect(page).not.toHaveURL(/intent=new/);
    await expect(page.getByText(/^Version 1/)).toBeVisible();

    await page.getByRole("button", { name: "Try it" }).click();
    const panel = page.getByRole("dialog", { name: "Try it" });
    await panel.getByPlaceholder("Start Typing...").fill("tell me your opening hours please");
    await panel.getByPlaceholder("Start Typing...").press("Enter");
    await expect(panel.getByRole("log").locator("strong")).toHaveText("nine");
    await expect(panel.getByText(/^Opening hours · \d+ %$/)).toBeVisible();
    await panel.getByPlaceholder("Start Typing...").press("Enter");
    await expect(panel.getByRole("log").getByText("You:")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Try it" })).toBeFocused();
  });

  test("Try it says that an agent is not trained, and trains it on the spot", async ({ page }) => {
    const { agentId } = await makeBot(client, smallBank);
    await open(page, `/bots/${agentId}/intents`);
    await page.getByRole("button", { name: "Try it" }).click();
    const panel = page.getByRole("dialog", { name: "Try it" });
    await panel.getByPlaceholder("Start Typing...").fill("I lost my card");
    await panel.getByPlaceholder("Start Typing...").press("Enter");
    await panel.getByRole("button", { name: "Train Agent" }).click();
    await expect(toast(page, "Bot trained")).toBeVisible(TRAINED);
    await panel.getByRole("button", { name: "Retry" }).click();
    await expect(panel.getByText("Answer of Lost card")).toBeVisible();
  });

  test("progress comes over the socket from a training that somebody else began", async ({ page }) => {
    const { agentId } = await makeBot(client, smallBank);
    await open(page, `/bots/${agentId}/intents`);
    await expect(page.getByText("Not trained yet")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("status")).toHaveText("Live");
    await client.call(botsApi.trainAgent, { params: { id: agentId }, query: {} });
    await expect(page.getByText(/^Version 1/)).toBeVisible(TRAINED);
  });
});

test("the builder is usable at 360 px: stories, intents, one intent, and back", async ({ page }) => {
  const { agentId } = await makeBot(client, smallBank);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/bots/${agentId}/intents`);
  await page.getByRole("link", { name: /^Story/ }).click();
  await page.getByRole("link", { name: /^Lost card/ }).click();
  await expect(page.getByRole("textbox", { name: /^Intent name/ })).toHaveValue("Lost card");
  await expect(page.getByRole("link", { name: /^Balance/ })).toBeHidden();
  await page.getByRole("button", { name: "Back to the intents" }).click();
  await expect(page.getByRole("link", { name: /^Balance/ })).toBeVisible();
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wide).toBe(false);
});
