import type { Page } from "@playwright/test";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { demoClient, openSignedIn } from "#tests/support/sign-in.ts";
import { leftWorkTexts as texts } from "#texts/left-work.ts";
import { shellTexts } from "#texts/shell.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";

const TRAINED = { timeout: 60_000 };

/** The page hears of no job by its socket, and asks in vain for any until it is let. */
async function holdingJobs(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.routeWebSocket(/api\/actions/, () => {});
  await page.route("**/api/e/enterprise/jobs/*", async (route) => {
    await promise;
    // A reload has given up those that waited.
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

/** Begins the training of a new bot on its screen; it is trained, and the page does not know. */
async function trainUnseen(page: Page): Promise<string> {
  const client = await demoClient();
  const { agentId } = await makeBot(client, smallBank);
  const address = `/bots/${agentId}/intents`;
  await openSignedIn(page, address);
  await page.getByRole("button", { name: "Train Agent" }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("left work"))).toContain(agentId);
  const state = async () => (await client.call(botsApi.getAgent, { params: { id: agentId } })).training.state;
  await expect.poll(state, TRAINED).toBe("trained");
  return address;
}

const bell = (page: Page, unread: number) =>
  page.getByRole("button", {
    name: unread > 0 ? shellTexts.noticesUnread(unread) : shellTexts.notices,
    exact: true,
  });

test("work that ends behind another screen is in the bell, once, also after a reload, with the way to its screen", async ({
  page,
}) => {
  const letThrough = await holdingJobs(page);
  const address = await trainUnseen(page);
  await page.getByRole("banner").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.reload();
  await expect(bell(page, 0)).toBeVisible();
  letThrough();
  await bell(page, 1).click();
  const told = page.getByRole("banner").getByRole("listitem").filter({ hasText: "Bot trained" });
  await expect(told).toHaveCount(1);
  await told.getByRole("button", { name: texts.show }).click();
  await expect(page).toHaveURL((url) => url.pathname === address);
  await page.reload();
  await expect(page.getByText(/^Version 1/)).toBeVisible();
  await expect(bell(page, 0)).toBeVisible();
});

test("work that ends on the screen that follows it is said there, and not by the bell", async ({ page }) => {
  const letThrough = await holdingJobs(page);
  await trainUnseen(page);
  letThrough();
  await expect(page.getByRole("main").getByText("Bot trained").first()).toBeVisible(TRAINED);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("left work"))).toBe("[]");
  await page.getByRole("banner").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bell(page, 0)).toBeVisible();
});
