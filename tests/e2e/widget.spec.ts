import type { Page, Request, Route } from "@playwright/test";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { png } from "#tests/support/made-files.ts";
import { startOtherSite } from "#tests/support/other-site.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

test.describe.configure({ mode: "parallel" });

/** A web channel of the test's own; without a bot, a person would answer. */
const widget = async (data: Record<string, string> = {}) =>
  (await clientOf("people")).call(channelsApi.createChannel, {
    body: { name: unique("Shop"), type: 12, vendor: 90, data },
  });
const PASSED_ON = "Somebody from our team will answer you here";
const partsOf = (page: Page) => {
  const chat = page.getByRole("dialog");
  return {
    chat,
    launcher: page.getByRole("button", { name: /^Open the chat/ }),
    box: chat.getByRole("textbox", { name: "Write a message" }),
    said: chat.getByRole("log").getByRole("listitem"),
  };
};
const demo = (id: string) => `/widget-demo?channel=${id}`;

test("the demo's shop answers by its bot, keeps what was said, and counts what came while the chat was closed", async ({
  page,
}) => {
  await page.goto("/widget-demo");
  const { chat, launcher, box, said } = partsOf(page);
  await launcher.click();
  await expect(box).toBeFocused();
  await expect(said).toHaveCount(1);
  await box.fill("what is my balance");
  await box.press("Enter");
  await expect(said).toHaveCount(3);
  await expect(said.nth(1)).toContainText("what is my balance");
  await expectAccessible(page);
  await page.reload();
  await launcher.click();
  await expect(said).toHaveCount(3);
  await expect(said.nth(1)).toContainText("what is my balance");

  // Nothing is answered before the chat is closed.
  const closed = Promise.withResolvers<void>();
  await page.route("**/api/widget/*/messages", async (route) => {
    await closed.promise;
    await route.continue();
  });
  await box.fill("thank you");
  await box.press("Enter");
  await page.keyboard.press("Escape");
  await expect(chat).toBeHidden();
  closed.resolve();
  await expect(page.getByRole("button", { name: "Open the chat, 1 new message" })).toBeVisible();
  await launcher.click();
  await expect(said).toHaveCount(5);
  await expect(box).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Open the chat", exact: true })).toBeFocused();
});

test("on a phone it takes the whole screen, and the keyboard alone is enough", async ({ page }) => {
  const { id } = await widget();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(demo(id));
  const { chat, launcher, box, said } = partsOf(page);
  await launcher.focus();
  await page.keyboard.press("Enter");
  await expect(box).toBeFocused();
  await expect(chat).toHaveAttribute("aria-modal", "true");
  await expect.poll(() => chat.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  await page.keyboard.type("hello");
  await page.keyboard.press("Enter");
  await expect(said.nth(1)).toContainText("hello");
  await expect(said.nth(2)).toContainText(PASSED_ON);
  // The focus goes round within the chat.
  for (let at = 0; at < 12; at++) {
    await page.keyboard.press("Tab");
    await expect(chat.locator(":focus")).toHaveCount(1);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(launcher).toBeFocused();
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("what is said waits, survives a closed tab, and is sent once", async ({ page, context }) => {
    const { id } = await widget();
    await page.goto(demo(id));
    const { chat, launcher, box, said } = partsOf(page);
    await launcher.click();
    await expect(box).toBeFocused();
    await context.setOffline(true);
    await expect(chat.getByRole("status").filter({ hasText: "You are offline" })).toBeVisible();
    await box.fill("are you there");
    await box.press("Enter");
    await expect(said.nth(1)).toContainText("Waiting for the connection");
    // A closing tab is online for a moment, since its emulation ends first; then it would send what waits itself.
    await page.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError("closed"));
    });
    await page.close();
    await context.setOffline(false);

    // Both tabs say it, the second one when it has long been answered: its place is the first one's.
    const [one, two] = [await context.newPage(), await context.newPage()];
    const answered = Promise.withResolvers<void>();
    const path = /\/api\/widget\/[^/]+\/messages$/;
    const isSaying = (request: Request) => request.method() === "POST" && path.test(request.url());
    await two.route(path, async (route, request) => {
      if (isSaying(request)) await answered.promise;
      await route.continue();
    });
    const saying = two.waitForRequest(isSaying);
    const repeated = two.waitForResponse((response) => isSaying(response.request()));
    await two.goto(demo(id));
    await saying;
    await one.goto(demo(id));
    await partsOf(one).launcher.click();
    await expect(partsOf(one).said.filter({ hasText: PASSED_ON })).toBeVisible();
    answered.resolve();
    await repeated;
    await partsOf(two).launcher.click();
    for (const tab of [one, two]) {
      const parts = partsOf(tab);
      await expect(parts.said.nth(2)).toContainText(PASSED_ON);
      await expect(parts.said.filter({ hasText: "are you there" })).toHaveCount(1);
      await expect(parts.said).toHaveCount(3);
    }
  });
});

