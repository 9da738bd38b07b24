import type { Page } from "@playwright/test";
import { trainBot } from "#db/seed/train.ts";
import { botSaysTexts } from "#texts/bot-says.ts";
import { botsTexts } from "#texts/bots.ts";
import { chartsTexts } from "#texts/charts.ts";
import { configurationTexts } from "#texts/configuration.ts";
import { reviewTexts } from "#texts/review.ts";
import { trainingTexts } from "#texts/training.ts";
import { tryItTexts } from "#texts/try-it.ts";
import { largerBank, makeBot } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { demoClient, openSignedIn } from "#tests/support/sign-in.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";

test.describe.configure({ mode: "parallel" });

/** Near to the phrases of Balance and none of them. */
const HALF = "please explain how savings works to a pensioner";

/** A trained bot that is sure of nothing but its phrases themselves. */
async function halfSureBot(): Promise<string> {
  const client = await demoClient();
  const { agentId } = await makeBot(client, largerBank);
  await trainBot(client, agentId);
  const { config } = await client.call(botsApi.getAgent, { params: { id: agentId } });
  const { hasOpenaiKey: _, ...rest } = config;
  await client.call(botsApi.saveAgentConfig, {
    params: { id: agentId },
    body: { ...rest, confidenceThreshold: 1, takesThreshold: true },
  });
  return agentId;
}

/** Opens Try it and says a text there. */
async function sayIn(page: Page, text: string) {
  await page.getByRole("button", { name: "Try it" }).click();
  const panel = page.getByRole("dialog", { name: "Try it" });
  await panel.getByPlaceholder("Start Typing...").fill(text);
  await panel.getByPlaceholder("Start Typing...").press("Enter");
  return panel;
}

test("half sure, the bot asks in Try it; what was pressed is proposed in review, and is learnt from there", async ({
  page,
}) => {
  const agentId = await halfSureBot();
  await openSignedIn(page, `/bots/${agentId}/intents`);
  const panel = await sayIn(page, HALF);
  await expect(panel.getByText(botSaysTexts.didYouMean.en)).toBeVisible();
  await expect(panel.getByText(tryItTexts.kinds.didYouMean)).toBeVisible();
  const none = panel.getByRole("button", { name: botSaysTexts.noneOfThese.en });
  await expect(none).toBeEnabled();
  await panel.getByRole("button", { name: "Balance", exact: true }).press("Enter");
  await expect(panel.getByText("Answer of Balance")).toBeVisible();
  // An answered question can't be chosen from any more.
  await expect(none).toHaveAttribute("aria-disabled", "true");

  await page.goto(`/bots/${agentId}/unmatched?tried=1`);
  await expect(page.getByText(reviewTexts.meant("Balance", 1))).toBeVisible();
  await page.getByRole("button", { name: reviewTexts.acceptMeant(HALF, "Balance") }).click();
  await expect(page.getByText(reviewTexts.added({ added: 1, known: 0, tooLong: 0 }))).toBeVisible();
  await expect(page.getByText(reviewTexts.none)).toBeVisible();
  await expect(page.getByText(botsTexts.changedSince).first()).toBeVisible();
});

test("with the switch off the bot asks nothing", async ({ page }) => {
  const agentId = await halfSureBot();
  await openSignedIn(page, `/bots/${agentId}/configuration`);
  const asks = page.getByRole("checkbox", { name: configurationTexts.didYouMean });
  await expect(asks).toBeChecked();
  await asks.uncheck();
  await page.getByRole("button", { name: configurationTexts.update }).click();
  await expect(page.getByText("Configuration updated successfully")).toBeVisible();
  await page.reload();
  await expect(asks).not.toBeChecked();
  const panel = await sayIn(page, HALF);
  await expect(panel.getByText(/^Not understood/).first()).toBeVisible();
  await expect(panel.getByText(botSaysTexts.didYouMean.en)).toBeHidden();
});

test("a training shows what each threshold would do, and the one that it finds best is taken over", async ({
  page,
}) => {
  const agentId = await halfSureBot();
  await openSignedIn(page, `/bots/${agentId}/training`);
  await expect(page.getByText(trainingTexts.thresholdUsed("1.00"))).toBeVisible();
  const curve = page.getByRole("region", { name: trainingTexts.threshold, exact: true });
  await curve.getByRole("button", { name: chartsTexts.asTableOf(trainingTexts.threshold) }).press("Enter");
  const table = curve.getByRole("table");
  await expect(table.getByRole("rowheader", { name: "0.95" })).toBeVisible();
  for (const name of [trainingTexts.answeredRight, trainingTexts.answeredWrong, trainingTexts.refused])
    await expect(table.getByRole("columnheader", { name })).toBeVisible();
  const take = page.getByRole("button", { name: /^Use 0\.\d\d$/ });
  const best = ((await take.textContent()) ?? "").replace("Use ", "");
  await take.press("Enter");
  await expect(page.getByText(trainingTexts.thresholdInUse)).toBeVisible();
  await expect(take).toBeHidden();
  await page.goto(`/bots/${agentId}/configuration`);
  await expect(page.getByLabel(configurationTexts.threshold)).toHaveValue(String(Number(best)));
});

test("another language is said to need another training, also on a page that is opened later", async ({
  page,
}) => {
  const agentId = await halfSureBot();
  await openSignedIn(page, `/bots/${agentId}/configuration`);
  const language = page.getByRole("combobox", { name: new RegExp(`^${configurationTexts.language}`) });
  const chip = page.getByText(botsTexts.changedSince).first();
  await expect(language).toHaveValue("en");
  await language.selectOption("hi");
  await expect(page.getByText(configurationTexts.trainForLanguage)).toBeVisible();
  await page.getByRole("button", { name: configurationTexts.update }).click();
  await expect(chip).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  // Back to what it was trained for, nothing is to be done.
  await language.selectOption("en");
  await page.getByRole("button", { name: configurationTexts.update }).click();
  await expect(chip).toBeHidden();
});
