import type { Locator, Page } from "@playwright/test";
import { type ApiClient, callWith } from "#db/seed/client.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { colleagueOf } from "#tests/support/desk-colleague.ts";
import { linkTo, signUp } from "#tests/support/mailbox.ts";
import { freshClient, signedIn } from "#tests/support/sign-in.ts";
import * as signUpApi from "#workers/contract/endpoints/sign-up.ts";

const PASSWORD = "seven quiet herons";
let made = 0;
const send = (path: string, init: RequestInit) =>
  fetch(new URL(path, process.env.PLAYWRIGHT_TEST_BASE_URL), init);

/** The administrator of an enterprise that has just signed up and has chosen nothing yet. */
async function newcomer(): Promise<ApiClient> {
  const emailId = `heron-${++made}-${Date.now()}@example.com`;
  await signUp(send, { enterpriseName: "Heron Bank", name: "Asha Rao", emailId }, PASSWORD);
  const id = (await linkTo(send, emailId)).pathname.split("/").at(-1) ?? "";
  await callWith(send, undefined, signUpApi.activate, { body: { id } });
  return freshClient({ email: emailId, password: PASSWORD });
}

const ring = (page: Page) => page.getByRole("button", { name: /^First steps: / });
const steps = (page: Page) => page.getByRole("region", { name: "First steps" });

const onward = (page: Page) => tour(page).getByRole("button", { name: /^(Next|Done)$/ });
const tour = (page: Page) => page.getByRole("dialog").filter({ hasText: /Step \d of \d/ });

/** The ring is around it, and the card beside both. */
const expectRinged = (page: Page, what: Locator) =>
  expect(async () => {
    const [thing, mark, card] = await Promise.all(
      [what, page.locator("[data-tour-ring]"), tour(page)].map((each) => each.boundingBox()),
    );
    if (!thing || !mark || !card) throw new Error("Something of the step is not there");
    const middle = { x: thing.x + thing.width / 2, y: thing.y + thing.height / 2 };
    expect(middle.x).toBeCloseTo(mark.x + mark.width / 2, -1);
    expect(middle.y).toBeCloseTo(mark.y + mark.height / 2, -1);
    const isBeside =
      card.x >= mark.x + mark.width ||
      card.x + card.width <= mark.x ||
      card.y >= mark.y + mark.height ||
      card.y + card.height <= mark.y;
    expect(isBeside).toBe(true);
  }).toPass({ timeout: 20_000 });

test("a new enterprise has in two presses a trained bot that is open to be tried, and sample customers that go in one", async ({
  page,
}) => {
  await signedIn(page, await newcomer());
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("heading", { level: 1, name: "What does your business do?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: /^Add 50 sample customers/ }).check();
  await page.getByRole("button", { name: "Start with Bank" }).click();
  // The bot is trained before: by a job that stands behind those of other tests.
  await expect(page).toHaveURL(/\/bots\/[\w-]+\/intents\?try=/, { timeout: 60_000 });
  const trying = page.getByRole("dialog", { name: "Try it" });
  await expect(trying.getByRole("textbox", { name: "Your message" })).toHaveValue("I lost my card");
  await trying.getByRole("button", { name: "Send" }).click();
  await expect(trying.getByText("Block the card at once")).toBeVisible();

  // The dashboard shows them around once, each step beside what it is about.
  await page.goto("/dashboard");
  for (const [title, what] of [
    ["Everything is in the menu", page.getByRole("complementary", { name: "Main menu" })],
    ["Go anywhere by typing", page.getByRole("button", { name: /^Go to…/ })],
    ["Try Banking FAQ bot", page.getByRole("button", { name: "Try it" })],
    ["Chats that wait for you", page.getByRole("banner").getByRole("button", { name: /chat/i })],
    ["Help is always here", page.getByRole("button", { name: "Show keyboard shortcuts" })],
  ] as const) {
    await expect(tour(page)).toHaveAccessibleName(title);
    await expect(onward(page)).toBeFocused();
    await expectRinged(page, what);
    if (title === "Go anywhere by typing") await expectAccessible(page);
    await tour(page)
      .getByRole("button", { name: /^(Next|Done)$/ })
      .click();
  }
  await expect(tour(page)).toHaveCount(0);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("button", { name: "First steps: 4 of 5 done" })).toBeVisible();
  await expect(tour(page)).toHaveCount(0);
  await ring(page).click();
  await expect(steps(page).getByRole("link", { name: /^Add customers ?: Done/ })).toBeVisible();
  await expectAccessible(page);
  await steps(page).getByRole("button", { name: "Remove sample customers" }).click();
  await expect(steps(page).getByRole("button", { name: "Add 50 sample customers" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "First steps: 3 of 5 done" })).toBeVisible();

  // Coming back leads nowhere else: the page says how it stands.
  await page.goto("/welcome");
  await expect(page.getByRole("heading", { level: 1, name: "Banking FAQ bot is ready" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "See the chat in the simulator" }).click();
  await expect(page.getByText("I lost my card").first()).toBeVisible();
});

test("who starts empty is led on by each empty list, and puts the steps aside and back", async ({ page }) => {
  await signedIn(page, await newcomer());
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Start empty" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("button", { name: "First steps: 0 of 5 done" })).toBeVisible();
  // The tour can be left at each step, and taken again: the card never covers what it points at.
  await expectRinged(page, page.getByRole("button", { name: "Open the menu" }));
  await expect(onward(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(tour(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Take the tour" }).click();
  await expect(onward(page)).toBeFocused();
  await tour(page).getByRole("button", { name: "Next" }).click();
  await expectRinged(page, page.getByRole("button", { name: "Go to…" }));
  await fitsInWidth(page);
  await expectAccessible(page);
  await tour(page).getByRole("button", { name: "Back" }).click();
  await tour(page).getByRole("button", { name: "Leave the tour" }).click();
  await expect(page.getByRole("button", { name: /User menu/ })).toBeFocused();
  await ring(page).click();
  await fitsInWidth(page);
  await steps(page).getByRole("button", { name: "Hide" }).click();
  await expect(ring(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "First steps" }).click();
  await expect(ring(page)).toBeVisible();

  await page.goto("/bots");
  await expect(page.getByRole("link", { name: "Start with a ready-made one" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/customer-master/customers");
  await page.getByRole("button", { name: "Add 50 sample customers" }).click();
  await expect(page.getByText("Neha शर्मा").first()).toBeVisible();
  await page.goto("/admin/channels");
  await page.getByRole("link", { name: "Add the simulator" }).click();
  await expect(page.getByRole("dialog", { name: "Add a channel" })).toBeVisible();
});

test.describe("who may not begin", () => {
  test.use({ expectedErrors: [/403/] });

  test("is led nowhere, has no steps, and the page of the choice stays shut", async ({ browser }) => {
    const { page } = await colleagueOf(browser, await newcomer());
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "First steps" })).toHaveCount(0);
    await expect(ring(page)).toHaveCount(0);
    await page.goto("/welcome");
    await expect(page.getByRole("button", { name: /^Start/ })).toHaveCount(0);
  });
});
