import type { Page } from "@playwright/test";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { tellNews } from "#tests/support/vendors/account-news.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as sendingApi from "#workers/contract/endpoints/sending.ts";
import { me, type Profile } from "#workers/contract/endpoints/profile.ts";

test.describe.configure({ mode: "parallel" });
// Refusals are shown in place; the browser logs them as well.
test.use({ expectedErrors: [/409 \(|500 \(/], permissions: ["clipboard-read", "clipboard-write"] });

const open = async (page: Page, path = "/admin/channels") => {
  const client = await signedIn(page, await clientOf("people"));
  await page.goto(path);
  return client;
};
const simulator = async (name = unique("Played"), contactId = unique("sim")) =>
  (await clientOf("people")).call(channelsApi.createChannel, {
    body: { name, type: 4, vendor: 91, contactId },
  });

test("a channel is added by its vendor's own form, shows where its webhook leads, is tested, paused, edited and deleted by name", async ({
  page,
}) => {
  const name = unique("Support");
  await open(page);
  await page.getByRole("button", { name: "New channel" }).first().click();
  const form = page.getByRole("dialog", { name: "Add a channel" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("heading", { name: "There is a problem" })).toBeVisible();

  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel(/^Type/).selectOption("Google Business Messenger");
  await form.getByLabel(/^Vendor/).selectOption("MCMI (not available)");
  await expect(
    form.getByText("MCMI has no new channels of this type, so a channel cannot be saved with it."),
  ).toBeVisible();
  await form.getByLabel(/^Type/).selectOption("WhatsApp");
  await form.getByLabel(/^Vendor/).selectOption("MCMI");
  await expect(form.getByLabel(/^Auth key/)).toHaveAttribute("type", "password");
  await form.getByLabel(/^Vendor/).selectOption("WhatsApp Cloud API");
  await expect(form.getByLabel(/^Auth key/)).toHaveCount(0);
  await form.getByLabel(/^WhatsApp number/).fill("12-34");
  await form.getByLabel(/^Phone number id/).fill("106540352242922");
  await form.getByLabel(/^WABA id/).fill("102290129340398");
  await form.getByLabel(/^Access token/).fill(" a token");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel(/^WhatsApp number/)).toHaveAccessibleDescription(/Invalid number format/);
  await expect(form.getByLabel(/^Access token/)).toHaveAccessibleDescription(/Remove the space/);
  await expect(form.getByLabel(/^App secret/)).toHaveAccessibleDescription(/App secret is required/);
  const phone = freePhone().replaceAll(" ", "");
  await form.getByLabel(/^WhatsApp number/).fill(phone);
  await form.getByLabel(/^Access token/).fill("a token");
  await form.getByLabel(/^App secret/).fill("a secret");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();

  // The list is by name, and other tests' channels may fill its first page.
  await page.getByRole("textbox", { name: "Search channels" }).fill(name);
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(row).toContainText("WhatsApp Cloud API");
  await expect(row).toContainText(phone.slice(1));
  await row.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("Waiting for the first event")).toBeVisible();
  const address = await page.getByLabel(/^Webhook address/).inputValue();
  expect(address).toMatch(/^https?:\/\/.+\/api\/webhooks\/whatsapp-cloud\/[\w-]+$/);
  await page.getByRole("button", { name: "Copy the address" }).click();
  // It is written after the press.
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page.getByLabel(/^Verify token/)).toHaveValue(/^[\w-]{32}$/);

  // The vendor is not to be called for real: its refusal, as the API tells it.
  const refusal = "Invalid OAuth access token.";
  const client = await clientOf("people");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const channel = { ...(await client.call(channelsApi.getChannel, { params: { id } })), lastError: refusal };
  await page.route("**/channels/*/test", (route) =>
    route.fulfill({
      json: {
        status: true,
        message: "",
        response: { ok: false, milliseconds: 12, message: refusal, channel },
      },
    }),
  );
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: refusal })).toBeVisible();
  const health = page.getByRole("region", { name: "Health" });
  await expect(health).toContainText(refusal);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("This channel is paused: nothing is sent.")).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(health).toContainText("Active");

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${name}` });
  await expect(edit.getByLabel(/^Access token/)).toHaveValue("");
  await expect(edit.getByLabel(/^Access token/)).toHaveAccessibleDescription(/^Stored/);
  await edit.getByLabel(/^Messages per second/).fill("20");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByRole("region", { name: "Account" })).toContainText("20");

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: `Delete the channel ${name}?` });
  await question.getByRole("textbox").fill("another");
  await question.getByRole("textbox").press("Enter");
  await expect(question.getByRole("textbox")).toHaveAccessibleDescription(/This is not the channel's name/);
  await question.getByRole("textbox").fill(name);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/admin\/channels$/);
  await expect(page.getByRole("rowheader", { name })).toHaveCount(0);
});

test("a number that is taken, an edit of somebody else and a pause that fails are said in place, and nothing typed is lost", async ({
  page,
}) => {
  const there = await simulator();
  const client = await open(page);
  await page.getByRole("button", { name: "New channel" }).first().click();
  const form = page.getByRole("dialog", { name: "Add a channel" });
  await form.getByLabel(/^Name/).fill("Twin");
  await form.getByLabel(/^Type/).selectOption("WhatsApp");
  await form.getByLabel(/^Vendor/).selectOption("Simulator");
  await form.getByLabel(/^Number or account/).fill(there.contactId);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel(/^Number or account/)).toHaveAccessibleDescription(
    /Another channel already uses this/,
  );
  await expect(form.getByLabel(/^Name/)).toHaveValue("Twin");
  await form.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`/admin/channels/${there.id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${there.name}` });
  await edit.getByLabel(/^Name/).fill("Mine");
  await client.call(channelsApi.updateChannel, {
    params: { id: there.id },
    body: { name: "Theirs", contactId: there.contactId },
  });
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByRole("alert")).toContainText("after you opened it. Nothing was overwritten.");
  await expect(edit.getByLabel(/^Name/)).toHaveValue("Mine");
  await edit.getByRole("button", { name: "Cancel" }).click();

  await page.route("**/pause", (route) =>
    route.fulfill({ status: 500, json: { status: false, message: "Something went wrong" } }),
  );
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Health" })).toContainText("Active");
});

test("rules for offers are set, refused at their field, kept, and not overwritten by who began from older ones", async ({
  page,
}) => {
  // They hold for every channel, and others send offers from theirs.
  const client = await signedIn(page, await clientOf("tower"));
  await page.goto("/admin/channels");
  const rules = page.getByRole("button", { name: "Rules for offers" });
  await rules.click();
  const form = page.getByRole("dialog", { name: "Rules for offers" });
  await form.getByLabel("Quiet hours").check();
  await form.getByLabel("From", { exact: true }).fill("22:00");
  await form.getByLabel("Until", { exact: true }).fill("22:00");
  await form.getByLabel("A limit for each person").check();
  await form.getByLabel("Offers at most").fill("");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Until", { exact: true })).toHaveAccessibleDescription(/must differ/);
  await expect(form.getByLabel("Offers at most")).toHaveAccessibleDescription(/whole number from 1 to 100/);
  await form.getByLabel("Until", { exact: true }).fill("08:00");
  await form.getByLabel("Offers at most").fill("3");
  await form.getByLabel("Within days").fill("14");
  await form.getByLabel("Confirm new subscribers").check();
  await form.getByLabel("Question").fill("Send YES, please.");
  const pause = form.getByRole("group", { name: /^When broadcasts pause/ }).first();
  await pause.getByLabel("Failed (%)").fill("4");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(pause.getByLabel("Failed (%)")).toHaveAccessibleDescription(/from 5 to 100/);
  await pause.getByLabel("Failed (%)").fill("40");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  const kept = await client.call(sendingApi.getOfferRules);
  expect(kept).toMatchObject({ quiet: { from: "22:00", until: "08:00" }, cap: { most: 3, days: 14 } });
  expect(kept.confirm).toEqual({ text: "Send YES, please." });
  expect(kept.pauses).toEqual([{ channelId: "", share: 40, calls: 50 }]);

  await page.reload();
  await rules.click();
  await expect(form.getByLabel("Until", { exact: true })).toHaveValue("08:00");
  await expect(form.getByLabel("Offers at most")).toHaveValue("3");
  // Somebody else is faster: what was typed stays, and theirs holds.
  const { revision } = kept;
  await client.call(sendingApi.saveOfferRules, {
    body: { quiet: null, cap: { most: 9, days: 1 }, revision },
  });
  await form.getByLabel("Offers at most").fill("4");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/Nothing was overwritten/).first()).toBeVisible();
  await expect(form.getByLabel("Offers at most")).toHaveValue("4");
  expect((await client.call(sendingApi.getOfferRules)).cap).toEqual({ most: 9, days: 1 });
});

test("prices are pasted, refused line by line, kept, and shown at the channel", async ({ page }) => {
  const there = await simulator();
  await signedIn(page, await clientOf("people"));
  await page.goto(`/admin/channels/${there.id}`);
  const card = page.getByRole("region", { name: "Prices", exact: true });
  await expect(card).toContainText("No price is set for this channel.");
  await expect(card).toContainText("2026-10-01");
  await card.getByRole("button", { name: "Edit prices" }).click();
  const form = page.getByRole("dialog", { name: "Edit prices" });
  const text = form.getByLabel("Prices as CSV");
  await text.fill("IN\tmarketing\t0.0118\tUSD\nXX,*,1,USD\n*,*,free,USD");
  await form.getByRole("button", { name: "Save prices" }).click();
  await expect(text).toHaveAccessibleDescription(/Line 2: Enter a country .* Line 3: Enter a price/);
  await expectAccessible(page);
  await form.getByLabel("Choose a CSV file").setInputFiles({
    name: "prices.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("country,category,price,currency\nIN,marketing,0.0118,USD\n*,*,0.05,EUR\n"),
  });
  await expect(text).toHaveValue(/0.05,EUR/);
  await form.getByRole("button", { name: "Save prices" }).click();
  await expect(form).toHaveCount(0);
  await expect(card.getByRole("row", { name: /India/ })).toContainText("$0.0118");
  await expect(card.getByRole("row", { name: /All others/ })).toContainText("€0.05");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await fitsInWidth(page);
});

test("who may only look is offered to change nothing", async ({ page }) => {
  const there = await simulator();
  await signedIn(page, await clientOf("people"));
  // The server's own refusals have tests of their own.
  await page.route(`**/api${me.path}`, async (route) => {
    const response = await route.fetch();
    const answered = (await response.json()) as { response: Profile };
    answered.response.permissions = ["CHANNELS.VIEW"];
    await route.fulfill({ response, json: answered });
  });
  await page.goto(`/admin/channels?q=${encodeURIComponent(there.name)}`);
  await expect(page.getByRole("link", { name: there.name })).toBeVisible();
  await expect(page.getByRole("button", { name: "New channel" })).toHaveCount(0);
  await page.getByRole("link", { name: there.name }).click();
  await expect(page.getByRole("heading", { name: there.name, level: 1 })).toBeVisible();
  for (const name of ["Test", "Pause", "Edit", "Delete"]) {
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
});

test("what a vendor flags is told in the list, at the channel and at the dashboard with what to do, and goes when it is mended", async ({
  page,
  baseURL,
}) => {
  const name = unique("Flagged");
  const contactId = freePhone().replaceAll(" ", "");
  const client = await open(page);
  const { id } = await client.call(channelsApi.createChannel, {
    body: {
      name,
      type: 4,
      vendor: 92,
      contactId,
      data: { phoneNumberId: "1", wabaId: contactId.slice(1), accessToken: "a", appSecret: "s" },
    },
  });
  const tell = async (event: string, time: number) => {
    const value = { display_phone_number: contactId.slice(1), event, current_limit: "TIER_1K" };
    const send = (path: string, init: RequestInit) => fetch(new URL(path, baseURL), init);
    const answer = await tellNews(send, { id, appSecret: "s" }, "phone_number_quality_update", value, time);
    expect(answer.status).toBe(200);
    const known = event === "FLAGGED" ? "yes" : "no";
    await expect
      .poll(async () => {
        const { health } = await client.call(channelsApi.getChannel, { params: { id } });
        return health.find(({ fact }) => fact === "flag")?.value;
      })
      .toBe(known);
  };
  const now = Math.floor(Date.now() / 1_000);
  await tell("FLAGGED", now - 20);
  await page.goto(`/admin/channels?q=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(row).toContainText("Flagged");
  await page.goto("/dashboard");
  const alerts = page.getByRole("region", { name: "Channels that need you" });
  const alert = alerts.getByRole("listitem").filter({ hasText: name });
  await expect(alert).toContainText("has flagged this number");
  await alert.getByRole("link", { name }).click();
  const health = page.getByRole("region", { name: "Health" });
  await expect(health.getByRole("list", { name: "Alerts" })).toContainText("Send fewer messages");
  await expect(health).toContainText("0 of 1,000 people reached within 24 hours");
  await expect(health).toContainText("Not told yet");

  await tell("UNFLAGGED", now - 10);
  await page.reload();
  await expect(health).toContainText("0 of 1,000 people");
  await expect(health.getByRole("list", { name: "Alerts" })).toHaveCount(0);
  await page.goto(`/admin/channels?q=${encodeURIComponent(name)}`);
  await expect(row).toContainText("Active");
  await expect(row.getByText("Flagged", { exact: true })).toHaveCount(0);
  await page.goto("/dashboard");
  await expect(page.getByRole("list", { name: "At a glance" })).toBeVisible();
  await expect(alert).toHaveCount(0);
});
