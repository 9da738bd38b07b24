import { test } from "#tests/support/browser.ts";
import { openSignedIn } from "#tests/support/sign-in.ts";

test("shots", async ({ page }) => {
  await openSignedIn(page, "/chat/history");
  await page.waitForTimeout(1500);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `/tmp/w/D-past-${width}-${scheme}.png` });
    }
  }
  await page.getByRole("button", { name: "Filters" }).click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/w/D-past-360-open.png`, fullPage: true });
});
