import { trainBot } from "#db/seed/train.ts";
import type { Page } from "@playwright/test";
import { largerBank, makeBot, smallBank } from "#tests/support/bot.ts";
import { type State, walk } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { haveField } from "#tests/support/customer-fields.ts";
import { demoClient } from "#tests/support/sign-in.ts";
import { sendFile } from "#db/seed/send-file.ts";
import { chartsTexts } from "#texts/charts.ts";
import { builderTexts } from "#texts/builder.ts";
import { reviewTexts } from "#texts/review.ts";
import { trainingTexts } from "#texts/training.ts";
import { treeTexts } from "#texts/intent-tree.ts";
import { uiTexts } from "#texts/ui.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";

test.describe.configure({ mode: "parallel" });

/** A bot in which everything has something to show: stories, intents, a bound entity, prompts, a model. */
interface Shown {
  agentId: string;
  name: string;
  intents: string;
  intent: string;
  uploadId: string;
  /** Another bot, with phrases enough for a training to try thresholds. */
  larger: string;
}

const walkFile = (name: string) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(WALK),
});
const WALK = `Name,Phone\nAsha Walker,+91 98200 77001\nX,nonsense\n"${"long".repeat(60)}",+12`;
/** Messages that no intent understood, each a group of its own. */
const MANY = Array.from({ length: 25 }, (_, at) => `zebra crossing ${at}`);
const groupOf = (text: string) => ({
  title: text,
  messages: [{ text, count: 1, lastAt: "2030-01-01T10:00:00.000Z", nearest: null, meant: null }],
});
let shown: Shown;
test.beforeAll(async () => {
  const client = await demoClient();
  const bot = await makeBot(client, smallBank);
  const entity = await client.call(entitiesApi.saveEntity, {
    body: { agentId: bot.agentId, name: "city", values: [{ value: "Paris", type: "synonymns" }] },
  });
  const { id } = await client.call(intentsApi.saveIntent, {
    body: {
      agentId: bot.agentId,
      storyId: bot.storyId,
      name: "Fly",
      utterances: [
        {
          utterance: "fly me to Paris",
          entityRefs: [{ entityId: entity.id, entityStartPos: 10, entityEndPos: 15 }],
        },
        { utterance: "book a flight" },
      ],
      responses: [{ response: "# Flights\n\nWe fly **daily**, see [the plan](https://example.com/plan)." }],
      entities: [{ id: entity.id, name: "city", required: true, prompts: ["Where to?", "Which city?"] }],
    },
  });
  await trainBot(client, bot.agentId);
  for (const text of ["zebra crossing", "where is the zebra crossing"]) {
    await client.call(botSessionsApi.predictIntent, { body: { agentId: bot.agentId, message: { text } } });
  }
  const larger = await makeBot(client, largerBank);
  await trainBot(client, larger.agentId);
  await haveField(client, "City");
  const { name } = await client.call(botsApi.getAgent, { params: { id: bot.agentId } });
  const send = (path: string, init: RequestInit) =>
    fetch(new URL(path, process.env.PLAYWRIGHT_TEST_BASE_URL), init);
  const path = await sendFile(send, client, WALK, "walk.csv");
  const { uploadId } = await client.call(importsApi.startImport, {
    body: { file: { name: "walk.csv", path } },
  });
  shown = {
    uploadId,
    larger: larger.agentId,
    agentId: bot.agentId,
    name,
    intents: `/bots/${bot.agentId}/intents`,
    intent: `/bots/${bot.agentId}/intents?story=${bot.storyId}&intent=${id}&open=1`,
  };
});

const visible = (name: string) => (page: Page) => expect(page.getByRole("heading", { name })).toBeVisible();
const intentOpen = (page: Page) =>
  expect(page.getByRole("textbox", { name: /^Intent name/ })).toHaveValue("Fly");

/** They are collapsed where there is no room beside the phrases. */
async function openParameters(page: Page): Promise<void> {
  await intentOpen(page);
  const narrow = page.getByText("Parameters (1)");
  if (await narrow.isVisible()) await narrow.click();
}

/** The live connection and the shortcuts begin in the same moment, and only the former can be seen. */
const listening = (page: Page) => expect(page.getByRole("banner").getByRole("status")).toHaveText("Live");

