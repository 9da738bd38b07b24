import { expectAccessible } from "#tests/support/barriers.ts";
import { clientOf } from "#tests/support/sign-in.ts";
import { expect, test } from "#tests/support/browser.ts";
import { openCustomers, rowOf, within } from "#tests/support/customer-list.ts";
import { makeGroup, makeMany } from "#tests/support/customers.ts";

test("customers ticked under one filter are not ticked under another, nor after coming back", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(client, group, ["Dora", "Emil"]);
  await openCustomers(page, within(group));
  await page.getByRole("checkbox", { name: "Select Dora" }).check();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expectAccessible(page);
  const search = page.getByLabel("Search customers").last();
  await search.fill("Emil");
  await expect(rowOf(page, "Dora")).toHaveCount(0);
  await expect(page.getByText("1 selected")).toHaveCount(0);
  await search.fill("");
  await expect(page.getByRole("checkbox", { name: "Select Dora" })).not.toBeChecked();
});

test("a new search begins on its first page", async ({ page }) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(client, group, ["Fritz", "Gerda", "Hanna"]);
  await openCustomers(page, `${within(group)}&from=1`);
  await expect(page.getByRole("checkbox", { name: /^Select (?!all)/ })).toHaveCount(2);
  await page.getByLabel("Search customers").last().fill("a");
  await expect(page).toHaveURL(/[?&]q=a/);
  expect(new URL(page.url()).searchParams.get("from")).toBeNull();
  await expect(page.getByRole("checkbox", { name: /^Select (?!all)/ })).toHaveCount(2);
});

test("a page whose last customer is deleted gives way to the one before it", async ({ page }) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(
    client,
    group,
    Array.from({ length: 11 }, (_, at) => `Paged ${at}`),
  );
  await openCustomers(page, `${within(group)}&from=10`);
  await page.getByRole("button", { name: "Delete Paged 0" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("1–10 of 10")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("from")).toBeNull();
});
