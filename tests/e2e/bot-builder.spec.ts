import { trainBot } from "#db/seed/train.ts";
import { configurationTexts } from "#texts/configuration.ts";
import { entityListTexts } from "#texts/entity-list.ts";
import { genAiTexts } from "#texts/gen-ai.ts";
import { providersTexts } from "#texts/providers.ts";
import { makeBot, saveIntent, smallBank, type Bot } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { makePdf } from "#tests/support/pdf.ts";
import { demoClient, openSignedIn } from "#tests/support/sign-in.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";

test.describe.configure({ mode: "parallel" });

const train = async ({ agentId }: Pick<Bot, "agentId">) => {
  const client = await demoClient();
  await trainBot(client, agentId);
};
const newBot = async (intents = smallBank as Record<string, string[]>) =>
  makeBot(await demoClient(), intents);

test.describe("entities", () => {
  // The refusal is what is tested.
  test.use({ expectedErrors: [/409/] });

  test("an entity is made by keyboard alone, found in the list, bound in a phrase, and cannot be deleted while it is used", async ({
    page,
  }) => {
    const bot = await newBot();
    await openSignedIn(page, `/bots/${bot.agentId}/entity-list`);
    await page.getByRole("link", { name: "Create Entity" }).first().press("Enter");
    await expect(page.getByRole("heading", { name: "Create Custom Entity" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Create", exact: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await page.getByLabel("Entity name").fill("card type");
    await expect(page.getByRole("button", { name: "Add synonyms" })).toHaveAttribute("aria-disabled", "true");
    await page.getByLabel("Value 1", { exact: true }).fill("Visa");
    await page.getByRole("button", { name: "Add synonyms" }).press("Enter");
    const popup = page.getByRole("dialog", { name: "Synonyms of Visa" });
    await popup.getByRole("button", { name: "Add" }).press("Enter");
    await expect(popup.getByText("Empty synonyms cannot be added")).toBeVisible();
    await popup.getByLabel("New synonym").fill("visa card, blue card");
    await popup.getByLabel("New synonym").press("Enter");
    await expect(popup.getByRole("listitem")).toHaveText(["visa card", "blue card"]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /^Synonyms of value 1/ })).toBeFocused();
    await page.getByRole("button", { name: "Create", exact: true }).press("Enter");
    await expect(page.getByText("Entity created successfully")).toBeVisible();
    const row = page
      .getByRole("table", { name: entityListTexts.tableOf.custom })
      .getByRole("row", { name: /card type/ });
    await expect(row).toContainText("Visa");

    await page.getByRole("link", { name: "Intents" }).click();
    await page.getByRole("link", { name: /Story/ }).first().click();
    await page.getByRole("button", { name: "Bind an entity in what is my balance" }).click();
    await page.getByRole("button", { name: "balance", exact: true }).click();
    await page.getByRole("button", { name: "card type" }).click();
    await expect(page.locator("mark[data-entity='card type']")).toHaveText("balance");
    await page.getByRole("button", { name: "Add prompts" }).click();
    await page.getByLabel("New prompt").fill("Which card?");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Intent saved successfully")).toBeVisible();

    // The intent's own screen has a button of the same name, for the parameter.
    await page.getByRole("link", { name: "Entities" }).click();
    await row.getByRole("button", { name: "Delete card type" }).click();
    await expect(page.getByText("Are you sure you want to delete this Entity ?")).toBeVisible();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(question.getByText(/Remove it from these intents first: Balance/)).toBeVisible();
  });
});

test.describe("two tabs on one thing", () => {
  test.use({ expectedErrors: [/409/] });

  test("the slower save of an intent is refused, says who was faster, and keeps what was typed", async ({
    page,
  }) => {
    const bot = await newBot();
    const intentId = bot.intents["Balance"] ?? "";
    const client = await openSignedIn(
      page,
      `/bots/${bot.agentId}/intents?story=${bot.storyId}&intent=${intentId}&open=1`,
    );
    await page.getByLabel("Intent name").fill("Balance of mine");
    const { agentId, storyId } = bot;
    const theirs = await client.call(intentsApi.getIntent, { params: { agentId, storyId, intentId } });
    await client.call(intentsApi.saveIntent, {
      body: { ...theirs, utterances: [...theirs.utterances, { utterance: "a phrase of theirs" }] },
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/Changed by Asha Rao at .*Nothing was overwritten/).first()).toBeVisible();
    await expect(page.getByLabel("Intent name")).toHaveValue("Balance of mine");
    await page.getByRole("button", { name: "Discard the changes" }).click();
    await expect(page.getByText("a phrase of theirs", { exact: true })).toBeVisible();
  });
});

test("Try it asks for what is missing, tells why, and learns what it did not understand", async ({
  page,
}) => {
  const bot = await newBot();
  const client = await demoClient();
  const { agentId, storyId } = bot;
  await client.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      name: "Pay",
      utterances: ["send money", "pay somebody", "transfer an amount"].map((utterance) => ({ utterance })),
      responses: [{ response: "Paid {amount}." }],
      entities: [{ id: "sys.money", name: "amount", required: true, prompts: ["How much?"] }],
    },
  });
  await train(bot);
  await openSignedIn(page, `/bots/${agentId}/intents`);
  await page.getByRole("button", { name: "Try it" }).click();
  const panel = page.getByRole("dialog", { name: "Try it" });
  await panel.getByLabel("Show the details of each answer").check();
  const say = async (text: string) => {
    await panel.getByPlaceholder("Start Typing...").fill(text);
    await panel.getByPlaceholder("Start Typing...").press("Enter");
  };
  await say("send money");
  await expect(panel.getByText("How much?")).toBeVisible();
  await expect(panel.getByText("asking for amount")).toBeVisible();
  await say("twenty dollars");
  await expect(panel.getByText("Paid 20 USD.")).toBeVisible();
  await expect(panel.getByText("twenty dollars (amount of money): 20 USD")).toBeVisible();
  await say("zebra crossing");
  const last = panel.getByText("Wrong? Add it to an intent").last();
  await expect(panel.getByText("Not understood").last()).toBeVisible();
  await last.click();
  await panel.getByLabel("Intent that should have answered").last().fill("Bal");
  await page.getByRole("option", { name: /Balance/ }).click();
  await panel.getByRole("button", { name: "Add", exact: true }).last().click();
  await expect(panel.getByText(/1 phrase added/)).toBeVisible();
});

