import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

/** All data of an enterprise: taken away, and nearly deleted (O-21). */
const DETAILS = "/admin/details";
const { password, enterprise: NAME } = ENTERPRISES.leaver;

test("everything is exported after one's password, and downloaded", async ({ page, expectedErrors }) => {
  expectedErrors.push(/400|503/);
  const asked = /\/api\/e\/enterprise\/exports$/;
  await page.route(asked, (route) =>
    route.fulfill({ status: 503, json: { status: false, message: "Not now" } }),
  );
  await signedIn(page, await clientOf("leaver"));
  await page.goto(DETAILS);
  const failed = page.getByRole("alert").filter({ hasText: "Couldn't load what is known" });
  await expect(failed).toContainText("Not now");
  await page.unroute(asked);
  await failed.getByRole("button").click();
  await page.getByRole("button", { name: "Export everything" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Your password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByLabel("Your password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Your password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const ready = page.getByRole("list", { name: "Files of the export" });
  await expect(ready).toBeVisible({ timeout: 60_000 });
  const began = page.waitForEvent("download");
  await ready.getByRole("button", { name: "Download" }).click();
  const file = await (await began).path();
  const names = Object.keys(unzipSync(new Uint8Array(readFileSync(file))));
  expect(names).toEqual(expect.arrayContaining(["tenant/manifest.json", "directory/manifest.json"]));
  await expectAccessible(page);
  await page.reload();
  await expect(ready).toBeVisible();
});

test("a deletion is asked for by name and password, is told on every screen, and is taken back", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, await clientOf("leaver"));
  await page.goto(DETAILS);
  await page.getByRole("button", { name: "Delete enterprise" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete this enterprise?" });
  const submit = dialog.getByRole("button", { name: "Delete enterprise" });
  await dialog.getByLabel("Type the enterprise's name").fill("Another Bank");
  await submit.click();
  await expect(dialog.getByText("Type the name exactly as it is shown above.").first()).toBeVisible();
  await dialog.getByLabel("Type the enterprise's name").fill(NAME);
  await dialog.getByLabel("Your password", { exact: true }).fill("not the password");
  await submit.click();
  await expect(dialog.getByLabel("Your password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Type the enterprise's name")).toHaveValue(NAME);
  await expectAccessible(page);
  await dialog.getByLabel("Your password", { exact: true }).fill(password);
  await submit.click();
  await expect(page.getByText(/will be deleted with all its data on .* asked for it/)).toBeVisible();
  await page.goto("/dashboard");
  const banner = page.getByRole("link", { name: "Keep it or see more" });
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await banner.click();
  await page.getByRole("button", { name: "Keep the enterprise" }).click();
  await expect(page.getByRole("button", { name: "Delete enterprise" })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
