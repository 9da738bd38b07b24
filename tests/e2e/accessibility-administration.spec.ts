import type { Page } from "@playwright/test";
import { type State, walk } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { makeCustomer } from "#tests/support/customers.ts";
import { clientOf } from "#tests/support/sign-in.ts";
import { createApiKey } from "#workers/contract/endpoints/api-keys.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";

test.describe.configure({ mode: "parallel" });
// Of a flow that is gone.
test.use({ expectedErrors: [/404 \(/] });

const heading = (name: string) => (page: Page) => expect(page.getByRole("heading", { name })).toBeVisible();

const states: Record<string, State> = {
  "the audit trail": {
    path: () => "/admin/audit_trail",
    arrive: (page) => expect(page.getByRole("button", { name: /^Details: / }).first()).toBeVisible(),
  },
  "an entry of the audit trail": {
    path: () => "/admin/audit_trail",
    arrive: async (page) => {
      await page
        .getByRole("button", { name: /^Details: / })
        .first()
        .click();
      await expect(page.getByRole("button", { name: "All entries for this object" })).toBeVisible();
    },
  },
  "the form of an integration, refused": {
    path: () => "/admin/integration",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Add integration" }).first().click();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    },
  },
  "the API keys": {
    path: () => "/admin/integration/api-keys",
    arrive: (page) => expect(page.getByRole("table", { name: "API keys" })).toBeVisible(),
  },
  "the form of a key, refused": {
    path: () => "/admin/integration/api-keys",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
      await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    },
  },
  "the form of a payment account, refused": {
    path: () => "/admin/integration/payments",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Add account" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    },
  },
  "the charts of a time without chats": {
    path: () => "/graph",
    arrive: (page) => expect(page.getByText("No chats in this period")).toBeVisible(),
  },
  "a payment that could not be verified": {
    path: () => "/transaction.html?payment_id=pay_1&reference_id=ref_1&status=paid",
    arrive: (page) => expect(page.getByText("Couldn't verify this payment")).toBeVisible(),
    signedOut: true,
  },
  "a query that is not relayed": {
    path: () => "/dialog360-redirect?state=made-up",
    arrive: heading("Thank you"),
  },
  "a flow that is gone": {
    path: () => "/designer/flow/f1/screen/s1",
    arrive: (page) => expect(page.getByText("It no longer exists")).toBeVisible(),
  },
};

test.beforeAll(async () => {
  const client = await clientOf("customers");
  await client.call(createApiKey, {
    body: { name: "Walked past", scopes: ["customers.read", "customers.write"] },
  });
});
walk("administration", states, () => clientOf("customers"));

const drawn = (title: string) => (page: Page) =>
  expect(page.getByRole("region", { name: title, exact: true }).locator("svg").first()).toBeAttached();

/** Client of an enterprise that has chats, and something in its trash. */
const filled: Record<string, State> = {
  "the dashboard with its charts": { path: () => "/dashboard", arrive: drawn("Average pickup time") },
  "the charts as tables": {
    path: () => "/graph",
    arrive: async (page) => {
      for (const title of ["Average pickup time", "Attended and missed chats"]) {
        await page.getByRole("button", { name: `Show as table: ${title}` }).click();
      }
      await expect(page.getByRole("table", { name: /^Attended and missed chats/ })).toBeVisible();
    },
  },
  "what is in the trash": {
    path: () => "/admin/trash",
    arrive: (page) => expect(page.getByRole("button", { name: /^Restore / }).first()).toBeVisible(),
  },
  "the question before the trash is emptied, refused": {
    path: () => "/admin/trash",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Empty the trash" }).click();
      const dialog = page.getByRole("alertdialog");
      await dialog.getByRole("button", { name: "Empty the trash" }).click();
      await expect(dialog.getByText("Type delete to confirm.")).toBeVisible();
    },
  },
  "an empty trash": {
    path: () => "/admin/trash?kind=customerField",
    arrive: (page) => expect(page.getByText("The trash is empty")).toBeVisible(),
  },
};

test.describe("with chats and a trash", () => {
  test.beforeAll(async () => {
    const client = await clientOf("hall");
    const { id } = await makeCustomer(client);
    await client.call(customersApi.deleteCustomer, { params: { id } });
  });
  walk("chats and trash", filled, () => clientOf("hall"));
});
