import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { LONG_CHAT, LONG_CHAT_ID, longChatAt } from "#tests/support/long-chat.ts";
import { historyIn, openChat, takenChat } from "#tests/support/open-chat.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

test.describe.configure({ mode: "parallel" });

const message = (page: Page, seq: number) =>
  historyIn(page)
    .getByText(new RegExp(`^Message ${seq}( |$)`))
    .first();
const openLong = async (page: Page) => {
  await signedIn(page, await clientOf("long"));
  await page.goto(`/chat/conversation?chat=${LONG_CHAT_ID}`);
  await expect(message(page, LONG_CHAT)).toBeVisible();
};
const rows = (page: Page) => historyIn(page).locator("[data-seq]");
/** Where a message stands in the window. */
const topOf = async (page: Page, seq: number) =>
  (await historyIn(page).locator(`[data-seq="${seq}"]`).boundingBox())?.y ?? Number.NaN;

test("of a long chat only what is near is there; what is older comes by scrolling, and nothing jumps", async ({
  page,
}) => {
  await openLong(page);
  await expect(historyIn(page).getByText("3 new messages")).toBeVisible();
  const here = LONG_CHAT - 49;
  expect(await rows(page).count()).toBeLessThan(120);
  await historyIn(page).locator(`[data-seq="${here}"]`).scrollIntoViewIfNeeded();
  const before = await topOf(page, here);
  await expect(historyIn(page).locator(`[data-seq="${here - 50}"]`)).toHaveCount(1);
  expect(Math.abs((await topOf(page, here)) - before)).toBeLessThan(2);
  await expect(page.getByRole("button", { name: "Jump to newest" })).toBeVisible();
  await expectAccessible(page);
  // The first of all, by the scroll bar.
  await page.setViewportSize({ width: 360, height: 740 });
  await historyIn(page).evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(message(page, 1)).toBeInViewport();
  expect(await rows(page).count()).toBeLessThan(250);
  await page.getByRole("button", { name: "Jump to newest" }).click();
  await expect(message(page, LONG_CHAT)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Jump to newest" })).toBeHidden();
});

test("one jumps to a day, and a day that nothing was said on says so", async ({ page }) => {
  await openLong(page);
  const jump = async (day: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Jump to a date" }).click();
    await page.getByRole("dialog").getByLabel("Day").fill(day);
    await page.getByRole("dialog").getByRole("button", { name: "Jump", exact: true }).click();
  };
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  await jump(dayOf(Date.now() + 3 * 24 * 3_600_000));
  await expect(page.getByRole("dialog").getByText("Nothing was said on this day or later.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const day = dayOf(longChatAt(Math.round(LONG_CHAT / 2)));
  await jump(day);
  await expect(page.getByRole("dialog")).toBeHidden();
  const shown = historyIn(page).locator("[aria-current]");
  await expect(shown).toBeInViewport();
  await expect(shown.locator("time")).toHaveAttribute("datetime", new RegExp(`^${day}T00:`));
});

test("who reads further up is told how many new messages there are, and stays there", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { chatId, name, say } = await takenChat(client, {
    words: Array.from({ length: 60 }, () => "word").join("\n"),
  });
  await say("the second");
  await openChat(page, chatId);
  // The chat has gone to what is new by itself, which the day that hovers does not cover: before that, it would go there
  // after the scrolling too.
  const line = historyIn(page).getByText("2 new messages");
  const isFree = (element: Element) => {
    const { left, width, top, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  };
  await expect.poll(() => line.evaluate(isFree)).toBe(true);
  await historyIn(page).evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(page.getByRole("button", { name: "Jump to newest" })).toBeVisible();
  await say("the third");
  const down = page.getByRole("button", { name: "Jump to newest (1 new)" });
  await expect(down).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: `${name}: the third` })).toHaveCount(1);
  expect(await historyIn(page).evaluate((box) => box.scrollTop)).toBe(0);
  await down.click();
  await expect(historyIn(page).getByText("the third")).toBeInViewport();
  await expect(down).toBeHidden();
});
