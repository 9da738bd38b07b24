import type { Page } from "@playwright/test";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { signInAs } from "#tests/support/login-page.ts";
import { followMail, SANDBOXED } from "#tests/support/mail-preview-page.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { makeUser as seedUser } from "#db/seed/make-user.ts";
import { shellTexts } from "#texts/shell.ts";
import { usersTexts } from "#texts/users.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";

// An enterprise of its own: rights granted and revoked here must not disturb other tests.
// Refusals are shown in place; the browser logs them as well.
test.use({ expectedErrors: [new RegExp(`40[09] \\(|${SANDBOXED.source}`)] });
let made = 0;
const unique = (text: string) => `${text} ${Date.now().toString(36)}${++made}`;
const open = async (page: Page, path: string) => {
  await signedIn(page, await clientOf("people"));
  await page.goto(path);
};

/** A colleague in the enterprise of this file. */
async function makeUser(name = unique("Ravi"), role = 3) {
  const emailId = `${name.toLowerCase().replaceAll(" ", "-")}@example.com`;
  const uId = await seedUser(await clientOf("people"), {
    name,
    emailId,
    password: "a first password",
    roles: [role],
  });
  return { uId, name, emailId };
}

test("somebody is invited, twice is refused in place, and the invitation is revoked; another accepts it by its mail and signs in", async ({
  page,
}) => {
  const address = `${unique("new").replaceAll(" ", "-")}@example.com`;
  const other = `${unique("joins").replaceAll(" ", "-")}@example.com`;
  await open(page, "/admin/users/invited");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Invite colleagues" });
  await dialog.getByLabel(/^E-mail addresses/).fill("not an address");
  await dialog.getByRole("button", { name: "Send invitations" }).click();
  await expect(dialog.getByLabel(/^E-mail addresses/)).toHaveAccessibleDescription(
    /Please enter a valid email address/,
  );
  await dialog.getByLabel(/^E-mail addresses/).fill(`${address}, ${other}, ${address}`);
  await dialog.getByRole("checkbox", { name: "Report Viewer" }).check();
  await dialog.getByRole("button", { name: "Send invitations" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: address }) });
  await expect(row).toContainText("Handle Chats");
  await expect(row).toContainText("Report Viewer");

  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByLabel(/^E-mail addresses/).fill(address);
  await dialog.getByRole("button", { name: "Send invitations" }).click();
  await expect(dialog.getByText(new RegExp(`${address}: This address is already invited`))).toBeVisible();
  await expect(dialog.getByLabel(/^E-mail addresses/)).toHaveValue(address);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await row.getByRole("button", { name: `Revoke the invitation for ${address}` }).click();
  const question = page.getByRole("alertdialog", { name: `Revoke the invitation for ${address}?` });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(row).toBeHidden();

  // The invited person is not signed in here.
  await page.evaluate(() => localStorage.clear());
  await page.goto("/outbox");
  await followMail(page, other, "Accept the invitation");
  await expect(page).toHaveURL(/\/invitation-accept\?code=/);
  await expect(page.getByText("You are invited to work with People Bank.")).toBeVisible();
  await expect(page.getByText(`Your account is for ${other}.`)).toBeVisible();
  await page.getByRole("button", { name: "Accept and join" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toBeFocused();
  const password = "nine early cranes";
  await page.getByLabel(/^Your name/).fill("Nila Das");
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel(/^Confirm password/).fill(password);
  await page.getByRole("button", { name: "Accept and join" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome!" })).toBeFocused();
  await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await signInAs(page, { email: other, password });
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("heading", { level: 1, name: /Nila Das$/ })).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("button", { name: "Chat", exact: true })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Users", exact: true })).toHaveCount(0);
  const client = await clientOf("people");
  const { users: found } = await client.call(usersApi.listUsers, { query: { name: other } });
  expect(found).toMatchObject([{ name: "Nila Das", roles: [3, 6] }]);
  expect((await client.call(invitationsApi.listInvitations, { query: { name: other } })).invitations).toEqual(
    [],
  );
});

test.describe("with features switched off", () => {
  // The list of agents asks while its screen is found to be switched off.
  test.use({ expectedErrors: [/40[04] \(/] });

  test("where nobody is invited, a colleague is added with a first password; what is switched off is offered nowhere", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signedIn(page, await clientOf("plain"));
    await page.goto("/admin/users");
    await expect(page.getByRole("button", { name: "Invite", exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Add user", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: usersTexts.addTitle });
    const name = unique("Lata");
    const address = `${name.replaceAll(" ", "-")}@example.com`;
    await dialog.getByLabel(/^Name/).fill(name);
    await dialog.getByLabel(/^E-mail/).fill(address);
    await dialog.getByLabel(/^First password/).fill(name);
    await dialog.getByRole("button", { name: "Add user" }).click();
    await expect(dialog.getByLabel(/^First password/)).toHaveAccessibleDescription(/name/);
    await expect(dialog.getByLabel(/^Name/)).toHaveValue(name);
    await fitsInWidth(page);
    await expectAccessible(page);
    await dialog.getByLabel(/^First password/).fill("eleven shy otters");
    await dialog.getByRole("button", { name: "Add user" }).click();
    await expect(dialog).toBeHidden();
    await page.goto("/admin/users/invited");
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: address }) });
    await expect(row).toContainText("Handle Chats");
    await fitsInWidth(page);

    await page.goto("/bots");
    await expect(page.getByRole("main")).toContainText(shellTexts.switchedOffText);
    await page.goto("/account/myprofile");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: /authenticator/i })).toHaveCount(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await expect(menu.getByRole("link", { name: "Users", exact: true })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Agents", exact: true })).toHaveCount(0);
  });
});

