import type { Page } from "@playwright/test";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { makeCustomer, unique } from "#tests/support/customers.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { takenChat } from "#tests/support/open-chat.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { createTemplate } from "#workers/contract/endpoints/templates.ts";

/** The specification's side menu as an administrator sees it while external campaigns are not recorded. */
const MENU: Record<string, Record<string, string[]>> = {
  Module: {
    Chat: [
      "/chat/conversation",
      "/chat/analytics",
      "/chat/monitor",
      "/chat/history",
      "/campaigns/broadcast Just In Time",
    ],
    Encaps: ["/encaps/dashboard", "/encaps/workspace", "/encaps/logs"],
    Campaigns: [
      "/campaigns/campaigns-list",
      "/campaigns/activity-list",
      "/campaigns/blacklist",
      "/campaigns/approved",
      "/campaigns/reject",
      "/campaigns/report",
    ],
    Journey: ["/journey/workspace", "/journey/reports", "/journey/monitor", "/journey/milestone-report"],
    Publish: ["/publish/journey"],
    NLP: ["/bots Skills", "/nlp-report/overview Analytics"],
    "Speech Services": [
      "/services/servicesform Text To Speech",
      "/services/speech/speechservice Speech To Text",
    ],
    Customers: ["/customer-master/customers", "/customer-master/uploads"],
    "Rich Card": ["/admin/richcard"],
    Analytics: ["/admin/analytics"],
  },
  Configuration: {
    "Chat Config": ["/admin/chatConfig/chat-config"],
    Channels: ["/admin/channels"],
    "Waba Onboarding": ["/admin/whatsapp-onboarding"],
    "Message Template": ["/admin/messageTemplate/whatsapp"],
    Flows: ["/whatsapp-flow"],
    Integration: ["/admin/integration"],
    "Customer Master definition": ["/customer-master/definition"],
    "Analytics config": ["/admin/analytics/config"],
    Billing: ["/admin/enterpriseBilling"],
  },
  Manage: {
    "Enterprise Details": ["/admin/details"],
    Users: ["/admin/users"],
    Departments: ["/admin/departments"],
    "Audit Trail": ["/admin/audit_trail"],
    "Delivery Report": ["/admin/report"],
    // Trash comes with its feature.
    "Role & Permission": ["/admin/permission"],
    Marketplace: ["/marketplace/list"],
  },
};
const addressOf = (entry: string): string => entry.split(" ")[0] ?? "";
const addresses = Object.values(MENU).flatMap((group) => Object.values(group).flat().map(addressOf));

const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const connection = (page: Page) => page.getByRole("banner").getByRole("status");

/** A bot as the list has it, for an answer that a test plays. */
const played = (name: string) => ({ id: name, agentId: name, name, description: "Played" });

test("the menu has the specified groups, sections and entries in their order", async ({ page }) => {
  await signedIn(page);
  await page.goto("/dashboard");
  const found = () =>
    menu(page).evaluate((nav) =>
      [...nav.querySelectorAll("h2")].map((title) => ({
        group: title.textContent,
        sections: [...(title.nextElementSibling?.children ?? [])].map((section) => ({
          name: section.querySelector(":scope > :is(a, button) > span")?.textContent,
          entries: [...section.querySelectorAll("a")].map(
            (link) => `${link.getAttribute("href")} ${link.querySelector("span")?.textContent}`,
          ),
        })),
      })),
    );
  const wanted = Object.entries(MENU).map(([group, sections]) => ({
    group,
    sections: Object.entries(sections).map(([name, entries]) => ({
      name,
      // A name that the specification does not give may be ours.
      entries: entries.map((entry) => (entry.includes(" ") ? entry : expect.stringMatching(`^${entry} `))),
    })),
  }));
  await expect.poll(found).toEqual(wanted);
});

