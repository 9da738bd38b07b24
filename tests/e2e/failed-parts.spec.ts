import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { uiTexts } from "#texts/ui.ts";

// Chromium before 156, Firefox 153 and WebKitGTK 2.50 never fetch a script anew that once failed to load. Every browser
// is made to behave so here: the plain address of a script that failed stays out of reach.
test.use({ expectedErrors: [/ERR_FAILED|404/] });

type Reach = "none" | "otherAddress" | "gone" | "plainAndOther";

/** Decides what of a script can be reached; returns how to decide anew. */
async function reach(page: Page, file: RegExp, first: Reach): Promise<(next: Reach) => void> {
  let now = first;
  await page.route(file, (route) => {
    const isScript = route.request().resourceType() === "script";
    const isPlain = !route.request().url().includes("?");
    if (now === "gone") return route.fulfill({ status: 404, contentType: "text/plain", body: "" });
    if (now === "none" || (isScript && isPlain)) return route.abort();
    if (now === "plainAndOther" && isScript) return route.abort();
    return route.continue();
  });
  return (next) => (now = next);
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const PALETTE = /\/assets\/palette-[^/]*\.js/;
const palette = (page: Page) => page.getByRole("dialog", { name: "Go to a screen or run a command" });
const openPalette = (page: Page) => page.getByRole("button", { name: /^Go to…/ }).click();

test("a dialog whose file failed once opens with the next press, where the browser does not ask anew", async ({
  page,
}) => {
  await signedIn(page);
  const now = await reach(page, PALETTE, "none");
  await page.goto("/dashboard");
  await expect(heading(page)).toBeVisible();
  await openPalette(page);
  await expect(page.getByRole("alert").getByText("Something Went Wrong !!")).toBeVisible();
  now("otherAddress");
  await openPalette(page);
  await expect(palette(page).getByRole("combobox")).toBeFocused();
});

test("a dialog whose file a deployment has replaced offers a reload", async ({ page }) => {
  await signedIn(page);
  await reach(page, PALETTE, "gone");
  await page.goto("/dashboard");
  await expect(heading(page)).toBeVisible();
  await openPalette(page);
  // In a dialog of its own, which no toast that comes meanwhile replaces.
  const missing = page.getByRole("alertdialog", { name: uiTexts.failed });
  const reload = missing.getByRole("button", { name: "Reload" });
  await expect(missing).toContainText("Chatbird has been updated. Reload the page to continue.");
  await expect(reload).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(missing).toBeHidden();
  await expect(page.getByRole("button", { name: /^Go to…/ })).toBeFocused();
  await openPalette(page);
  await missing.getByRole("button", { name: "Close" }).click();
  await expect(missing).toBeHidden();
  await openPalette(page);
  await expect(reload).toBeVisible();
  await page.unroute(PALETTE);
  await reload.click();
  await expect(heading(page)).toBeVisible();
  await openPalette(page);
  await expect(palette(page).getByRole("combobox")).toBeFocused();
});

test("a dialog that no address brings offers a reload", async ({ page }) => {
  await signedIn(page);
  await reach(page, PALETTE, "plainAndOther");
  await page.goto("/dashboard");
  await expect(heading(page)).toBeVisible();
  await openPalette(page);
  const missing = page.getByRole("alertdialog", { name: uiTexts.failed });
  await expect(missing).toContainText("Couldn't load this part of the page.");
  await expect(missing.getByRole("button", { name: "Reload" })).toBeVisible();
});

test("a chart whose file failed says so in its place, and Retry draws it", async ({ page }) => {
  await signedIn(page, await clientOf("hall"));
  const now = await reach(page, /\/assets\/drawing-[^/]*\.js/, "none");
  await page.goto("/graph");
  const chart = page.getByRole("region", { name: "Attended and missed chats" });
  await expect(chart.getByRole("alert")).toContainText("Something Went Wrong !!");
  now("otherAddress");
  await chart.getByRole("button", { name: "Retry" }).click();
  await expect(chart.locator(".apexcharts-canvas")).toBeVisible();
});

test.describe("without a network", () => {
  test.use({
    expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch manifest patches/],
  });

  test("a chart that found no network is drawn when the network is back, without a press", async ({
    page,
    context,
  }) => {
    await signedIn(page, await clientOf("hall"));
    const drawing = /\/assets\/drawing-[^/]*\.js/;
    const offline = Promise.withResolvers<void>();
    await page.route(drawing, async (route) => {
      await offline.promise;
      await route.abort();
    });
    await page.goto("/graph");
    const chart = page.getByRole("region", { name: "Attended and missed chats" });
    await expect(chart).toBeVisible();
    await context.setOffline(true);
    offline.resolve();
    await expect(chart.getByRole("alert")).toContainText("Network is offline,Please Turn On Internet!");
    await page.unroute(drawing);
    await context.setOffline(false);
    await expect(chart.locator(".apexcharts-canvas")).toBeVisible();
  });
});

/** A file that no other screen has a part of. */
const SCREEN = /\/assets\/delivery-report-[^/]*\.js/;
const link = (page: Page) => page.getByRole("link", { name: "Delivery Report", exact: true });

test("a screen whose file failed once opens without a reload of the page", async ({ page }) => {
  await signedIn(page);
  await reach(page, SCREEN, "otherAddress");
  await page.goto("/dashboard");
  await page.evaluate(() => ((window as { stayed?: boolean }).stayed = true));
  await link(page).click();
  await expect(heading(page)).toHaveText("Delivery Report");
  expect(await page.evaluate(() => (window as { stayed?: boolean }).stayed)).toBe(true);
});

test("a screen whose file cannot be had is said to be missing at its own address, and comes with a later press", async ({
  page,
}) => {
  await signedIn(page);
  await reach(page, SCREEN, "none");
  await page.goto("/dashboard");
  await link(page).click();
  await expect(page).toHaveURL(/\/admin\/report$/);
  await expect(page.getByText("Couldn't load this screen. Check your network connection")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await page.goBack();
  await expect(heading(page)).toHaveText(/^Good /);
  await page.unroute(SCREEN);
  await link(page).click();
  await expect(heading(page)).toHaveText("Delivery Report");
});

test("an open console says once that a newer build is there; Later puts it off, and the newest is one reload away", async ({
  page,
}) => {
  await signedIn(page);
  let release = "next";
  await page.route("/release.json", (route) => route.fulfill({ json: { release } }));
  await page.goto("/dashboard");
  await expect(heading(page)).toBeVisible();
  const banner = page.getByText("A new version of Chatbird is ready.");
  const comesBack = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(banner).toBeHidden();
  // It comes with the first act.
  await page.keyboard.press("Shift");
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Later" }).click();
  await expect(banner).toBeHidden();
  release = "the one after";
  await comesBack();
  await expect(banner).toBeVisible();
  await page.unroute("/release.json");
  const own = await page.evaluate(
    () => (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version,
  );
  expect(await (await page.request.get("/release.json")).json()).toEqual({ release: own });
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(heading(page)).toBeVisible();
  const asked = page.waitForResponse("**/release.json");
  await page.keyboard.press("Shift");
  await asked;
  await expect(banner).toBeHidden();
});