test.describe("a user", () => {
  test("is found, given another role and a new password, deactivated, and let in again by undo", async ({
    page,
  }) => {
    const { name } = await makeUser();
    await open(page, "/admin/users");
    // The columns are chosen for this device.
    const heads = page.getByRole("columnheader");
    const { name: who, roles, status, twoFactor, lastSignIn } = usersTexts;
    await expect(heads).toHaveText([who, roles, status, twoFactor, lastSignIn]);
    await page.getByRole("button", { name: "Columns" }).press("Enter");
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: twoFactor }).press("Space");
    await page.getByRole("button", { name: `Move ${status} up` }).press("Enter");
    await page.keyboard.press("Escape");
    await expect(heads).toHaveText([who, status, roles, lastSignIn]);
    await page.reload();
    await expect(heads).toHaveText([who, status, roles, lastSignIn]);
    await page.getByRole("textbox", { name: "Search by name or e-mail" }).fill(name);
    await expect(page.getByText("1 found")).toBeVisible();
    await page.getByRole("link", { name }).click();
    const panel = page.getByRole("dialog", { name });
    await panel.getByRole("checkbox", { name: "Campaign Maker" }).check();
    await panel.getByRole("button", { name: "Save" }).click();
    // The panel is modal: what is under it is hidden from everybody but this test.
    const row = page.getByRole("row", { includeHidden: true }).filter({ hasText: name });
    await expect(row).toContainText("Campaign Maker");

    await panel.getByRole("button", { name: "Reset password" }).click();
    const dialog = page.getByRole("dialog", { name: `Set a new password for ${name}` });
    await dialog.getByLabel(/^New password/).fill("short");
    await dialog.getByLabel(/^Your own password/).fill("not mine");
    await dialog.getByRole("button", { name: "Reset password" }).click();
    await expect(dialog.getByLabel(/^New password/)).toHaveAccessibleDescription(/atleast 8 characters/);
    await dialog.getByLabel(/^New password/).fill("long enough now");
    await dialog.getByRole("button", { name: "Reset password" }).click();
    await expect(dialog.getByLabel(/^Your own password/)).toHaveAccessibleDescription(/not your password/);
    await dialog.getByLabel(/^Your own password/).fill("a long enough password");
    await dialog.getByRole("button", { name: "Reset password" }).click();
    await expect(panel.getByText("Must choose a new password")).toBeVisible();

    await panel.getByRole("button", { name: "Deactivate" }).click();
    const question = page.getByRole("alertdialog", { name: `Deactivate ${name}?` });
    await question.getByRole("button", { name: "Deactivate" }).click();
    await expect(panel.getByRole("button", { name: "Activate" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).toContainText("Campaign Maker");
  });
});

