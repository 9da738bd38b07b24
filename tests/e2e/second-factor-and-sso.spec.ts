import type { Page } from "@playwright/test";
import { signIn, type Send } from "#db/seed/client.ts";
import { expect, test } from "#tests/support/browser.ts";
import { startCommunitySite } from "#tests/support/community-site.ts";
import { freePort } from "#tests/support/free-port.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { openLogin, signInAs, submit } from "#tests/support/login-page.ts";
import { mailsTo } from "#tests/support/mailbox.ts";
import { CLIENT, startOpenIdProvider } from "#tests/support/openid-provider.ts";
import { authenticatorCode, sealedFor } from "#tests/support/second-factor.ts";
import { startServed } from "#tests/support/served.ts";
import { freshClient, signedIn } from "#tests/support/sign-in.ts";
import { uiTexts } from "#texts/ui.ts";
import * as chatAgentApi from "#workers/contract/endpoints/chat-agent.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as singleSignOnApi from "#workers/contract/endpoints/single-sign-on.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";

const code = (page: Page) => page.getByRole("textbox", { name: /^Code/ });

test.describe("a second factor", () => {
  test.use({ expectedErrors: [/40[039]/] });

  test("is set up with an app, asked for at the door, and replaced by a recovery code when lost", async ({
    page,
  }) => {
    // Three sign-ins, each with its slow hash.
    test.slow();
    const who = ENTERPRISES.security;
    await openLogin(page, `?next=${encodeURIComponent("/account/security")}`);
    await signInAs(page, who);
    await expect(page.getByText("Off: your password alone signs you in.")).toBeVisible();
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel(/^Your password/)).toBeFocused();
    await dialog.getByLabel(/^Your password/).fill("not the password");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("The password is incorrect.")).toBeVisible();
    await expect(dialog.getByLabel(/^Your password/)).toBeFocused();
    await dialog.getByLabel(/^Your password/).fill(who.password);
    await dialog.getByRole("button", { name: "Continue" }).click();

    await expect(dialog.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
    const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
    const field = dialog.getByRole("textbox", { name: /^Code that the app shows now/ });
    await expect(field).toHaveAttribute("autocomplete", "one-time-code");
    await field.fill("000000");
    await field.press("Enter");
    await expect(field).toHaveAccessibleDescription(/This code is incorrect/);
    // Of now: while it is on its way, it may become the one before, which is accepted too.
    await field.fill(authenticatorCode(secret));
    await field.press("Enter");

    await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
    const codes = await dialog.getByRole("listitem").allTextContents();
    expect(codes).toHaveLength(10);
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await expect(page.getByText("On: your authenticator app shows the code.")).toBeVisible();
    await expect(page.getByText("10 of 10 recovery codes are left.")).toBeVisible();

    // Signs in with the app.
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: "Signout" }).click();
    await expect(submit(page)).toBeEnabled();
    // The router keeps scroll positions, and the console's look belongs to the device.
    const kept = await page.evaluate(() =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
        (key) => !key.includes("scroll") && key !== "brand",
      ),
    );
    expect(kept).toEqual([]);
    await signInAs(page, who);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await expect(code(page)).toBeFocused();
    await expect(code(page)).toHaveAttribute("inputmode", "numeric");
    expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
    await code(page).fill("000 000");
    await code(page).press("Enter");
    await expect(code(page)).toHaveAccessibleDescription(/This code is incorrect/);
    // The next one: one's own has been used, and a step may end while this is on its way.
    await code(page).fill(authenticatorCode(secret, 1));
    await code(page).press("Enter");
    await expect(page).toHaveURL(/\/dashboard$/);

    // Signs in without the app, with a recovery code.
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: "Signout" }).click();
    await expect(submit(page)).toBeEnabled();
    await signInAs(page, who);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    const recovery = page.getByRole("textbox", { name: /^Recovery code/ });
    await expect(recovery).toBeFocused();
    await recovery.fill(codes[0] ?? "");
    await recovery.press("Enter");
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto("/account/security");
    await expect(page.getByText("9 of 10 recovery codes are left.")).toBeVisible();
  });
});

