import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { colleagueOf } from "#tests/support/desk-colleague.ts";
import { png } from "#tests/support/made-files.ts";
import { historyIn, openChat, takenChat } from "#tests/support/open-chat.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

test.describe.configure({ mode: "parallel" });

const reply = (page: Page) => page.getByRole("textbox", { name: "Reply" });

test("variables and emoji are offered under the caret; a gap is not sent", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { chatId, name } = await takenChat(client);
  await openChat(page, chatId);
  await reply(page).pressSequentially("Dear {{cust");
  const variables = page.getByRole("listbox", { name: "Variables" });
  await expect(variables.getByRole("option")).toHaveText([new RegExp(`customer name.*${name}`)]);
  await expectAccessible(page);
  await reply(page).press("Enter");
  await expect(reply(page)).toHaveValue(`Dear ${name}`);
  await expect(variables).toBeHidden();

  await reply(page).pressSequentially(", your {{depart");
  await expect(variables.getByRole("option").first()).toContainText("department");
  await reply(page).press("Tab");
  await expect(reply(page)).toHaveValue(`Dear ${name}, your {{department}}`);
  await expect(
    page.getByRole("status").filter({ hasText: "Fill in {{department}} or take it out." }),
  ).toBeVisible();
  await reply(page).press("Enter");
  await expect(reply(page)).toHaveValue(/department/);
  await expect(page.getByRole("button", { name: "Send", exact: true })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);

  await reply(page).fill("");
  await reply(page).pressSequentially("Thanks :pra");
  await expect(page.getByRole("listbox", { name: "Emoji" }).getByRole("option")).toHaveText([/:pray:/]);
  await reply(page).press("Enter");
  await expect(reply(page)).toHaveValue("Thanks 🙏");
  await reply(page).pressSequentially(" :smile:");
  await expect(reply(page)).toHaveValue("Thanks 🙏 😄");
  await reply(page).press("Enter");
  await expect(historyIn(page)).toContainText("Thanks 🙏 😄");
});

test("a colleague who is mentioned in a note is told, wherever they are", async ({ page, browser }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const other = await colleagueOf(browser, client);
  await other.page.goto("/dashboard");
  await expect(other.page.getByRole("heading", { level: 1 })).toBeVisible();
  const { chatId } = await takenChat(client);
  // Only who sees a chat can be mentioned in it.
  await openChat(page, chatId);
  await page.getByRole("button", { name: "Note", exact: true }).click();
  const note = page.getByRole("textbox", { name: "Note" });
  await note.pressSequentially(`@${other.name}`);
  await expect(page.getByRole("listbox", { name: "Colleagues who see this chat" })).toHaveCount(0);
  await note.fill("");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
  await dialog.getByRole("combobox", { name: "Colleague" }).fill(other.name);
  await page.getByRole("option", { name: other.name }).click();
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(dialog).toBeHidden();

  // The dialog gives the focus back, which would take what is typed before that.
  await expect(page.getByRole("button", { name: "More actions" })).toBeFocused();
  await note.pressSequentially(`Look at this, @${other.name.slice(0, 6)}`);
  const list = page.getByRole("listbox", { name: "Colleagues who see this chat" });
  await expect(list.getByRole("option").filter({ hasText: other.name })).toBeVisible();
  await expectAccessible(page);
  await list.getByRole("option").filter({ hasText: other.name }).click();
  await expect(note).toHaveValue(`Look at this, @${other.name} `);
  await page.getByRole("button", { name: "Save note" }).click();

  // Looked at first, since it goes by itself.
  await expect(other.page.getByText("Kiran Shah mentioned you")).toBeVisible();
  // The list in the top bar has its button, too.
  await other.page.getByRole("button", { name: /^Notices, \d+ new$/ }).click();
  await other.page
    .getByRole("region", { name: "Notices" })
    .getByRole("button", { name: "Open chats" })
    .click();
  await expect(historyIn(page).locator("strong", { hasText: `@${other.name}` })).toBeVisible();
  await expect(other.page).toHaveURL(new RegExp(`chat=${chatId}`));
  await expect(historyIn(other.page)).toContainText("Look at this");
  await other.page.context().close();
});

const picture = (name: string) => ({ name, type: "image/png", bytes: [...png(80, 50)] });
/** Files as the clipboard or a drag carries them. */
const carried = (page: Page, files: { name: string; type: string; bytes: number[] }[]) =>
  page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, type, bytes } of all)
      data.items.add(new File([new Uint8Array(bytes)], name, { type }));
    return data;
  }, files);
const drop = async (page: Page, files: Parameters<typeof carried>[1]) =>
  historyIn(page).dispatchEvent("drop", { dataTransfer: await carried(page, files) });