test("only one section of the menu is open at a time, and the dashboard has none", async ({ page }) => {
  await signedIn(page);
  await page.goto("/dashboard");
  const open = menu(page).getByRole("button", { expanded: true });
  await expect(menu(page).getByRole("button", { name: "Chat" })).toBeVisible();
  await expect(open).toHaveCount(0);
  for (const name of ["Chat", "Campaigns", "NLP"]) {
    await menu(page).getByRole("button", { name }).click();
    await expect(open).toHaveText(name);
  }
  await menu(page).getByRole("link", { name: "Skills" }).click();
  await expect(menu(page).getByRole("link", { name: "Skills" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Chatbird home" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(open).toHaveCount(0);
});

test("every address of the menu answers, with a title of its own", async ({ request }) => {
  const titles = new Map<string, string>();
  const others = [
    "/login",
    "/signup",
    "/forgot-password",
    "/reset-password",
    "/dashboard",
    "/account/myprofile",
  ];
  for (const path of [...addresses, ...others]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    const title = /<title>([^<]*)<\/title>/.exec(await response.text())?.[1] ?? "";
    expect(title, path).toMatch(/^.+ – Chatbird$/);
    expect(titles.get(title), `${path} has the title of another: ${title}`).toBeUndefined();
    titles.set(title, path);
  }
});

test("Ctrl+K leads to any screen by keyboard alone, and Escape gives the focus back", async ({ page }) => {
  await signedIn(page);
  await page.goto("/dashboard");
  // The shortcuts are heard from the same moment on.
  await expect(connection(page)).toHaveText("Live");
  const opener = page.getByRole("link", { name: "Chatbird home" });
  await opener.focus();
  const palette = page.getByRole("dialog", { name: "Go to a screen or run a command" });
  await page.keyboard.press("Control+K");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("Control+K");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("skills");
  await expect(palette.getByRole("option", { selected: true })).toContainText("NLP · Skills");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/bots$/);
  await expect(heading(page)).toHaveText("Agents");
  await expect(heading(page)).toBeFocused();
  // Read out as on a page load.
  await expect(page.getByRole("status").filter({ hasText: /\bAgents\b/ })).toHaveCount(1);
});

test("the palette finds customers, chats, templates, bots, intents, users and commands by a part of their names", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("customers"));
  const bot = await makeBot(client, smallBank);
  await page.goto(`/bots/${bot.agentId}/intents`);
  await expect(connection(page)).toHaveText("Live");
  await page.keyboard.press("Control+K");
  const palette = page.getByRole("dialog", { name: "Go to a screen or run a command" });
  const input = palette.getByRole("combobox");
  const group = (name: string) => palette.getByRole("group", { name });
  await input.fill("alanc");
  await expect(
    group("Intents")
      .getByRole("option", { name: /^Balance/ })
      .first(),
  ).toBeVisible();
  // The bot that has it need not be open, nor be one of the newest.
  const far = unique("Faraway");
  await makeBot(client, { [far]: ["so far away", "how far is it"] });
  for (let newer = 0; newer < 5; newer++) await makeBot(client);
  await input.fill(far.slice(1));
  await expect(group("Intents").getByRole("option", { name: new RegExp(`^${far}`) })).toBeVisible();
  const { name: known } = await makeCustomer(client, { name: unique("Known") });
  await input.fill(known.slice(1));
  await expect(group("Customers").getByRole("option", { name: new RegExp(`^${known}`) })).toBeVisible();
  await input.fill(bot.name.slice(1));
  await expect(group("Bots").getByRole("option", { name: new RegExp(`^${bot.name}`) })).toBeVisible();
  await input.fill(ENTERPRISES.customers.email.slice(1));
  await expect(group("Users").getByRole("option")).toHaveCount(1);
  const chat = await takenChat(client);
  await input.fill(chat.name.slice(1));
  const open = group("Chats").getByRole("option", { name: new RegExp(`^${chat.name}`) });
  await expect(open).toBeVisible();
  const template = unique("order").toLowerCase().replaceAll(/\W+/g, "_");
  const { channelId } = chat;
  const body = { channelId, name: template, language: "en", category: "UTILITY" as const };
  const components = { body: { text: "Your order has left." } };
  await client.call(createTemplate, { body: { ...body, components } });
  await input.fill(template.slice(1));
  await expect(group("Message templates").getByRole("option", { name: template })).toBeVisible();
  await input.fill("shortcuts");
  await expect(group("Commands").getByRole("option", { name: "Show keyboard shortcuts" })).toBeVisible();
  await input.fill("analytics conf");
  await expect(palette.getByRole("option", { name: "Analytics config" })).toHaveCount(1);
  await input.fill(chat.name);
  await open.click();
  await expect(page).toHaveURL(`/chat/conversation?queue=all&chat=${chat.chatId}`);
  await expect(page.getByRole("heading", { level: 2, name: chat.name })).toBeVisible();
});

