import { expect, type Page } from "@playwright/test";

/** Console error for Playwright's own scripts, which a mail's sandboxed frame rightly blocks. */
export const SANDBOXED = /Blocked script execution in '[^']*\/outbox\//;

/** Follows the link of the newest mail to an address in the mail preview that is open, as a reader would. */
export async function followMail(page: Page, email: string, link: string): Promise<void> {
  await page
    .getByRole("button", { name: new RegExp(email) })
    .first()
    .click();
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("link", { name: link })).toBeVisible();
  await preview.getByRole("link", { name: link }).click();
}
