import type { Page } from "@playwright/test";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { drawn } from "#tests/support/keyboard.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as api from "#workers/contract/endpoints/automations.ts";
import { graph, GRAPH_FORMAT } from "#workers/contract/automation/graph.ts";

const tree = (page: Page) => page.getByRole("tree", { name: "Steps" });
const step = (page: Page, name: RegExp) => tree(page).getByRole("treeitem", { name });
const saved = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
const about = (page: Page) => page.getByRole("region", { name: "About the journey" });

/** Chooses by the search of a dialog that has just been asked for. */
async function choose(page: Page, words: string) {
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
}

/** Opens a new journey in the designer. */
async function opened(page: Page, nodes: object[] = [], edges: object[] = []) {
  const editor = await signedIn(page, await clientOf("studio"));
  const name = unique("Journey");
  const { id } = await editor.call(api.createJourney, {
    body: {
      name,
      graph: graph.parse({
        format: GRAPH_FORMAT,
        nodes: [{ id: "start", type: "start" }, ...nodes],
        edges,
      }),
    },
  });
  await page.goto(`/designer/journey/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: `Journey | ${name}` })).toBeVisible();
  return { editor, id };
}

test.describe("where a test case stops a publishing", () => {
  test.use({ expectedErrors: [/400 \(/] });

  test("a journey is drawn, tested and published by keyboard alone", async ({ page }) => {
    await opened(page);
    const { keyboard } = page;

    await step(page, /^1\. Customers come in here/).focus();
    await keyboard.press("a");
    await choose(page, "buttons");
    await expect(about(page).getByRole("heading", { name: "Buttons or list" })).toBeFocused();
    await page.getByLabel("Text", { exact: true }).focus();
    await keyboard.type("Do you like it?");
    await page.getByLabel("Label").focus();
    await keyboard.type("Yes");
    await page.getByRole("button", { name: "Add a button" }).press("Enter");
    await page.getByLabel("Label").nth(1).focus();
    await keyboard.type("No");

    // From its first exit, a step more; from the second, the same step.
    await step(page, /^2\. Offer Yes, No/).focus();
    await keyboard.press("ArrowRight");
    await expect(step(page, /^Yes/)).toBeFocused();
    await keyboard.press("a");
    // Whoever is in the new step's text before the next frame stays in it: here at once after the dialog has given the
    // focus back.
    await page.evaluate(() => {
      const shown = () => document.querySelector<HTMLElement>("textarea[id$='variants.0.content.text']");
      const before = shown()?.id;
      const back = ({ target }: FocusEvent) => {
        const text = shown();
        if (!text || text.id === before || !(target as Element).matches("[role=treeitem]")) return;
        removeEventListener("focusin", back);
        queueMicrotask(() => text.focus());
      };
      addEventListener("focusin", back);
    });
    await choose(page, "send message");
    const text = page.getByLabel("Text", { exact: true });
    await expect(text).toBeFocused();
    await drawn(page);
    await expect(text).toBeFocused();
    await keyboard.type("Thank you, ");
    await page.getByRole("button", { name: "Insert a value into Text" }).press("Enter");
    await page.getByRole("menuitem", { name: /Name/ }).first().press("Enter");
    await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Thank you, {contact.name}");
    await step(page, /^No/).focus();
    await keyboard.press("c");
    await choose(page, "thank");
    await expect(step(page, /^No/)).toContainText("3. Send “Thank you");
    await saved(page);
    await expectAccessible(page);

    // Taken away and brought back.
    await step(page, /^3\. Send/).focus();
    await keyboard.press("Delete");
    await expect(step(page, /^3\. Send/)).toHaveCount(0);
    await keyboard.press("Control+z");
    await expect(step(page, /^No/)).toContainText("3. Send “Thank you");

    await page.getByRole("tab", { name: "Test" }).click();
    await page.getByRole("button", { name: "Start the test" }).press("Enter");
    const log = page.getByRole("log", { name: "What the customer sees" });
    await expect(log).toContainText("Do you like it?");
    await log.getByRole("button", { name: "No" }).press("Enter");
    await expect(log).toContainText("Thank you, Asha Rao");
    await expect(about(page)).toContainText("The journey is over.");
    await page.getByRole("button", { name: "Save as test case" }).press("Enter");
    const naming = page.getByRole("dialog", { name: "Save as test case" });
    await naming.getByLabel("Name").fill("Who says no");
    await keyboard.press("Enter");
    await expect(about(page).getByRole("listitem").filter({ hasText: "Who says no" })).toContainText(
      "2 turns",
    );
    await expect(page.getByRole("button", { name: "Save as test case" })).toBeFocused();
    await page.getByRole("button", { name: "Run all" }).press("Enter");
    await expect(about(page)).toContainText("1 of 1 passed.");
    await expectAccessible(page);

    await saved(page);
    await page.getByRole("button", { name: "Publish" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByLabel("What is new").fill("The first one");
    await dialog.getByRole("button", { name: "Publish" }).press("Enter");
    await expect(page.getByText("Live v1", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Versions" }).click();
    const versions = page.getByRole("dialog", { name: "Versions" });
    await expect(versions).toContainText("The first one");
    await expect(versions).toContainText("1 test case passed");
    await keyboard.press("Escape");
    // A key that is pressed before the focus is back opens the versions again.
    await expect(page.getByRole("button", { name: "Versions" })).toBeFocused();

    // The journey no longer sends the words that the test case expects.
    await step(page, /^3\. Send/).press("Enter");
    await page.getByLabel("Text", { exact: true }).fill("Goodbye");
    await saved(page);
    await page.getByRole("button", { name: "Publish" }).press("Enter");
    await dialog.getByRole("button", { name: "Publish" }).press("Enter");
    await expect(dialog).toContainText("Expected: “Thank you, Asha Rao”. Got: “Goodbye”.");
    await dialog.getByRole("button", { name: "Publish anyway" }).press("Enter");
    await expect(dialog).toContainText("Say why");
    await dialog.getByLabel("Why publish it all the same?").fill("We part politely");
    await dialog.getByRole("button", { name: "Publish anyway" }).press("Enter");
    await expect(page.getByText("Live v2", { exact: true })).toBeVisible();
  });
});

test("a problem leads to its field, a wait is a moment in a test, and it fits at 360 px", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await opened(
    page,
    [
      {
        id: "wait",
        type: "wait",
        data: { until: { kind: "duration", length: { amount: 2, unit: "days" } } },
      },
      {
        id: "say",
        type: "sendMessage",
        data: { variants: [{ channel: -1, content: { kind: "text", text: "Hello {contact.nam}" } }] },
      },
    ],
    [
      { from: "start", port: "next", to: "wait" },
      { from: "wait", port: "next", to: "say" },
    ],
  );
  await fitsInWidth(page);
  await page.getByRole("tab", { name: /Problems/ }).click();
  await about(page)
    .getByRole("button", { name: /^Error .*contact\.nam/ })
    .click();
  const text = page.getByLabel("Text", { exact: true });
  await expect(text).toBeFocused();
  await expect(about(page)).toContainText("Did you mean");
  await text.fill("Hello {contact.name}");
  await saved(page);
  await expect(page.getByRole("tab", { name: "Problems (1)" })).toBeVisible();
  await fitsInWidth(page);

  await page.getByRole("tab", { name: "Test" }).click();
  await page.getByRole("button", { name: "Start the test" }).click();
  const log = page.getByRole("log", { name: "What the customer sees" });
  await expect(log).toContainText("Nothing has been said yet.");
  await page.getByLabel("Let time pass", { exact: true }).fill("1");
  await page.getByRole("button", { name: "Let it pass" }).click();
  await expect(log).toContainText("Nothing has been said yet.");
  await page.getByRole("button", { name: /Let time pass until/ }).click();
  await expect(log).toContainText("Hello Asha Rao");
  await fitsInWidth(page);
  await expectAccessible(page);
});

test("the drawing shows the same steps, and what is connected in it is in the list", async ({ page }) => {
  await opened(page, [
    {
      id: "say",
      type: "sendMessage",
      position: { x: 0, y: 200 },
      data: { variants: [{ channel: -1, content: { kind: "text", text: "Hello" } }] },
    },
  ]);
  await page.getByRole("button", { name: "Notes and frames" }).click();
  await page.getByRole("menuitem", { name: "Add a note" }).click();
  await page.getByRole("dialog", { name: "Add a note" }).getByLabel("Text").fill("**Ask** Priya first");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const noted = page.getByRole("region", { name: "Notes and frames" });
  await expect(noted.locator("strong")).toHaveText("Ask");
  // It gives the focus back as it goes: a step that has it by then would lose it.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await step(page, /^1\. Customers/).press("Enter");
  await page.getByRole("button", { name: "Notes and frames" }).click();
  await page.getByRole("menuitem", { name: "Add a frame" }).click();
  await page.getByRole("dialog", { name: "Add a frame" }).getByLabel("Title").fill("Greeting");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(noted).toContainText("Frame “Greeting”1. Customers come in here");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await step(page, /^2\. Send/).press("Enter");
  await expect(about(page).getByRole("region", { name: "How it looks" })).toContainText("Hello");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Canvas" }).click();
  const canvas = page.locator(".react-flow");
  await expect(canvas.getByText("Send “Hello”")).toBeVisible();
  await expect(canvas.getByText("Priya first")).toBeVisible();
  await expect(canvas.getByText("Greeting")).toBeVisible();
  const from = canvas.locator('.react-flow__node[data-id="start"] .react-flow__handle-bottom');
  const to = canvas.locator('.react-flow__node[data-id="say"] .react-flow__handle-top');
  await from.dragTo(to);
  await expect(canvas.locator(".react-flow__edge")).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "List" }).click();
  await expect(step(page, /^next: 2\. Send “Hello”/)).toBeVisible();
  await saved(page);
});

test("a step that is moved by keys in the drawing stays there, and one undo takes it back", async ({
  page,
}) => {
  const { editor, id } = await opened(page, [
    { id: "end", type: "end", position: { x: 0, y: 200 }, data: { outcome: "done" } },
  ]);
  const kept = async () =>
    (await editor.call(api.getJourneyDraft, { params: { id } })).graph.nodes.find((node) => node.id === "end")
      ?.position;
  await page.getByRole("button", { name: "Canvas" }).click();
  const end = page.locator('.react-flow__node[data-id="end"]');
  await end.click();
  await expect(end).toHaveClass(/selected/);
  for (let press = 0; press < 3; press++) await end.press("ArrowRight");
  await expect.poll(kept).toEqual({ x: 15, y: 200 });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(kept).toEqual({ x: 0, y: 200 });
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(kept).toEqual({ x: 15, y: 200 });
  await saved(page);
});

test.describe("while somebody else works on it", () => {
  test.use({ expectedErrors: [/409 \(/] });

  test("what both have changed is shown, and nothing is lost", async ({ page }) => {
    const { editor, id } = await opened(page, [{ id: "end", type: "end", data: { outcome: "ours" } }]);
    // Ours is on its way while theirs is saved: without a change of ours theirs would be shown at once.
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/draft", async (route) => {
      if (route.request().method() === "PUT") {
        asked.resolve();
        await held.promise;
      }
      await route.continue();
    });
    const theirs = await editor.call(api.getJourneyDraft, { params: { id } });
    await step(page, /^2\. End: ours/).press("Enter");
    await page.getByLabel("Outcome").fill("mine");
    await asked.promise;
    await editor.call(api.saveJourneyDraft, {
      params: { id },
      body: {
        revision: theirs.revision,
        graph: {
          ...theirs.graph,
          nodes: theirs.graph.nodes.map((node) => (node.id === "end" ? { ...node, name: "Theirs" } : node)),
        },
      },
    });
    held.resolve();
    await expect(page.getByText("End: mine: different")).toBeVisible();
    await page.getByRole("button", { name: "Load theirs" }).click();
    await expect(step(page, /^2\. Theirs/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(step(page, /^2\. End: mine/)).toBeVisible();
    await saved(page);
  });
});