test("a PDF becomes knowledge: uploaded with progress, read, asked, and shown at its page", async ({
  page,
}) => {
  const bot = await newBot();
  await train(bot);
  await openSignedIn(page, `/bots/${bot.agentId}/gen-ai`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please select any configuration").first()).toBeVisible();
  await expect(page.getByLabel("Configuration")).toBeFocused();
  // Several problems are listed, each with a way to its field.
  await page.getByRole("switch", { name: "Website knowledge" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveCount(2);
  await page.getByRole("switch", { name: "Website knowledge" }).click();
  await page
    .getByLabel("Configuration")
    .selectOption({ label: "Without a language model (the best passage answers)" });
  await page.getByRole("switch", { name: "Document knowledge" }).click();
  const buffer = Buffer.from(
    await makePdf([
      { heading: "Hours", lines: ["The library opens at ten."] },
      { heading: "Fines", lines: ["A late book costs forty cents a day."] },
    ]),
  );
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "rules.pdf", mimeType: "application/pdf", buffer });
  await expect(page.getByText("1 file uploaded")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Gen AI configuration saved")).toBeVisible();
  // The job that reads it stands behind those of other tests.
  await expect(page.getByText("2 passages to answer from")).toBeVisible({ timeout: 60_000 });
  await page.getByLabel("Question", { exact: true }).fill("what does a late book cost");
  await page.getByRole("button", { name: "Find passages" }).click();
  await expect(page.getByText("A late book costs forty cents a day.")).toBeVisible();
  await page.getByRole("button", { name: "Try it" }).click();
  const panel = page.getByRole("dialog", { name: "Try it" });
  await panel.getByPlaceholder("Start Typing...").fill("late book");
  await panel.getByPlaceholder("Start Typing...").press("Enter");
  await expect(panel.getByText("A late book costs forty cents a day.")).toBeVisible();
  const opened = page.waitForEvent("popup");
  await panel.getByRole("button", { name: /View Source/ }).click();
  await opened;
});

test("the configuration says what is wrong, keeps what was typed, and saves", async ({ page }) => {
  const bot = await newBot();
  await openSignedIn(page, `/bots/${bot.agentId}/configuration`);
  await expect(page.getByLabel("Confidence threshold")).toHaveAttribute("readonly");
  await page.getByLabel("Entity extract retries").fill("0");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Entity extract retries value cannot be less than 1")).toBeVisible();
  await page.getByLabel("Entity extract retries").fill("21");
  await expect(page.getByText("Entity extract retries value cannot be more than 20")).toBeVisible();
  await page.getByRole("link", { name: "Intents" }).click();
  await expect(page.getByText("Please Save or Discard the changes").first()).toBeVisible();
  await page.getByLabel("Entity extract retries").fill("2");
  await page.getByLabel("Model type").selectOption("OpenAi");
  await expect(page.getByLabel("Confidence threshold")).not.toHaveAttribute("readonly");
  await page.getByLabel("OpenAI key").fill("sk-canary");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Configuration updated successfully")).toBeVisible();
  await expect(page.getByText("A key is set.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("OpenAI key")).toHaveValue("");
});

test.describe("a provider", () => {
  // The refusal is what is tested.
  test.use({ expectedErrors: [/400/] });

  test("is tried before it is saved, and what was typed stays when its address is refused", async ({
    page,
  }) => {
    const bot = await newBot();
    await openSignedIn(page, `/bots/${bot.agentId}/configuration`);
    await page.getByLabel("Model type").selectOption("OpenAi");
    await page.getByRole("button", { name: genAiTexts.createConfiguration }).click();
    const dialog = page.getByRole("dialog", { name: genAiTexts.dialogTitle });
    await dialog.getByLabel(genAiTexts.configurationName).fill(`Models of ${bot.agentId}`);
    await dialog.getByLabel(genAiTexts.llmType).selectOption("1");
    await dialog.getByLabel(genAiTexts.apiKey).fill("sk-canary");
    await dialog.getByText(genAiTexts.advanced).click();
    await dialog.getByLabel(genAiTexts.baseUrl).fill("http://169.254.169.254/v1");
    await dialog.getByRole("button", { name: genAiTexts.test }).click();
    await expect(dialog.getByText(providersTexts.addressRefused).first()).toBeVisible();
    await expect(dialog.getByLabel(genAiTexts.apiKey)).toHaveValue("sk-canary");
    await dialog.getByLabel(genAiTexts.baseUrl).fill("");
    await dialog.getByRole("button", { name: genAiTexts.create }).click();
    await expect(page.getByText(genAiTexts.configurationCreated)).toBeVisible();
    await expect(page.getByLabel(configurationTexts.integration)).not.toHaveValue("");
  });
});

test("a training is told in place, with its report; a version can answer again", async ({ page }) => {
  const bot = await newBot();
  await train(bot);
  await saveIntent(await demoClient(), bot, "Greeting", ["hello there", "good morning to you"]);
  await openSignedIn(page, `/bots/${bot.agentId}/intents`);
  await page.getByRole("button", { name: "Train Agent" }).click();
  await page.getByRole("link", { name: "See the report" }).click();
  await expect(page.getByRole("heading", { name: "Report of version 2" })).toBeVisible();
  await page.getByLabel("New test question").fill("I have lost my card");
  await page.getByLabel("Should be answered by").fill("Lost");
  await page.getByRole("option", { name: /Lost card/ }).click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Test question saved")).toBeVisible();
  await page.getByRole("button", { name: "Ask them now" }).click();
  await expect(page.getByText("1 of 1 right")).toBeVisible();
  await page.getByRole("button", { name: "Compare training content" }).click();
  await expect(page.getByText("Both have the same content.")).toBeVisible();
  await page.getByLabel("From").selectOption("1");
  await page.getByRole("button", { name: "Compare training content" }).click();
  await expect(page.getByRole("heading", { name: /Greeting/ })).toBeVisible();
  await page.getByRole("button", { name: "Use this version" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Use this version" }).click();
  await expect(page.getByText("Version 1 is now in use")).toBeVisible();
});

test("a phrase near another intent's is told while it is written, and Auto Generate writes more", async ({
  page,
}) => {
  const bot = await newBot();
  await train(bot);
  await openSignedIn(
    page,
    `/bots/${bot.agentId}/intents?story=${bot.storyId}&intent=${bot.intents["Lost card"]}&open=1`,
  );
  await page.getByLabel("New training phrase").fill("what is my balance");
  await expect(page.getByText("The same phrase is in Balance")).toBeVisible();
  await page.getByLabel("New training phrase").fill("");
  await page.getByRole("button", { name: "Auto Generate" }).click();
  await expect(page.getByText("Select at least one training phrase").first()).toBeVisible();
  await page.getByRole("checkbox", { name: "Select report a stolen card" }).check();
  await page.getByRole("button", { name: "Auto Generate" }).click();
  await page.getByRole("radio", { name: "5" }).check();
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByRole("button", { name: "Add 5 phrases" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Intent saved successfully")).toBeVisible();
});