test("two tabs show the same chat", async ({ page, context }) => {
  const { id } = await widget();
  await page.goto(demo(id));
  const other = await context.newPage();
  await other.goto(demo(id));
  const [here, there] = [partsOf(page), partsOf(other)];
  await here.launcher.click();
  await there.launcher.click();
  await here.box.fill("from the first");
  await here.box.press("Enter");
  await expect(there.said.filter({ hasText: "from the first" })).toHaveCount(1);
  await there.box.fill("from the second");
  await there.box.press("Enter");
  await expect(here.said.filter({ hasText: "from the second" })).toHaveCount(1);
  for (const { said } of [here, there]) await expect(said).toHaveCount(4);
});

test("on another site under the strictest policy it sends and shows a picture, and breaks no rule of that site", async ({
  page,
  baseURL,
}) => {
  const site = await startOtherSite(baseURL ?? "");
  const { id } = await widget({ origins: site.origin, position: "left", colour: "#f2c14e" });
  await page.goto(site.embed(id));
  const { chat, launcher, box, said } = partsOf(page);
  await launcher.click();
  await expect(box).toBeFocused();
  await chat
    .locator("input[type=file]")
    .setInputFiles({ name: "pot.png", mimeType: "image/png", buffer: Buffer.from(png(40, 30)) });
  const picture = said.getByRole("img", { name: "Picture: pot.png" });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]))
    .toEqual([40, 30]);
  const pixel = await picture.evaluate((canvas: HTMLCanvasElement) =>
    [...(canvas.getContext("2d")?.getImageData(5, 5, 1, 1).data ?? [])].join(),
  );
  expect(pixel).toBe("107,107,107,255");
  const saved = page.waitForEvent("download");
  await said.getByRole("button", { name: "Save pot.png" }).click();
  expect((await saved).suggestedFilename()).toBe("pot.png");
  await box.fill("see https://example.com/a?b=1. javascript:alert(1)");
  await box.press("Enter");
  const link = said.getByRole("link", { name: /example/ });
  await expect(link).toHaveAttribute("href", "https://example.com/a?b=1");
  await expect(link).toHaveAttribute("rel", /noopener/);
  await expect(said.getByRole("link")).toHaveCount(1);
  await site.stop();
});

test.describe("a site that the channel does not name", () => {
  test.use({ expectedErrors: [/403 |blocked by CORS policy|ERR_FAILED/] });

  test("shows no chat", async ({ page, baseURL }) => {
    const site = await startOtherSite(baseURL ?? "");
    const { id } = await widget({ origins: "https://shop.example.com" });
    const refused = page.waitForEvent("requestfailed", (request) => request.url().includes(`${id}/session`));
    await page.goto(site.embed(id));
    await refused;
    await expect(partsOf(page).launcher).toHaveCount(0);
    await site.stop();
  });
});

