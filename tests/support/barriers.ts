import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { ApiClient } from "#db/seed/client.ts";
import { shellTexts } from "#texts/shell.ts";
import { expect, test } from "./browser.ts";
import { demoClient, signedIn } from "./sign-in.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The small build: the other one takes twice as long to be read by each page. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const THEMES = ["light", "dark"] as const;
const WIDTHS = [1280, 360];
type Look = { width: number; theme: (typeof THEMES)[number] };
/** The console's menu: half of what a screen shows, and the same on each. */
const MENU = `aside[aria-label="${shellTexts.menu}"]`;

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
    if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(AXE);
  }
}

type RunOnly = { type: "tag" | "rule"; values: string[] };
const EVERYTHING: RunOnly = { type: "tag", values: TAGS };
/** All that another theme can change. */
const COLOURS: RunOnly = { type: "rule", values: ["color-contrast"] };

const barriers = async (page: Page, runOnly: RunOnly, without: string[]): Promise<string[]> => {
  await settle(page);
  await holdAxe(page);
  return page.evaluate(
    async ([only, exclude]) => {
      const options = { runOnly: only, resultTypes: ["violations" as const] };
      const { violations } = await window.axe.run({ exclude }, options);
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join("\n")}`,
      );
    },
    [runOnly, without] as const,
  );
};

/** Number of pixels by which the page overflows its right edge. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.body;
    return scrollWidth - clientWidth;
  });

/** Waits until nothing overflows the page's right edge, as it may while it takes its new width. */
export const fitsInWidth = (page: Page) => expect.poll(() => tooWide(page)).toBe(0);

/** Problems of the state that a page shows, seen in each of these ways. */
async function problemsOf(page: Page, looks: readonly Look[], without: string[] = []): Promise<string[]> {
  const problems: string[] = [];
  const seen = new Set<number>();
  for (const { width, theme } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme });
    // The API reference follows the system without a class.
    if (!page.url().endsWith("/api/docs")) {
      await expect(page.locator("html.dark:has(#app)")).toHaveCount(theme === "dark" ? 1 : 0);
    }
    const found = await barriers(page, seen.has(width) ? COLOURS : EVERYTHING, without);
    seen.add(width);
    problems.push(...found.map((barrier) => `${width} px, ${theme}: ${barrier}`));
    const wide = await tooWide(page);
    if (wide > 0) problems.push(`${width} px: ${wide} px too wide`);
  }
  return problems;
}

/** Problems of a page's state, for a walk through many of them that names each: in one theme, without the menu. */
export const barriersIn = (page: Page, theme: Look["theme"]): Promise<string[]> =>
  problemsOf(page, [{ width: page.viewportSize()?.width ?? 0, theme }], [MENU]);

/**
 * For a flow that is at a state anyway: it has no known barrier, wide and light, narrow and dark; or light and dark at the one
 * width at which the state is there. All four would be a sixth of the whole run, and colours hardly depend on the width.
 */
export async function expectAccessible(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  const size = page.viewportSize();
  const [first, second] = widths;
  const looks = THEMES.flatMap((theme, at): Look[] => {
    const width = [first, second ?? first][at];
    return width === undefined ? [] : [{ width, theme }];
  });
  // The first state of each section is looked at with the menu.
  expect(await problemsOf(page, looks, [MENU])).toEqual([]);
  if (size) await page.setViewportSize(size);
}

/** A section with more states is two tests, so that both workers are kept busy. */
const MOST_STATES = 30;
/** Time for one state at one width on a busy machine. */
const STATE_MS = 20_000;

/**
 * Tests each state of a section for known barriers and overflow, in one browser, and names every one with a problem: at
 * both widths, the theme alternating. One that does not survive narrowing (`apart`) is reached anew at each width.
 */
export function walk(
  section: string,
  states: Record<string, State>,
  clientOf: () => Promise<ApiClient> = demoClient,
): void {
  const all = Object.entries(states);
  if (all.length > MOST_STATES) {
    const half = Math.ceil(all.length / 2);
    walk(`${section}, first half`, Object.fromEntries(all.slice(0, half)), clientOf);
    walk(`${section}, second half`, Object.fromEntries(all.slice(half)), clientOf);
    return;
  }
  const visits = all.flatMap(([name, state], at) => {
    const looks = WIDTHS.map((width, wide): Look => ({ width, theme: (at + wide) % 2 ? "dark" : "light" }));
    return (state.apart ? looks.map((look) => [look]) : [looks]).map((seen) => ({
      name,
      looks: seen,
      // The section's first state is looked at with the menu.
      without: at === 0 ? [] : [MENU],
      ...state,
    }));
  });
  test(`${section}: no state has a known barrier, nor is too wide`, async ({ context }) => {
    test.setTimeout(visits.length * WIDTHS.length * STATE_MS);
    const client = await clientOf();
    const wrong: string[] = [];
    for (const { name, looks, without, path, arrive, signedOut } of visits) {
      // A tab of its own for each: what is fetched stays fetched, and nothing else is left of the state before.
      const page = await context.newPage();
      // Otherwise a control that is not there waits for the end of the whole test.
      page.setDefaultTimeout(20_000);
      await page.addInitScript(() => {
        if (window === window.top && window.name === "") localStorage.clear();
      });
      if (!signedOut) await signedIn(page, client);
      await page.setViewportSize({ width: looks[0]?.width ?? 0, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
      try {
        await page.goto(path());
        await arrive(page);
        wrong.push(...(await problemsOf(page, looks, without)).map((problem) => `${name}: ${problem}`));
      } catch (error) {
        wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await page.close();
    }
    console.log(`${section}: ${visits.length} visits to ${all.length} states, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
  });
}
