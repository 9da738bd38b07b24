import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, makeCustomer, makeGroup, ownFields, unique } from "#tests/support/customers.ts";
import { LIST, openCustomers, rowOf, within } from "#tests/support/customer-list.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";

/** The row of somebody without its spaces: it has the number as people read it. */
const digitsIn = async (page: Page, name: string): Promise<string> =>
  (await rowOf(page, name).textContent())?.replaceAll(" ", "") ?? "";

test.describe.configure({ mode: "parallel" });

let fields: Record<string, string>;
test.beforeAll(async () => {
  fields = await ownFields(await clientOf("customers"));
});

test("a customer is made with the enterprise's own fields, by a number whose code chooses the country", async ({
  page,
}) => {
  const name = unique("Meera");
  const group = unique("Friends");
  await openCustomers(page, LIST);
  await page.getByRole("link", { name: "Create Customer" }).first().click();
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Create Customer – Chatbird$/);
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel("Country").fill("united king");
  await page.getByRole("option", { name: /United Kingdom \+44/ }).click();
  const number = freePhone();
  await page.getByLabel(/^Phone Number/).fill(number);
  await expect(page.getByLabel("Country")).toHaveValue("India +91");
  await page.getByLabel("City").fill("Pune");
  await page.getByLabel("Plan").selectOption("gold");
  await page.getByLabel("Instagram ID").fill("meera");
  const groups = page.getByRole("region", { name: "Groups" });
  await groups.getByRole("combobox").fill(group);
  await page.getByRole("option", { name: `Create the group "${group}"` }).click();
  await expect(groups.getByRole("listitem")).toHaveText(group);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  // Other tests create customers meanwhile, so this one may no longer be on the first page.
  await page.getByLabel("Search customers").last().fill(name);
  await expect.poll(() => digitsIn(page, name)).toContain(number.replaceAll(" ", ""));
  await expect(rowOf(page, name)).toContainText("Pune");
});

test("a number without a country code is one of the enterprise's country; one that a country does not have is refused with the reason", async ({
  page,
}) => {
  const client = await clientOf("customers");
  await client.call(enterpriseApi.saveConfiguration, { body: { details: { country: "IN" } } });
  const name = unique("Local");
  await openCustomers(page, `${LIST}/create`);
  const country = page.getByLabel("Country");
  const number = page.getByLabel(/^Phone Number/);
  await expect(country).toHaveValue("India +91");
  // An Indian mobile number; no British one begins with 6.
  const typed = `6291${freePhone().slice(-6)}`;
  await number.fill(typed);
  await expect(number).toHaveAccessibleDescription(/^Saved as \+91 /);
  await country.fill("united king");
  await page.getByRole("option", { name: /United Kingdom \+44/ }).click();
  await page.getByLabel(/^Name/).fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(number).toHaveAccessibleDescription(/\+44 has no such number\./);
  await country.fill("india");
  await page.getByRole("option", { name: /India \+91/ }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await page.getByLabel("Search customers").last().fill(name);
  await expect.poll(() => digitsIn(page, name)).toContain(`+91${typed}`);
});

test("a customer opens to be read; the pencil lets one change him, but for his number; the way back leads to the same search", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const name = unique("Read");
  const group = await makeGroup(client);
  const data = [{ id: fields["plan"] ?? "", value: "gold" }];
  const { id } = await makeCustomer(client, { name, data, groups: [group] });
  await openCustomers(page, `${within(group)}&q=read`);
  const back = new RegExp(`group=${group}&q=read$`);
  await rowOf(page, name).getByRole("link", { name }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}/view/${id}$`));
  await expect(page.getByRole("heading", { name: "Update Customer" })).toBeFocused();
  await expect(page.getByLabel("City")).toBeDisabled();
  await expect(page.getByLabel("Plan")).toHaveValue("gold");
  await expect(page.getByRole("region", { name: "What is known" })).toContainText("gold");
  await page.getByRole("link", { name: "Back to the customers" }).click();
  await expect(page).toHaveURL(back);
  await rowOf(page, name).getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel(/^Phone Number/)).toBeDisabled();
  await page.getByLabel("City").fill("पुणे");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(back);
  await expect(rowOf(page, name)).toContainText("पुणे");
});

test("possible duplicates come with the customer, so that the tabs do not move from under a press", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("customers"));
  const { id } = await makeCustomer(client, { name: unique("Still") });
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const asked = page.waitForRequest(/\/duplicates$/);
  await page.route(/\/duplicates$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${LIST}/view/${id}`);
  await asked;
  const tab = page.getByRole("tab", { name: "Channels" });
  expect(await tab.count()).toBe(0);
  answer();
  await expect(tab).toBeVisible();
});

