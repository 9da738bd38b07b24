import { expect, test } from "#tests/support/browser.ts";
import { freshClient, openSignedIn } from "#tests/support/sign-in.ts";
import { endpoints } from "#workers/contract/endpoints.ts";

test.use({ expectedErrors: [/40[34]|500|ERR_INTERNET_DISCONNECTED/] });

test("the side menu shows an administrator the specified groups and entries, one section open at a time", async ({
  page,
}) => {
  await openSignedIn(page, "/dashboard");
  const menu = page.getByRole("navigation", { name: "Main menu" });
  for (const group of ["Module", "Configuration", "Manage"])
    await expect(menu.getByText(group, { exact: true })).toBeVisible();
  const chat = menu.getByRole("button", { name: "Chat", exact: true });
  const campaigns = menu.getByRole("button", { name: "Campaigns", exact: true });
  await chat.click();
  await expect(menu.getByRole("link", { name: /^Just In Time/ })).toHaveAttribute(
    "href",
    /\/campaigns\/broadcast/,
  );
  await campaigns.click();
  await expect(chat).toHaveAttribute("aria-expanded", "false");
  await expect(menu.getByRole("link", { name: /^External Campaign Report/ })).toHaveCount(0);
  for (const entry of ["Waba Onboarding", "Audit Trail", "Role & Permission", "Trash", "Delivery Report"]) {
    await expect(menu.getByRole("link", { name: new RegExp(`^${entry}`) })).toBeVisible();
  }
});

test("an entry whose screen is not built opens a page that names what is coming", async ({ page }) => {
  await openSignedIn(page, "/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await expect(page).toHaveTitle(/^Users – Chatbird$/);
});

test("an unknown address says 'Welcome To Chatbird!' and leads back", async ({ page }) => {
  await openSignedIn(page, "/no/such/screen");
  await expect(page.getByText("Welcome To Chatbird!")).toBeVisible();
});

test("the palette finds a screen by keyboard alone", async ({ page }) => {
  await openSignedIn(page, "/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("skills");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/bots$/);
});

test("the skip link is the first stop and leads to the content", async ({ page }) => {
  await openSignedIn(page, "/bots");
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  await page.locator("body").press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await skip.focus();
  await skip.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("the theme is kept over a reload and is there before the first paint", async ({ page }) => {
  await openSignedIn(page, "/dashboard");
  await page.getByRole("button", { name: /^Theme/ }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => document.body !== null);
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("going off line and coming back are said in the specified words", async ({ page, context }) => {
  await openSignedIn(page, "/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("Network is offline,Please Turn On Internet!").first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Network is Back!").first()).toBeVisible();
});

test("a screen that fails shows the request id and keeps the shell around it", async ({ page }) => {
  await page.route("**/api/chatbird/api/nlp/v2/agent*", (route) =>
    route.fulfill({
      status: 500,
      headers: { "x-request-id": "request-4711" },
      json: { status: false, message: "Something went wrong" },
    }),
  );
  await openSignedIn(page, "/bots");
  await expect(page.getByText("request-4711")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
});

test("a session that is ended elsewhere takes the console to the sign-in page", async ({ page }) => {
  const client = await freshClient();
  await page.goto("/login");
  await page.evaluate((token) => localStorage.setItem("authToken", token), client.token);
  const opened = page.waitForEvent("websocket", (socket) => socket.url().endsWith("/api/actions"));
  await page.goto("/dashboard");
  await (await opened).waitForEvent("framereceived", ({ payload }) => String(payload).includes("onOpen"));
  await client.call(endpoints.account.logout);
  await expect(page).toHaveURL(/\/login/);
});

test("at 360 px the menu is a drawer that opens and closes by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSignedIn(page, "/dashboard");
  await page.getByRole("button", { name: "Open the menu" }).press("Enter");
  const link = page.getByRole("link", { name: /^Users/ });
  await expect(link).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
});
