import { readFileSync } from "node:fs";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { makeCustomer, makeGroup, makeMany, ownFields, unique } from "#tests/support/customers.ts";
import { LIST, openCustomers, rowOf, table, within } from "#tests/support/customer-list.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";

test.describe.configure({ mode: "parallel" });

let fields: Record<string, string>;
test.beforeAll(async () => {
  fields = await ownFields(await clientOf("customers"));
});

test.describe("a popup that is refused", () => {
  test.use({ expectedErrors: [/409/] });

  test("a group that is there already is refused in its popup, and a second popup begins empty", async ({
    page,
  }) => {
    const client = await clientOf("customers");
    const name = unique("Taken");
    await makeGroup(client, name);
    await openCustomers(page, LIST);
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
      "A group with this name already exists",
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
  await openCustomers(page, within(north));
  await expect(page.getByText("1–10 of 12")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/from=10/);
  await expect(page.getByText("11–12 of 12")).toBeVisible();
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
  await page.getByRole("button", { name: `Remove the filter ${one}` }).click();
  await expect(table(page).getByRole("link", { name: "Southerner" })).toBeVisible();
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("1–10 of 13")).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
});

test("a group gets another name and is deleted from its menu; its customers stay, and the list shows everybody again", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const [before, after] = [unique("Before"), unique("After")];
  const group = await makeGroup(client, before);
  const name = unique("Member");
  await makeMany(client, group, [name]);
  await openCustomers(page, within(group));
  await page.getByRole("button", { name: `Menu for ${before}` }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const popup = page.getByRole("dialog", { name: `Rename the group ${before}` });
  await popup.getByLabel(/^Group Name/).fill(after);
  await popup.getByLabel(/^Group Name/).press("Enter");
  await expect(page.getByRole("button", { name: `Remove the filter ${after}` })).toBeVisible();
  await page.getByRole("button", { name: `Menu for ${after}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete?" });
  await expect(question).toContainText(`The group ${after} is deleted. Its 1 customer is kept.`);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await expect(page.getByRole("button", { name: `Menu for ${after}` })).toBeHidden();
  await page.getByLabel("Search customers").last().fill(name);
  await expect(rowOf(page, name)).toBeVisible();
});

test("Add to Group and Attach Label wait for a tick, say why, work on those ticked, and can be taken away again", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  const label = unique("Hot");
  await makeMany(client, group, ["Anna", "Berta", "Carla"]);
  await openCustomers(page, within(group));
  // In its place above the list; with somebody ticked also in the bar.
  const attach = page.getByRole("button", { name: "Attach Label" }).first();
  await expect(attach).toHaveAttribute("aria-disabled", "true");
  await expect(attach).toHaveAccessibleDescription("Choose at least one customer");
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  await page.getByRole("checkbox", { name: "Select Berta" }).check();
  await expect(all).toBeChecked({ indeterminate: true });
  await all.check();
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select Carla" }).uncheck();
  await attach.click();
  const popup = page.getByRole("dialog", { name: "Attach Label" });
  // The button is disabled, and gives the reason when it is pressed anyway.
  await popup.getByRole("button", { name: "Save" }).click({ force: true });
  await expect(popup.getByText("Choose at least one label").first()).toBeVisible();
  await popup.getByRole("combobox").fill(label);
  await page.getByRole("option", { name: `Create the label "${label}"` }).click();
  await popup.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2 customers changed")).toBeVisible();

  await page.getByLabel("Search labels").last().fill(label);
  await page.getByRole("button", { name: new RegExp(`^${label}`) }).click();
  await expect(table(page).getByRole("row")).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select Anna" }).check();
  await page.getByRole("button", { name: "Remove Label" }).click();
  await page.getByRole("combobox", { name: /^Labels/ }).fill(label);
  await page.getByRole("option", { name: new RegExp(label) }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("1 customer changed")).toBeVisible();
  await expect(table(page).getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone: 1 change")).toBeVisible();
  await expect(table(page).getByRole("row")).toHaveCount(3);
});

test("customers are moved from the group that is shown to another", async ({ page }) => {
  const client = await clientOf("customers");
  const [from, to] = [unique("From"), unique("To")];
  const group = await makeGroup(client, from);
  const other = await makeGroup(client, to);
  await makeMany(client, group, ["Moving", "Staying"]);
  // The group's name arrives after the dialog has been opened.
  const opened = Promise.withResolvers<void>();
  await page.route("**/groups?*perPage=-1*", async (route) => {
    await opened.promise;
    await route.continue();
  });
  await openCustomers(page, within(group));
  await page.getByRole("checkbox", { name: "Select Moving" }).check();
  await page.getByRole("button", { name: "Add to Group" }).last().click();
  await page.getByRole("combobox", { name: /^Groups/ }).fill(to);
  await page.getByRole("option", { name: new RegExp(`^${to}`) }).click();
  opened.resolve();
  await page.getByRole("checkbox", { name: `Remove them from ${from}` }).check();
  const popup = page.getByRole("dialog", { name: "Move Group" });
  await popup.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, "Moving")).toBeHidden();
  await expect(rowOf(page, "Staying")).toBeVisible();
  await page.goto(within(other));
  await expect(rowOf(page, "Moving")).toBeVisible();
});

test.describe("with the pointer over somebody who has just gone", () => {
  // Their page is asked for beforehand, where the pointer is as the question closes.
  test.use({ expectedErrors: [/404 \(Not Found\).*\/customers\//] });
  test("deleting names whom it is about, one, those ticked or all that match, and Undo brings them back", async ({
    page,
  }) => {
    const client = await clientOf("customers");
    const group = await makeGroup(client);
    const name = unique("Gone");
    await makeMany(client, group, [...Array.from({ length: 10 }, (_, at) => `Member ${at}`), name]);
    await openCustomers(page, within(group));
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete?" });
    await expect(question).toContainText(name);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(rowOf(page, name)).toBeVisible();
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("1–10 of 10")).toBeVisible();
    await expect(rowOf(page, name)).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, name)).toBeVisible();

    // Ticked customers are deleted and restored together.
    const remove = async (count: number) => {
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      const asked = page.getByRole("alertdialog", { name: `Delete ${count} customers?` });
      await expect(asked.getByRole("button", { name: "Cancel" })).toBeFocused();
      await asked.getByRole("button", { name: "Delete" }).click();
    };
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await expect(page.getByText("10 selected")).toBeVisible();
    await remove(10);
    await expect(page.getByText("10 customers deleted")).toBeVisible();
    await expect(page.getByText("1–1 of 1")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("10 customers restored")).toBeVisible();
    await expect(page.getByText("1–10 of 11")).toBeVisible();

    // Deleting all matches is a background job, whose outcome is still shown after a reload.
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Select all 11 that match" }).click();
    await expect(page.getByText("All 11 that match are selected.")).toBeVisible();
    await remove(11);
    await expect(page.getByText("Done: 11 customers deleted")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("No Record Found").first()).toBeVisible();
    await page.reload();
    await expect(page.getByText("Done: 11 customers deleted")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Done: 11 customers restored")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("1–10 of 11")).toBeVisible();
  });
});

test("of two searches the newest wins, though the answer to the first comes last", async ({ page }) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(client, group, ["Quentin", "Quirin"]);
  await openCustomers(page, within(group));
  await expect(rowOf(page, "Quentin")).toBeVisible();
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
  await expect(rowOf(page, "Quentin")).toBeHidden();
  release();
  await expect(rowOf(page, "Quirin")).toBeVisible();
  await expect(page).toHaveURL(/q=quir/);
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(rowOf(page, "Quentin")).toBeVisible();
});

test("another filter shows its first page, with nobody ticked of those that are no longer shown", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const word = unique("Filtered").replace(" ", "");
  const [group, other] = [await makeGroup(client), await makeGroup(client)];
  await makeMany(
    client,
    group,
    Array.from({ length: 12 }, (_, at) => `${word} ${at}`),
  );
  await makeMany(client, other, ["Elsewhere"]);
  await openCustomers(page, `${within(group)}&from=10`);
  await expect(page.getByText("11–12 of 12")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByText("1–10 of 12")).toBeVisible();
  await expect(page.getByText("2 selected"), "a page is no filter").toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("11–12 of 12")).toBeVisible();

  await page.getByLabel("Search customers").last().fill(word);
  await expect(page.getByText("1–10 of 12")).toBeVisible();
  await expect(page).not.toHaveURL(/from=/);
  await expect(page.getByText("2 selected")).toBeHidden();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByText("10 selected")).toBeVisible();
  await page.getByLabel("Search customers").last().fill("");
  await expect(page).not.toHaveURL(/q=/);
  await expect(page.getByRole("checkbox", { name: "Select all on this page" })).not.toBeChecked();
  await expect(page.getByText(/\d+ selected/)).toBeHidden();
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
  await openCustomers(page, within(group));
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
  await page.getByRole("button", { name: "Save or delete views" }).click();
  await page.getByLabel("Name of the view").fill(view);
  await page.getByRole("button", { name: "Save this view" }).click();
  await expect(page.getByText(`View ${view} saved`)).toBeVisible();
  await page.keyboard.press("Escape");
  const tabs = page.getByRole("navigation", { name: "Views" });
  const [all, tab] = [tabs.getByRole("button", { name: "All" }), tabs.getByRole("button", { name: view })];
  await expect(tab).toHaveAttribute("aria-current", "true");
  await all.click();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Remark" }).uncheck();
  await page.keyboard.press("Escape");
  const own = ["Name", "Phone Number", "City", "Action"];
  await expect(heads).toContainText(own);
  await tab.click();
  await expect(page).toHaveURL(new RegExp(`group=${group}`));
  await expect(heads).toContainText(["Name", "Phone Number", "Remark", "City", "Action"]);
  // The open view is named, here and in the address; one that is searched in is marked, and another press shows it as saved.
  await page.reload();
  await expect(tab).toHaveAttribute("aria-current", "true");
  await expect(tab).not.toContainText("changed");
  await page.getByLabel("Search customers").last().fill("Viewed");
  await expect(tab).toContainText("changed");
  await expect(rowOf(page, "Viewed")).toBeVisible();
  await tab.click();
  await expect(page.getByLabel("Search customers").last()).toHaveValue("");
  await expect(tab).not.toContainText("changed");
  // Its columns are its own: those that were chosen for the list are there again, after a reload, too.
  await page.reload();
  await all.click();
  await expect(heads).toContainText(own);
  await page.reload();
  await expect(heads).toContainText(own);
});

test("a page has 10 rows, or as many as are chosen, in the address and the next time", async ({ page }) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(
    client,
    group,
    Array.from({ length: 23 }, (_, at) => `Rowed ${at}`),
  );
  await openCustomers(page, within(group));
  await expect(page.getByText("1–10 of 23")).toBeVisible();
  const size = page.getByRole("combobox", { name: "Rows a page" });
  await expect(size.getByRole("option")).toHaveText([/^10/, /^20/, /^50/, /^100/]);
  await size.selectOption("20");
  await expect(page.getByText("1–20 of 23")).toBeVisible();
  await expect(page).toHaveURL(/rows=20/);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("21–23 of 23")).toBeVisible();
  await page.goto(within(group));
  await expect(page.getByText("1–20 of 23")).toBeVisible();
});

test("the list is sorted by name and by when they were added, in columns that can be chosen, and narrowed by own fields", async ({
  page,
}) => {
  const client = await clientOf("customers");
  const name = unique("Sorted");
  const group = await makeGroup(client, name);
  const make = (who: string, city: string, plan: string) =>
    makeCustomer(client, {
      name: who,
      groups: [group],
      data: [
        { id: fields["city"] ?? "", value: city },
        { id: fields["plan"] ?? "", value: plan },
      ],
    });
  await make("Middle", "Pune", "gold");
  await make("Alpha", "Delhi", "silver");
  await make("Zulu", "Pune", "silver");
  await openCustomers(page, within(group));
  const links = table(page).getByRole("rowheader");
  await expect(links).toHaveText(["Zulu", "Alpha", "Middle"]);
  const byName = table(page).getByRole("columnheader", { name: "Name", exact: true });
  await expect(byName).toHaveAttribute("aria-sort", "none");
  await byName.getByRole("button").click();
  await expect(links).toHaveText(["Alpha", "Middle", "Zulu"]);
  await expect(byName).toHaveAttribute("aria-sort", "ascending");
  await page.reload();
  await expect(links).toHaveText(["Alpha", "Middle", "Zulu"]);
  await byName.getByRole("button").press("Enter");
  await expect(links).toHaveText(["Zulu", "Middle", "Alpha"]);

  await page.getByRole("button", { name: "Columns" }).click();
  for (const column of ["Groups", "Added"]) await page.getByRole("checkbox", { name: column }).check();
  await page.keyboard.press("Escape");
  await expect(table(page).getByRole("cell", { name }).first()).toBeVisible();
  const added = table(page).getByRole("columnheader", { name: "Added", exact: true });
  await added.getByRole("button").click();
  await expect(added).toHaveAttribute("aria-sort", "descending");
  await added.getByRole("button").click();
  await expect(links).toHaveText(["Middle", "Alpha", "Zulu"]);
  await expectAccessible(page);

  const narrow = async (field: string) => {
    await page.getByRole("button", { name: "Filter by a field" }).click();
    const dialog = page.getByRole("dialog", { name: "Filter by a field" });
    await dialog.getByLabel("Field", { exact: true }).selectOption(field);
    return dialog;
  };
  let dialog = await narrow("City");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog.getByLabel(/^Value/)).toHaveAccessibleDescription(/This field is required/);
  await dialog.getByLabel(/^Value/).fill("pune");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(links).toHaveText(["Middle", "Zulu"]);
  dialog = await narrow("Plan");
  await dialog.getByRole("checkbox", { name: "silver" }).check();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(links).toHaveText(["Zulu"]);
  const chips = page.getByRole("list", { name: "Filters" });
  await expect(chips).toContainText("City:pune");
  await page.reload();
  await expect(links).toHaveText(["Zulu"]);
  await page.getByRole("button", { name: "Remove the filter pune" }).click();
  await expect(links).toHaveText(["Alpha", "Zulu"]);
});

test("whoever scrolls to the last row has all four actions in the bar of the ticked", async ({ page }) => {
  const client = await clientOf("customers");
  const group = await makeGroup(client);
  await makeMany(
    client,
    group,
    Array.from({ length: 10 }, (_, at) => `Barred ${at}`),
  );
  await page.setViewportSize({ width: 1280, height: 420 });
  await openCustomers(page, within(group));
  const last = page.getByRole("checkbox", { name: "Select Barred 0" });
  await last.check();
  for (const action of ["Add to Group", "Attach Label", "Remove from Group", "Remove Label"]) {
    await expect(page.getByRole("button", { name: action }).last()).toBeInViewport();
  }
});

test("names of any script and any length keep to their cells, are shown whole on focus, and are exported", async ({
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
    await openCustomers(page, within(group));
    for (const name of names) await expect(table(page).getByRole("link", { name }).first()).toBeVisible();
    const wider = await page.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(wider, `pixels too wide at ${width}`).toBeLessThanOrEqual(0);
  }
  // Shortened, and shown in full on keyboard focus.
  const long = table(page).getByRole("link", { name: "W".repeat(30) });
  const hidden = () => long.evaluate((link) => link.scrollHeight - link.clientHeight);
  expect(await hidden()).toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  await long.focus();
  await expect.poll(hidden).toBe(0);
  const remark = await rowOf(page, "Long remark").boundingBox();
  expect(remark?.height).toBeLessThan(80);

  // At 360 px it is behind the button that has the rest.
  await page.setViewportSize({ width: 1440, height: 800 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Customers .*\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trim()
    .split(/\r?\n/);
  expect(lines).toHaveLength(1 + names.length + 1);
  expect(names.filter((name) => !lines.some((line) => line.includes(name)))).toEqual([]);
  await expect(page.getByText(/^Exported: Customers/).first()).toBeVisible();
});

test.describe("when the list cannot be read", () => {
  test.use({ expectedErrors: [/Failed to load/] });

  test("the screen says so and tries again when asked", async ({ page }) => {
    const list = /customer_master\/customers\?/;
    await page.route(list, (route) => route.abort());
    await openCustomers(page, LIST);
    await expect(page.getByText("Couldn't load customers")).toBeVisible();
    // Before the press: a request that comes while the browser stops looking at requests may be lost.
    await page.unroute(list);
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