test("a code by mail lets in, pasted with a space, and a new one is to be had only after a while", async ({
  page,
  baseURL,
}) => {
  const who = ENTERPRISES.mailedCodes;
  const send: Send = (path, init) => fetch(`${baseURL}${path}`, init);
  const client = await signIn(send, who);
  const { uId } = await client.call(profileApi.me);
  const password = await sealedFor(send, uId, who.password);
  await client.call(twoFactorApi.saveTwoFactor, { body: { type: "mail", password } });
  await openLogin(page);
  await signInAs(page, who);
  await expect(
    page.getByText("We have sent a six-digit code to m***@chatbird.example. It works once."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Send a new code \(\d+ s\)$/ })).toBeDisabled();
  const [newest] = await mailsTo(send, who.email);
  const mailed = newest?.code ?? "";
  expect(mailed).toMatch(/^\d{6}$/);
  await code(page).fill(`${mailed.slice(0, 3)} ${mailed.slice(3)}`);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe("where one is signed in", () => {
  test.use({ expectedErrors: [/403/] });

  test("one ends another session, which lands at the sign-in page by itself", async ({ page, browser }) => {
    const elsewhere = await browser.newContext({ userAgent: "Mozilla/5.0 (iPhone) Safari/605" });
    const phone = await elsewhere.newPage();
    await openLogin(phone);
    await signInAs(phone, ENTERPRISES.empty);
    await expect(phone).toHaveURL(/\/dashboard$/);
    await openLogin(page, `?next=${encodeURIComponent("/account/security")}`);
    await signInAs(page, ENTERPRISES.empty);
    const row = page.getByRole("listitem").filter({ hasText: "Safari on iOS" });
    await expect(row).toContainText("from this machine");
    await row.getByRole("button", { name: "Sign out Safari on iOS" }).click();
    const question = page.getByRole("alertdialog", { name: "Sign out Safari on iOS?" });
    await question.getByRole("button", { name: "Sign out" }).click();
    // The closed socket signs the phone out: nobody has touched it.
    await expect(phone).toHaveURL(/\/login/);
    await expect(row).toHaveCount(0);
    await expect(phone.getByText("Session Expired")).toBeVisible();
    await elsewhere.close();
  });
});

test("a link of another system signs an agent in, wipes its code, and asks before it replaces somebody", async ({
  page,
}) => {
  const agent = await freshClient();
  const { code: first } = await agent.call(chatAgentApi.issueChatCode);
  await page.goto(`/chatagent?authToken=${first}`);
  await expect(page.getByRole("group", { name: "Queues" })).toBeVisible();
  await expect(page).toHaveURL(/\/chatagent$/);
  const held = await page.evaluate(() => localStorage.getItem("authToken"));
  expect(held).not.toBeNull();

  const { code: second } = await agent.call(chatAgentApi.issueChatCode);
  await page.goto(`/chatagent?chatRefId=${second}`);
  await expect(page.getByRole("heading", { name: "You are already signed in" })).toBeVisible();
  await expect(page).toHaveURL(/\/chatagent\/enter$/);
  await page.getByRole("button", { name: /^Stay / }).click();
  await expect(page.getByRole("group", { name: "Queues" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBe(held);
});

test.describe("a link that is too old, or a sign-in begun elsewhere", () => {
  test.use({ expectedErrors: [/4(10|04|00)/] });

  test("opens nothing, and says what to do", async ({ page }) => {
    await page.goto("/chatagent?chatRefId=made-up");
    await expect(page.getByText(/This link was already used/)).toBeVisible();
    await page.goto("/login/callback#code=stolen&state=of-somebody");
    await expect(page.getByText(/started in another browser or tab/)).toBeVisible();
    await expect(page).toHaveURL(/\/login\/callback$/);
    await page.goto("/nobody/redirect");
    await expect(page.getByText(/Single sign-on is not set up here/)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  });
});

test("an administrator sets the rules of signing in and tests a provider, in place", async ({ page }) => {
  await signedIn(page);
  await page.goto("/admin/sso");
  await expect(page.getByRole("heading", { level: 1, name: "Sign-in" })).toBeVisible();
  await page.getByRole("textbox", { name: /^Issuer/ }).fill("https://127.0.0.1");
  await page.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText("Couldn't read the provider at this address.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const clientId = page.getByRole("textbox", { name: /^Client id/ });
  await expect(clientId).toHaveAccessibleDescription("This field is mandatory.");
  await expect(clientId).toBeFocused();
  await page.getByRole("textbox", { name: /^Issuer/ }).fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: /^Client id/ }).click();
  await expect(clientId).toBeFocused();

  // Neither a link nor signing out loses what is typed.
  await clientId.fill("console");
  await page.getByRole("link", { name: "Chatbird home" }).click();
  await expect(page.getByText(uiTexts.leaveHint).first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/sso$/);
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Signout" }).click();
  const question = page.getByRole("alertdialog", { name: "Sign out without saving your changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(clientId).toHaveValue("console");
});

test.describe("an enterprise with a provider and a community site of its own", () => {
  // The site is unreachable at first, and leaving for the provider aborts the router's pending requests.
  test.use({ expectedErrors: [/409|Failed to fetch manifest patches/] });

  test("signs its people in there, to where they wanted, and helps them from the site", async ({ page }) => {
    test.slow();
    const who = ENTERPRISES.security;
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const provider = await startOpenIdProvider(`${origin}/api/account/sso_redirect_callback`, {
      local: true,
    });
    const site = await startCommunitySite();
    // A system of its own: only there may other systems be on this very machine.
    const env = { CHATBIRD_ALLOW_PRIVATE: "yes", COMMUNITY_URL: site.address };
    const served = await startServed({ port, accounts: [who], env });
    try {
      const send: Send = (path, init) => fetch(origin + path, init);
      const admin = await signIn(send, who);
      const { uId, eId } = await admin.call(profileApi.me);
      await admin.call(enterpriseApi.saveConfiguration, { body: { features: { community: true } } });
      await admin.call(singleSignOnApi.saveSso, {
        body: {
          issuer: provider.issuer,
          clientId: CLIENT.id,
          clientSecret: CLIENT.secret,
          enabled: true,
          direct: false,
          revision: 0,
          password: await sealedFor(send, uId, who.password),
        },
      });
      provider.account = { sub: "kiran", email: who.email, email_verified: true };
      await page.goto(`${origin}/login?next=${encodeURIComponent("/account/security")}`);
      await page.getByRole("link", { name: "Sign in with your organisation" }).click();
      const organisation = page.getByRole("textbox", { name: /^Organisation id/ });
      await expect(page.getByRole("button", { name: "Continue" })).toBeEnabled();
      await organisation.fill("Security Bank");
      await organisation.press("Enter");
      await expect(organisation).toHaveAccessibleDescription(/contains only letters, digits and hyphens/);
      await organisation.fill(`${origin}/${eId}/redirect`);
      await organisation.press("Enter");
      await expect(page).toHaveURL(`${origin}/account/security`);
      await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();

      const tab = page.getByRole("button", { name: "Need some help ?" });
      await tab.click();
      const panel = page.getByRole("dialog", { name: "Need some help ?" });
      await expect(panel.getByText("The community site is not responding.")).toBeVisible();
      site.says = {
        items: [
          { title: "Import <b>customers</b>", url: "https://community.company.com/1", summary: "From CSV" },
          { title: "Train a bot", url: "https://community.company.com/2", summary: "With phrases" },
          { title: "Script", url: "javascript:alert(1)" },
        ],
      };
      await panel.getByRole("button", { name: "Retry" }).click();
      const link = panel.getByRole("link", { name: /^Import <b>customers<\/b> \(opens in a new tab\)/ });
      await expect(link).toHaveAttribute("href", "https://community.company.com/1");
      await expect(link).toHaveAttribute("rel", /noopener/);
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(panel.getByRole("link")).toHaveCount(2);
      const search = panel.getByRole("textbox", { name: "Search the help" });
      await search.fill("phrases");
      await expect(panel.getByText("1 found")).toBeVisible();
      await expect(link).toHaveCount(0);
      await panel.getByRole("tab", { name: "How to Videos" }).click();
      await expect(panel.getByText("Coming Soon...")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(panel).toHaveCount(0);
      await expect(tab).toBeFocused();
      expect(site.asked.at(-1)).toBe("/help?pageSize=100");

      // Neither code nor state is left in the tab's history.
      await page.goBack();
      expect(page.url()).not.toMatch(/code=|state=/);
    } finally {
      // No request is pending when the system stops.
      await page.goto("about:blank");
      await served.stop();
      await provider.stop();
      await site.stop();
    }
  });
});
