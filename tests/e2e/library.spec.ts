import type { Page } from "@playwright/test";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { pdf, png } from "#tests/support/made-files.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import { artifactTypes } from "#workers/contract/library.ts";

const LIBRARY = "/content-library";
const client = (page: Page) => clientOf("shelf").then((shelf) => signedIn(page, shelf));
const picture = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(png(40, 30)) });
const reply = (name: string) => ({
  type: artifactTypes.message,
  data: { name, text: "Hello {name|there}, how may I help you?" },
  isPublic: true,
});
test.describe("files", () => {
  test.use({ expectedErrors: [/400 \(/] });

  test("are sent one after the other, each says what became of it, and a picture is shown with what uses it", async ({
    page,
  }) => {
    await client(page);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: /Kiran Shah/ }).click();
    await page.getByRole("menuitem", { name: "My Library" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "My Library" })).toBeVisible();
    await page.getByRole("tab", { name: "Private" }).click();
    // A file goes where one is, which is there once it is shown.
    await expect(page.getByRole("tab", { name: "Private", selected: true })).toBeVisible();
    const name = `${unique("a picture of a very long terracotta pot")}.png`;
    await page
      .getByLabel("Upload files")
      .first()
      .setInputFiles([
        picture(name),
        { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>no</p>") },
      ]);
    const uploads = page.getByRole("list").filter({ hasText: "page.html" });
    await expect(uploads.getByRole("listitem").filter({ hasText: "Complete" })).toHaveCount(1);
    await expect(uploads.getByRole("listitem").filter({ hasText: "page.html" })).toContainText(
      "Invalid File Format !",
    );
    const shown = page.getByRole("link", { name: /^a picture of a very.+…\.png$/ }).first();
    await expect(shown).toHaveAttribute("title", name);
    await expectAccessible(page);
    await shown.click();
    const panel = page.getByRole("dialog");
    await expect(panel.getByRole("img", { name })).toBeVisible();
    await expect(panel).toContainText("Not used in a template or a message yet.");
    const saved = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Download" }).click();
    expect((await saved).suggestedFilename()).toBe(name);
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("link", { name: /^a picture of a very/ })).toHaveCount(0);
  });
});

test.describe("a canned message", () => {
  test.use({ expectedErrors: [/400 \(/] });

  test("is written, mended where it names nothing, found, shared and changed", async ({ page }) => {
    await client(page);
    await page.goto(LIBRARY);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: "Message" }).click();
    const dialog = page.getByRole("dialog", { name: "New message" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Enter a name.").first()).toBeVisible();
    const name = unique("Greeting");
    await dialog.getByLabel(/^Name/).fill(name);
    await dialog.getByLabel(/^Message/).fill("Hello {nme}");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText(/“name”|name\?/).first()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel(/^Message/).fill("Hello {name|there}");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("textbox", { name: "Search the library" }).fill(name);
    await page.getByRole("button", { name: "List", exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText("Message");
    await expect(page.getByRole("row")).toHaveCount(2);
    await row.getByRole("link", { name }).click();
    const panel = page.getByRole("dialog");
    await expect(panel).toContainText("Hello {name|there}");
    await panel.getByRole("button", { name: "Edit" }).click();
    const editing = page.getByRole("dialog", { name: `Edit ${name}` });
    await editing.getByLabel(/^Message/).fill("Good morning {name|there}");
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(editing).toBeHidden();
    await expect(panel).toContainText("Good morning {name|there}");
  });
});

test("buckets hold entries and one another; what is chosen is moved in and out", async ({ page }) => {
  const shelf = await client(page);
  const [first, second] = [unique("Welcome"), unique("Farewell")];
  for (const name of [first, second]) await shelf.call(libraryApi.createArtifact, { body: reply(name) });
  await page.goto(LIBRARY);
  const bucket = unique("Greetings");
  await page.getByRole("button", { name: "New bucket" }).click();
  await page
    .getByRole("dialog")
    .getByLabel(/^Bucket name/)
    .fill(bucket);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const tile = page.getByRole("listitem").filter({ hasText: bucket });
  await expect(tile).toContainText("0 entries");
  await page.getByLabel(`Select ${first}`).check();
  await page.getByLabel(`Select ${second}`).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Move to a bucket" });
  await dialog.getByLabel("Bucket").selectOption({ label: bucket });
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(dialog).toBeHidden();
  await expect(tile).toContainText("2 entries");
  await tile.getByRole("link", { name: bucket }).click();
  await expect(page.getByRole("heading", { level: 2, name: bucket })).toBeVisible();
  // One of them ticks the page.
  await expect(page.getByRole("checkbox")).toHaveCount(3);
  await expectAccessible(page);
  await page.getByLabel("Select all on this page").check();
  await page.getByLabel(`Select ${first}`).uncheck();
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.getByLabel("Bucket").selectOption({ label: "No bucket" });
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(2);
  await page.getByRole("link", { name: "Back to All buckets" }).click();
  await tile.getByRole("button", { name: `Actions for ${bucket}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(tile).toHaveCount(0);
  await expect(page.getByRole("link", { name: first })).toBeVisible();
});

test("a template's sample is picked from the library: all, by bucket, or a file of this device", async ({
  page,
}) => {
  const shelf = await client(page);
  await shelf.call(channelsApi.createChannel, {
    body: { name: unique("Shop"), type: channelTypes.whatsApp, vendor: 91, contactId: unique("shop") },
  });
  const word = unique("pot");
  await page.goto(LIBRARY);
  await page
    .getByLabel("Upload files")
    .first()
    .setInputFiles([
      picture(`${word}.png`),
      { name: `${word}.pdf`, mimeType: "application/pdf", buffer: Buffer.from(pdf()) },
    ]);
  await expect(page.getByText("Complete")).toHaveCount(2);
  await page.goto("/admin/messageTemplate/whatsapp/create");
  await page.getByLabel("Header", { exact: true }).selectOption({ label: "Picture" });
  const open = page.getByRole("button", { name: "Choose from the library" });
  await open.click();
  const picker = page.getByRole("dialog", { name: "Attachments" });
  await picker.getByRole("textbox", { name: "Search attachments" }).fill(word);
  // Only what fits is offered.
  await expect(picker.getByRole("button", { name: word })).toHaveCount(1);
  await expect(picker.getByText("No more attachment to show")).toBeVisible();
  await expectAccessible(page);
  await picker.getByRole("radio", { name: "Bucket" }).check();
  await expect(picker.getByText("No Available Attachments!")).toBeVisible();
  await picker.getByRole("radio", { name: "All" }).check();
  await picker.getByRole("button", { name: `${word}.png` }).click();
  await expect(picker).toBeHidden();
  await expect(page.getByText(`${word}.png,`)).toBeVisible();
  await open.click();
  await picker.getByRole("tab", { name: "Browse" }).click();
  await picker.getByLabel("Browse File").first().setInputFiles(picture("another.png"));
  await expect(picker).toBeHidden();
  await expect(page.getByText("another.png,")).toBeVisible();
});

test("on a phone everything is reached by keyboard and nothing is cut off", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const shelf = await client(page);
  const name = unique("Greeting");
  await shelf.call(libraryApi.createArtifact, { body: reply(name) });
  await page.goto(LIBRARY);
  await fitsInWidth(page);
  await page.getByRole("link", { name }).press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Hello {name|there}");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goto(`${LIBRARY}?view=list`);
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await fitsInWidth(page);
  await expectAccessible(page);
});
