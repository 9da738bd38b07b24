import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { AGENT_NAME } from "#db/seed/index.ts";
import { expect, test } from "#tests/support/browser.ts";
import { demoClient, openSignedIn } from "#tests/support/sign-in.ts";
import { endpoints } from "#workers/contract/endpoints.ts";

test.use({ expectedErrors: [/404/] });

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function bankingPath(rest: string): Promise<string> {
  const client = await demoClient();
  const { agents } = await client.call(endpoints.agents.list, { query: { name: AGENT_NAME } });
  return `/bots/${agents[0]?.id}${rest}`;
}

const openIntent = async (page: Page): Promise<void> => {
  await openSignedIn(page, await bankingPath("/intents"));
  await page.getByRole("link", { name: /^Accounts/ }).click();
  await page.getByRole("link", { name: /^Transfer money/ }).click();
  await expect(page.getByRole("textbox", { name: /^Intent name/ })).toBeVisible();
};

/** Every screen that exists, in its states: how to bring it about. Axe looks at each in both themes and widths. */
const states: Record<string, (page: Page) => Promise<void>> = {
  "the sign-in page": async (page) => {
    await page.goto("/login");
    await expect(page.getByRole("img", { name: /Captcha/ })).toBeVisible();
  },
  "the sign-in page with problems": async (page) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("There is a problem")).toBeVisible();
  },
  "the dashboard": async (page) => {
    await openSignedIn(page, "/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  },
  "the agents list": async (page) => {
    await openSignedIn(page, "/bots");
    await expect(page.getByRole("link", { name: AGENT_NAME })).toBeVisible();
  },
  "the agents list with an open menu": async (page) => {
    await openSignedIn(page, "/bots");
    await page.getByRole("button", { name: `Menu of ${AGENT_NAME}` }).click();
    await expect(page.getByRole("menuitem", { name: "Edit" })).toBeVisible();
  },
  "the question before an agent is deleted": async (page) => {
    await openSignedIn(page, "/bots");
    await page.getByRole("button", { name: `Menu of ${AGENT_NAME}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(
      page.getByRole("heading", { name: "Are you sure you want to delete this Agent ?" }),
    ).toBeVisible();
  },
  "a search without result": async (page) => {
    await openSignedIn(page, "/bots?q=nothing+like+this");
    await expect(page.getByText("No Agents to Show")).toBeVisible();
  },
  "the form of a new agent with problems": async (page) => {
    await openSignedIn(page, "/bots");
    await page.getByRole("button", { name: "Create New Agent" }).click();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect(page.getByText("Agent name should not be empty").first()).toBeVisible();
  },
  "the stories": async (page) => {
    await openSignedIn(page, await bankingPath("/intents"));
    await page.getByRole("button", { name: "Story", exact: true }).click();
    await expect(page.getByLabel("Name of the new story")).toBeVisible();
  },
  "an intent": openIntent,
  "the binding of words": async (page) => {
    await openIntent(page);
    await page
      .getByRole("button", { name: /^Bind an entity in/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "Selected Utterance" })).toBeVisible();
  },
  "an intent with a bound entity and a problem": async (page) => {
    await openIntent(page);
    await page
      .getByRole("button", { name: /^Bind an entity in/ })
      .first()
      .click();
    const panel = page.getByRole("dialog", { name: "Selected Utterance" });
    await panel.getByRole("button", { name: "savings", exact: true }).click();
    await panel.getByRole("button", { name: "account", exact: true }).last().click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("There is a problem")).toBeVisible();
  },
  "the response in its editor": async (page) => {
    await openIntent(page);
    await page.getByRole("tab", { name: "Response" }).click();
    await page.getByRole("button", { name: "Edit the response" }).click();
    await expect(page.getByLabel("Response in markdown")).toBeVisible();
  },
  "Try it with an answer": async (page) => {
    await openSignedIn(page, await bankingPath("/intents"));
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByPlaceholder("Start Typing...").fill("what is my routing number");
    await page.getByPlaceholder("Start Typing...").press("Enter");
    await expect(page.getByText(/ · \d+ %$/)).toBeVisible();
  },
  "a part of an agent that is not built": async (page) => {
    await openSignedIn(page, await bankingPath("/configuration"));
    await expect(page.getByRole("heading", { name: "Configuration" })).toBeVisible();
  },
  "a screen that is not built": async (page) => {
    await openSignedIn(page, "/chat/conversation");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  },
  "an unknown address": async (page) => {
    await openSignedIn(page, "/nowhere/at/all");
    await expect(page.getByText("Welcome To Chatbird!")).toBeVisible();
  },
  "the palette": async (page) => {
    await openSignedIn(page, "/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeVisible();
  },
  "the API's reference": async (page) => {
    await page.goto("/api/docs");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  },
};

for (const [name, bring] of Object.entries(states)) {
  test(`axe finds nothing on ${name}, light and dark, 1280 and 360 px wide`, async ({ page }) => {
    test.setTimeout(60_000);
    // Axe measures colours: it must not meet them half-way through a transition.
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 860 });
      await bring(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(() =>
          Promise.all(
            document.getAnimations().map((animation) => animation.finished.catch(() => undefined)),
          ).then(() => undefined),
        );
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
        );
        expect(found, `${name}, ${width} px, ${colorScheme}`).toEqual([]);
      }
      const root = page.locator("html");
      expect(
        await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        "sideways scroll",
      ).toBe(0);
    }
  });
}
