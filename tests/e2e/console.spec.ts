import { expect, test } from "#tests/support/browser.ts";

test("the first page answers and hydrates", async ({ page }) => {
  const response = await page.goto("/");
  expect(response?.status()).toBe(200);
  expect(response?.headers()["content-security-policy"]).toContain("'strict-dynamic'");
  await expect(page).toHaveTitle(/Chatbird/);
  // React marks what it has taken over.
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__react")));
});
