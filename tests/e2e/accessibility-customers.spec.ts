import type { Page } from "@playwright/test";
import { type State, walk } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { makeCustomer, makeGroup, ownFields, unique } from "#tests/support/customers.ts";
import { clientOf } from "#tests/support/sign-in.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";

test.describe.configure({ mode: "parallel" });

const LIST = "/customer-master/customers";
let trashed: string;
let shown: { group: string; groupName: string; label: string; name: string; id: string; phoneNumber: string };
test.beforeAll(async () => {
  const client = await clientOf("customers");
  const fields = await ownFields(client);
  const groupName = unique("Walked");
  const group = await makeGroup(client, groupName);
  const label = await client.call(customerTaggingsApi.saveLabel, { body: { name: unique("Seen") } });
  const name = unique("Asha");
  const body = { name, groups: [group], tags: [label.id], instaId: "asha" };
  await makeCustomer(client, body);
  const { id, phoneNumber } = await makeCustomer(client, {
    ...body,
    data: [
      { id: fields["city"] ?? "", value: "पुणे" },
      { id: fields["plan"] ?? "", value: "gold" },
      { id: fields["remark"] ?? "", value: "Likes tea ".repeat(40) },
    ],
  });
  shown = { group, groupName, label: label.name, name, id, phoneNumber };
  trashed = (await makeCustomer(client, { name: unique("Trashed") })).id;
  await client.call(customersApi.deleteCustomer, { params: { id: trashed } });
});

const listed = (page: Page) =>
  expect(page.getByRole("link", { name: shown.name, exact: true }).first()).toBeVisible();
/** In a narrow window the groups and labels are in a drawer. */
const showPanels = async (page: Page) => {
  const drawer = page.getByRole("button", { name: texts.showFilters(1) });
  await listed(page);
  if (await drawer.isVisible()) await drawer.click();
};
const inGroup = () => `${LIST}?group=${shown.group}&q=asha`;
const one = () => `${LIST}/view/${shown.id}`;
const tab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click();
  await expect(
    page
      .getByRole("tabpanel")
      .getByText(/Created|Export this person's data|No channels yet/)
      .first(),
  ).toBeVisible();
};

const states: Record<string, State> = {
  "the customers without a match": {
    path: () => `${LIST}?q=nobody-is-called-so`,
    arrive: (page) => expect(page.getByRole("button", { name: "Clear all" }).last()).toBeVisible(),
  },
  "the customers, one of them ticked": {
    path: inGroup,
    arrive: async (page) => {
      await page
        .getByRole("checkbox", { name: `Select ${shown.name}` })
        .first()
        .check();
      await expect(page.getByText("1 selected")).toBeVisible();
    },
  },
  "the groups and labels, and the menu of one": {
    apart: true,
    path: inGroup,
    arrive: async (page) => {
      await showPanels(page);
      await page.getByRole("button", { name: texts.menuOf(shown.groupName) }).click();
      await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
    },
  },
  "the popup of a new group, refused": {
    apart: true,
    path: inGroup,
    arrive: async (page) => {
      await showPanels(page);
      await page.getByRole("button", { name: "Add a group" }).click();
      await page.getByLabel(/^Group Name/).blur();
      await expect(page.getByLabel(/^Group Name/)).toHaveAccessibleDescription("This field is required");
    },
  },
  "the popup that attaches labels": {
    path: inGroup,
    arrive: async (page) => {
      await page
        .getByRole("checkbox", { name: `Select ${shown.name}` })
        .first()
        .check();
      await page.getByRole("button", { name: "Attach Label" }).first().click();
      await page.getByRole("combobox", { name: /^Labels/ }).fill(shown.label);
      await page.getByRole("option", { name: shown.label }).click();
      await expect(page.getByRole("button", { name: texts.takeOut(shown.label) })).toBeVisible();
    },
  },
  "the choice of columns": {
    path: inGroup,
    // In a small window it is behind another button.
    apart: true,
    arrive: async (page) => {
      await page.getByRole("button", { name: /^(Columns|More)$/ }).click();
      await expect(page.getByRole("button", { name: "Move City down" })).toBeVisible();
    },
  },
  "the saved views": {
    path: inGroup,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Save or delete views" }).click();
      await page.getByRole("button", { name: "Save this view" }).click();
      await expect(page.getByText("This field is required")).toBeVisible();
    },
  },
  "the form of a customer, refused": {
    path: () => `${LIST}/create`,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    },
  },
  "the countries of a phone number": {
    path: () => `${LIST}/create`,
    arrive: async (page) => {
      await page.getByLabel("Country").fill("land");
      await expect(page.getByRole("option", { name: /^Finland/ })).toBeVisible();
    },
  },
  "a phone number that is taken": {
    path: () => `${LIST}/create`,
    arrive: async (page) => {
      await page.getByLabel(/^Name/).fill("Somebody else");
      await page.getByLabel(/^Phone Number/).fill(shown.phoneNumber);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("link", { name: "Open this customer" })).toBeVisible();
    },
  },
  "a customer to be read": {
    path: one,
    arrive: (page) => expect(page.getByRole("region", { name: "Possible duplicates" })).toBeVisible(),
  },
  "a customer being changed": {
    path: one,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Edit" }).click();
      await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
    },
  },
  "a customer's channels": { path: one, arrive: tab("Channels") },
  "a customer's history": {
    path: one,
    // A part of its own where there is no room for it beside the form.
    arrive: async (page) => {
      await page.setViewportSize({ width: 1200, height: 800 });
      await tab("History")(page);
    },
  },
  "a customer's personal data": { path: one, arrive: tab("Personal data") },
  "a customer in the trash": {
    path: () => `${LIST}/view/${trashed}`,
    arrive: (page) => expect(page.getByRole("button", { name: "Restore" })).toBeVisible(),
  },
  "the question before a customer is erased": {
    path: one,
    arrive: async (page) => {
      await tab("Personal data")(page);
      await page.getByRole("button", { name: "Erase permanently" }).click();
      await expect(page.getByRole("alertdialog").getByRole("textbox")).toBeFocused();
    },
  },
};

test.describe("the customers, light and dark, wide and narrow", () => {
  test.use({ expectedErrors: [/40[49]/] });
  walk("customers", states, () => clientOf("customers"));
});
