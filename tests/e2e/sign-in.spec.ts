import { DEMO } from "#db/seed/demo.ts";
import { makeUser } from "#db/seed/make-user.ts";
import { makeBot } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { captcha, email, openLogin, password, signInAs, submit } from "#tests/support/login-page.ts";
import { sessionEndsIn } from "#tests/support/session-end.ts";
import { clientOf, freshClient, holdToken, signedIn } from "#tests/support/sign-in.ts";
import { uiTexts } from "#texts/ui.ts";

test.describe("the sign-in page", () => {
  test("lets in with the captcha's question, to the screen that was asked for", async ({ page }) => {
    await openLogin(page, `?next=${encodeURIComponent("/bots?q=Banking")}`);
    let sent = "";
    page.on("request", (request) => (sent += request.postData() ?? ""));
    await signInAs(page, DEMO);
    await expect(page).toHaveURL(/\/bots\?q=Banking$/);
    await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
    expect(sent).toContain(DEMO.email);
    expect(sent, "the password travels sealed").not.toContain(DEMO.password);
  });

  test("sends every empty field back with the specified words, in a summary that takes the focus", async ({
    page,
  }) => {
    await openLogin(page);
    await submit(page).click();
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link")).toHaveText([
      "E-mail: This field is mandatory.",
      "Password: This field is mandatory.",
      "Captcha: Please enter captcha.",
    ]);
    await expect(email(page)).toHaveAccessibleDescription("This field is mandatory.");
    await expect(password(page)).toHaveAccessibleDescription("This field is mandatory.");
    await expect(captcha(page)).toHaveAccessibleDescription(/Please enter captcha\./);
    await summary.getByRole("link", { name: /^Captcha/ }).press("Enter");
    await expect(captcha(page)).toBeFocused();
    await email(page).fill("nobody");
    await submit(page).click();
    await expect(email(page)).toHaveAccessibleDescription("Please enter a valid email address");
    await email(page).fill(DEMO.email);
    await expect(email(page)).not.toHaveAttribute("aria-invalid", "true");
  });

  test("shows three slides with the specified titles, which stand still once paused", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.clock.install();
    await openLogin(page);
    const carousel = page.getByRole("group", { name: "Chatbird's features" });
    // A slide that is not shown is out of the accessibility tree too.
    const shown = carousel.locator("[aria-roledescription=slide]:not(.invisible)");
    await expect(carousel.locator("[aria-roledescription=slide] > p:first-of-type")).toHaveText([
      "Admin Dashboard",
      "CX Automation Platform",
      "Create a Great Customer Journey & Experience",
    ]);
    // Time passes by itself until here; from here on only as it is told to.
    await page.clock.pauseAt(Date.now() + 60_000);
    const now = (await shown.textContent()) ?? "";
    while ((await shown.textContent()) === now) await page.clock.runFor(50);
    const next = (await shown.textContent()) ?? "";
    await page.clock.runFor(2_900);
    await expect(shown).toHaveText(next);
    await page.clock.runFor(150);
    await expect(shown).not.toHaveText(next);
    while (!(await shown.textContent())?.includes("CX Automation Platform")) await page.clock.runFor(50);
    await carousel.getByRole("button", { name: "Pause the slides" }).press("Enter");
    await expect(carousel.getByRole("button", { name: "Play the slides" })).toBeVisible();
    await email(page).focus();
    await page.clock.runFor(15_000);
    await expect(shown).toContainText("CX Automation Platform");
  });
});