test.describe("before and after a chat", () => {
  test.use({ expectedErrors: [/400 \(/] });

  test("the form before the chat says what is missing, the hours' text is shown, and an ended chat is rated", async ({
    page,
  }) => {
    // Closed now, whatever the time is: the tests also run at midnight.
    const elsewhen = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][(new Date().getUTCDay() + 3) % 7];
    const { id } = await widget({
      formName: "optional",
      formMail: "required",
      formPhone: "optional",
      hours: `${elsewhen} 09:00-10:00`,
      hoursText: "We are back tomorrow",
    });
    await page.goto(demo(id));
    const { chat, launcher, box, said } = partsOf(page);
    await launcher.click();
    await expect(chat.getByLabel(/^Name/)).toBeFocused();
    await expect(chat.getByText("We are back tomorrow")).toBeVisible();
    await chat.getByLabel(/^Phone number/).fill("12");
    await chat.getByRole("button", { name: "Start the chat" }).click();
    await expect(chat.getByRole("alert")).toBeFocused();
    await chat.getByRole("alert").getByRole("link", { name: "Enter your email." }).press("Enter");
    await expect(chat.getByLabel(/^Email/)).toBeFocused();
    await expect(chat.getByLabel(/^Email/)).toHaveAccessibleDescription("Enter your email.");
    await expect(chat.getByLabel(/^Phone number/)).toHaveAccessibleDescription(/country code.*country code/);
    await expectAccessible(page);
    await chat.getByLabel(/^Email/).fill("asha@example.com");
    await chat.getByLabel(/^Phone number/).fill("+91 99999 99");
    await chat.getByRole("button", { name: "Start the chat" }).click();
    await box.fill("about my order");
    await box.press("Enter");
    // The server knows numbers better: the form comes back, with what it said.
    await expect(chat.getByRole("alert")).toContainText(/too short|not/i);
    // The field that is wrong takes the focus once the form is back: what is typed before that would go astray.
    await expect(chat.getByLabel(/^Phone number/)).toBeFocused();
    await chat.getByLabel(/^Email/).fill("asha@example.com");
    await chat.getByLabel(/^Phone number/).fill("");
    await chat.getByRole("button", { name: "Start the chat" }).click();
    await expect(said.filter({ hasText: "about my order" })).toHaveCount(1);
    await expect(said.nth(2)).toContainText(PASSED_ON);

    await chat.getByRole("button", { name: "Rate this chat" }).click();
    await expect(chat.getByRole("radio", { name: "1 of 5" })).toBeFocused();
    await chat.getByRole("button", { name: "Send rating" }).click();
    await expect(chat.getByRole("alert")).toHaveText("Choose from 1 to 5.");
    await page.keyboard.press("Tab");
    await chat.getByRole("radio", { name: "4 of 5" }).check();
    await chat.getByRole("textbox", { name: /Anything to add/ }).fill("quick");
    await expectAccessible(page);
    const rated = page.waitForRequest((request) => request.postDataJSON()?.body?.token === "rating");
    await chat.getByRole("button", { name: "Send rating" }).click();
    expect((await rated).postDataJSON()).toMatchObject({
      body: { label: "4 of 5", values: { rating: 4, comment: "quick" } },
    });
    await expect(chat.getByRole("status")).toHaveText("Thank you for your rating.");
    await chat.getByRole("button", { name: "Back to the chat" }).click();
    await expect(said.filter({ hasText: "4 of 5" })).toHaveCount(1);
  });
});

/** Puts messages to the visitor into what a session answers. */
const withMessages = (page: Page, bodies: readonly MessageBody[]) =>
  page.route("**/api/widget/*/session", async (route: Route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { response: { messages: object[] } };
    answer.response.messages = bodies.map((body, at) => ({
      id: `m${at}`,
      way: "out",
      body,
      at: new Date(Date.UTC(2026, 0, 1, 9, at)).toISOString(),
    }));
    await route.fulfill({ response, json: answer });
  });
const reply = (token: string, label: string) => ({ kind: "reply", token, label }) as const;

