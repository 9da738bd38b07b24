import { stopsTexts } from "#texts/stops.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

test("every screen says what operators have stopped, and no longer once it goes on; also who comes back to it", async ({
  page,
}) => {
  let stopped: string[] = [];
  await page.clock.install();
  await signedIn(page, await clientOf("quiet"));
  await page.route("**/api/e/enterprise/stops*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { status: true, response: { stopped } } });
  });
  await page.goto("/admin/departments");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const banner = page.getByText(stopsTexts.sending);
  await expect(banner).toHaveCount(0);
  stopped = ["sending", "models"];
  await page.clock.fastForward(60_000);
  await expect(banner).toBeVisible();
  await expect(page.getByText(stopsTexts.models)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsInWidth(page);
  stopped = [];
  await page.clock.fastForward(60_000);
  await expect(banner).toHaveCount(0);

  // Old enough to be asked for again, and not yet by itself.
  await page.clock.fastForward(10_000);
  stopped = ["sending"];
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(banner).toBeVisible();
});
