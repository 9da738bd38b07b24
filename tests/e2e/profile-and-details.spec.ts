import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { makeCustomer, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import * as myProfileApi from "#workers/contract/endpoints/my-profile.ts";

/** My Profile and Enterprise Details, in an enterprise whose name and colours no other test looks at. */

const PROFILE = "/account/myprofile";
const DETAILS = "/admin/details";

async function open(page: Page, path: string, enterprise: "house" | "lock" = "house") {
  const client = await signedIn(page, await clientOf(enterprise));
  await page.goto(path);
  return client;
}

/** A photo as a camera writes it: far too large for a profile, with the place in it. */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2_400;
    canvas.height = 1_600;
    const context = canvas.getContext("2d");
    if (!context) return "";
    for (let at = 0; at < 400; at++) {
      context.fillStyle = `hsl(${at * 37} 70% 50%)`;
      context.fillRect((at * 97) % 2_400, (at * 61) % 1_600, 160, 120);
    }
    return canvas.toDataURL("image/jpeg", 0.95).split(",")[1] ?? "";
  });
  const plain = Buffer.from(base64, "base64");
  const exif = Buffer.from("Exif\0\0GPSLatitude 18.5204 N", "latin1");
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
  return Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]);
}

const avatar = (page: Page) => page.getByRole("banner").locator("img[src^='blob:']");

test("a photo becomes a picture: cropped by keys, small enough, without the place it was taken at", async ({
  page,
}) => {
  const client = await open(page, PROFILE);
  const buffer = await photo(page);
  const file = { name: "holiday.jpg", mimeType: "image/jpeg", buffer };
  await page.getByLabel("Upload a picture", { exact: true }).and(page.locator("input")).setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "Crop the picture" });
  await expect(dialog.getByRole("group", { name: "The part of the picture that is kept" })).toBeVisible();
  await dialog.getByRole("slider", { name: "Zoom" }).press("End");
  await expect(dialog.getByText("400 %")).toBeVisible();
  await dialog.getByRole("button", { name: "Use this part" }).click();
  await expect(page.getByText("Picture changed.").first()).toBeVisible();
  await expect(avatar(page)).toBeVisible();

  const { profilePic } = await client.call(myProfileApi.getProfile);
  const stored = await page.evaluate(async (path) => {
    const response = await fetch(`/api${path}`, {
      headers: { "authentication-token": localStorage.getItem("authToken") ?? "" },
    });
    const blob = await response.blob();
    const { width, height } = await createImageBitmap(blob);
    return { width, height, type: blob.type, bytes: blob.size, text: await blob.text() };
  }, profilePic);
  expect(stored.type).toBe("image/jpeg");
  expect(stored.width).toBe(stored.height);
  expect(stored.width).toBeLessThanOrEqual(1_024);
  expect(stored.bytes).toBeLessThanOrEqual(50 * 1_024);
  expect(stored.text).not.toMatch(/Exif|GPS/);

  await page.getByRole("button", { name: "Remove the picture" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove your picture?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Remove the picture" }).click();
  await expect(avatar(page)).toHaveCount(0);
});

