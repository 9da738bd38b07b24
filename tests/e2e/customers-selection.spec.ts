import { expectAccessible } from "#tests/support/barriers.ts";
import { clientOf } from "#tests/support/sign-in.ts";
import { expect, test } from "#tests/support/browser.ts";
import { openCustomers, rowOf, within } from "#tests/support/customer-list.ts";
import { makeGroup, makeMany } from "#tests/support/customers.ts";
import { drawn } from "#tests/support/keyboard.ts";
import { customersTexts } from "#texts/customers.ts";
import { paletteTexts } from "#texts/palette.ts";
import { uiTexts } from "#texts/ui.ts";

test("customers ticked under one filter are not ticked under another, nor after coming back", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(client, group, ["Dora", "Emil"]);
  await openCustomers(page, within(group));
  const search = page.getByLabel("Search customers").last();
  const [dora, emil] = [/Dora/, /Emil/].map((name) =>
    page.getByRole("rowheader", { name }).getByRole("link"),
  );
  const focused = page.getByRole("rowheader").getByRole("link").and(page.locator(":focus"));
  await expect(dora!).toBeVisible();
  // Rows are gone through and ticked by keys, but not while somebody types.
  await page.keyboard.press("j");
  await expect(focused).toHaveCount(1);
  const [top] = await focused.allTextContents();
  await page.keyboard.press("j");
  await expect(focused).not.toHaveText(top!);
  await page.keyboard.press("ArrowUp");
  await expect(focused).toHaveText(top!);
  await page.keyboard.press(top === "Dora" ? "k" : "j");
  await expect(dora!).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: "Select Dora" })).toBeChecked();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expectAccessible(page);
  // The actions on them are the first in the palette.
  await page.keyboard.press("Control+K");
  const palette = page.getByRole("dialog", { name: paletteTexts.title });
  const offered = palette.getByRole("group").first();
  await expect(offered).toHaveAccessibleName("1 selected");
  await expectAccessible(page);
  await offered.getByRole("option", { name: customersTexts.removeSelected }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: uiTexts.cancel }).click();
  await expect(question).toBeHidden();
  await search.focus();
  await drawn(page);
  await expect(search).toBeFocused();
  await page.keyboard.press("x");
  await search.fill("Emil");
  await expect(emil!).toBeVisible();
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
  await expect(page).not.toHaveURL(/[?&]from=/);
  // Below the console's bar, also in a table that scrolls sideways.
  const head = page.getByRole("columnheader", { name: "Name", exact: true });
  const last = page.getByRole("link", { name: "Paged 1", exact: true });
  for (const size of [
    { width: 1280, height: 400 },
    { width: 360, height: 400 },
  ]) {
    await page.setViewportSize(size);
    await last.scrollIntoViewIfNeeded();
    await expect.poll(async () => Math.round((await head.boundingBox())!.y)).toBe(52);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
  // The actions on ticked rows stay above them.
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.getByRole("checkbox", { name: "Select Paged 1", exact: true }).check();
  const selected = page.getByText("1 selected");
  await last.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => (await head.boundingBox())!.y - (await selected.boundingBox())!.y)
    .toBeGreaterThan(0);
  await expect(selected).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 740 });
  await last.scrollIntoViewIfNeeded();
  await expect(selected).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 400 });
  // The element with the focus is never under it.
  await last.focus();
  for (let row = 0; row < 9; row++) {
    await page.keyboard.press("k");
    await expect(async () => {
      const [bar, link] = await Promise.all([head.boundingBox(), page.locator(":focus").boundingBox()]);
      expect(link!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height);
    }).toPass();
  }
});
