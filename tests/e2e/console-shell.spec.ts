import type { Page } from "@playwright/test";
import { DEMO } from "#db/seed/demo.ts";
import { expect, test } from "#tests/support/browser.ts";
import { openLogin, signInAs } from "#tests/support/login-page.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { type Leading, usualKeys } from "#app/lib/commands.ts";
import { LED_TO } from "#app/lib/led-to.ts";
import { shortcutsTexts } from "#texts/shortcuts.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });

test("a screen is reached with few Tab stops: the menu is one, and the arrow keys go on from there", async ({
  page,
}) => {
  await signedIn(page, await clientOf("customers"));
  await page.goto("/admin/users");
  const current = menu(page).getByRole("link", { name: "Users", exact: true });
  await expect(current).toHaveAttribute("aria-current", "page");
  const inMain = () => page.evaluate(() => document.activeElement?.closest("main") !== null);
  await page.getByRole("link", { name: "Skip to the content" }).focus();
  let stops = -1;
  let inMenu = 0;
  for (let presses = 0; presses < 40 && !(await inMain()); presses++) {
    await page.keyboard.press("Tab");
    stops++;
    if (await current.evaluate((link) => link === document.activeElement)) inMenu++;
  }
  expect(stops, "Tab stops before main").toBeLessThanOrEqual(12);
  expect(inMenu, "the menu is entered at the open screen").toBe(1);

  await current.focus();
  await page.keyboard.press("ArrowDown");
  await expect(menu(page).getByRole("link", { name: "Departments" })).toBeFocused();
  await page.keyboard.press("Home");
  const chat = menu(page).getByRole("button", { name: "Chat", exact: true });
  await expect(chat).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(chat).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(menu(page).getByRole("link", { name: "Conversation" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(chat).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("End");
  await expect(menu(page).getByRole("link", { name: "Marketplace" })).toBeFocused();

  // So it is as icons: right opens a list, which has its own arrow keys.
  await page.keyboard.press("[");
  const icon = (name: string) => menu(page).getByRole("button", { name, exact: true });
  await expect(icon("Chat")).toBeVisible();
  await expect(menu(page).locator("[data-row][tabindex='0']")).toHaveCount(1);
  await icon("Chat").focus();
  await page.keyboard.press("ArrowDown");
  await expect(icon("Encaps")).toBeFocused();
  for (const round of ["the first time", "from then on"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("menuitem", { name: "Workspace" }), round).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(icon("Encaps"), round).toBeFocused();
  }
  await page.keyboard.press("ArrowUp");
  await expect(icon("Chat")).toBeFocused();
  await page.keyboard.press("End");
  await expect(menu(page).getByRole("link", { name: "Marketplace" })).toBeFocused();
});

test("what somebody marks is on top of the menu, by keyboard too, after a reload, and for them alone", async ({
  page,
}) => {
  await signedIn(page, await clientOf("customers"));
  await page.goto("/admin/users");
  const favourites = page.getByRole("region", { name: "Favourites" });
  const users = menu(page).getByRole("link", { name: "Users", exact: true });
  await expect(users).toHaveAttribute("aria-current", "page");
  await expect(favourites).toHaveCount(0);
  // The stars come after the first screen.
  await expect(page.getByTitle("Add Users to the favourites")).toBeAttached();
  await users.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Add Users to the favourites" })).toBeFocused();
  await page.keyboard.press("Enter");
  await menu(page).getByRole("button", { name: "NLP", exact: true }).click();
  await menu(page).getByRole("link", { name: "Skills", exact: true }).hover();
  await page.getByRole("button", { name: "Add Skills to the favourites" }).click();
  await expect(favourites.getByRole("link")).toHaveText(["Users", "NLP · Skills"]);
  await page.reload();
  await favourites.getByRole("link", { name: "NLP · Skills" }).click();
  await expect(page).toHaveURL(/\/bots$/);
  await favourites.getByRole("link", { name: "Users" }).hover();
  await favourites.getByRole("button", { name: "Remove Users from the favourites" }).click();
  await expect(favourites.getByRole("link")).toHaveText(["NLP · Skills"]);
  const { token } = await clientOf("people");
  await page.evaluate((value) => localStorage.setItem("authToken", value), token);
  await page.goto("/bots");
  await expect(menu(page).getByRole("link", { name: "Skills", exact: true })).toBeVisible();
  await expect(favourites).toHaveCount(0);
});

test("the open screen stays in sight where its section is closed, and a press shows at once where one goes", async ({
  page,
}) => {
  await signedIn(page, await clientOf("customers"));
  await page.goto("/customer-master/customers");
  const customers = menu(page).getByRole("link", { name: "Customers", exact: true });
  await expect(customers).toHaveAttribute("aria-current", "page");
  await menu(page).getByRole("button", { name: "Customers", exact: true }).click();
  await expect(menu(page).getByRole("link", { name: "Uploads" })).toBeHidden();
  await expect(customers).toBeVisible();

  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/api/e/enterprise/departments*", async (route) => {
    await held;
    await route.continue();
  });
  const departments = menu(page).getByRole("link", { name: "Departments" });
  await departments.click();
  await expect(departments).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL(/\/customer-master\/customers/);
  arrive();
  await expect(page).toHaveURL(/\/admin\/departments/);
});

test("who signs in is there, with one signal for it; the connection is only seen where it fails", async ({
  page,
}) => {
  await openLogin(page);
  await signInAs(page, DEMO);
  await expect(page.getByRole("button", { name: /User menu, Online$/ })).toBeVisible();
  const connection = page.getByRole("banner").getByRole("status");
  await expect(connection).toHaveText("Live");
  await expect(connection.locator("[aria-hidden]")).toHaveCount(0);
});

test("g and a sign lead to every section that is there, and to none that is not", async ({ page }) => {
  test.setTimeout(120_000);
  await signedIn(page, await clientOf("customers"));
  await page.goto("/dashboard");
  await expect(menu(page)).toBeVisible();
  const all = menu(page).locator("a");
  const there = new Set(await all.evaluateAll((links) => links.map((link) => link.getAttribute("href"))));
  const led = Object.entries(LED_TO).filter(([, path]) => there.has(path));
  expect(led.length).toBeGreaterThan(25);
  const press = async (id: string) => {
    const [first = "", second = ""] = usualKeys[id as Leading].split(" ");
    // Together: a pair is one within a moment, and a page that is still drawing takes longer to answer to the first.
    await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
  };
  for (const [id, path] of led) {
    await press(id);
    await expect(page).toHaveURL((url) => url.pathname.startsWith(path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  // The trash is switched off here: its key does nothing, and the list of keys does not name it.
  expect(there.has(LED_TO.goTrash)).toBe(false);
  const before = page.url();
  await press("goTrash");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: shortcutsTexts.title });
  await expect(sheet.getByText(shortcutsTexts.commands.goRoles)).toBeVisible();
  await expect(sheet.getByText(shortcutsTexts.commands.goTrash)).toHaveCount(0);
  expect(page.url()).toBe(before);
});

test("a slash focuses the search of the list that is shown, not that of a panel beside it", async ({
  page,
}) => {
  await signedIn(page, await clientOf("customers"));
  for (const [path, label] of [
    ["/customer-master/customers", "Search customers"],
    ["/admin/users", undefined],
  ] as const) {
    await page.goto(path);
    const search = page.getByRole("main").locator("[role=search] input");
    await expect(search.last()).toBeVisible();
    await page.keyboard.press("/");
    const focused = page.locator("[role=search] input:focus");
    await expect(focused).toHaveCount(1);
    await expect(focused).toHaveValue("");
    if (label) await expect(focused).toHaveAttribute("aria-label", label);
  }
});
