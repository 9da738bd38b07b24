import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { ApiClient } from "#db/seed/client.ts";
import { expect, test } from "./browser.ts";
import { demoClient, signedIn } from "./sign-in.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const THEMES = ["light", "dark"] as const;
/** What the other theme can change: names, roles and order are the same page's. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const WIDTHS = [1280, 360];

export interface State {
  path: () => string;
  /** What to do to get there, and what then shows that it is there. */
  arrive: (page: Page) => Promise<void>;
  signedOut?: true;
}

/** Half-way through a change of colour or place nothing can be measured: what would end is ended. */
const settle = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });

/** A test for each state of the screens at each width: no known barrier in either theme, and nothing too wide. */
export function walk(states: Record<string, State>, clientOf: () => Promise<ApiClient> = demoClient): void {
  for (const [name, { path, arrive, signedOut }] of Object.entries(states)) {
    for (const width of WIDTHS) {
      test(`${name} has no known barrier, and fits into ${width} px`, async ({ page }) => {
        if (!signedOut) await signedIn(page, await clientOf());
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(path());
        await arrive(page);
        const wider = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.scrollingElement ?? document.body;
          return scrollWidth - clientWidth;
        });
        expect.soft(wider, `pixels too wide at ${width} px`).toBeLessThanOrEqual(0);
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme });
          const dark = page.locator("html.dark:has(#app)");
          // The API reference follows the system without a class.
          if (path() !== "/api/docs") await expect(dark).toHaveCount(colorScheme === "dark" ? 1 : 0);
          await settle(page);
          const axe = new AxeBuilder({ page }).setLegacyMode(true);
          const { violations } = await (
            colorScheme === "light" ? axe.withTags(TAGS) : axe.withRules(COLOUR_RULES)
          ).analyze();
          const told = violations.map(
            ({ id, nodes }) =>
              `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`,
          );
          expect.soft(told, `${width} px, ${colorScheme}`).toEqual([]);
        }
      });
    }
  }
}
