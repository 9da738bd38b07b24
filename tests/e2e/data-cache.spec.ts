import type { Page, Request } from "@playwright/test";
import { makeUser } from "#db/seed/make-user.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { drawn } from "#tests/support/keyboard.ts";
import { openLogin } from "#tests/support/login-page.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

const LISTS = "/api/e/enterprise/departments";
let made = 0;
const unique = (text: string) => `${text} ${Date.now().toString(36)}${++made}`;

/** The API's calls from now on, as "METHOD path". */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

async function openDepartments(page: Page) {
  await signedIn(page, await clientOf("alone"));
  // The corner of the top bar comes after the screen, and asks then.
  const counted = page.waitForResponse((response) => response.url().endsWith("/chat_count"));
  await page.goto("/admin/departments");
  await expect(page.getByRole("heading", { level: 1, name: "Departments" })).toBeVisible();
  await counted;
  await page.waitForLoadState("networkidle");
}

async function make(page: Page, name: string) {
  await page.getByRole("button", { name: "New department" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/).fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("rowheader", { name })).toBeVisible();
}

test("saving a department is one request, and the list shows it", async ({ page }) => {
  await openDepartments(page);
  const calls = callsOf(page);
  await make(page, unique("Claims"));
  await page.waitForLoadState("networkidle");
  expect(calls).toEqual([`POST ${LISTS}`]);
});

test("a list shows its old rows at once on return and asks anew", async ({ page }) => {
  await page.clock.install();
  await openDepartments(page);
  const name = unique("Renewals");
  await make(page, name);
  await page.getByRole("link", { name: "Audit Trail" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit Trail" })).toBeVisible();
  await page.clock.fastForward(10_000);
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${LISTS}?**`, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().includes(`${LISTS}?`));
  await page.goBack();
  await expect(page.getByRole("rowheader", { name })).toBeVisible();
  await asked;
  answer();
  await expect(page.getByRole("rowheader", { name })).toBeVisible();
});

test("pointing at a link asks for its screen, and the press asks for nothing more", async ({ page }) => {
  await signedIn(page, await clientOf("alone"));
  await page.goto("/admin/audit_trail");
  await expect(page.getByRole("heading", { level: 1, name: "Audit Trail" })).toBeVisible();
  const calls = callsOf(page);
  const link = page.getByRole("link", { name: "Departments", exact: true }).first();
  const answered = page.waitForResponse((response) => response.url().includes(`${LISTS}?`));
  await link.hover();
  await answered;
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Departments" })).toBeVisible();
  expect(calls.filter((call) => call === `GET ${LISTS}`)).toHaveLength(1);
});

test("a late answer does not undo what was saved while it was on its way", async ({ page }) => {
  await page.clock.install();
  await openDepartments(page);
  const [old, next] = [unique("Mortgage"), unique("Mortgages and loans")];
  await make(page, old);
  await page.getByRole("link", { name: "Audit Trail" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit Trail" })).toBeVisible();
  await page.clock.fastForward(10_000);
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${LISTS}?**`, async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  const fetched = page.waitForRequest((request) => request.url().includes(`${LISTS}?`));
  await page.goBack();
  await fetched;
  await page
    .getByRole("row", { name: old })
    .getByRole("button", { name: `Edit ${old}` })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/).fill(next);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("rowheader", { name: next })).toBeVisible();
  const late = page.waitForResponse((response) => response.url().includes(`${LISTS}?`));
  answer();
  await (await late).finished();
  await expect(page.getByRole("rowheader", { name: next })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: old, exact: true })).toBeHidden();
});

for (const path of ["/login", "/signup"]) {
  test(`the first press after leaving an invalid field counts: ${path}`, async ({ page }) => {
    if (path === "/login") await openLogin(page);
    else await page.goto(path);
    const button = page.locator("form button[type=submit]");
    await expect(button).toBeEnabled();
    await page.getByLabel(/^E-mail/).fill("nonsense");
    await expect(page.getByRole("img", { name: /^Captcha picture/ })).toBeVisible();
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (!box) throw new Error("no button");
    // The top of the button: where the error line would push it away.
    await page.mouse.move(box.x + box.width / 2, box.y + 3);
    await page.mouse.down();
    expect(await button.boundingBox()).toEqual(box);
    await page.mouse.up();
    await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toBeFocused();
    await expect(page.getByText("Please enter a valid email address").first()).toBeVisible();
  });
}

/** Controls under a toast, of those that can be used now. */
const coveredByToast = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const card = [...document.querySelectorAll("[role=status] > div")].find((each) =>
      each.querySelector("button"),
    );
    const area = card?.getBoundingClientRect();
    if (!card || !area) return ["no toast"];
    return [...document.querySelectorAll("a[href],button,input,select,textarea")]
      .filter((each) => !card.contains(each) && !each.closest("[inert]") && each.checkVisibility())
      .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < area.right && right > area.left && top < area.bottom && bottom > area.top;
      })
      .map((each) => each.outerHTML.slice(0, 80));
  });

test("a toast covers no control, and one's own actions are not news", async ({ page }) => {
  await openDepartments(page);
  await make(page, unique("Cards"));
  const toast = page.getByRole("status").filter({ has: page.getByRole("button", { name: "Close" }) });
  await expect(toast).toBeVisible();
  await expect.poll(() => coveredByToast(page)).toEqual([]);
  await expect(page.getByRole("button", { name: "Notices", exact: true })).toBeVisible();

  // In a narrow window the buttons of a dialog are where the toast was.
  await page.setViewportSize({ width: 420, height: 800 });
  await page.getByRole("button", { name: "New department" }).first().click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Save" })).toBeVisible();
  await expect.poll(() => coveredByToast(page)).toEqual([]);
});

