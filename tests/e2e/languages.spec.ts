import type { BrowserContext, Page } from "@playwright/test";
import { build } from "esbuild";
import { barriersIn, expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as english from "#texts/index.ts";
import * as hindi from "#texts/hi/index.ts";
import { listAgents } from "#workers/contract/endpoints/bots.ts";

const { authTexts, profileTexts, shellTexts } = hindi;

const inHindi = (context: BrowserContext, baseURL: string | undefined) =>
  context.addCookies([{ name: "language", value: "hi", url: baseURL ?? "" }]);

const DEVANAGARI = /[\u0900-\u097F]/;

/** English texts that are others in Hindi, of more than one short word: names of data may be such a word too. */
const ENGLISH = new Set<string>();
const differ = (one: unknown, two: unknown): void => {
  if (typeof one === "string") {
    if (one !== two && /[a-z]{3}.* .*[a-z]{2}/i.test(one)) ENGLISH.add(one);
  } else if (one !== null && typeof one === "object")
    for (const [name, text] of Object.entries(one))
      differ(text, (two as Record<string, unknown> | undefined)?.[name]);
};
differ(english, hindi);

/** Everything that people see or hear of a page: texts, names and descriptions. */
const readIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement?.checkVisibility() && !parentElement.closest("script, style"))
        found.push(textContent?.trim() ?? "");
    }
    for (const each of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
      for (const name of ["aria-label", "title", "placeholder", "alt"])
        found.push(each.getAttribute(name) ?? "");
    return found;
  });

/** Buttons, tabs and headings whose words do not fit, and that have a letter of the language: names of data may be cut. */
const cutIn = async (page: Page, letter: RegExp): Promise<string[]> => {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, [role=tab], h1, h2, h3, label, th")]
      .filter((each) => each.checkVisibility() && each.closest(".sr-only") === null)
      .filter(
        (each) => getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1,
      )
      .map((each) => each.textContent),
  );
  return cut.filter((text) => letter.test(text));
};

test.describe.configure({ mode: "parallel" });