test("the palette answers the last text only, however late an older answer comes", async ({ page }) => {
  await signedIn(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/nlp\/v2\/agent\?.*name=slow/, async (route) => {
    await held;
    await route.fulfill({ json: { status: true, data: { agents: [played("Slow bot")], more: false } } });
  });
  await page.route(/\/nlp\/v2\/agent\?.*name=fast/, (route) =>
    route.fulfill({ json: { status: true, data: { agents: [played("Fast bot")], more: false } } }),
  );
  await page.goto("/dashboard");
  await expect(connection(page)).toHaveText("Live");
  await page.keyboard.press("Control+K");
  const palette = page.getByRole("dialog", { name: "Go to a screen or run a command" });
  const asked = page.waitForRequest(/name=slow/);
  await palette.getByRole("combobox").fill("slow");
  await asked;
  await palette.getByRole("combobox").fill("fast");
  await expect(palette.getByRole("option", { name: /^Fast bot/ })).toBeVisible();
  release();
  await palette.getByRole("combobox").press("End");
  await expect(palette.getByRole("option", { name: /^Slow bot/ })).toHaveCount(0);
});

test("the menu scrolls to the entry of the open screen, and marks one on a sub-page too", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await signedIn(page);
  await page.goto("/admin/permission");
  const current = menu(page).locator("[aria-current=page]");
  await expect(current).toHaveText("Role & Permission");
  await expect(current).toBeInViewport({ ratio: 1 });
  await page.goto("/customer-master/uploadfile");
  await expect(current).toHaveText("Uploads");
  await expect(current).toBeInViewport({ ratio: 1 });
});

test("a screen of a feature that is switched off says so", async ({ page }) => {
  await signedIn(page);
  await page.goto("/admin/trash");
  await expect(heading(page)).toHaveText("Trash is switched off");
  await expect(page.getByText(/can switch it on in Enterprise Details/)).toBeVisible();
});

test("a breadcrumb has an arrow between two links only", async ({ page }) => {
  await signedIn(page);
  await page.goto("/graph");
  const crumbs = page.getByRole("navigation", { name: "You are here" });
  await expect(crumbs.getByRole("link")).toHaveCount(1);
  await expect(crumbs.locator("svg")).toHaveCount(0);
});

test("no button of the dashboard leads to a screen that is not there", async ({ page }) => {
  await signedIn(page, await clientOf("people"));
  await page.goto("/dashboard");
  await expect(page.getByText("No chats in this period")).toBeVisible();
  const screens = new Set([
    ...addresses,
    "/admin/users/invited",
    "/customer-master/customers",
    "/simulator",
    "/welcome",
  ]);
  const targets = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(targets.length).toBeGreaterThan(3);
  // Of a channel that needs attention its own screen, which the list's comes with.
  const screenOf = (to: string) => (to.split("?")[0] ?? "").replace(/\/[0-9a-f-]{36}$/, "");
  // Entries for waiting work and for recent changes lead to screens of one bot, import, customer or hook.
  const ofOne =
    /^\/(bots\/[^/]+\/(intents|unmatched)|customer-master\/(error|customers\/view)|admin\/integration(\/[a-z-]+)?|services\/servicesform)$/;
  expect(targets.map(screenOf).filter((to) => !screens.has(to) && !ofOne.test(to))).toEqual([]);
});
