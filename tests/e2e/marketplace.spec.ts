import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { createForm, getFormDraft, saveFormDraft } from "#workers/contract/endpoints/forms.ts";
import { listPackages } from "#workers/contract/endpoints/marketplace.ts";

const MARKET = "/marketplace/list";

test("a package is found, looked into, installed and said to be used here", async ({ page }) => {
  const house = await clientOf("house");
  await signedIn(page, house);
  await page.goto(MARKET);
  const cards = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeGreaterThanOrEqual(12);
  await expectAccessible(page, [360, 1280]);
  await page.getByRole("textbox", { name: "Search by name" }).fill("feedback");
  await expect(page.getByText("1 package", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Look inside: Feedback after a chat" }).click();
  const inside = page.getByRole("dialog", { name: "Feedback after a chat" });
  await expect(inside.getByRole("region", { name: "Steps" })).toContainText("Offer Good, Fair, Bad");
  await expectAccessible(page, [1280]);
  await inside.getByRole("button", { name: "List" }).click();
  await expect(inside.getByText("How did we do in this chat?")).toBeVisible();
  await inside.getByRole("button", { name: "Install" }).click();

  const dialog = page.getByRole("dialog", { name: "Install Feedback after a chat" });
  const name = unique("Asked");
  await dialog.getByLabel(/^New name of/).fill("");
  await dialog.getByRole("button", { name: "Install" }).click();
  await expect(dialog.getByText("Enter a name.").first()).toBeVisible();
  await dialog.getByLabel(/^New name of/).fill(name);
  await expectAccessible(page, [1280]);
  await dialog.getByRole("button", { name: "Install" }).dblclick();
  await expect(dialog.getByText("It is a draft")).toBeVisible();
  await dialog.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/\/designer\/journey\/[\w-]+$/);
  await page.goBack();
  await expect(page.getByText("Used here (v1)")).toBeVisible();
});

test("what somebody has changed is told before it is replaced, and a copy is proposed", async ({ page }) => {
  const house = await clientOf("house");
  await signedIn(page, house);
  await page.goto(`${MARKET}?q=lead`);
  const install = async () => {
    await page.getByRole("button", { name: /^Install/ }).click();
    const dialog = page.getByRole("dialog", { name: "Install Lead form" });
    await expect(dialog.getByRole("button", { name: "Install" })).toBeVisible();
    return dialog;
  };
  const first = await install();
  await first.getByRole("button", { name: "Install" }).click();
  await expect(first.getByText("It is a draft")).toBeVisible();
  await first.getByRole("button", { name: "Close" }).last().click();
  const { packages } = await house.call(listPackages);
  const used = packages.find(({ id }) => id === "lead-form")?.used?.things[0];
  const params = { id: used?.id ?? "" };
  const { name, content, revision } = await house.call(getFormDraft, { params });
  await house.call(saveFormDraft, {
    params,
    body: { name, content: { ...content, title: "Ours" }, revision },
  });
  const again = await install();
  const what = again.getByLabel(/what to do with it$/);
  await expect(what).toHaveValue("new");
  await what.selectOption("existing");
  await expect(again.getByText(/replacing loses those changes/)).toBeVisible();
  await expectAccessible(page, [360]);
});

test("a form is shared on the shelf, found by its note and taken down", async ({ page }) => {
  const house = await clientOf("house");
  await signedIn(page, house);
  const name = unique("Visit");
  await house.call(createForm, { body: { name } });
  await page.goto(`${MARKET}?tab=shelf`);
  await page.getByRole("button", { name: "Share on my shelf" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Share on my shelf" });
  await dialog.getByLabel("Kind").selectOption("form");
  await dialog.getByLabel(/^What/).selectOption({ label: name });
  await dialog.getByLabel(/^Note/).fill(`For ${name}`);
  await expectAccessible(page, [360]);
  await dialog.getByRole("button", { name: "Share on my shelf" }).click();
  const card = page.getByRole("listitem").filter({ hasText: `For ${name}` });
  await expect(card).toBeVisible();
  await expectAccessible(page, [360]);
  await card.getByRole("button", { name: "Take off the shelf" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take off the shelf" }).click();
  await expect(card).toHaveCount(0);
});
