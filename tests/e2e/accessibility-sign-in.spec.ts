import type { Page } from "@playwright/test";
import { loginBody, callWith, type Send } from "#db/seed/client.ts";
import { type State, walk } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { openLogin, signInAs } from "#tests/support/login-page.ts";
import { authenticatorCode, sealedFor } from "#tests/support/second-factor.ts";
import { sessionEndsIn } from "#tests/support/session-end.ts";
import { demoClient } from "#tests/support/sign-in.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";

test.describe.configure({ mode: "parallel" });

const send: Send = (path, init) => fetch(`${process.env.PLAYWRIGHT_TEST_BASE_URL ?? ""}${path}`, init);

/** A person with an authenticator: a second worker finds it set up by the first. */
test.beforeAll(async () => {
  const reply = await callWith(send, undefined, accountApi.login, {
    body: await loginBody(send, ENTERPRISES.secondFactor),
  });
  if (!("authToken" in reply)) return;
  const password = await sealedFor(send, reply.uId, ENTERPRISES.secondFactor.password);
  const { secret } = await callWith(send, reply.authToken, twoFactorApi.beginTotp, {
    body: { password },
  });
  const code = authenticatorCode(secret);
  await callWith(send, reply.authToken, twoFactorApi.confirmTotp, { body: { code } });
});

const security = () => "/account/security";
const listed = (page: Page) => expect(page.getByText("This one", { exact: true })).toBeVisible();

const states: Record<string, State> = {
  "the second factor and the sessions": { path: security, arrive: listed },
  "being asked again who one is, refused": {
    path: security,
    arrive: async (page) => {
      await listed(page);
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Type your password or a code to confirm that it is you.")).toBeVisible();
    },
  },
  "the picture for an authenticator app": {
    path: security,
    arrive: async (page) => {
      await listed(page);
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      await page
        .getByRole("dialog")
        .getByLabel(/^Your password/)
        .fill("demo-chatbird");
      await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
    },
  },
  "a session that is about to end": {
    path: security,
    arrive: async (page) => {
      await listed(page);
      await sessionEndsIn(page, 58_000);
      const dialog = page.getByRole("alertdialog", { name: "Your session is about to end" });
      await expect(dialog.getByRole("button", { name: "Stay signed in" })).toBeVisible();
    },
  },
  "the rules of signing in and single sign-on": {
    path: () => "/admin/sso",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("This field is mandatory.").first()).toBeVisible();
    },
  },
};

const outside: Record<string, State> = {
  "the code of a second factor, refused": {
    path: () => "/login",
    signedOut: true,
    arrive: async (page) => {
      await openLogin(page);
      await signInAs(page, ENTERPRISES.secondFactor);
      await page.getByRole("button", { name: "Verify" }).click();
      await expect(page.getByText("Please enter the code.")).toBeVisible();
    },
  },
  "the organisation to sign in with, refused": {
    path: () => "/login/organisation",
    signedOut: true,
    arrive: async (page) => {
      const proceed = page.getByRole("button", { name: "Continue" });
      await expect(proceed).toBeEnabled();
      await proceed.click();
      await page.getByText("Don't know the id?").click();
      await page.getByRole("button", { name: "Mail me the link" }).click();
      await expect(page.getByText("Please enter captcha.").first()).toBeVisible();
    },
  },
  "a single sign-on that is not set up": {
    path: () => "/nobody/redirect",
    signedOut: true,
    arrive: (page) => expect(page.getByText(/Single sign-on is not set up here/)).toBeVisible(),
  },
  "the chat window without a link": {
    path: () => "/chatagent",
    signedOut: true,
    arrive: (page) => expect(page.getByText(/^You are not signed in\./)).toBeVisible(),
  },
};

test.describe("signing in, light and dark, wide and narrow", () => {
  test.use({ expectedErrors: [/40[04]/] });
  walk("signing in", { ...states, ...outside }, demoClient);
});