test("what is wrong is said beside its field in the specified words, not before it is left, and goes when mended", async ({
  page,
}) => {
  // The shortest number depends on it.
  const client = await clientOf("customers");
  await client.call(enterpriseApi.saveConfiguration, { body: { details: { country: "IN" } } });
  await openCustomers(page, `${LIST}/create`);
  const name = page.getByLabel(/^Name/);
  await name.fill("x");
  await expect(page.getByText("Minimum length must be 2 characters.")).toBeHidden();
  await name.blur();
  await expect(name).toHaveAccessibleDescription("Minimum length must be 2 characters.");
  await name.fill("   ");
  await expect(name).toHaveAccessibleDescription("Whitespace only present in the field - Name");
  await name.fill("y".repeat(31));
  await expect(name).toHaveAccessibleDescription("Maximum length must be 30 characters.");
  await page.getByLabel("City").fill("P");
  await page.getByLabel("Remark").fill("  ");
  await name.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("listitem")).toHaveText([
    "Name is required",
    "Phone Number is required",
    "City: Minimum length must be 2 characters.",
    "Whitespace only present in the field - Remark",
  ]);
  await summary.getByRole("link", { name: "Phone Number is required" }).click();
  await expect(page.getByLabel(/^Phone Number/)).toBeFocused();
  await page.getByLabel(/^Phone Number/).fill("12");
  await expect(page.getByLabel(/^Phone Number/)).toHaveAccessibleDescription(
    /This number is too short for \+91/,
  );
  await page.getByLabel("City").fill("Pune");
  await expect(summary.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByLabel("City")).toHaveValue("Pune");
});

test.describe("refused by the server", () => {
  test.use({ expectedErrors: [/409/] });

  test("a number that is taken names its owner and leads to him, and what was typed stays", async ({
    page,
    context,
  }) => {
    const client = await clientOf("customers");
    const owner = await makeCustomer(client, { name: unique("Owner") });
    await openCustomers(page, `${LIST}/create`);
    await page.getByLabel(/^Name/).fill("Another");
    await page.getByLabel(/^Phone Number/).fill(owner.phoneNumber);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel(/^Phone Number/)).toHaveAccessibleDescription(
      new RegExp(`This phone number belongs to ${owner.name}.`),
    );
    await expect(page.getByLabel(/^Phone Number/)).toBeFocused();
    await expect(page.getByLabel(/^Name/)).toHaveValue("Another");
    const [other] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Open this customer" }).click(),
    ]);
    await expect(other).toHaveURL(new RegExp(`${LIST}/view/${owner.id}`));
  });

  test("the slower of two saves is told what the other changed, and chooses", async ({ page }) => {
    const client = await clientOf("customers");
    const customer = await makeCustomer(client, { name: unique("Twice") });
    await openCustomers(page, `${LIST}/view/${customer.id}`);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.getByLabel("Twitter ID").fill("mine");
    const theirs = { name: customer.name, phoneNumber: customer.phoneNumber, facebookId: "theirs" };
    await client.call(customersApi.saveCustomer, { body: { id: customer.id, ...theirs } });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/Changed by Kiran Shah at .*Nothing was overwritten/)).toBeInViewport();
    await expect(page.getByText("Facebook ID: theirs")).toBeVisible();
    await expect(page.getByLabel("Twitter ID")).toHaveValue("mine");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
    const { customer: stored } = await client.call(customersApi.getCustomer, { params: { id: customer.id } });
    expect(stored).toMatchObject({ twitterId: "mine", facebookId: "" });
  });
});

