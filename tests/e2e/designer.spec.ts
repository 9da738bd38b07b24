import type { Page } from "@playwright/test";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { expect, test } from "#tests/support/browser.ts";
import { type PlayedDesigner, playDesigner } from "#tests/support/played-designer.ts";
import { type Served, startServed } from "#tests/support/served.ts";
import { signedIn } from "#tests/support/sign-in.ts";

/** A system of its own, since the one that tests share has no designer. */
let designer: PlayedDesigner;
let served: Served;
test.beforeAll(async () => {
  designer = await playDesigner();
  served = await startServed({ env: { DESIGNER_URL: designer.url } });
});
test.afterAll(async () => {
  await served?.stop();
  await designer?.stop();
});

const redeem = (accessId: string | null) =>
  fetch(`${served.url}/api/account/designer/access`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ accessId }),
  });

/** Counts the messages to the console, so that a test can wait for one that has no effect. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard = window as Window & { heard?: number };
    heard.heard = 0;
    addEventListener("message", () => (heard.heard = (heard.heard ?? 0) + 1));
  });
const hasHeard = (page: Page, words: number) =>
  page.waitForFunction((count) => (window as Window & { heard?: number }).heard === count, words);

test("a designer gets a code that says once who came, fills the window, and alone may say that the session is out", async ({
  page,
}) => {
  await signedIn(page, await signIn((path, init) => fetch(served.url + path, init), DEMO));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${served.url}/designer/journey/j1?nodeId=n1`);
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Journey \| j1/);
  const frame = page.getByTitle("Journey | j1, opened from another site");
  await expect(frame).toHaveAttribute("height", "744");
  await page.setViewportSize({ width: 1280, height: 600 });
  await expect(frame).toHaveAttribute("height", "544");
  const inside = page.frameLocator(`iframe[title="Journey | j1, opened from another site"]`);
  const end = inside.getByRole("button", { name: "End the session" });
  await expect(end).toBeVisible();

  const { pathname, searchParams } = designer.opened.at(-1) ?? new URL("http://nowhere");
  expect(pathname).toBe("/app/flows/j1");
  expect(searchParams.get("nodeId")).toBe("n1");
  expect(searchParams.get("authToken"), "a token never travels").toBeNull();
  const accessId = searchParams.get("accessId");
  const first = await redeem(accessId);
  expect(await first.json()).toMatchObject({ data: { name: DEMO.name } });
  expect((await redeem(accessId)).status).toBe(410);

  // The keyboard gets in and out again.
  await page.getByRole("button", { name: "Back" }).focus();
  await page.keyboard.press("Tab");
  await expect(end).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Back" })).toBeFocused();

  await listen(page);
  await page.evaluate(() => postMessage({ type: "session-out" }, "*"));
  await inside.getByRole("button", { name: "Say something else" }).click();
  await inside.frameLocator("iframe").getByRole("button", { name: "End it from within" }).click();
  await hasHeard(page, 3);
  await expect(page).toHaveURL(/\/designer\/journey\/j1/);
  await expect(end).toBeVisible();

  await end.click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("Session Expired,Please Login Again!")).toBeVisible();
});