const states: Record<string, State> = {
  "the sign-in page": {
    path: () => "/login",
    signedOut: true,
    arrive: (page) => expect(page.getByRole("img", { name: /^Captcha picture/ })).toBeVisible(),
  },
  "the sign-in page with errors": {
    path: () => "/login",
    signedOut: true,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    },
  },
  // The newest fifteen, of which the tests' own is one.
  "the agents list": { path: () => "/bots", arrive: (page) => visible(shown.name)(page) },
  "the agents list without a match": {
    path: () => "/bots?q=nothing-is-called-so",
    arrive: (page) => expect(page.getByRole("button", { name: "No Agents to Show" })).toBeVisible(),
  },
  "the dialog that creates an agent, refused": {
    path: () => "/bots",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Create New Agent" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      await expect(page.getByText("Bot name should not be empty", { exact: true })).toBeVisible();
    },
  },
  "an agent's menu": {
    path: () => `/bots?q=${encodeURIComponent(shown.name)}`,
    arrive: async (page) => {
      await page.getByRole("button", { name: `Menu for ${shown.name}` }).click();
      await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
    },
  },
  "the question before an agent is deleted": {
    path: () => `/bots?q=${encodeURIComponent(shown.name)}`,
    arrive: async (page) => {
      await page.getByRole("button", { name: `Menu for ${shown.name}` }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await expect(
        page.getByRole("heading", { name: "Are you sure you want to delete this Agent ?" }),
      ).toBeVisible();
    },
  },
  "a bot's stories": {
    path: () => shown.intents,
    arrive: (page) => expect(page.getByRole("link", { name: /^Story/ })).toBeVisible(),
  },
  "a bot's intents found by a search": {
    path: () => shown.intent.replace("open=1", "q=fly"),
    arrive: (page) => expect(page.getByText(treeTexts.found(1))).toBeVisible(),
  },
  "an intent with unsaved changes": {
    path: () => shown.intent,
    arrive: async (page) => {
      await page.getByRole("textbox", { name: /^Intent name/ }).fill("Fly away");
      await expect(page.getByText(builderTexts.changes(1))).toBeVisible();
    },
  },
  "an intent's phrases": { path: () => shown.intent, arrive: intentOpen },
  "an intent that was refused": {
    path: () => shown.intent.replace(/intent=[^&]+/, "intent=new"),
    arrive: async (page) => {
      await page.getByRole("button", { name: "Create" }).click();
      await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    },
  },
  "an intent's response": {
    path: () => shown.intent,
    arrive: async (page) => {
      await page.getByRole("tab", { name: "Response" }).click();
      await expect(page.getByRole("link", { name: /^the plan/ })).toBeVisible();
    },
  },
  "an intent's response being written": {
    path: () => shown.intent,
    arrive: async (page) => {
      await page.getByRole("tab", { name: "Response" }).click();
      await page.getByRole("button", { name: "Edit the response" }).click();
      await expect(page.getByRole("region", { name: "Preview" }).getByRole("link")).toBeVisible();
    },
  },
  "the panel that binds an entity": {
    path: () => shown.intent,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Bind an entity in fly me to Paris" }).click();
      await expect(page.getByRole("heading", { name: "Selected Utterance" })).toBeVisible();
    },
  },
  "a parameter's prompts": {
    path: () => shown.intent,
    apart: true,
    arrive: async (page) => {
      await openParameters(page);
      await page.getByRole("button", { name: "2 prompts" }).click();
      await expect(page.getByRole("heading", { name: "Prompts of city" })).toBeVisible();
    },
  },
  "an intent's parameters": {
    path: () => shown.intent,
    apart: true,
    arrive: async (page) => {
      await openParameters(page);
      await expect(page.getByRole("button", { name: "2 prompts" })).toBeVisible();
    },
  },
  "Try it with an answer": {
    path: () => shown.intents,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Try it" }).click();
      const panel = page.getByRole("dialog", { name: "Try it" });
      await panel.getByPlaceholder("Start Typing...").fill("I lost my card");
      await panel.getByPlaceholder("Start Typing...").press("Enter");
      await expect(panel.getByText("Answer of Lost card")).toBeVisible();
    },
  },
  "the custom entities": {
    path: () => `/bots/${shown.agentId}/entity-list`,
    arrive: (page) => expect(page.getByRole("link", { name: "Edit city" })).toBeVisible(),
  },
  "the system entities": {
    path: () => `/bots/${shown.agentId}/entity-list/system`,
    arrive: (page) => expect(page.getByRole("link", { name: "percentage" })).toBeVisible(),
  },
  "an entity with the popup of its synonyms": {
    path: () => `/bots/${shown.agentId}/entity-list/create`,
    arrive: async (page) => {
      await page.getByLabel("Value 1", { exact: true }).fill("Rome");
      await page.getByRole("button", { name: "Add synonyms" }).click();
      await page.getByLabel("New synonym").fill("Roma, the eternal city, caput mundi, urbs");
      await page.getByLabel("New synonym").press("Enter");
      await expect(page.getByRole("button", { name: "Delete Roma" })).toBeVisible();
    },
  },
  "an entity that is used": {
    path: () => `/bots/${shown.agentId}/entity-list`,
    arrive: async (page) => {
      await page.getByRole("link", { name: "city", exact: true }).click();
      await expect(page.getByText("Used in 1 intent:")).toBeVisible();
    },
  },
  "the customers' fields": {
    path: () => "/customer-master/definition",
    arrive: (page) => expect(page.getByRole("button", { name: "Move City", exact: true })).toBeVisible(),
  },
  "the panel of a new field, refused": {
    path: () => "/customer-master/definition/add",
    arrive: async (page) => {
      await page.getByLabel("Field Type").selectOption("Text");
      await page.getByLabel("Input Type").selectOption("Alphabets");
      await page.getByRole("group", { name: "Allow Spl Char" }).getByLabel("Yes").check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { name: /^Save Failed/ })).toBeVisible();
      // The test leaves the unsaved form from here, and the browser asks for confirmation.
      page.once("dialog", (dialog) => void dialog.accept());
    },
  },
  "the question before a field is deleted": {
    path: () => "/customer-master/definition",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Delete City" }).click();
      await expect(page.getByRole("alertdialog").getByRole("button", { name: "No" })).toBeFocused();
    },
  },
  "the uploads": {
    path: () => "/customer-master/uploads",
    // The newest ten, and the tests of imports make more meanwhile.
    arrive: (page) => expect(page.getByRole("link", { name: /\.csv$/ }).first()).toBeVisible(),
  },
  "a file to upload": {
    path: () => "/customer-master/uploadfile",
    arrive: async (page) => {
      await page.getByLabel("Choose a CSV file").setInputFiles(walkFile("walk.csv"));
      await expect(page.getByRole("button", { name: "Upload walk.csv" })).toBeVisible();
    },
  },
  "the columns of a file, refused": {
    path: () => "/customer-master/uploadfile",
    arrive: async (page) => {
      await page.getByLabel("Choose a CSV file").setInputFiles(walkFile("walk.csv"));
      await page.getByRole("button", { name: "Upload walk.csv" }).click();
      await page.getByLabel("Import Phone as").selectOption({ label: "Name" });
      await page.getByRole("button", { name: "Check first" }).click();
      await expect(page.getByRole("link", { name: /^No column has the phone/ })).toBeVisible();
    },
  },
  "an import that is done": {
    path: () => `/customer-master/uploadfile?import=${shown.uploadId}`,
    arrive: (page) => expect(page.getByText("Completed", { exact: true })).toBeVisible(),
  },
  "the errors of an import": {
    path: () => `/customer-master/error/${shown.uploadId}`,
    arrive: (page) => expect(page.getByText("Line 3")).toBeVisible(),
  },
  "the configuration": {
    path: () => `/bots/${shown.agentId}/configuration`,
    arrive: async (page) => {
      await page.getByLabel("Model type").selectOption("OpenAi");
      await expect(page.getByLabel("OpenAI key")).toBeVisible();
    },
  },
  "the dialog of a new configuration": {
    path: () => `/bots/${shown.agentId}/gen-ai`,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Create configuration" }).click();
      await expect(page.getByLabel("API Key")).toBeVisible();
    },
  },
  "the generative knowledge": {
    path: () => `/bots/${shown.agentId}/gen-ai`,
    arrive: async (page) => {
      await page.getByRole("switch", { name: "Website knowledge" }).click();
      await page.getByRole("switch", { name: "Document knowledge" }).click();
      await page.getByLabel("Website Url").fill("https://www.example.com/help");
      await page.getByLabel("Website Url").press("Enter");
      await expect(page.getByRole("button", { name: /^Remove https/ })).toBeVisible();
    },
  },
  "the training report": {
    path: () => `/bots/${shown.agentId}/training`,
    arrive: (page) => expect(page.getByRole("heading", { name: "Report of version 1" })).toBeVisible(),
  },
  "what each threshold would do": {
    path: () => `/bots/${shown.larger}/training`,
    arrive: (page) =>
      expect(
        page.getByRole("button", { name: chartsTexts.asTableOf(trainingTexts.threshold) }),
      ).toBeVisible(),
  },
  "what was not understood": {
    path: () => `/bots/${shown.agentId}/unmatched?tried=1`,
    arrive: async (page) => {
      await page
        .getByRole("checkbox", { name: /zebra crossing/ })
        .first()
        .check();
      await expect(page.getByText(/selected/)).toBeVisible();
      // More than are listed at once.
      await page.route(/\/nlp\/.*\/unmatched\?/, (route) =>
        route.fulfill({ json: { status: true, data: { groups: MANY.map(groupOf), total: MANY.length } } }),
      );
      await page.reload();
      await page.getByRole("checkbox", { name: reviewTexts.selectListed }).check();
      await expect(page.getByText(uiTexts.selected(20), { exact: true })).toBeVisible();
      await page.getByRole("button", { name: reviewTexts.selectAll(MANY.length) }).click();
      await expect(page.getByText(uiTexts.selected(MANY.length), { exact: true })).toBeVisible();
    },
  },
  "Auto Generate": {
    path: () => shown.intent,
    arrive: async (page) => {
      await page.getByRole("checkbox", { name: "Select book a flight" }).check();
      await page.getByRole("button", { name: "Auto Generate" }).click();
      await page.getByRole("button", { name: "Generate", exact: true }).click();
      await expect(page.getByRole("button", { name: /^Add 10 phrases/ })).toBeVisible();
    },
  },
  "the details of an answer": {
    path: () => shown.intents,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Try it" }).click();
      const panel = page.getByRole("dialog", { name: "Try it" });
      await panel.getByLabel("Show the details of each answer").check();
      await panel.getByPlaceholder("Start Typing...").fill("fly me to Paris tomorrow");
      await panel.getByPlaceholder("Start Typing...").press("Enter");
      await expect(panel.getByText("Also possible")).toBeVisible();
    },
  },
  "the menu opened": {
    apart: true,
    path: () => "/bots",
    arrive: async (page) => {
      await expect(page.getByRole("heading", { name: "Agents" })).toBeVisible();
      const drawer = page.getByRole("button", { name: "Open the menu" });
      if (await drawer.isVisible()) await drawer.click();
      await page.getByRole("button", { name: "Campaigns" }).click();
      await expect(page.getByRole("link", { name: "Blacklist" })).toBeVisible();
    },
  },
  "the palette": {
    path: () => "/dashboard",
    arrive: async (page) => {
      await listening(page);
      await page.keyboard.press("Control+K");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  "the shortcuts": {
    path: () => "/dashboard",
    arrive: async (page) => {
      await listening(page);
      await page.keyboard.press("?");
      await expect(page.getByRole("heading", { name: "Keyboard shortcuts" })).toBeVisible();
    },
  },
  "the user menu": {
    path: () => "/dashboard",
    arrive: async (page) => {
      await page.getByRole("button", { name: /User menu/ }).click();
      await expect(page.getByRole("menuitem", { name: "Signout" })).toBeVisible();
    },
  },
  "an address that leads nowhere": {
    path: () => "/no/such/screen",
    signedOut: true,
    arrive: visible("Welcome To Chatbird!"),
  },
  "the API reference": { path: () => "/api/docs", signedOut: true, arrive: visible("Chatbird API") },
};

test.describe("every screen, light and dark, wide and narrow", () => {
  test.use({ expectedErrors: [/404/] });
  walk("bots", states);
});