test("unsaved work is not lost: leaving is refused, a reload brings it back, Cancel asks first", async ({
  page,
}) => {
  await openCustomers(page, `${LIST}/create`);
  await page.getByLabel(/^Name/).fill("Half written");
  await page.getByLabel("City").fill("Pune");
  await page.getByRole("link", { name: "Back to the customers" }).click();
  await expect(page.getByText("Save the customer, or cancel, before you leave").first()).toBeVisible();
  await expect(page).toHaveURL(/create$/);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("Your unsaved draft has been restored.")).toBeVisible();
  await expect(page.getByLabel("City")).toHaveValue("Pune");
  await page.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel(/^Name/)).toHaveValue("Half written");
  await page.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await page.goto(`${LIST}/create`);
  await expect(page.getByLabel(/^Name/)).toHaveValue("");
});

test("who may be the same person is offered, and merged: groups and what was empty come along", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const name = unique("Double");
  const groupName = unique("Old friends");
  const group = await makeGroup(client, groupName);
  await makeCustomer(client, { name, instaId: "double", groups: [group] });
  const { id } = await makeCustomer(client, { name });
  await openCustomers(page, `${LIST}/view/${id}`);
  const offer = page.getByRole("region", { name: "Possible duplicates" });
  await expect(offer).toContainText("same name");
  await offer.getByRole("button", { name: `Merge ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).click();
  await expect(offer).toBeHidden();
  await expect(page.getByLabel("Instagram ID")).toHaveValue("double");
  await expect(page.getByRole("region", { name: "Groups" })).toContainText(groupName);
  await expect(page.getByRole("complementary", { name: "History" })).toContainText("Merged");
});

test("each customer's page has their name, by which the palette finds the one that was open", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const names = [unique("Asha"), unique("Ravi")];
  await openCustomers(page, LIST);
  for (const name of names) {
    const { id } = await makeCustomer(client, { name });
    await page.goto(`${LIST}/view/${id}`);
    await expect(page).toHaveTitle(`${name} – Chatbird`);
  }
  await page.keyboard.press("Control+k");
  for (const name of names) await expect(page.getByRole("option", { name })).toBeVisible();
});

test("what a broadcast sent a customer leads to the broadcast, and a talk with a bot to its report", async ({
  page,
}) => {
  const { id } = await makeCustomer(await clientOf("customers"), { name: unique("Leela") });
  await page.route(`**/${id}/history*`, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: ReplyOf<typeof customersApi.customerHistory> };
    const sent = { id: "r1", channel: "Bank", broadcast: "Spring", status: "delivered" as const, reason: "" };
    const event = {
      at: "2031-05-08T10:00:00.000Z",
      kind: "broadcastSent" as const,
      by: "",
      importId: null,
      text: "",
      chat: null,
      talk: null,
    };
    const talk = { id: "t1", agentId: "a1", bot: "Teller", turns: 4 };
    reply.data.events = [
      { ...event, sent: { ...sent, broadcastId: "b1" } },
      { ...event, kind: "botTalked", sent: null, talk },
    ];
    await route.fulfill({ response, json: reply });
  });
  await openCustomers(page, `${LIST}/view/${id}`);
  await expect(page.getByRole("link", { name: "Spring" })).toHaveAttribute("href", "/campaigns/broadcast/b1");
  await expect(page.getByText("Teller · 4 messages")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in the report" })).toHaveAttribute(
    "href",
    /^\/bots\/a1\/nlp-report\/overview\?.*talk=t1/,
  );
});

test("more of a history keeps the focus on its button, and says how much is shown and where it ends", async ({
  page,
}) => {
  const { id } = await makeCustomer(await clientOf("customers"), { name: unique("Leela") });
  // Two pages of the one event that there is.
  await page.route(`**/${id}/history*`, async (route) => {
    const url = new URL(route.request().url());
    const isFirst = url.searchParams.get("from") === "0";
    url.searchParams.set("from", "0");
    const response = await route.fetch({ url: url.href });
    const reply = (await response.json()) as { data: ReplyOf<typeof customersApi.customerHistory> };
    const [event] = reply.data.events;
    const data = { ...reply.data, events: event ? [event] : [], hasMore: isFirst };
    await route.fulfill({ json: { ...reply, data } });
  });
  await openCustomers(page, `${LIST}/view/${id}`);
  const history = page.getByRole("complementary", { name: "History" });
  const more = history.getByRole("button", { name: "Show More" });
  await more.press("Enter");
  await expect(history.getByRole("listitem")).toHaveCount(2);
  await expect(more).toBeFocused();
  await expect(history.getByRole("status")).toHaveText("All shown: 2");
  await expect(more).toHaveAccessibleDescription("No More Data to Show");
});

test.describe("a customer who is known here, but no longer there", () => {
  test.use({ expectedErrors: [/404/] });

  test("is found in the trash, if somebody else has deleted them", async ({ page }) => {
    const client = await clientOf("customers");
    const { id } = await makeCustomer(client, { name: unique("Gone elsewhere") });
    await page.clock.install();
    await openCustomers(page, `${LIST}/view/${id}`);
    await page.getByRole("link", { name: "Back to the customers" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
    await client.call(customersApi.deleteCustomer, { params: { id } });
    await page.clock.fastForward(5_000);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Customer in the trash" })).toBeVisible();
  });

  test("is forgotten once erased, also by this tab", async ({ page }) => {
    const client = await clientOf("customers");
    const { id, name } = await makeCustomer(client, { name: unique("Forgotten") });
    await openCustomers(page, `${LIST}/view/${id}`);
    await page.getByRole("tab", { name: "Personal data" }).click();
    await page.getByRole("button", { name: "Erase permanently" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("textbox").fill(name);
    await question.getByRole("button", { name: "Erase permanently" }).click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
    await page.getByRole("link", { name: "Back to the customers" }).last().click();
    await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
    // Never answered: a form that were still known would be shown meanwhile.
    const one = new RegExp(`/customers/${id}$`);
    await page.route(one, () => {});
    const asked = page.waitForRequest(one);
    await page.goBack();
    await asked;
    await expect(page.getByText(name)).toHaveCount(0);
  });
});

test.describe("personal data", () => {
  test.use({ expectedErrors: [/404|data\?format=zip/] });

  test("is handed out as a file, and erased for good once the name is written, from the trash too; the receipt stays", async ({
    page,
  }) => {
    const client = await clientOf("customers");
    const { id, name } = await makeCustomer(client, { name: unique("Forget me") });
    await openCustomers(page, `${LIST}/view/${id}`);
    await page.getByRole("tab", { name: "Personal data" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "All data as JSON" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${name}.json`);
    await expect(page.getByRole("status").filter({ hasText: `${name}.json` })).toBeVisible();
    // A download that breaks off says so beside the button, and is there again with its reason.
    const copies = /\/data\?format=zip/;
    await page.route(copies, (route) => route.abort());
    await page.getByLabel("Reason").fill("asked by letter");
    await page.getByRole("button", { name: "All data with files (ZIP)" }).click();
    await expect(page.getByText("Something Went Wrong !!")).toBeVisible();
    await page.unroute(copies);
    const [archive, asked] = await Promise.all([
      page.waitForEvent("download"),
      page.waitForRequest(copies),
      page.getByRole("button", { name: "All data with files (ZIP)" }).click(),
    ]);
    expect(archive.suggestedFilename()).toBe(`${name}.zip`);
    expect(new URL(asked.url()).searchParams.get("reason")).toBe("asked by letter");
    await expect(page.getByText("Something Went Wrong !!")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Erase permanently" })).toBeVisible();

    await client.call(customersApi.deleteCustomer, { params: { id } });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Customer in the trash" })).toBeVisible();
    await expect(page.getByText(/^Deleted by Kiran Shah on /)).toBeVisible();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByRole("heading", { name: "Update Customer" })).toBeFocused();

    await client.call(customersApi.deleteCustomer, { params: { id } });
    await page.reload();
    await page.getByRole("button", { name: "Erase permanently" }).click();
    const question = page.getByRole("alertdialog", { name: `Erase ${name} permanently?` });
    const erase = question.getByRole("button", { name: "Erase permanently" });
    await expect(erase).toHaveAttribute("aria-disabled", "true");
    await question.getByRole("textbox").fill(name);
    await erase.click();
    await expect(page.getByRole("heading", { name: "Receipt" })).toBeFocused();
    await expect(page.getByText("Proof of the phone number")).toBeVisible();
    await page.getByRole("link", { name: "Back to the customers" }).last().click();
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
    await page.goto(`${LIST}/view/${id}`);
    await expect(page.getByText("This customer no longer exists.")).toBeVisible();
  });
});
