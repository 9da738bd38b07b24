import type { Page } from "@playwright/test";
import { fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { openSignedIn } from "#tests/support/sign-in.ts";

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

/** Buttons, fields and tabs of the kit that are lower than a finger needs, in the window or below. */
const tooLow = (page: Page) =>
  page.evaluate(
    (least) =>
      [
        ...document.querySelectorAll(
          "main :is(button, select, [role=tab], input:not([type=checkbox], [type=radio], [type=file])), header button",
        ),
      ]
        .filter((each) => each.checkVisibility() && each.closest(".sr-only, table") === null)
        .filter((each) => {
          const { height, width } = each.getBoundingClientRect();
          return width > 1 && Math.round(height) < least;
        })
        .map(
          (each) =>
            `${each.getAttribute("aria-label") ?? each.textContent}: ${each.getBoundingClientRect().height} px`,
        ),
    LOW_PX,
  );

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

  test(`nothing that is pressed is lower than ${LOW_PX} px`, async ({ page }) => {
    const wrong: string[] = [];
    for (const path of SCREENS) {
      await openSignedIn(page, path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      wrong.push(...(await tooLow(page)).map((each) => `${path}: ${each}`));
      await fitsInWidth(page);
    }
    expect(wrong).toEqual([]);
    await openSignedIn(page, "/customer-master/customers");
    const typed = await page.getByRole("main").getByRole("search").first().boundingBox();
    expect(typed?.width, "room for what is searched for").toBeGreaterThan(250);
  });
});
