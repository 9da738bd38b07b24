import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, makeCustomer, makeGroup, makeMany, ownFields, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { endpoints } from "#workers/contract/endpoints.ts";

test.describe.configure({ mode: "parallel" });

const LIST = "/customer-master/customers";
const within = (group: string) => `${LIST}?group=${group}`;
const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^Select ${name} `) });
const table = (page: Page) => page.getByRole("table", { name: "Customers" });

let fields: Record<string, string>;
test.beforeAll(async () => {
  fields = await ownFields(await clientOf("customers"));
});

/** The list, or one customer, as the administrator of an enterprise that other tests leave alone. */
async function open(page: Page, path: string) {
  const client = await signedIn(page, await clientOf("customers"));
  await page.goto(path);
  return client;
}

test("a customer is made with the enterprise's own fields, found, read and changed; his number stays", async ({
  page,
}) => {
  const name = unique("Meera");
  const group = unique("Friends");
  await open(page, LIST);
  await page.getByRole("link", { name: "Create Customer" }).first().click();
  await expect(page).toHaveTitle("Create Customer – Chatbird");
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
  await expect(row(page, name)).toContainText(number.replaceAll(" ", ""));
  await expect(row(page, name)).toContainText("Pune");

  await row(page, name).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name: "Update Customer" })).toBeFocused();
  await expect(page.getByLabel("City")).toBeDisabled();
  await expect(page.getByLabel("Plan")).toHaveValue("gold");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel(/^Phone Number/)).toBeDisabled();
  await page.getByLabel("City").fill("पुणे");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row(page, name)).toContainText("पुणे");
});

test("what is wrong is said beside its field in the specified words, not before it is left, and goes when mended", async ({
  page,
}) => {
  await open(page, `${LIST}/create`);
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
  await expect(page.getByLabel(/^Phone Number/)).toHaveAccessibleDescription(/This is no phone number/);
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
    await open(page, `${LIST}/create`);
    await page.getByLabel(/^Name/).fill("Another");
    await page.getByLabel(/^Phone Number/).fill(owner.phoneNumber);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel(/^Phone Number/)).toHaveAccessibleDescription(
      new RegExp(`This phone number belongs to ${owner.name}.`),
    );
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
    await open(page, `${LIST}/view/${customer.id}`);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Twitter ID").fill("mine");
    const theirs = { name: customer.name, phoneNumber: customer.phoneNumber, facebookId: "theirs" };
    await client.call(endpoints.customers.save, { body: { id: customer.id, ...theirs } });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/Changed by Kiran Shah at .*Nothing was overwritten/)).toBeVisible();
    await expect(page.getByText("Facebook ID: theirs")).toBeVisible();
    await expect(page.getByLabel("Twitter ID")).toHaveValue("mine");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
    const { customer: stored } = await client.call(endpoints.customers.get, { params: { id: customer.id } });
    expect(stored).toMatchObject({ twitterId: "mine", facebookId: "" });
  });

  test("a group that is there already is refused in its popup, and a second popup begins empty", async ({
    page,
  }) => {
    const client = await clientOf("customers");
    const name = unique("Taken");
    await makeGroup(client, name);
    await open(page, LIST);
    await page.getByRole("button", { name: "Add a group" }).click();
    const popup = page.getByRole("dialog", { name: "Create Group" });
    await expect(popup.getByPlaceholder("Enter Group name")).toBeFocused();
    await expect(popup.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
    await expect(popup.getByText("This field is required", { exact: true }).first()).not.toBeInViewport();
    await popup.getByLabel(/^Group Name/).blur();
    await expect(popup.getByLabel(/^Group Name/)).toHaveAccessibleDescription("This field is required");
    await popup.getByLabel(/^Group Name/).fill(` ${name.toUpperCase()} `);
    await popup.getByRole("button", { name: "Save" }).click();
    await expect(popup.getByLabel(/^Group Name/)).toHaveAccessibleDescription(
      "There is a group of this name already",
    );
    await popup.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Add a label" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(page.getByLabel(/^Label Name/)).toHaveValue("");
  });
});

test("groups and labels narrow the list; the address keeps that, each is taken away by itself or all at once", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const [one, other] = [unique("North"), unique("South")];
  const [north, south] = [await makeGroup(client, one), await makeGroup(client, other)];
  await makeMany(
    client,
    north,
    Array.from({ length: 12 }, (_, at) => `Northerner ${at}`),
  );
  await makeMany(client, south, ["Southerner"]);
  await open(page, within(north));
  await expect(page.getByText("1–10 of 12")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/from=10/);
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Next" })).toHaveAccessibleDescription(
    "No More Data to Show",
  );
  // Another group begins from the first page.
  await page
    .getByRole("searchbox", { name: "Search groups" })
    .or(page.getByLabel("Search groups").last())
    .fill(other);
  await page.getByRole("button", { name: new RegExp(`^${other}`) }).click();
  await expect(page).not.toHaveURL(/from=/);
  await expect(page.getByText("1–10 of 13")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("list", { name: "Filters" }).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: `Do not filter by ${one}` }).click();
  await expect(table(page).getByRole("link", { name: "Southerner" })).toBeVisible();
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1–10 of 13")).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
});

test("Add to Group and Attach Label wait for a tick, say why, work on those ticked, and can be taken away again", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  const label = unique("Hot");
  await makeMany(client, group, ["Anna", "Berta", "Carla"]);
  await open(page, within(group));
  const attach = page.getByRole("button", { name: "Attach Label" });
  await expect(attach).toHaveAttribute("aria-disabled", "true");
  await expect(attach).toHaveAccessibleDescription("Choose at least one customer");
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  await page.getByRole("checkbox", { name: "Select Berta" }).check();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await all.check();
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select Carla" }).uncheck();
  await attach.click();
  const popup = page.getByRole("dialog", { name: "Attach Label" });
  // It is disabled, and says why to whoever presses it all the same.
  await popup.getByRole("button", { name: "Save" }).click({ force: true });
  await expect(popup.getByText("Choose at least one label").first()).toBeVisible();
  await popup.getByRole("combobox").fill(label);
  await page.getByRole("option", { name: `Create the label "${label}"` }).click();
  await popup.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2 customers changed").first()).toBeVisible();

  await page.getByLabel("Search labels").last().fill(label);
  await page.getByRole("button", { name: new RegExp(`^${label}`) }).click();
  await expect(table(page).getByRole("row")).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select Anna" }).check();
  await page.getByRole("button", { name: "Take Label away" }).click();
  await page.getByRole("combobox", { name: /^Labels/ }).fill(label);
  await page.getByRole("option", { name: new RegExp(label) }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("1 customer changed").first()).toBeVisible();
  await expect(table(page).getByRole("row")).toHaveCount(2);
});

test("customers are moved from the group that is shown to another", async ({ page }) => {
  const client = await clientOf("customers");
  const [from, to] = [unique("From"), unique("To")];
  const group = await makeGroup(client, from);
  const other = await makeGroup(client, to);
  await makeMany(client, group, ["Moving", "Staying"]);
  await open(page, within(group));
  await page.getByRole("checkbox", { name: "Select Moving" }).check();
  await page.getByRole("button", { name: "Add to Group" }).click();
  await page.getByRole("combobox", { name: /^Groups/ }).fill(to);
  await page.getByRole("option", { name: new RegExp(`^${to}`) }).click();
  await page.getByRole("checkbox", { name: `Take them out of ${from}` }).check();
  const popup = page.getByRole("dialog", { name: "Move Group" });
  await popup.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Moving")).toBeHidden();
  await expect(row(page, "Staying")).toBeVisible();
  await page.goto(within(other));
  await expect(row(page, "Moving")).toBeVisible();
});

test("all that match are deleted as one work, whose outcome stays after a reload and can be undone", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(
    client,
    group,
    Array.from({ length: 11 }, (_, at) => `Member ${at}`),
  );
  await open(page, within(group));
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByText("10 selected")).toBeVisible();
  await page.getByRole("button", { name: "Select all 11 that match" }).click();
  await expect(page.getByText("All 11 that match are selected.")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 11 customers?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Done: 11 customers changed").first()).toBeVisible();
  await expect(page.getByText("No Record Found").first()).toBeVisible();
  await page.reload();
  await expect(page.getByText("Done: 11 customers changed")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1–10 of 11")).toBeVisible();
});

test("deleting names the customer, and Undo brings him back", async ({ page }) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  const name = unique("Gone");
  await makeMany(client, group, [name, "Stays"]);
  await open(page, within(group));
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete?" });
  await expect(question).toContainText(name);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(row(page, name)).toBeVisible();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(row(page, name)).toBeHidden();
  await expect(row(page, "Stays")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, name)).toBeVisible();
});

test("of two searches the newest wins, though the answer to the first comes last", async ({ page }) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(client, group, ["Quentin", "Quirin"]);
  await open(page, within(group));
  await expect(row(page, "Quentin")).toBeVisible();
  let release = () => {};
  const slow = new Promise<void>((resolve) => (release = resolve));
  await page.route(/customers\?.*search=que(&|$)/, async (route) => {
    await slow;
    await route.continue().catch(() => undefined);
  });
  const search = page.getByLabel("Search customers").last();
  const asked = page.waitForRequest(/search=que(&|$)/);
  await search.fill("que");
  await asked;
  await search.fill("quir");
  await expect(row(page, "Quentin")).toBeHidden();
  release();
  await expect(row(page, "Quirin")).toBeVisible();
  await expect(page).toHaveURL(/q=quir/);
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(row(page, "Quentin")).toBeVisible();
});

test("columns are hidden and moved by keyboard, stay so, and are kept in a view with the filters", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeCustomer(client, {
    name: "Viewed",
    groups: [group],
    data: [{ id: fields["city"] ?? "", value: "Pune" }],
  });
  await open(page, within(group));
  const heads = table(page).getByRole("columnheader");
  await expect(heads).toContainText(["Name", "Phone Number", "City", "Plan", "Remark", "Action"]);
  await page.getByRole("button", { name: "Columns" }).press("Enter");
  await page.getByRole("checkbox", { name: "Plan" }).press("Space");
  const down = page.getByRole("button", { name: "Move City down" });
  await down.press("Enter");
  await expect(down).toBeFocused();
  await expect(down).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await expect(heads).toContainText(["Name", "Phone Number", "Remark", "City", "Action"]);
  await page.reload();
  await expect(heads).toContainText(["Name", "Phone Number", "Remark", "City", "Action"]);

  const view = unique("Only these");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByLabel("Name of the view").fill(view);
  await page.getByRole("button", { name: "Save this view" }).click();
  await expect(page.getByText(`The view ${view} is saved`)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Show all, in the order of the fields" }).click();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(heads).toHaveCount(7);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: view, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`group=${group}`));
  await expect(heads).toHaveCount(6);
});

test("Export saves those who match, and says what it saved", async ({ page }) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  const name = unique("Exported");
  await makeMany(client, group, [name]);
  await open(page, within(group));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Customers .*\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(name);
  await expect(page.getByText(/^Exported: Customers/).first()).toBeVisible();
});

test("unsaved work is not lost: leaving is refused, a reload brings it back, Cancel asks first", async ({
  page,
}) => {
  await open(page, `${LIST}/create`);
  await page.getByLabel(/^Name/).fill("Half written");
  await page.getByLabel("City").fill("Pune");
  await page.getByRole("link", { name: "Back to the customers" }).click();
  await expect(page.getByText("Save the customer, or cancel, before you leave").first()).toBeVisible();
  await expect(page).toHaveURL(/create$/);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("What you had begun here is back.")).toBeVisible();
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

test("from a customer the way back leads to the same search and page", async ({ page }) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(client, group, ["Returning"]);
  await open(page, `${within(group)}&q=return`);
  await table(page).getByRole("link", { name: "Returning" }).click();
  await page.getByRole("link", { name: "Back to the customers" }).click();
  await expect(page).toHaveURL(new RegExp(`group=${group}&q=return$`));
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
  await open(page, `${LIST}/view/${id}`);
  const offer = page.getByRole("region", { name: "Perhaps the same person" });
  await expect(offer).toContainText("same name");
  await offer.getByRole("button", { name: `Merge ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).click();
  await expect(offer).toBeHidden();
  await expect(page.getByLabel("Instagram ID")).toHaveValue("double");
  await expect(page.getByRole("region", { name: "Groups" })).toContainText(groupName);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Merged");
});