test("the pages before sign-in speak the language that is chosen there, and refuse in it", async ({
  page,
  browser,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/400|401/);
  await page.goto("/login");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("navigation", { name: "Language" }).getByRole("button", { name: "हिन्दी" }).click();
  await expect(page.getByRole("heading", { level: 1, name: authTexts.signIn })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expectAccessible(page);
  // Nothing is sent before there is a captcha to be answered.
  await expect(page.getByRole("img", { name: authTexts.captchaPicture })).toBeVisible();
  await page.getByLabel(authTexts.email).fill("asha@nowhere.example");
  await page.getByLabel(authTexts.password, { exact: false }).first().fill("no such password");
  await page.getByRole("textbox", { name: authTexts.captcha }).fill("12345");
  await page.getByRole("button", { name: authTexts.signIn, exact: true }).click();
  await expect(page.getByText(authTexts.wrongCaptcha).first()).toBeVisible();
  for (const path of ["/signup", "/forgot-password"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(DEVANAGARI);
    expect((await readIn(page)).filter((text) => ENGLISH.has(text))).toEqual([]);
  }
  await page
    .getByRole("navigation", { name: shellTexts.language })
    .getByRole("button", { name: "English" })
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  // A customer has chosen nothing: their pages are in the language of their browser.
  const visitor = await browser.newContext({ locale: "hi-IN", ...(baseURL && { baseURL }) });
  const theirs = await visitor.newPage();
  for (const path of ["/call/none", "/f/none"]) {
    await theirs.goto(path);
    await expect(theirs.locator("html")).toHaveAttribute("lang", "hi");
    await expect(theirs.getByRole("main")).toContainText(DEVANAGARI);
    expect((await readIn(theirs)).filter((text) => ENGLISH.has(text))).toEqual([]);
  }
  await theirs.goto("/login");
  await expect(theirs.locator("html")).toHaveAttribute("lang", "en");
  await visitor.close();
});

test("the language of the profile is that of the console, on every device", async ({
  page,
  browser,
  baseURL,
}) => {
  const client = await clientOf("speaker");
  await signedIn(page, client);
  await page.goto("/account/myprofile");
  await page.getByLabel("Language", { exact: true }).selectOption("हिन्दी");
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: profileTexts.title })).toBeVisible();
  await expect(page.getByLabel(profileTexts.language, { exact: true })).toHaveValue("hi");

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await elsewhere.newPage();
  await signedIn(other, client);
  await other.goto("/dashboard");
  await expect(other.locator("html")).toHaveAttribute("lang", "hi");
  await expect(other.getByRole("button", { name: shellTexts.collapseMenu })).toBeVisible();
  await elsewhere.close();

  await page.getByLabel(profileTexts.language, { exact: true }).selectOption("English");
  await page.getByRole("button", { name: profileTexts.save, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
});

test("how a training ended is said in the console's language, though its live event is everybody's", async ({
  page,
  context,
  baseURL,
}) => {
  await inHindi(context, baseURL);
  const client = await signedIn(page);
  const { agentId } = await makeBot(client, smallBank);
  await page.goto(`/bots/${agentId}/intents`);
  await page.getByRole("button", { name: hindi.botsTexts.trainAgent, exact: true }).click();
  await expect(page.getByText(hindi.botsAnswersTexts.trained).first()).toBeVisible();
  await expect(page.getByText(english.botsAnswersTexts.trained)).toHaveCount(0);
});

/** Names that the demo's data have in common with examples in texts. */
const DATA = [
  "Asha Verma",
  "Web widget",
  "WhatsApp simulator",
  "Phone Number",
  "Appointment reminder",
  "Feedback after a chat",
  // A bot's own words, as its maker left them.
  "Sorry, I did not understand that.",
];

/** The demo's bot. */
const BOT = "Banking Assistant";

/** Screens of one bot. */
const OF_A_BOT = [
  "/bots/:bot/intents",
  "/bots/:bot/entity-list",
  "/bots/:bot/unmatched",
  "/nlp-report/overview?agent=:bot",
  "/nlp-report/overview?agent=:bot&tab=messages",
];
const OFTEN = [
  "/dashboard",
  "/bots",
  "/customer-master/customers",
  "/customer-master/customers/create",
  "/customer-master/uploadfile",
  "/chat/conversation",
  "/campaigns/broadcast",
  "/admin/messageTemplate/whatsapp",
  "/admin/users",
  "/admin/permission",
  "/admin/channels",
  "/account/myprofile",
];
const SCREENS = {
  "the screens that are used most": [...OFTEN, ...OF_A_BOT],
  "chats, encaps and campaigns": [
    "/chat/analytics",
    "/chat/monitor",
    "/chat/history",
    "/conversation",
    "/encaps/dashboard",
    "/encaps/workspace",
    "/encaps/forms",
    "/encaps/logs",
    "/campaigns/campaigns-list",
    "/campaigns/activity-list",
    "/campaigns/activity-list/form",
    "/campaigns/blacklist",
    "/campaigns/report",
    "/campaigns/broadcast/create",
    "/journey/workspace",
    "/journey/monitor",
    "/publish/journey",
    "/services/servicesform",
    "/services/speech/speechservice",
  ],
  "customers and administration": [
    "/customer-master/uploads",
    "/customer-master/definition",
    "/customer-master/definition/add",
    "/content-library",
    "/account/security",
    "/admin/richcard",
    "/admin/analytics",
    "/admin/analytics/config",
    "/admin/chatConfig/chat-config",
    "/admin/whatsapp-onboarding",
    "/admin/integration",
    "/admin/integration/api-keys",
    "/admin/integration/webhooks",
    "/admin/details",
    "/admin/departments",
    "/admin/report",
    "/admin/audit_trail",
    "/admin/sso",
    "/whatsapp-flow",
    "/simulator",
    "/marketplace/list",
  ],
};

/** Time for one screen on a busy machine. */
const SCREEN_MS = 20_000;

/** Opens a screen of the demo; `:bot` is its bot. */
async function openOfDemo(page: Page, path: string): Promise<void> {
  const client = await signedIn(page);
  const { agents } = await client.call(listAgents, { query: { name: BOT } });
  await page.goto(path.replace(":bot", agents.at(-1)?.id ?? ""));
}

/**
 * A screen of one bot is headed by the bot's name: its words are in the page. An address may open a dialog, and what is
 * behind it counts as hidden.
 */
const wordsOf = (page: Page, path: string) =>
  path.startsWith("/bots/:bot")
    ? page.getByRole("main")
    : page.getByRole("heading", { level: 1, includeHidden: true }).first();

/** Problems of the words of some screens, and their barriers: the one light, the next dark. */
async function wrongOn(page: Page, paths: readonly string[]): Promise<string[]> {
  test.setTimeout((paths.length + 1) * SCREEN_MS);
  const wrong: string[] = [];
  for (const [at, path] of paths.entries()) {
    await openOfDemo(page, path);
    await expect(wordsOf(page, path)).toContainText(DEVANAGARI);
    await page.waitForLoadState("networkidle");
    const said = (await readIn(page)).filter((text) => ENGLISH.has(text) && !DATA.includes(text));
    wrong.push(...said.map((text) => `${path} says in English: ${text}`));
    wrong.push(...(await cutIn(page, DEVANAGARI)).map((text) => `${path} cuts: ${text}`));
    await fitsInWidth(page);
    wrong.push(
      ...(await barriersIn(page, at % 2 === 0 ? "light" : "dark")).map((each) => `${path}: ${each}`),
    );
  }
  return wrong;
}

for (const [name, paths] of Object.entries(SCREENS))
  test(`${name} speak Hindi, and no word of it is cut`, async ({ page, context, baseURL }) => {
    await inHindi(context, baseURL);
    expect(await wrongOn(page, paths)).toEqual([]);
  });

test("at 360 px no word of Hindi is cut", async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await inHindi(context, baseURL);
  expect(await wrongOn(page, [...OFTEN, ...OF_A_BOT])).toEqual([]);
});

