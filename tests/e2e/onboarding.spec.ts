import type { Page } from "@playwright/test";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

const LIST = "/admin/whatsapp-onboarding";
const client = (page: Page) => clientOf("numbers").then((numbers) => signedIn(page, numbers));

/** Starts one, and allows the simulated partner in its window. */
async function connected(page: Page): Promise<string> {
  await client(page);
  await page.goto(LIST);
  await page.getByRole("button", { name: "Connect a number" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Connect a number" });
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(dialog.getByText("Enter a name.").first()).toBeVisible();
  const name = unique("Shop");
  await dialog.getByLabel(/^Channel name/).fill(name);
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Connect with WhatsApp" }).click();
  const popup = await opening;
  await expect(popup.getByRole("heading", { name: "Simulated partner" })).toBeVisible();
  await expectAccessible(popup);
  const closing = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Allow", exact: true }).click();
  await closing;
  await expect(page.getByLabel("WhatsApp Business Account")).toBeVisible();
  return name;
}

test("a number is connected, chosen, verified and becomes a channel", async ({ page }) => {
  const name = await connected(page);
  await page.getByLabel("WhatsApp Business Account").selectOption({ label: "Account 2" });
  await expectAccessible(page);
  await page.getByRole("radio", { name: /Not verified yet/ }).check();
  await page.getByRole("button", { name: "Choose this number" }).click();
  await page.getByRole("radio", { name: "By a call" }).check();
  await page.getByRole("button", { name: "Send the code" }).click();
  const code = /code is (\d{6})/.exec(
    (await page.getByText(/The simulated partner says/).textContent()) ?? "",
  )?.[1];
  await page.getByLabel(/^Code/).fill("12");
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByText("Enter the six digits of the code.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/^Code/).fill(code ?? "");
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByRole("button", { name: "Make it a channel" }).click();
  await expect(page.getByText("The partner is setting the number up.")).toBeVisible();
  await expect(page.getByText(`${name} is a channel now.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open the channel" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goto(LIST);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Live");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
});

test.describe("a number that is refused", () => {
  test.use({ expectedErrors: [/400 \(/] });

  test("says why at its field, and what the partner refuses says why in its step", async ({ page }) => {
    await connected(page);
    await page.getByRole("button", { name: "Add another number" }).click();
    await page.getByLabel(/^Phone number/).fill("+91 00000 00000");
    await page.getByLabel(/^Display name/).fill("Please reject me");
    await page.getByRole("button", { name: "Add the number" }).click();
    await expect(page.getByText("Invalid number format")).toBeVisible();
    await expect(page.getByLabel(/^Display name/)).toHaveValue("Please reject me");
    await page.getByLabel(/^Phone number/).fill("+91 98765 43210");
    await page.getByRole("button", { name: "Add the number" }).click();
    await page.getByRole("button", { name: "Send the code" }).click();
    const code = /code is (\d{6})/.exec(
      (await page.getByText(/The simulated partner says/).textContent()) ?? "",
    )?.[1];
    await page.getByLabel(/^Code/).fill(code ?? "");
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByRole("button", { name: "Make it a channel" }).click();
    await expect(page.getByText("Meta refused the display name.")).toBeVisible();
    await page.getByRole("button", { name: "Choose another number" }).click();
    await expect(page.getByLabel("WhatsApp Business Account")).toBeVisible();
  });
});

test("who does not allow the partner is told, and may connect again, on a phone too", async ({ page }) => {
  await client(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(LIST);
  await page.getByRole("button", { name: "Connect a number" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Connect a number" });
  await dialog.getByLabel(/^Channel name/).fill(unique("Refused"));
  await dialog.getByRole("button", { name: "Start" }).click();
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Connect with WhatsApp" }).click();
  await (await opening).getByRole("button", { name: "Don't allow" }).click();
  await expect(page.getByText("The permission was withdrawn")).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect with WhatsApp" })).toBeVisible();
  await expectAccessible(page);
  await fitsInWidth(page);
});
