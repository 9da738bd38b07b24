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
    // One that is started anew each time it ends would keep this going for ever.
    for (let left = going(), round = 0; left.length > 0 && round < 50; left = going(), round++) {
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

/** Problems of the state that a page shows, in both themes at each of these widths. */
async function problemsOf(page: Page, widths: readonly number[]): Promise<string[]> {
  const problems: string[] = [];
  // Parts that move by themselves, such as the slides of the sign-in, have no colours to measure while they change.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      // The API reference follows the system without a class.
      if (!page.url().endsWith("/api/docs")) {
        const dark = page.locator("html.dark:has(#app)");
        await expect(dark).toHaveCount(colorScheme === "dark" ? 1 : 0);
      }
      const found = await barriers(page, colorScheme === "light" ? "all" : "colours");
      problems.push(...found.map((barrier) => `${width} px, ${colorScheme}: ${barrier}`));
    }
    await page.emulateMedia({ colorScheme: "light" });
    const wide = await tooWide(page);
    if (wide > 0) problems.push(`${width} px: ${wide} px too wide`);
  }
  return problems;
}

/** For a flow that is at a state anyway: it has no known barrier, light and dark, wide and narrow. */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  expect(await problemsOf(page, WIDTHS)).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
  if (size) await page.setViewportSize(size);
}

/** Time for one state at one width on a busy machine. */
const STATE_MS = 20_000;

/**
 * Tests each state of a section for known barriers in both themes and for overflow, at each width: one test, in one
 * browser, which then names every state that has a problem. A state survives narrowing the window; one that does not
 * (`apart`) is reached anew at each width.
 */
export function walk(
  section: string,
  states: Record<string, State>,
  clientOf: () => Promise<ApiClient> = demoClient,
): void {
  const visits = Object.entries(states).flatMap(([name, state]) =>
    (state.apart ? WIDTHS.map((width) => [width]) : [WIDTHS]).map((widths) => ({ name, widths, ...state })),
  );
  test(`${section}: no state has a known barrier, nor is too wide`, async ({ context }) => {
    test.setTimeout(visits.length * WIDTHS.length * STATE_MS);
    const client = await clientOf();
    const wrong: string[] = [];
    for (const { name, widths, path, arrive, signedOut } of visits) {
      // A tab of its own for each: what is fetched stays fetched, and nothing else is left of the state before.
      const page = await context.newPage();
      // Otherwise a control that is not there waits for the end of the whole test.
      page.setDefaultTimeout(7_500);
      await page.addInitScript(() => {
        if (window === window.top && window.name === "") localStorage.clear();
      });
      if (!signedOut) await signedIn(page, client);
      await page.setViewportSize({ width: widths[0] ?? 0, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
      try {
        await page.goto(path());
        await arrive(page);
        wrong.push(...(await problemsOf(page, widths)).map((problem) => `${name}: ${problem}`));
      } catch (error) {
        wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await page.close();
    }
    console.log(
      `${section}: ${visits.length} visits to ${Object.keys(states).length} states, ${wrong.length} wrong`,
    );
    expect(wrong).toEqual([]);
  });
}