test("a user's panel loses nothing typed while it is saved, looked at anew or saved by a colleague", async ({
  page,
}) => {
  const { name, uId } = await makeUser();
  const client = await clientOf("people");
  const read = () => client.call(usersApi.getUser, { params: { id: uId } });
  await open(page, `/admin/users?user=${uId}`);
  const panel = page.getByRole("dialog", { name });
  const chats = panel.getByLabel(/^Chats at once/);
  const save = panel.getByRole("button", { name: "Save" });

  // Typed while the answer is on its way.
  const held = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  await page.route(
    "**/update_roles",
    async (route) => {
      const response = await route.fetch();
      arrived.resolve();
      await held.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await chats.fill("7");
  await save.click();
  await arrived.promise;
  await chats.fill("8");
  held.resolve();
  await expect(page.getByText(usersTexts.saved).first()).toBeVisible();
  await expect(chats).toHaveValue("8");
  expect((await read()).chat.maxChats).toBe(7);
  await save.click();
  await expect.poll(async () => (await read()).chat.maxChats).toBe(8);

  // The account changes, and the panel asks anew.
  await chats.fill("9");
  await panel.getByRole("button", { name: "Deactivate" }).click();
  const question = page.getByRole("alertdialog", { name: `Deactivate ${name}?` });
  await question.getByRole("button", { name: "Deactivate" }).click();
  await panel.getByRole("button", { name: "Activate", exact: true }).click();
  await expect(panel.getByRole("button", { name: "Deactivate" })).toBeVisible();
  await expect(chats).toHaveValue("9");

  // A colleague saves meanwhile: nothing is overwritten, and one chooses.
  const { revision, roles, chat } = await read();
  await client.call(usersApi.updateRoles, {
    params: { id: uId },
    body: { roles, chat: { ...chat, maxChats: 12 }, revision },
  });
  await save.click();
  await expect(panel.getByText(/Nothing was overwritten/)).toBeVisible();
  await expect(panel.getByText("12", { exact: false }).first()).toBeVisible();
  await expect(chats).toHaveValue("9");
  expect((await read()).chat.maxChats).toBe(12);
  await panel.getByRole("button", { name: "Keep mine and overwrite" }).click();
  await expect.poll(async () => (await read()).chat.maxChats).toBe(9);
});

test("a department is made with a manager, gets people by search, loses one, and is deleted by name", async ({
  page,
}) => {
  const [manager, member] = [await makeUser(unique("Meera")), await makeUser(unique("Sana"))];
  const name = unique("Care");
  await open(page, "/admin/departments");
  await page.getByRole("button", { name: "New department" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New department" });
  await dialog.getByLabel(/^Name/).fill(name);
  await dialog.getByRole("combobox", { name: "Manager" }).fill(manager.name);
  await page.getByRole("option", { name: manager.name }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(row).toContainText(manager.name);

  await page.getByRole("link", { name }).click();
  const panel = page.getByRole("dialog", { name: `People in ${name}` });
  await panel.getByRole("tab", { name: "Add people" }).click();
  // A search that fails takes neither its field nor what was typed away.
  const search = panel.getByRole("textbox", { name: "Search by name or e-mail" });
  const refused = { status: false, message: "Not now" };
  await page.route("**/mapped_users?*", (route) => route.fulfill({ status: 400, json: refused }), {
    times: 1,
  });
  await search.fill(member.name);
  await expect(panel.getByText("Not now")).toBeVisible();
  await expect(search).toHaveValue(member.name);
  await panel.getByRole("button", { name: "Retry" }).click();
  await expect(panel.getByRole("checkbox")).toHaveCount(1);
  await panel.getByRole("checkbox", { name: `Select ${member.name}` }).check();
  await panel.getByRole("button", { name: "Add 1 person" }).click();
  await expect(panel.getByText("1 person", { exact: true })).toBeVisible();
  await panel.getByRole("tab", { name: "In the department" }).click();
  await panel.getByRole("checkbox", { name: `Select ${member.name}` }).check();
  await panel.getByRole("button", { name: "Remove 1 person" }).click();
  await expect(panel.getByText("No people yet")).toBeVisible();
  await panel.getByRole("button", { name: "Close" }).click();

  await row.getByRole("button", { name: `Delete ${name}` }).click();
  const question = page.getByRole("alertdialog", { name: `Delete the department ${name}?` });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(row).toBeHidden();
});

test("the matrix is walked by keys, shows what would change, keeps it from being lost, and saves it", async ({
  page,
}) => {
  const client = await clientOf("people");
  await client.call(rolesApi.saveRole, {
    params: { role: 5 },
    body: { permissions: { "CAMPAIGNS.VIEW": 1 } },
  });
  await open(page, "/admin/permission");
  const box = (permission: string) =>
    page.getByRole("checkbox", { name: `Campaign Checker: ${permission}`, exact: true });
  await page.getByRole("textbox", { name: "Filter permissions" }).fill("campaigns");
  await expect(page.getByText("9 permissions")).toBeVisible();
  await box("Campaigns, View").focus();
  await page.keyboard.press("ArrowUp");
  await expect(box("Campaigns, Edit")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(box("Campaigns, Edit")).toBeChecked();
  await page.keyboard.press("ArrowRight");
  await expect(
    page.getByRole("checkbox", { name: "Report Viewer: Campaigns, Edit", exact: true }),
  ).toBeFocused();
  await expect(page.getByText("1 change not saved")).toBeVisible();
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await expect(page.getByText("Save or discard your changes first.")).toBeVisible();
  await expect(page).toHaveURL(/permission/);

  // Somebody else saves first: nothing is overwritten, and the ticked boxes stay ticked.
  await client.call(rolesApi.saveRole, {
    params: { role: 5 },
    body: { permissions: { "CAMPAIGNS.VIEW": 1, "CAMPAIGNS.APPROVE": 1 } },
  });
  await page.getByRole("button", { name: "Review and save" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByRole("region", { name: "Campaign Checker" })).toContainText("Campaigns, Edit");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.getByRole("button", { name: "Load the latest version" }).click();
  await expect(dialog.getByRole("region", { name: "Campaign Checker" })).toContainText("Campaigns, Approve");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Roles saved.")).toBeVisible();
  const { roles: stored } = await client.call(rolesApi.listRoles);
  expect(stored.find(({ id }) => id === 5)?.permissions).toContain("CAMPAIGNS.EDIT");
});

test.describe("a right that goes", () => {
  // The open screen asks once more before the menu knows.
  test.use({ expectedErrors: [/403 \(Forbidden\) \(.*audit_trail/] });

  test("menu and screens follow a changed role without a reload, and one says whether one is there", async ({
    page,
  }) => {
    // Nobody else's screens are to ask anew without this right meanwhile.
    const client = await signedIn(page, await clientOf("rights"));
    await page.goto("/dashboard");
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: "Away" }).click();
    await expect(page.getByRole("button", { name: /User menu, Away/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Audit Trail", exact: true })).toBeVisible();
    const { roles: before } = await client.call(rolesApi.listRoles);
    const administrator = before.find(({ id }) => id === 1);
    const all = Object.fromEntries((administrator?.permissions ?? []).map((each) => [each, 1 as const]));
    // The data on the screen was answered under other rights.
    const askedAnew = page.waitForRequest(/dashboard\/summary/);
    await client.call(rolesApi.saveRole, {
      params: { role: 1 },
      body: { permissions: { ...all, "AUDITTRAIL.VIEW": 0 } },
    });
    await askedAnew;
    await expect(page.getByRole("link", { name: "Audit Trail", exact: true })).toBeHidden();
    await client.call(rolesApi.saveRole, { params: { role: 1 }, body: { permissions: all } });
    await expect(page.getByRole("link", { name: "Audit Trail", exact: true })).toBeVisible();
  });
});