test.describe("a refused sign-in", () => {
  test.use({ expectedErrors: [/40[013]/] });

  test("says so in place, keeps the e-mail and asks a new captcha", async ({ page }) => {
    await openLogin(page);
    await page.getByRole("button", { name: "Can't read it?" }).click();
    await expect(page.getByText(/^Write the/)).toBeVisible();
    const anew = page.waitForResponse((response) => response.url().includes("/captcha/generate"));
    await signInAs(page, { email: DEMO.email, password: "not the password" });
    await expect(page.locator("form").getByRole("alert")).toContainText(
      "The e-mail address or password is incorrect.",
    );
    expect((await anew).ok()).toBe(true);
    await expect(email(page)).toHaveValue(DEMO.email);
    await expect(captcha(page)).toHaveValue("");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(/^Write the/)).toBeVisible();
    // A press while the next captcha is on its way says why nothing is sent.
    const held = Promise.withResolvers<void>();
    await page.route("**/captcha/generate?*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Get a new captcha" }).click();
    await password(page).fill("not the password");
    await captcha(page).fill("12345");
    await submit(page).click();
    await expect(captcha(page)).toHaveAccessibleDescription(/Please try the new one/);
    held.resolve();
    await expect(page.getByText(/^Write the/)).toBeVisible();
    await signInAs(page, DEMO);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

const ELSEWHERE = [
  "//evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/\\evil.example",
  "data:,x",
];

test("signing in never leads to another site, whatever the address asks for", async ({ page }) => {
  await openLogin(page, `?next=${encodeURIComponent("//evil.example/bots")}`);
  await signInAs(page, DEMO);
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard$/);
  for (const next of ELSEWHERE) {
    // A signed-in user is redirected by the same rule.
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await expect(page, next).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard$/);
  }
});

test("nobody gets into the console without a token, and nothing stored is left behind", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("leftover", "of somebody"));
  await page.goto("/bots?q=x");
  await expect(page).toHaveURL(/\/login\?next=%2Fbots%3Fq%3Dx$/);
  await expect(submit(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("leftover"))).toBeNull();
});

