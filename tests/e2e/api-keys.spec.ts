import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { makeCustomer, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

test.describe.configure({ mode: "parallel" });

test("a key is made, shown once, works as the screen says, and is revoked", async ({ page, request }) => {
  const client = await signedIn(page, await clientOf("customers"));
  const name = unique("Shop");
  await page.goto("/admin/integration");
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await dialog.getByLabel(/^Name/).fill(name);
  await dialog.getByRole("checkbox", { name: /^Read customers/ }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = dialog.getByLabel("Your new key");
  await expect(shown).toHaveValue(/^cbk_/);
  const key = await shown.inputValue();
  await expect(dialog.getByRole("button", { name: "Copy key" })).toBeVisible();
  await expectAccessible(page);
  const curl = (await dialog.locator("pre").textContent()) ?? "";
  const [, address = ""] = /curl "([^"]+)"/.exec(curl) ?? [];
  const headers = { authorization: `Bearer ${key}` };
  // Ten are answered, the newest, and other tests make customers too.
  const customer = unique("Read by a key");
  await makeCustomer(client, { name: customer });
  const found = await request.get(address, { headers });
  expect(await found.text()).toContain(customer);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("customers.read");
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toHaveCount(0);
  await expect.poll(async () => (await request.get(address, { headers })).status()).toBe(401);
});
