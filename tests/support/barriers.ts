import type { Page } from "@playwright/test";
import axe from "axe-core";
import type { ApiClient } from "#db/seed/client.ts";
import { expect, test } from "./browser.ts";
import { demoClient, signedIn } from "./sign-in.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const THEMES = ["light", "dark"] as const;
/** Rules whose result depends on the theme: names, roles and order are the same in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const WIDTHS = [1280, 360];

export interface State {
  path: () => string;
  /** Goes to the state, and waits until it is shown. */
  arrive: (page: Page) => Promise<void>;
  signedOut?: true;
  /** The state depends on the initial width, such as an open drawer or a menu attached to a row. */
  apart?: true;
}

/**
 * Nothing can be measured in the middle of a transition: finishes those that run and end by themselves, and those that
 * start as a result, such as of an inherited colour.
 */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const going = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState !== "finished" && effect?.getComputedTiming().iterations !== Infinity,
        );
    for (let left = going(); left.length > 0; left = going()) {
      for (const animation of left) animation.finish();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });

/**
 * Injects axe into a page and its frames once. Its Playwright adapter injects it anew each time, which takes longer
 * than the analysis.
 */
async function holdAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(axe.source);
  }
}

const barriers = async (page: Page, rules: "all" | "colours"): Promise<string[]> => {
  await settle(page);
  await holdAxe(page);
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await window.axe.run({ runOnly, resultTypes: ["violations"] });
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`,
      );
    },
    rules === "all"
      ? { type: "tag" as const, values: TAGS }
      : { type: "rule" as const, values: COLOUR_RULES },
  );
};

/** Number of pixels by which the page overflows its right edge. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.body;
    return scrollWidth - clientWidth;
  });

/**
 * Tests each state of the screens for known barriers in both themes and for overflow, at each width. A state survives
 * narrowing the window; one that does not (`apart`) is reached anew at each width.
 */
export function walk(states: Record<string, State>, clientOf: () => Promise<ApiClient> = demoClient): void {
  for (const [name, { path, arrive, signedOut, apart }] of Object.entries(states)) {
    const visits = apart ? WIDTHS.map((width) => [width]) : [WIDTHS];
    for (const widths of visits) {
      test(`${name} has no known barrier, and fits into ${widths.join(" and ")} px`, async ({ page }) => {
        if (!signedOut) await signedIn(page, await clientOf());
        for (const [at, width] of widths.entries()) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme: "light" });
          if (at === 0) {
            await page.goto(path());
            await arrive(page);
          }
          for (const colorScheme of THEMES) {
            await page.emulateMedia({ colorScheme });
            const dark = page.locator("html.dark:has(#app)");
            // The API reference follows the system without a class.
            if (path() !== "/api/docs") await expect(dark).toHaveCount(colorScheme === "dark" ? 1 : 0);
            const found = await barriers(page, colorScheme === "light" ? "all" : "colours");
            expect.soft(found, `${width} px, ${colorScheme}`).toEqual([]);
          }
          expect.soft(await tooWide(page), `pixels too wide at ${width} px`).toBeLessThanOrEqual(0);
        }
      });
    }
  }
}