test("buttons and rows go out of use once one was pressed, cards are gone through by the keyboard", async ({
  page,
}) => {
  const { id } = await widget();
  await withMessages(page, [
    { kind: "buttons", text: "Which one?", buttons: [reply("pot", "The pot"), reply("plant", "The plant")] },
    {
      kind: "list",
      text: "When?",
      open: "Days",
      sections: [
        { title: "This week", rows: [{ token: "mon", label: "Monday", description: "Before noon" }] },
      ],
    },
    {
      kind: "carousel",
      text: "Have a look",
      cards: ["One", "Two", "Three"].map((title) => ({ title, buttons: [reply(title, `Take ${title}`)] })),
    },
  ]);
  await page.goto(demo(id));
  const { chat, launcher, said } = partsOf(page);
  await launcher.click();
  await chat.getByRole("button", { name: "The plant" }).click();
  await expect(chat.getByRole("button", { name: "Chosen: The plant" })).toBeDisabled();
  await expect(chat.getByRole("button", { name: "The pot" })).toBeDisabled();
  await expect(said.filter({ hasText: "You said: The plant" })).toHaveCount(1);
  await chat.getByRole("button", { name: /^Monday/ }).click();
  await expect(said.filter({ hasText: "You said: Monday" })).toHaveCount(1);
  const next = chat.getByRole("button", { name: "Next card" });
  await next.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(next).toBeDisabled();
  await chat.getByRole("button", { name: "Take Three" }).click();
  await expect(chat.getByRole("button", { name: "Chosen: Take Three" })).toBeVisible();
  await expectAccessible(page);
});

test("the channel's form shows the widget as it will look, and the channel its script tag", async ({
  page,
}) => {
  await signedIn(page, await clientOf("people"));
  await page.goto("/admin/channels");
  await page.getByRole("button", { name: "New channel" }).first().click();
  const form = page.getByRole("dialog", { name: "Add a channel" });
  const name = unique("Site");
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel(/^Type/).selectOption("Web");
  await form.getByLabel(/^Vendor/).selectOption("Web widget");
  await form.getByLabel(/^Title/).fill("Ask the gardeners");
  await form.getByLabel(/^Colour/).fill("#f2c14e");
  const preview = form.locator("[data-preview]");
  await expect(preview.locator("h2")).toHaveText("Ask the gardeners");
  await expect(preview.locator("header")).toHaveCSS("background-color", "rgb(242, 193, 78)");
  await expect(preview.locator("header")).toHaveCSS("color", "rgb(0, 0, 0)");
  await form.getByLabel(/^Websites that may show it/).fill("https://a.example.com/shop");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel(/^Websites/)).toHaveAccessibleDescription(/without a path/);
  await form.getByLabel(/^Websites/).fill("https://a.example.com\nhttp://localhost:3000");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await page.getByRole("textbox", { name: "Search channels" }).fill(name);
  await page.getByRole("link", { name }).click();
  const tag = await page.getByLabel(/^Script tag/).inputValue();
  expect(tag).toMatch(/^<script src="http.+\/widget\.js" data-channel="[\w-]+" async><\/script>$/);
  await expect(page.getByText("Waiting for the first event")).toBeVisible();
  const popup = page.waitForEvent("popup");
  await page.getByRole("link", { name: /Try it on the demo page/ }).click();
  const shop = await popup;
  const { launcher, box } = partsOf(shop);
  await launcher.click();
  await expect(shop.getByRole("dialog", { name: "Ask the gardeners" })).toBeVisible();
  await box.fill("hello");
  await box.press("Enter");
  await expect(page.getByText("Events are arriving")).toBeVisible();
});

test("in Hindi it speaks Hindi", async ({ page }) => {
  const { id } = await widget({ language: "hi" });
  await page.goto(demo(id));
  await page.getByRole("button", { name: "चैट खोलें" }).click();
  const chat = page.getByRole("dialog", { name: "हमसे बात करें" });
  await expect(chat.getByRole("textbox", { name: "संदेश लिखें" })).toBeFocused();
  await expectAccessible(page);
});
