import { type State, walk } from "#tests/support/barriers.ts";
import { makeUser } from "#db/seed/make-user.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf } from "#tests/support/sign-in.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";

test.describe.configure({ mode: "parallel" });

const NAME = unique("Walked Colleague");
const DEPARTMENT = unique("Walked Department");
const INVITED = `walked-${crypto.randomUUID()}@example.com`;

/** Each worker has its own: two that come at once would invite the same address. */
test.beforeAll(async () => {
  const client = await clientOf("people");
  const emailId = `colleague-${crypto.randomUUID()}@example.com`;
  const uId = await makeUser(client, { name: NAME, emailId, password: "a first password", roles: [3, 4] });
  const { id } = await client.call(departmentsApi.createDepartment, {
    body: { name: DEPARTMENT, desc: "Likes tea ".repeat(40), manager: uId },
  });
  await client.call(departmentsApi.addUsers, { params: { id }, body: { users: [uId] } });
  await client.call(invitationsApi.createInvitation, { body: { emailId: INVITED, roles: [2] } });
});

const states: Record<string, State> = {
  "the users": {
    path: () => "/admin/users",
    arrive: (page) => expect(page.getByRole("link", { name: NAME })).toBeVisible(),
  },
  "no user that fits": {
    path: () => "/admin/users/deactivated?q=nobody-is-called-so",
    arrive: (page) => expect(page.getByText("No users match")).toBeVisible(),
  },
  "a user's panel": {
    path: () => "/admin/users",
    arrive: async (page) => {
      await page.getByRole("link", { name: NAME }).click();
      await expect(page.getByRole("button", { name: "Reset password" })).toBeVisible();
    },
  },
  "a new password, refused": {
    path: () => "/admin/users",
    arrive: async (page) => {
      await page.getByRole("link", { name: NAME }).click();
      await page.getByRole("button", { name: "Reset password" }).click();
      await page.getByRole("dialog").last().getByRole("button", { name: "Reset password" }).click();
      await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    },
  },
  "the open invitations": {
    path: () => "/admin/users/invited",
    arrive: (page) => expect(page.getByRole("rowheader", { name: INVITED })).toBeVisible(),
  },
  "an invitation, refused": {
    path: () => "/admin/users/invited",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByRole("button", { name: "Send invitations" }).click();
      await expect(page.getByText("Enter at least one address.")).toBeVisible();
    },
  },
  "the departments": {
    path: () => "/admin/departments",
    arrive: (page) => expect(page.getByRole("link", { name: DEPARTMENT })).toBeVisible(),
  },
  "a department's form with its choice of managers": {
    path: () => "/admin/departments",
    arrive: async (page) => {
      await page.getByRole("button", { name: `Edit ${DEPARTMENT}` }).click();
      await page.getByRole("combobox", { name: "Manager" }).fill("Walked");
      await expect(page.getByRole("option", { name: NAME })).toBeVisible();
    },
  },
  "a department's people": {
    path: () => "/admin/departments",
    arrive: async (page) => {
      await page.getByRole("link", { name: DEPARTMENT }).click();
      await page.getByRole("checkbox", { name: `Select ${NAME}` }).check();
      await expect(page.getByRole("button", { name: "Remove 1 person" })).toBeVisible();
    },
  },
};

test.describe("people, light and dark, wide and narrow", () => {
  walk("people", states, () => clientOf("people"));
});

const matrix: Record<string, State> = {
  "the roles with something changed": {
    path: () => "/admin/permission",
    // A few rows are as good as all of them, for which axe takes half a minute.
    arrive: async (page) => {
      await page.getByRole("textbox", { name: "Filter permissions" }).fill("roles");
      await expect(page.getByText("4 permissions")).toBeVisible();
      await page.getByRole("checkbox", { name: "Report Viewer: Roles, View", exact: true }).click();
      await expect(page.getByText(/not saved/)).toBeVisible();
    },
  },
};

test.describe("the roles, light and dark, wide and narrow", () => {
  walk("roles", matrix, () => clientOf("people"));
});