test("a toast goes out of the way of a control that came to be under it, also when the pointer is there first", async ({
  page,
}) => {
  await openDepartments(page);
  await make(page, unique("Loans"));
  await expect.poll(() => coveredByToast(page)).toEqual([]);
  // In one step, since the toast looks by itself a moment later.
  await page.evaluate(() => {
    const card = [...document.querySelectorAll("[role=status] > div")].find((each) =>
      each.querySelector("button"),
    );
    if (!card) throw new Error("There is no toast.");
    const { left, top } = card.getBoundingClientRect();
    const button = Object.assign(document.createElement("button"), { textContent: "Come lately" });
    Object.assign(button.style, { position: "fixed", left: `${left + 20}px`, top: `${top + 5}px` });
    document.body.insertAdjacentElement("beforeend", button);
    card.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" }));
  });
  await expect.poll(() => coveredByToast(page)).toEqual([]);
  await page.getByRole("button", { name: "Come lately" }).click();
});

test("a toast stays as long as it is pointed at", async ({ page }) => {
  await page.clock.install();
  await openDepartments(page);
  await make(page, unique("Rates"));
  const toast = page.getByRole("status").filter({ has: page.getByRole("button", { name: "Close" }) });
  // It may still be on its way to a free place, and is held once the pointer's move is drawn.
  await expect.poll(() => coveredByToast(page)).toEqual([]);
  await toast.locator("p").hover();
  await drawn(page);
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await toast.getByRole("button", { name: "Close" }).click();
  await expect(toast).toBeHidden();
});

test("a toast that only appears under a pointer at rest goes as others do", async ({ page }) => {
  await page.clock.install();
  await signedIn(page, await clientOf("alone"));
  await page.goto("/account/myprofile");
  const toast = page.getByRole("status").filter({ has: page.getByRole("button", { name: "Close" }) });
  // By keyboard, and without a dialog: what is under the pointer before the toast stays on the page.
  const save = async (phone: string) => {
    await page.getByLabel("Phone").fill(phone);
    await page.getByLabel("Phone").press("Enter");
    await expect(toast).toBeVisible();
  };
  await save("+91 98765 43210");
  await toast.locator("p").hover();
  await toast.getByRole("button", { name: "Close" }).press("Enter");
  await expect(toast).toBeHidden();
  await save("+91 98765 43211");
  await expect.poll(() => toast.evaluate((layer) => layer.matches(":has(:hover)"))).toBe(true);
  await page.clock.runFor(60_000);
  await expect(toast).toBeHidden();
});

test("a toast leaves the buttons at the foot of a long form free", async ({ page }) => {
  await signedIn(page, await clientOf("alone"));
  await page.goto("/admin/details");
  await page.getByLabel("Address", { exact: true }).fill(unique("Fort, Mumbai"));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enterprise details saved.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeInViewport();
  await expect.poll(() => coveredByToast(page)).toEqual([]);
});

test("a toast leaves the input and Send of Try it free", async ({ page, expectedErrors }) => {
  // The refusal of a bot that is not trained.
  expectedErrors.push(/409/);
  const { agentId } = await makeBot(await signedIn(page), smallBank);
  await page.goto(`/bots/${agentId}/intents`);
  await page.getByRole("button", { name: "Try it" }).click();
  const panel = page.getByRole("dialog", { name: "Try it" });
  await panel.getByPlaceholder("Start Typing...").fill("I lost my card");
  await panel.getByPlaceholder("Start Typing...").press("Enter");
  await panel.getByRole("button", { name: "Train Agent" }).click();
  await expect(page.getByText("Bot trained").first()).toBeVisible();
  await expect.poll(() => coveredByToast(page)).toEqual([]);
});

test("an answer that was on its way behind another tab is asked for again after a change", async ({
  page,
}) => {
  const alone = await clientOf("alone");
  const name = unique("Sana");
  await makeUser(alone, {
    name,
    emailId: `${Date.now()}@example.com`,
    password: "a first password",
    roles: [3],
  });
  await page.clock.install();
  await openDepartments(page);
  const department = unique("Care");
  await make(page, department);
  await page.getByRole("link", { name: department }).click();
  const panel = page.getByRole("dialog", { name: `People in ${department}` });
  const members = panel.getByRole("tab", { name: "In the department" });
  const candidates = panel.getByRole("tab", { name: "Add people" });
  await expect(panel.getByText("No people yet")).toBeVisible();
  await candidates.click();
  await page.clock.fastForward(10_000);
  // Asked before the change, answered after it.
  const answered = Promise.withResolvers<void>();
  const isMembers = (url: URL) =>
    url.pathname.endsWith("/mapped_users") && url.searchParams.get("mapped") !== "false";
  let held = 0;
  await page.route(isMembers, async (route) => {
    if (held++ > 0) return route.fallback();
    const response = await route.fetch();
    await answered.promise;
    return route.fulfill({ response });
  });
  const asked = page.waitForRequest((request) => isMembers(new URL(request.url())));
  await members.click();
  await asked;
  await candidates.click();
  await panel.getByRole("textbox", { name: "Search by name or e-mail" }).fill(name);
  // Others go from above the row that is pressed.
  await expect(panel.getByRole("checkbox", { name: "Select Kiran Shah" })).toHaveCount(0);
  await panel.getByRole("checkbox", { name: `Select ${name}` }).check();
  await panel.getByRole("button", { name: "Add 1 person" }).click();
  await expect(panel.getByText("1 person", { exact: true })).toBeVisible();
  const late = page.waitForResponse((response) => isMembers(new URL(response.url())));
  answered.resolve();
  await late;
  await members.click();
  await expect(panel.getByRole("checkbox", { name: `Select ${name}` })).toBeVisible();
});
