import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

test("a channel is connected and a customer answered in three presses each, and both steps are done", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("newcomer"));
  const { agentId, name: bot } = await makeBot(client, smallBank);
  await trainBot(client, agentId);
  await page.goto("/dashboard");
  const step = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await expect(step("Connect a channel")).toContainText("To do");
  await expect(step("Say hello")).toContainText("To do");

  // The first press leads to a form that is filled in, the second saves it.
  await page.getByRole("link", { name: "Start: Connect a channel" }).click();
  const form = page.getByRole("dialog", { name: "Add a channel" });
  await expect(form.getByLabel(/^Name/)).toHaveValue("WhatsApp simulator");
  await expect(form.getByLabel(/^Type/).locator("option:checked")).toHaveText("WhatsApp");
  await expect(form.getByLabel(/^Vendor/).locator("option:checked")).toHaveText("Simulator");
  await expect(form.getByRole("combobox", { name: /^Bot/ })).toHaveValue(bot);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole("link", { name: "WhatsApp simulator" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/channels$/);

  await page.goto("/dashboard");
  await expect(step("Connect a channel")).toContainText("Done");
  await page.getByRole("link", { name: "Start: Say hello" }).click();
  const phone = page.getByRole("region", { name: "Phone of Test customer" });
  await expect(phone.getByRole("textbox", { name: "Message" })).toHaveValue("Hello");
  await phone.getByRole("button", { name: "Send", exact: true }).click();
  await expect(phone.getByRole("listitem").first()).toContainText("Hello");
  await expect(phone.getByRole("listitem").nth(1)).toBeVisible();
  await page.goto("/dashboard");
  await expect(step("Say hello")).toContainText("Done");
});
