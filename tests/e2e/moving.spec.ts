import type { Page } from "@playwright/test";
import { movingTexts } from "#texts/moving.ts";
import { residencyTexts } from "#texts/residency.ts";
import { codes } from "#workers/contract/codes.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

/** Changes what the server answers, at the place where this name stands. */
async function answering(page: Page, url: string, name: string, value: () => unknown) {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as Record<string, Record<string, unknown> | undefined>;
    const holder = [json, ...Object.values(json)].find((each) => each?.[name] !== undefined);
    if (holder) Object.assign(holder, value());
    await route.fulfill({ response, json });
  });
}

test.describe("while the enterprise's data is being moved", () => {
  test.use({ expectedErrors: [/503/] });

  test("a refused change says so, every screen does, and the banner goes by itself", async ({ page }) => {
    let since: string | null = null;
    await page.clock.install();
    await signedIn(page, await clientOf("quiet"));
    await answering(page, "**/api/e/enterprise/configuration*", "leavesAt", () => ({ stillSince: since }));
    await page.goto("/admin/departments");
    await page.getByRole("button", { name: "New department" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Night shift");
    const { status, wire } = codes.moving;
    since = new Date().toISOString();
    await page.route("**/api/e/enterprise/departments*", (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({ status, json: { status: false, code: wire, message: movingTexts.refused } }),
    );
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText(movingTexts.refused)).toBeVisible();
    await expect(dialog.getByLabel("Name")).toHaveValue("Night shift");
    await page.keyboard.press("Escape");
    const banner = page.getByText(movingTexts.banner);
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await fitsInWidth(page);
    since = null;
    await page.clock.fastForward(15_000);
    await expect(banner).toHaveCount(0);
  });
});

test("whoever signs up is asked for a region where there are several", async ({ page }) => {
  await answering(page, "**/captcha/generate*", "captchaId", () => ({ regions: ["eu", "in"] }));
  await page.goto("/signup");
  const region = page.getByLabel(residencyTexts.question);
  await region.selectOption(residencyTexts.region("in"));
  await expect(region).toHaveValue("in");
  await expectAccessible(page);
});