test("files are dropped on the chat and pasted, what does not fit is refused, and each goes as a message", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { chatId } = await takenChat(client);
  await openChat(page, chatId);
  const held = await carried(page, [picture("one.png")]);
  await historyIn(page).dispatchEvent("dragover", { dataTransfer: held });
  await expect(page.getByText("Drop files to send them with your reply")).toBeVisible();
  await drop(page, [
    picture("one.png"),
    { name: "run.exe", type: "application/x-msdownload", bytes: [1] },
    picture("two.png"),
  ]);
  await expect(page.getByText("Drop files to send them with your reply")).toBeHidden();
  await expect(
    page.getByRole("status").filter({ hasText: "run.exe: This channel does not accept" }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove one.png" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove two.png" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("run.exe")).toHaveCount(0);

  const clipboardData = await carried(page, [picture("image.png")]);
  await reply(page).focus();
  await expect(reply(page)).toBeFocused();
  await clipboardData.evaluate((data) =>
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    ),
  );
  await expect(page.getByRole("button", { name: "Remove image.png" })).toBeVisible();
  await page.getByRole("button", { name: "Remove image.png" }).click();
  await reply(page).fill("Both of them");
  await reply(page).press("Enter");
  await expect(historyIn(page)).toContainText("Both of them");
  for (const name of ["one.png", "two.png"])
    await expect(historyIn(page).getByText(`Attachment: ${name}`)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(0);

  await page.getByRole("button", { name: "Note", exact: true }).click();
  await drop(page, [picture("three.png")]);
  await expect(page.getByText("Files go with replies only.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove three.png" })).toHaveCount(0);
});

test("without a library a file of the device is attached all the same", async ({ page }) => {
  const client = await signedIn(page, await clientOf("house"));
  const { chatId } = await takenChat(client);
  await openChat(page, chatId);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach a file" }).click();
  await (
    await chooser
  ).setFiles({ name: "slip.png", mimeType: "image/png", buffer: Buffer.from(png(80, 50)) });
  await expect(page.getByRole("button", { name: "Remove slip.png" })).toBeVisible();
  await reply(page).fill("Here it is");
  await reply(page).press("Enter");
  await expect(historyIn(page).getByText("Attachment: slip.png")).toBeVisible();
  await drop(page, [picture("two.png")]);
  await expect(page.getByRole("button", { name: "Remove two.png" })).toBeVisible();
});

test("an SMS says how many parts it has, and what is too long is not sent", async ({ page }) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { chatId } = await takenChat(client, { type: channelTypes.sms });
  await openChat(page, chatId);
  await expect(page.getByRole("button", { name: "Record a voice message" })).toHaveCount(0);
  await expect(page.getByRole("group", { name: "Format" })).toHaveCount(0);
  await reply(page).fill("a".repeat(161));
  await expect(page.getByText("2 SMS, 145 left in the last (GSM-7)")).toBeVisible();
  await reply(page).fill("a".repeat(1_700));
  await expect(page.getByRole("status").filter({ hasText: "too long for this channel" })).toBeVisible();
  await expectAccessible(page);
  await reply(page).press("Enter");
  await expect(reply(page)).toHaveValue(/^a+$/);
  await drop(page, [picture("one.png")]);
  await expect(page.getByText("This channel does not accept files.")).toBeVisible();
});

test("words are formatted by buttons and keys, undone, and sent by the key that one has chosen", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { chatId } = await takenChat(client);
  await openChat(page, chatId);
  await reply(page).fill("Your card is lost");
  await reply(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 9));
  await page.getByRole("group", { name: "Format" }).getByRole("button", { name: "Strikethrough" }).click();
  await expect(reply(page)).toHaveValue("Your ~card~ is lost");
  await expect(reply(page)).toBeFocused();
  await reply(page).press("Control+b");
  await expect(reply(page)).toHaveValue("Your ~*card*~ is lost");
  await reply(page).press("Control+z");
  await expect(reply(page)).toHaveValue("Your ~card~ is lost");
  await expect(page.getByText("Enter sends, Shift + Enter starts a new line")).toBeVisible();
  await page.getByRole("button", { name: "When it is sent" }).click();
  await page.getByRole("menuitem", { name: "Ctrl + Enter sends" }).click();
  await expect(page.getByText("Ctrl + Enter sends, Enter starts a new line")).toBeVisible();
  await page.reload();
  await reply(page).fill("Your card");
  await reply(page).press("Enter");
  await reply(page).pressSequentially("is lost");
  await expect(reply(page)).toHaveValue("Your card\nis lost");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await reply(page).press("Control+Enter");
  await expect(historyIn(page)).toContainText("is lost");
  await expect(reply(page)).toHaveValue("");
});

test("once only a template reaches the customer, it stands for the text, which comes back with their words", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const { chatId, say } = await takenChat(client);
  await openChat(page, chatId);
  await reply(page).fill("half an answer");
  const over = new Date(Date.now() - 60_000).toISOString();
  let isOver = true;
  // Events say until when, too.
  await page.routeWebSocket(/\/api\/actions/, (socket) => {
    const server = socket.connectToServer();
    const faked = (text: string) => text.replace(/("windowUntil":)\d+/g, `$1${Date.parse(over)}`);
    server.onMessage((message) => socket.send(isOver ? faked(String(message)) : message));
  });
  const one = new RegExp(`/chat/${chatId}(\\?|$)`);
  await page.route(one, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/("windowUntil":)"[^"]+"/g, `$1"${over}"`);
    await route.fulfill({ response, body: text });
  });
  await page.reload();
  const card = page.getByRole("region", { name: "Free text is over" });
  await expect(card).toContainText("Only an approved template reaches them now.");
  await expect(card).toContainText("What you have typed is kept");
  await expect(reply(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await card.getByRole("button", { name: "Choose a template" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Note" })).toBeVisible();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await page.unroute(one);
  isOver = false;
  await say("One more question");
  await expect(reply(page)).toHaveValue("half an answer");
  await expect(card).toHaveCount(0);
});
