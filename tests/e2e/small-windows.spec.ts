import type { Page } from "@playwright/test";
import { fitsInWidth } from "#tests/support/barriers.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { openChat, takenChat } from "#tests/support/open-chat.ts";
import { botWithReport } from "#tests/support/report-talks.ts";
import { openSignedIn, signedIn } from "#tests/support/sign-in.ts";

const LISTS = [
  "/customer-master/customers",
  "/admin/messageTemplate/whatsapp",
  "/campaigns/broadcast",
  "/admin/users",
];
const SCREENS = [
  ...LISTS,
  "/dashboard",
  "/bots",
  "/customer-master/customers/create",
  "/chat/conversation",
  "/admin/channels",
];
const LOW_PX = 44;

/** The middles of what can be pressed in a list's toolbar, to the pixel: one number where it is one row. */
const rowsOf = (page: Page) =>
  page.locator("[data-toolbar]").evaluate((bar) => [
    ...new Set(
      [...bar.querySelectorAll("input, button")]
        .filter((each) => each.checkVisibility() && !each.closest("[aria-hidden=true]"))
        .map((each) => {
          const { top, height } = each.getBoundingClientRect();
          return Math.round(top + height / 2);
        }),
    ),
  ]);

/**
 * All that can be pressed for which a finger has less room, in the window or below: the room, not the look, so a point counts
 * if pressing there presses it. A link within a line of text is as high as its line (WCAG 2.5.8), and a whole row that is
 * pressed needs no room beside it.
 */
const tooSmall = (page: Page) =>
  page.evaluate((least) => {
    const wrong: string[] = [];
    const all = document.querySelectorAll(
      ":is(main, header, [role=dialog]) :is(a[href], button, select, summary, [role=tab], input:not([type=file]), textarea)",
    );
    for (const each of all) {
      const { display, pointerEvents } = getComputedStyle(each);
      if (!each.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (pointerEvents === "none" || each.closest(".sr-only, [inert], [aria-hidden=true]")) continue;
      if (each.matches("a, button") && display === "inline") continue;
      each.scrollIntoView({ block: "center", inline: "center" });
      const { left, top, width, height } = each.getBoundingClientRect();
      if (width <= 1) continue;
      const label = each instanceof HTMLInputElement ? each.labels?.[0] : undefined;
      const presses = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (each.contains(hit) || (label?.contains(hit) ?? false));
      };
      const middle = { x: left + width / 2, y: top + height / 2 };
      // Both ends of what a finger touches, one pixel within; what is at the window's edge has room to one side only.
      let up = 0;
      let down = 0;
      while (up < least && presses(middle.x, middle.y - up - 1)) up++;
      while (down < least && presses(middle.x, middle.y + down + 1)) down++;
      if (up + down + 1 < least - 1) {
        const name = each.getAttribute("aria-label") ?? each.textContent ?? "";
        wrong.push(`${each.tagName} ${name.trim().slice(0, 60)}: ${up + down + 1} px`);
      }
    }
    return wrong;
  }, LOW_PX);

test("at 360 px the search of a list and all that acts on it are one row, and filters open by a button", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of LISTS) {
    await openSignedIn(page, path);
    await expect(page.locator("[data-toolbar]")).toBeVisible();
    await expect.poll(() => rowsOf(page), path).toHaveLength(1);
    await fitsInWidth(page);
  }
  await page.goto("/admin/messageTemplate/whatsapp");
  const state = page.getByRole("combobox", { name: "Status" });
  await expect(page.locator("[data-toolbar]")).toBeVisible();
  await expect(state).toBeHidden();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await state.selectOption("Approved");
  await expect(page.getByRole("button", { name: "Filters (1)" })).toHaveAttribute("aria-expanded", "true");
  await fitsInWidth(page);
  await page.goto("/campaigns/broadcast");
  const start = page.getByRole("textbox", { name: "Start Date" });
  await expect(start).toBeHidden();
  await page.getByRole("button", { name: /^\d{4}\/\d\d\/\d\d – / }).click();
  await expect(start).toBeVisible();
});

test.describe("under fingers", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test(`nothing that is pressed has less than ${LOW_PX} px`, async ({ page }) => {
    test.setTimeout(300_000);
    const wrong: string[] = [];
    const look = async (name: string) => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("status", { name: /Loading/ })).toHaveCount(0);
      wrong.push(...(await tooSmall(page)).map((each) => `${name}: ${each}`));
      await fitsInWidth(page);
    };
    const client = await signedIn(page);
    for (const path of SCREENS) {
      await page.goto(path);
      await look(path);
    }
    const bank = await makeBot(client, smallBank);
    await page.goto(
      `/bots/${bank.agentId}/intents?story=${bank.storyId}&intent=${bank.intents.Balance}&open=1`,
    );
    await expect(page.getByLabel("New training phrase")).toBeVisible();
    await look("builder");
    const { agentId } = await botWithReport(client);
    await page.goto(`/bots/${agentId}/nlp-report/overview`);
    await expect(page.getByRole("heading", { name: "Weak and not understood" })).toBeVisible();
    await look("report");
    const { chatId } = await takenChat(client);
    await openChat(page, chatId);
    await look("chat");
    expect(wrong).toEqual([]);
  });

  test("what acts on a list is one row under fingers, with room for what is searched for", async ({
    page,
  }) => {
    for (const path of LISTS) {
      await openSignedIn(page, path);
      await expect(page.locator("[data-toolbar]")).toBeVisible();
      await expect.poll(() => rowsOf(page), path).toHaveLength(1);
    }
    await page.goto("/customer-master/customers");
    const typed = await page.getByRole("main").getByRole("search").first().boundingBox();
    expect(typed?.width, "room for what is searched for").toBeGreaterThan(200);
    await page.getByRole("button", { name: "More", exact: true }).click();
    const more = page.getByRole("region", { name: "More" });
    await expect(more.getByRole("button", { name: "Export" })).toBeVisible();
    await expect(more.getByRole("checkbox", { name: "Groups" })).toBeVisible();
    await fitsInWidth(page);
  });
});
