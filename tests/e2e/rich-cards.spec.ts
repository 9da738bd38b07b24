import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as richCardsApi from "#workers/contract/endpoints/rich-cards.ts";

const LIST = "/admin/richcard";

test("a rich card is written beside its preview, mended, kept, changed and deleted", async ({ page }) => {
  await signedIn(page, await clientOf("shelf"));
  await page.goto(LIST);
  await page.getByRole("link", { name: "New rich card" }).first().click();
  const name = unique("Shoes");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter a title or a text, or choose a picture.")).toBeVisible();
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.getByLabel("Title").fill("Blue shoes");
  for (const label of ["Buy", "Look", "Ask", "Later"]) {
    await page.getByRole("button", { name: "Add a button" }).click();
    await page.getByLabel("Button text").last().fill(label);
  }
  const preview = page.getByRole("complementary", { name: "Preview" });
  await expect(preview).toContainText("Blue shoes");
  await expect(preview.getByRole("status")).toHaveText("RCS takes it as it is.");
  await preview.getByLabel("Messenger").selectOption({ label: "WhatsApp" });
  await expect(preview.getByRole("status")).toContainText("WhatsApp doesn't take it:");
  await page.getByRole("button", { name: "Remove button 4" }).click();
  await expect(preview.getByRole("status")).toHaveText("WhatsApp takes it as it is.");
  await page.getByRole("button", { name: "Add a card" }).click();
  await page.getByLabel("Title").last().fill("Red shoes");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("link", { name: "Back to Rich Card" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("2 cards");
  await row.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
});

test.describe("while somebody else works on it", () => {
  test.use({ expectedErrors: [/409 \(/] });

  test("what somebody else has saved meanwhile is not overwritten, and it fits at 360 px", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const shelf = await signedIn(page, await clientOf("shelf"));
    const name = unique("Hats");
    const { id } = await shelf.call(richCardsApi.createRichCard, {
      body: { name, content: { cards: [{ title: "Straw hat" }] } },
    });
    await page.goto(`${LIST}/${id}`);
    await page.getByLabel("Title").fill("Felt hat");
    await shelf.call(richCardsApi.updateRichCard, {
      params: { id },
      body: { name, content: { cards: [{ title: "Wool hat" }] } },
    });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("has saved another version")).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("Felt hat");
    await expectAccessible(page);
    await fitsInWidth(page);
  });
});