test("what is no picture is refused where it was chosen, in the specification's words", async ({ page }) => {
  await open(page, PROFILE);
  const input = page.getByLabel("Upload a picture", { exact: true }).and(page.locator("input"));
  await input.setInputFiles({ name: "me.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await expect(page.getByRole("alert").getByText("Invalid file format")).toBeVisible();
  await input.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(
    page.getByRole("dialog").getByText("This picture cannot be shown here.").first(),
  ).toBeVisible();
});

test("a new name is everywhere at once, and what is typed is not lost by leaving", async ({ page }) => {
  await open(page, PROFILE);
  await page.getByLabel(/^Name/).fill("Asha Rao");
  await page.getByLabel("Phone").fill("nonsense");
  await page.getByRole("link", { name: "Chatbird home" }).click();
  await expect(page).toHaveURL(new RegExp(`${PROFILE}$`));
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Invalid number format")).toBeVisible();
  await page.getByLabel("Phone").fill("+91 98765 43210");
  await page.getByLabel("Time zone").fill("kolk");
  await page.getByRole("option", { name: "Asia/Kolkata" }).click();
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByRole("banner").getByText("Asha Rao")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Phone")).toHaveValue("+91 98765 43210");
  await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Kolkata");
});

test.describe("one's own profile, changed elsewhere meanwhile", () => {
  test.use({ expectedErrors: [/409/] });

  test("is not overwritten with what was shown before", async ({ page }) => {
    const client = await open(page, PROFILE, "lock");
    const phone = page.getByLabel("Phone");
    await phone.fill("+91 98765 43211");
    const { revision } = await client.call(myProfileApi.getProfile);
    await client.call(myProfileApi.saveProfile, {
      body: { profile: { phone: "+91 98765 43212" }, revision },
    });
    // The answer of another part of the screen must not lend its revision to the old values.
    await page.getByRole("button", { name: "Save" }).last().click();
    await expect(page.getByText("Sounds and notifications saved.").first()).toBeVisible();
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByText(/Nothing was overwritten/)).toBeVisible();
    await expect(page.getByText("Phone: +91 98765 43212")).toBeVisible();
    await expect(phone).toHaveValue("+91 98765 43211");
    expect((await client.call(myProfileApi.getProfile)).phone).toBe("+91 98765 43212");
    await page.getByRole("button", { name: "Load theirs" }).click();
    await expect(phone).toHaveValue("+91 98765 43212");
  });
});

test("sounds can be heard before they are chosen, and stay chosen", async ({ page }) => {
  await open(page, PROFILE);
  const chat = page.getByRole("group", { name: "New chat" });
  await chat.getByLabel("Sound").selectOption("Clear Announce");
  await chat.getByRole("slider", { name: "Volume" }).press("Home");
  // Once, it would be over before a slow machine has pressed Stop.
  await chat.getByLabel("Repeat").selectOption("10 times");
  await chat.getByRole("button", { name: "Play: New chat" }).click();
  await expect(chat.getByRole("button", { name: "Stop: New chat" })).toBeVisible();
  await chat.getByRole("button", { name: "Stop: New chat" }).click();
  await page.getByRole("checkbox", { name: /^Play sounds/ }).check();
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect(page.getByText("Sounds and notifications saved.").first()).toBeVisible();
  await page.reload();
  await expect(chat.getByLabel("Sound")).toHaveValue("Clear Announce");
  await expect(page.getByRole("checkbox", { name: /^Play sounds/ })).toBeChecked();
});

test("the console takes the enterprise's title and colours, but none that cannot be read", async ({
  page,
  expectedErrors,
}) => {
  // The browser's own note about an address that leads nowhere.
  expectedErrors.push(/404/);
  const client = await open(page, DETAILS);
  await page.getByLabel("Title").fill("Asha Desk");
  await page.getByLabel("Accent colour, light theme", { exact: true }).fill("#ffcc00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toContainText(/White text on this colour has a contrast of 1\.\d:1/);
  await page.getByRole("button", { name: /^Use #/ }).click();
  await expect(summary).toHaveCount(0);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: "Asha Desk home" })).toBeVisible();
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Enterprise Details – Asha Desk$/);
  const accent = await page.getByLabel("Accent colour, light theme", { exact: true }).inputValue();
  const painted = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent").trim());
  await expect.poll(painted).toBe(accent);
  await page.goto("/no-such-screen");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome To Asha Desk!");
  await expect.poll(painted).toBe(accent);
  await client.call(enterpriseApi.saveConfiguration, { body: { whiteLabel: { title: "", accent: "" } } });
});

test("what the night found is on the page of the enterprise, and what differs is named", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const checked = /\/api\/e\/enterprise\/datachecks$/;
  const answer = (checks: object[]) =>
    page.route(checked, (route) => route.fulfill({ json: { status: true, message: "", data: { checks } } }));
  await page.route(checked, (route) =>
    route.fulfill({ status: 503, json: { status: false, message: "Not now" } }),
  );
  await open(page, DETAILS);
  const failed = page.getByRole("alert").filter({ hasText: "Couldn't load the check of the data" });
  await expect(failed).toContainText("Not now");
  await page.unroute(checked);
  // The server that the tests share may have had its night.
  await answer([]);
  await failed.getByRole("button").click();
  await expect(page.getByText("Nothing has been looked at yet.")).toBeVisible();
  const at = "2026-01-05T02:10:00.000Z";
  const sound = { kind: "chatCounts", at, looked: 1_200, wrong: 0, failed: false };
  await page.unroute(checked);
  await answer([sound]);
  await page.reload();
  await expect(page.getByText("Nothing differs: 1,200 rows and files looked at.")).toBeVisible();
  await page.unroute(checked);
  await answer([
    sound,
    { kind: "pinsOfChats", at, looked: 40, wrong: 3, failed: false },
    { kind: "messageHours", at, looked: 0, wrong: 0, failed: true },
  ]);
  await page.reload();
  const list = page.getByRole("list", { name: "What differs" });
  await expect(list.getByRole("listitem")).toHaveText([
    "Pins without their chat3 of 40",
    "Messages by the hourCouldn't be looked at by night",
  ]);
  await expectAccessible(page);
});

