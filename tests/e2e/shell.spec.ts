import type { Page } from "@playwright/test";
import { DEMO } from "#db/seed/demo.ts";
import { expect, test } from "#tests/support/browser.ts";
import { arrowTo, drawn, tabTo } from "#tests/support/keyboard.ts";
import { clientOf, freshClient, signedIn } from "#tests/support/sign-in.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import { saveLooks } from "#workers/contract/endpoints/my-profile.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const connection = (page: Page) => page.getByRole("banner").getByRole("status");

test("the first Tab stop skips to the content", async ({ page }) => {
  await signedIn(page);
  await page.goto("/bots");
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("whoever is in a field of a new screen before its heading takes the focus stays there", async ({
  page,
}) => {
  await signedIn(page);
  await page.goto("/dashboard");
  await page.evaluate(() => {
    new MutationObserver((_, watch) => {
      const search = document.querySelector<HTMLElement>("main [role=search] input");
      if (!search) return;
      watch.disconnect();
      search.focus();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("link", { name: "Publish" }).click();
  await expect(page).toHaveURL(/\/publish\/journey/);
  await drawn(page);
  await expect(page.getByRole("search").getByRole("textbox")).toBeFocused();
  await page.getByRole("link", { name: "Chatbird home" }).press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(heading(page)).toBeFocused();
});

test("titles are of one size, and smaller where there is little room", async ({ page }) => {
  await signedIn(page);
  for (const [width, size] of [
    [1280, "24px"],
    [640, "24px"],
    [360, "20px"],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ["/dashboard", "/customer-master/customers", "/admin/users"]) {
      await page.goto(path);
      await expect(heading(page), `${path} at ${width}`).toHaveCSS("font-size", size);
    }
  }
});

test("single keys are heard from the first moment on, not only after a while", async ({ page }) => {
  await signedIn(page);
  await page.goto("/dashboard");
  await expect(connection(page)).toHaveText("Live");
  // As on a page that came at once: event times count from its start.
  await page.evaluate(() => {
    const event = new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: 300 });
    document.body.dispatchEvent(event);
  });
  await expect(page.getByRole("heading", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("a chosen theme and density are there again after a reload, before any script of ours has come", async ({
  page,
}) => {
  await signedIn(page, await clientOf("hours"));
  let kept = 0;
  page.on("response", (response) => {
    if (response.url().endsWith(saveLooks.path)) kept++;
  });
  await page.goto("/dashboard");
  const html = page.locator("html");
  await expect(html).not.toHaveClass(/dark/);
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await expect(html).toHaveClass(/dark/);
  const low = () =>
    menu(page)
      .getByRole("button", { name: "Chat", exact: true })
      .evaluate((row) => row.getBoundingClientRect().height);
  const usual = await low();
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitem", { name: "Compact rows" }).click();
  await expect.poll(low).toBeLessThan(usual);
  // Buttons stay as high as a pointer needs, and where fingers press nothing becomes lower.
  expect(await low()).toBeGreaterThanOrEqual(24);
  const touch = await page.context().newCDPSession(page);
  await touch.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await expect.poll(low).toBe(usual);
  await touch.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  // A page that is left takes along what it has not told the profile.
  await expect.poll(() => kept).toBe(2);
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await expect(html).toHaveClass(/dark/);
  await expect(html).toHaveClass(/compact/);
  arrive();
  await expect(heading(page)).toBeVisible();
  await expect(html).toHaveClass(/dark/);
  await expect(html).toHaveClass(/compact/);
  // Another device knows nothing of it, but their profile does; what they never chose stays as the device has it.
  await page.evaluate(() => localStorage.removeItem("theme"));
  await page.evaluate(() => localStorage.removeItem("density"));
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect(html).toHaveClass(/dark/);
  await expect(html).toHaveClass(/compact/);
});

test("a theme that the system changes before our scripts have come is taken when they have", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await expect(heading(page)).toBeVisible();
  const html = page.locator("html");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(html).not.toHaveClass(/dark/);
  arrive();
  await expect(html).toHaveClass(/dark/);
});

test.describe("without a network", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch manifest patches/] });

  test("the console says so, once, and says when it is back", async ({ page, context }) => {
    await signedIn(page);
    await page.goto("/dashboard");
    await expect(connection(page)).toHaveText("Live");
    const said = page.getByRole("status").getByText("Network is offline,Please Turn On Internet!");
    await context.setOffline(true);
    await expect(said).toHaveCount(1);
    await expect(connection(page)).toHaveText("Offline");
    await expect(page.getByText(/^You are offline\./)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("Network is Back!")).toHaveCount(1);
    await expect(said).toHaveCount(0);
    await expect(page.getByText(/^You are offline\./)).toHaveCount(0);
  });
});

test.describe("a screen that fails", () => {
  test.use({ expectedErrors: [/500/] });

  test("names the request to quote, inside the shell", async ({ page }) => {
    // Where nothing else happens: an event that has the screen loaded anew would be under way when Retry is pressed.
    await signedIn(page, await clientOf("quiet"));
    await page.route("**/api/chatbird/api/nlp/v2/agent?*", (route) =>
      route.fulfill({
        status: 500,
        headers: { "x-request-id": "0198-quote-me" },
        json: { status: false, message: "It broke." },
      }),
    );
    await page.goto("/bots");
    await expect(page.getByRole("main").getByText("It broke.")).toBeVisible();
    await expect(page.getByRole("main").locator("code")).toHaveText("0198-quote-me");
    await expect(menu(page)).toBeVisible();
    await page.unroute("**/api/chatbird/api/nlp/v2/agent?*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("It broke.")).toBeHidden();
    await expect(heading(page)).toHaveText("Agents");
  });
});

test("the user menu says who is signed in and leads to the details", async ({ page }) => {
  await signedIn(page);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /User menu/ }).click();
  const opened = page.getByRole("menu");
  await expect(opened).toContainText(DEMO.name);
  await expect(opened).toContainText(DEMO.email);
  await expect(opened).toContainText(DEMO.enterprise);
  // The library has a switch of its own; the demo has it on.
  await expect(opened.getByRole("menuitem")).toHaveText([
    "Online",
    "Away",
    "Offline",
    "Details",
    "My Library",
    "Take the tour",
    "About",
    "Signout",
  ]);
  await opened.getByRole("menuitem", { name: "Details" }).click();
  await expect(page).toHaveURL(/\/account\/myprofile$/);
});

test("at 360 px the menu is a drawer that works by keyboard and closes behind itself", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page);
  await page.goto("/dashboard");
  const opener = page.getByRole("button", { name: "Open the menu" });
  const drawer = page.getByRole("dialog", { name: "Main menu" });
  await expect(heading(page)).toBeVisible();
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  await expect(drawer.getByRole("button", { name: "NLP" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  // The menu is one Tab stop: the arrow keys go on.
  await tabTo(page, drawer.getByRole("button", { name: "Chat", exact: true }));
  const nlp = drawer.getByRole("button", { name: "NLP" });
  await arrowTo(page, "ArrowDown", nlp);
  await page.keyboard.press("ArrowRight");
  await arrowTo(page, "ArrowDown", drawer.getByRole("link", { name: "Skills" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/bots$/);
  await expect(drawer).toHaveCount(0);
});

test.describe("the live connection", () => {
  test.use({ expectedErrors: [/403/] });

  test("is open, and a session ended elsewhere closes it and leads to the sign-in page", async ({ page }) => {
    const client = await freshClient();
    await signedIn(page, client);
    const opened = page.waitForEvent("websocket");
    await page.goto("/dashboard");
    expect((await opened).url()).toMatch(/\/api\/actions\?ticket=[\w-]+&ageMs=\d+$/);
    await expect(connection(page)).toHaveText("Live");
    // The hub closes the session's sockets with 4001: no call of this page is needed to notice.
    await client.call(accountApi.logout);
    await expect(page).toHaveURL(/\/login$/);
    // The sentence depends on which request notices first: the reload, or a figure that was still loading.
    await expect(page.getByText(/^Session Expired/)).toBeVisible();
  });
});

test.describe("an address that leads nowhere", () => {
  test.use({ expectedErrors: [/404/] });

  test("is welcomed and shown the way back", async ({ page }) => {
    const response = await page.goto("/no/such/screen");
    expect(response?.status()).toBe(404);
    await expect(heading(page)).toHaveText("Welcome To Chatbird!");
    await expect(page).toHaveTitle(/^(?:\(\d+\) )?Not found – Chatbird$/);
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});
