import type { Page } from "@playwright/test";
import type { Send } from "#db/seed/client.ts";
import { type State, walk } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { signUp } from "#tests/support/mailbox.ts";

test.describe.configure({ mode: "parallel" });

const send: Send = (path, init) => fetch(new URL(path, process.env.PLAYWRIGHT_TEST_BASE_URL), init);
const heading = (name: string) => (page: Page) =>
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
const refusedBy = (button: string) => async (page: Page) => {
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
};

/** Gives the mail preview something to read; the number of mails to one address is limited. */
const emailId = `walked-${crypto.randomUUID()}@example.com`;
test.beforeAll(async () => {
  await signUp(send, { enterpriseName: "Walked Bank", name: "Asha", emailId }, "seven quiet herons");
});

const states: Record<string, State> = {
  "sign-up, refused": { path: () => "/signup", signedOut: true, arrive: refusedBy("Sign up") },
  "the forgotten password, refused": {
    path: () => "/forgot-password",
    signedOut: true,
    arrive: refusedBy("Proceed"),
  },
  "the new password that a sign-in asks for": {
    path: () => "/reset-password?uId=u&eId=e&resetCode=c&code=900",
    signedOut: true,
    arrive: heading("Set a new password"),
  },
  "a link for a new password that is not complete": {
    path: () => "/reset-password",
    signedOut: true,
    arrive: heading("This link is incomplete"),
  },
  "the verification of an address": {
    path: () => "/signup-verify/code",
    signedOut: true,
    arrive: heading("Verify your address"),
  },
  "a verification that is over": {
    path: () => "/signup-verify/code",
    signedOut: true,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Verify and finish" }).click();
      await heading("This link no longer works")(page);
    },
  },
  "an invitation that is over": {
    path: () => "/invitation-accept?code=code",
    signedOut: true,
    arrive: heading("This invitation no longer works"),
  },
  "the outbox": {
    path: () => "/outbox",
    signedOut: true,
    arrive: async (page) => {
      // The newest mail is shown, which may be another test's and without a link.
      await page
        .getByRole("button", { name: new RegExp(emailId) })
        .first()
        .click();
      await expect(page.getByRole("link", { name: "Open the link" })).toBeVisible();
    },
  },
};

test.describe("coming in, light and dark, wide and narrow", () => {
  test.use({ expectedErrors: [/410|Blocked script execution in '[^']*\/outbox\//] });
  walk("coming in", states);
});