/** Dialogs, by the words of the buttons that open them. */
const DIALOGS: readonly [path: string, opener: (texts: typeof english) => string][] = [
  ["/bots", ({ botsTexts }) => botsTexts.createNewAgent],
  ["/customer-master/customers", ({ customersTexts }) => customersTexts.taggings.group.add],
  ["/campaigns/blacklist", ({ blacklistTexts }) => blacklistTexts.add],
  ["/campaigns/blacklist", ({ blacklistTexts }) => blacklistTexts.import],
  ["/admin/departments", ({ departmentsTexts }) => departmentsTexts.add],
  ["/admin/integration/api-keys", ({ apiKeysTexts }) => apiKeysTexts.create],
  ["/admin/integration/webhooks", ({ webhooksOutTexts }) => webhooksOutTexts.create],
  ["/admin/whatsapp-onboarding", ({ onboardingTexts }) => onboardingTexts.add],
  ["/dashboard", (texts) => texts.shellTexts.shortcutsShow],
];

/** Opens each dialog, and tells what is wrong with it there. */
async function wrongInDialogs(
  page: Page,
  wordsOfOpener: (opener: (texts: typeof english) => string) => string,
  look: (name: string, at: number) => Promise<string[]>,
): Promise<string[]> {
  test.setTimeout((DIALOGS.length + 1) * SCREEN_MS);
  const wrong: string[] = [];
  for (const [at, [path, opener]] of DIALOGS.entries()) {
    const name = wordsOfOpener(opener);
    await openOfDemo(page, path);
    await page.getByRole("button", { name, exact: true }).and(page.locator(":visible")).first().click();
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    wrong.push(...(await look(name, at)).map((each) => `${path}, ${name}: ${each}`));
  }
  return wrong;
}

test("dialogs speak Hindi, without a word cut and without a barrier, light and dark by turns", async ({
  page,
  context,
  baseURL,
}) => {
  await inHindi(context, baseURL);
  const wrong = await wrongInDialogs(
    page,
    (opener) => opener(hindi as unknown as typeof english),
    async (_, at) => [
      ...(await readIn(page)).filter((text) => ENGLISH.has(text) && !DATA.includes(text)),
      ...(await cutIn(page, DEVANAGARI)),
      ...(await barriersIn(page, at % 2 === 0 ? "dark" : "light")),
    ],
  );
  expect(wrong).toEqual([]);
});

/** English texts as long as German ones are: a third more, short words longer still, and in one piece. */
const longer = (text: string): string =>
  text.length < 3
    ? text
    : text +
      "übermaßen".slice(0, Math.ceil(text.length * 0.4)) +
      " wortreich".repeat(Math.floor(text.length / 30));

async function longTexts(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as texts from "./texts/index.ts";
        const longer = ${longer.toString()};
        const all = (text) =>
          typeof text === "string" ? longer(text)
          : typeof text === "function" ? (...values) => all(text(...values))
          : Array.isArray(text) ? text.map(all)
          : text && typeof text === "object" ? Object.fromEntries(Object.entries(text).map(([name, each]) => [name, all(each)]))
          : text;
        globalThis.textsOfLanguage = all({ ...texts });
        globalThis.textsOfLanguage.uiTexts.locale = "en";`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: "iife",
    charset: "utf8",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

test.describe("texts as long as German ones", () => {
  // The server's document has the English ones.
  test.use({ expectedErrors: [/Minified React error #418/] });

  for (const width of [1280, 360])
    test(`are not cut at ${width} px`, async ({ page }) => {
      const paths = [...OFTEN, ...OF_A_BOT];
      test.setTimeout((paths.length + 1) * SCREEN_MS);
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript({ content: await longTexts() });
      const wrong: string[] = [];
      for (const path of paths) {
        await openOfDemo(page, path);
        await expect(wordsOf(page, path)).toContainText("ü");
        await page.waitForLoadState("networkidle");
        wrong.push(...(await cutIn(page, /ü/)).map((text) => `${path} cuts: ${text}`));
        await fitsInWidth(page);
      }
      expect(wrong).toEqual([]);
    });

  test("are not cut in dialogs", async ({ page }) => {
    await page.addInitScript({ content: await longTexts() });
    const wrong = await wrongInDialogs(
      page,
      (opener) => longer(opener(english)),
      () => cutIn(page, /ü/),
    );
    expect(wrong).toEqual([]);
  });
});