test("a person's data is handed out as a file, and erased for good once the name is written; the receipt stays", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const customer = await makeCustomer(client, { name: unique("Forget me") });
  await open(page, `${LIST}/view/${customer.id}`);
  await page.getByRole("tab", { name: "Personal data" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "All data as JSON" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${customer.name}.json`);
  await page.getByRole("button", { name: "Erase for good" }).click();
  const question = page.getByRole("alertdialog", { name: `Erase ${customer.name} for good?` });
  await expect(question.getByRole("button", { name: "Erase for good" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await question.getByRole("textbox").fill(customer.name);
  await question.getByRole("button", { name: "Erase for good" }).click();
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeFocused();
  await expect(page.getByText("Proof of the phone number")).toBeVisible();
  await page.getByRole("link", { name: "Back to the customers" }).last().click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(row(page, customer.name)).toBeHidden();
});

test("names of any script and any length keep to their cells, and are shown whole on focus", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  const names = ["प्रिया शर्मा", "محمد عبد الله", "👩‍👩‍👧 Müller 🎉", "W".repeat(30)];
  await makeMany(client, group, names);
  await makeGroup(client, "G".repeat(100)).catch(() => undefined);
  await makeCustomer(client, {
    name: "Long remark",
    groups: [group],
    data: [{ id: fields["remark"] ?? "", value: "x".repeat(3_000) }],
  });
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, within(group));
    for (const name of names) await expect(table(page).getByRole("link", { name }).first()).toBeVisible();
    const wider = await page.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(wider, `pixels too wide at ${width}`).toBeLessThanOrEqual(0);
  }
  const remark = await row(page, "Long remark").boundingBox();
  expect(remark?.height).toBeLessThan(80);
});

test.describe("when the list cannot be read", () => {
  test.use({ expectedErrors: [/Failed to load/] });

  test("the screen says so and tries again when asked", async ({ page }) => {
    await page.route(/customer_master\/customers\?/, (route) => route.abort(), { times: 1 });
    await open(page, LIST);
    await expect(page.getByText("The customers could not be read")).toBeVisible();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByLabel("Search customers").last()).toBeVisible();
  });
});

test("an enterprise without customers is told how to begin", async ({ page }) => {
  await signedIn(page, await clientOf("empty"));
  await page.goto("/customer-master");
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(page.getByText("No Record Found").first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Upload" }).last()).toHaveAttribute(
    "href",
    "/customer-master/uploadfile",
  );
  await page.getByRole("link", { name: "Create Customer" }).last().click();
  await expect(page.getByText("You have not defined any fields yet.")).toBeVisible();
});
