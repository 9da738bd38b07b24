import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { tabTo } from "#tests/support/keyboard.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { formsTexts } from "#texts/forms.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";

// One address has no form.
test.use({ expectedErrors: [/404 \(/] });

test("a form is made by keys alone, published, answered on its page at 360 px, and its answer is there", async ({
  page,
}) => {
  const client = await clientOf("shelf");
  await signedIn(page, client);
  const { keyboard } = page;
  const press = async (name: string) => {
    await tabTo(page, page.getByRole("button", { name, exact: true }).first());
    await keyboard.press("Enter");
  };
  const add = async (kind: string, question: string) => {
    await press("Add a field");
    await expect(page.getByRole("textbox", { name: "Search kinds" })).toBeFocused();
    await keyboard.type(kind);
    await keyboard.press("Enter");
    await expect(page.getByLabel("Question")).toBeFocused();
    await keyboard.type(question);
  };
  await page.goto("/encaps/workspace");
  await page.getByRole("link", { name: "Forms", exact: true }).press("Enter");
  await press("New form");
  const name = unique("Order");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await keyboard.type(name);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await add("One of a list", "Which size?");
  await tabTo(page, page.getByLabel("Choices"));
  await keyboard.type("Small\nLarge");
  await add("Short text", "Your name");
  await tabTo(page, page.getByLabel("Required", { exact: true }));
  await keyboard.press("Space");
  await add("Yes or no", "May we send you offers?");
  await tabTo(page, page.getByLabel("WhatsApp"));
  await keyboard.press("Space");
  await expect(page.getByText("a yes there is an answer and no consent")).toBeVisible();
  await add("Phone number", "Your phone number");
  // The name is asked first.
  const list = page.getByRole("list", { name: "Fields in their order" });
  await tabTo(page, list.getByRole("button", { name: /^Your name/ }));
  await keyboard.press("Alt+ArrowUp");
  await expect(page.getByText("Your name is now 1 of 4")).toBeAttached();
  await expect(page.getByText("No problems found.")).toBeVisible();
  await expectAccessible(page);
  await press("Publish");
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).press("Enter");
  await expect(page.getByText("Version 1 is published").first()).toBeVisible();
  await page.getByRole("button", { name: "Link", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Create the link" }).press("Enter");
  const address = await page.getByLabel("Address").inputValue();

  const designer = page.url();
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto(new URL(address).pathname);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(await page.getByRole("navigation").count()).toBe(0);
  await page.getByLabel("Large").check();
  await page.getByRole("button", { name: "Send" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "Your name: Answer this, please." });
  await expect(summary).toBeFocused();
  await expectAccessible(page);
  await fitsInWidth(page);
  await expect(page.getByLabel("Large")).toBeChecked();
  await page.getByLabel("Your name").fill("Asha");
  const phone = freePhone();
  await page.getByLabel("Yes", { exact: true }).check();
  await page.getByLabel("Your phone number").fill(phone);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();

  // One that is not there is a page of its own, too.
  await page.goto(`${new URL(address).pathname}x`);
  await expect(page.getByText(formsTexts.page.gone)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: formsTexts.page.title })).toHaveCount(1);
  await expectAccessible(page);

  await page.goto(designer);
  await page.getByRole("button", { name: "Answers" }).click();
  const row = page.getByRole("row").filter({ hasText: "Asha" });
  await expect(row).toContainText("Large");
  await row.getByRole("button").click();
  await expect(page.getByRole("dialog")).toContainText("Your name");
  // Whoever was unknown is a customer now.
  const { customers } = await client.call(customersApi.listCustomers, {
    query: { search: phone.replaceAll(" ", "") },
  } as never);
  expect(customers).toMatchObject({ customers: [{}], hasMore: false });
});