test.describe("the end of a session", () => {
  test.use({ expectedErrors: [/403/] });

  test("Signout ends it on the server, and Back does not bring the console back", async ({
    page,
    request,
  }) => {
    const client = await freshClient();
    await signedIn(page, client);
    const me = () =>
      request.get("/api/e/enterprise/users/me", { headers: { "authentication-token": client.token } });
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Publish" }).click();
    await expect(page).toHaveURL(/\/publish\/journey$/);
    expect((await me()).status()).toBe(200);
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: "Signout" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("You have signed out.")).toBeVisible();
    expect((await me()).status()).toBe(403);
    expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
    await page.goBack();
    await expect(submit(page)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main menu" })).toHaveCount(0);
  });

  test("a token that is dead leads to the sign-in page, which says why", async ({ page }) => {
    await holdToken(page, "dead");
    await page.goto("/bots");
    await expect(page).toHaveURL(/\/login\?next=%2Fbots$/);
    await expect(page.getByText("Session Expired! Please login")).toBeVisible();
    // Said once.
    await page.reload();
    await expect(submit(page)).toBeEnabled();
    await expect(page.getByText("Session Expired! Please login")).toHaveCount(0);
  });

  test("is said in time, can be put off, and takes nothing from who signs in again; signing out does", async ({
    page,
    context,
  }) => {
    test.slow();
    let asked = "";
    page.on("dialog", (dialog) => {
      asked = dialog.type();
      void dialog.accept();
    });
    await page.clock.install();
    await signedIn(page, await freshClient());
    await page.goto("/admin/permission");
    const box = page.getByRole("checkbox", { name: "Report Viewer: Campaigns, Create", exact: true });
    await box.click();
    await expect(page.getByText("1 change not saved")).toBeVisible();
    const tab = await context.newPage();
    await tab.goto("/dashboard");
    await expect(tab.getByRole("button", { name: /User menu/ })).toBeVisible();

    // Idle session: a click is enough.
    const stay = page.getByRole("button", { name: "Stay signed in" });
    await page.clock.fastForward("07:54:10");
    const said = page.locator("[aria-live=polite]").filter({ hasText: "Your session ends in 5 minutes." });
    await expect(said).toHaveCount(1);
    await stay.click();
    await expect(page.getByText("You stay signed in.")).toBeVisible();
    await expect(stay).toHaveCount(0);

    // Session too old: what the last minute asks can be put off, then the password is asked for in place.
    await sessionEndsIn(page, 50_000);
    const last = page.getByRole("alertdialog", { name: "Your session is about to end" });
    await last.getByRole("button", { name: "Not now" }).click();
    await expect(last).toHaveCount(0);
    await stay.click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    const held = await page.evaluate(() => localStorage.getItem("authToken"));
    await proof.getByLabel(/^Your password/).fill(DEMO.password);
    await proof.getByRole("button", { name: "Continue" }).click();
    await expect(proof).toHaveCount(0);
    await expect(stay).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).not.toBe(held);

    // Nobody was there: the session ends, here and in the other tab.
    await page.clock.fastForward("08:00:10");
    for (const each of [page, tab]) {
      await expect(each.getByText("Session Expired,Please Login Again!")).toBeVisible();
    }
    await signInAs(page, DEMO);
    await expect(page).toHaveURL(/\/admin\/permission$/);
    await expect(
      page.getByText("Your unsaved changes have been restored. Save or discard them."),
    ).toBeVisible();
    await expect(box).toBeChecked();
    expect(asked, "nobody is asked whether they want to leave").toBe("");

    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: "Signout" }).click();
    const question = page.getByRole("alertdialog", { name: "Sign out without saving your changes?" });
    await question.getByRole("button", { name: "Signout" }).click();
    await expect(page.getByText("You have signed out.")).toBeVisible();
    const kept = await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith("draft")),
    );
    expect(kept).toEqual([]);
  });

  test("takes nothing of what is typed in a panel or in a bot's configuration, and the tab keeps no key", async ({
    page,
  }) => {
    test.slow();
    const who = ENTERPRISES.people;
    const client = await clientOf("people");
    const name = `Panel ${Date.now().toString(36)}`;
    const emailId = `${name.toLowerCase().replaceAll(" ", "-")}@example.com`;
    const uId = await makeUser(client, { name, emailId, password: "a first password", roles: [3] });
    const { agentId } = await makeBot(client);
    await page.clock.install();
    await signedIn(page, await freshClient(who));
    const restored = page.getByText(uiTexts.restored);
    const sessionEnds = async () => {
      await page.clock.fastForward("08:00:10");
      await expect(page.getByText("Session Expired,Please Login Again!")).toBeVisible();
    };

    await page.goto(`/admin/users?user=${uId}`);
    const panel = page.getByRole("dialog", { name });
    await panel.getByLabel(/^Chats at once/).fill("9");
    await sessionEnds();
    await signInAs(page, who);
    await expect(restored).toBeVisible();
    await expect(panel.getByLabel(/^Chats at once/)).toHaveValue("9");
    await panel.getByRole("button", { name: "Discard" }).click();
    await expect(panel.getByLabel(/^Chats at once/)).not.toHaveValue("9");

    await page.goto(`/bots/${agentId}/configuration`);
    await page.getByRole("textbox", { name: /^Out of scope message/ }).fill("Somebody will call you.");
    await page.getByLabel("Model type").selectOption("OpenAi");
    await page.getByLabel("OpenAI key").fill("sk-canary");
    await sessionEnds();
    const kept = await page.evaluate(() => Object.values(sessionStorage).join(" "));
    expect(kept).toContain("Somebody will call you.");
    expect(kept).not.toContain("sk-canary");
    await signInAs(page, who);
    await expect(restored).toBeVisible();
    await expect(page.getByRole("textbox", { name: /^Out of scope message/ })).toHaveValue(
      "Somebody will call you.",
    );
    await expect(page.getByLabel("Model type")).toHaveValue("OpenAi");
    await expect(page.getByLabel("OpenAI key")).toHaveValue("");
  });
});
