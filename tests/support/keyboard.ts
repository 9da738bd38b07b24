import type { Locator, Page } from "@playwright/test";
import { expect } from "./browser.ts";

const MOST_STOPS = 100;

/** Resolves once what the last key changed is drawn, which is sooner than a person could press another. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

/** Presses Tab until this has the focus, as somebody without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_STOPS; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target, "reached by Tab").toBeFocused();
}

/** Presses an arrow key until this has the focus. */
export async function arrowTo(page: Page, key: `Arrow${string}`, target: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_STOPS; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, `reached by ${key}`).toBeFocused();
}

/** Expects the focus where it can be seen: not on the page itself, in the window, and marked. */
export async function expectFocusSeen(page: Page, after: string): Promise<void> {
  await expect(async () => {
    const lost = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body || one === document.documentElement) return "nothing has the focus";
      const { top, bottom, left, right, width } = one.getBoundingClientRect();
      if (width === 0 || bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
        return `out of sight: ${one.outerHTML.slice(0, 120)}`;
      const { outlineStyle, boxShadow } = getComputedStyle(one);
      if (outlineStyle === "none" && boxShadow === "none") return `unmarked: ${one.outerHTML.slice(0, 120)}`;
      return "";
    });
    expect(lost, `after: ${after}`).toBe("");
  }).toPass({ timeout: 20_000 });
}