test("somebody who was faster is told of, and nothing typed is lost", async ({ page, expectedErrors }) => {
  expectedErrors.push(/409/);
  const client = await open(page, DETAILS);
  await page.getByLabel("Address").fill("1 Lake Road");
  await client.call(enterpriseApi.saveConfiguration, { body: { details: { phone: "+91 22 1234 5678" } } });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/Changed by .* after you opened it/)).toBeVisible();
  await expect(page.getByText("Phone: +91 22 1234 5678")).toBeVisible();
  await page.getByRole("button", { name: /mine/i }).click();
  await expect(page.getByText("Enterprise details saved.").first()).toBeVisible();
  const { details } = await client.call(enterpriseApi.getDetails);
  expect(details.address).toBe("1 Lake Road");
});

test("what was deleted is in the trash as soon as that is switched on: one comes back, one goes for good, and the rest at once", async ({
  page,
}) => {
  const client = await open(page, DETAILS);
  const deleted: string[] = [];
  for (const name of [unique("Back"), unique("Gone"), unique("Rest")]) {
    const { id } = await makeCustomer(client, { name });
    await client.call(customersApi.deleteCustomer, { params: { id } });
    deleted.push(name);
  }
  const [back = "", gone = "", rest = ""] = deleted;
  const entry = page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Trash" });
  await expect(page.getByRole("checkbox", { name: /^Trash/ })).not.toBeChecked();
  await expect(entry).toHaveCount(0);
  await page.getByRole("checkbox", { name: /^Trash/ }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await entry.click();

  const row = (name: string) =>
    page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${name}`) }) });
  await expect(row(back)).toContainText("in 30 days");
  await page.getByRole("button", { name: `Restore ${back}` }).click();
  await expect(page.getByText(`${back} is back.`)).toBeVisible();
  await expect(row(back)).toHaveCount(0);
  await page.getByRole("button", { name: `Delete ${gone} permanently` }).click();
  const question = page.getByRole("alertdialog", { name: `Delete ${gone} permanently?` });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(row(gone)).toHaveCount(0);
  await expect(row(rest)).toBeVisible();

  await page.getByRole("button", { name: "Empty the trash" }).click();
  const all = page.getByRole("alertdialog", { name: "Permanently delete all customers in the trash?" });
  await all.getByLabel(/^Type delete/).fill("yes");
  await all.getByRole("button", { name: "Empty the trash" }).click();
  await expect(all.getByLabel(/^Type delete/)).toHaveAccessibleDescription("Type delete to confirm.");
  await all.getByLabel(/^Type delete/).fill("delete");
  await all.getByRole("button", { name: "Empty the trash" }).click();
  await expect(page.getByText("1 permanently deleted.")).toBeVisible();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  const { customers: list } = await client.call(customersApi.listCustomers);
  expect(list.customers.map(({ name }) => name)).toContain(back);
  await client.call(enterpriseApi.saveConfiguration, { body: { features: { trash: false } } });
});

test("a password is changed by who knows the current one", async ({ page, expectedErrors }) => {
  expectedErrors.push(/400/);
  await open(page, PROFILE, "lock");
  const fill = async (current: string, next: string) => {
    await page.getByLabel(/^Current password/).fill(current);
    await page.getByLabel(/^New password/).fill(next);
    await page.getByLabel(/^Confirm password/).fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  const old = ENTERPRISES.lock.password;
  const next = "quite another password";
  await fill("not the password", next);
  await expect(page.getByLabel(/^Current password/)).toHaveAttribute("aria-invalid", "true");
  await fill(old, next);
  await expect(page.getByLabel(/^Current password/)).toHaveValue("");
  // Restored, for the next sign-in.
  await fill(next, old);
  await expect(page.getByLabel(/^Current password/)).toHaveValue("");
});

test("the about box says what runs here", async ({ page }) => {
  await open(page, PROFILE);
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "About" }).click();
  const about = page.getByRole("dialog", { name: "About Chatbird" });
  await expect(about.getByText(/^\d+\.\d+\.\d+/)).toBeVisible();
  await expect(about.getByText(/\d{4}_\w+/).first()).toBeVisible();
});
