import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser.ts";
import { answerQuestion, signInAs } from "#tests/support/login-page.ts";
import { signUp } from "#tests/support/mailbox.ts";
import { followMail, SANDBOXED } from "#tests/support/mail-preview-page.ts";

const PASSWORD = "seven quiet herons";
let made = 0;
const fresh = () => `door-${++made}-${Date.now()}@example.com`;

const field = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}`));

async function open(page: Page, path: string, button: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("button", { name: button })).toBeEnabled();
}

test.use({ expectedErrors: [SANDBOXED] });

test("an enterprise signs up, follows the link in the outbox, verifies, and its administrator signs in", async ({
  page,
}) => {
  const email = fresh();
  await page.goto("/login");
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign up" })).toBeVisible();
  let sent = "";
  page.on("request", (request) => (sent += request.postData() ?? ""));

  await page.getByRole("button", { name: "Sign up" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([
    "Enterprise name: Enter the name of your enterprise.",
    "Your name: Enter your name.",
    "E-mail: This field is mandatory.",
    "Password: This field is mandatory.",
    "Confirm password: This field is mandatory.",
    "Captcha: Please enter captcha.",
  ]);
  await field(page, "Enterprise name").fill("Heron Bank");
  await page.getByLabel("Country").selectOption({ label: "India" });
  await field(page, "Your name").fill("Asha Rao");
  await field(page, "E-mail").fill(email);
  await field(page, "Password").fill("short");
  await field(page, "Confirm password").fill("shorter");
  await field(page, "Captcha").focus();
  await expect(field(page, "Password")).toHaveAccessibleDescription(
    /Your Password must be atleast 8 characters long$/,
  );
  await expect(field(page, "Confirm password")).toHaveAccessibleDescription(
    "Your passwords do not match. Please try again.",
  );
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Confirm password").fill(PASSWORD);
  await answerQuestion(page);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check your e-mail" })).toBeFocused();
  expect(sent).toContain(email);
  expect(sent, "the password travels sealed").not.toContain(PASSWORD);

  await page.getByRole("link", { name: /open the outbox/ }).click();
  await followMail(page, email, "Verify my address");
  await expect(page).toHaveURL(/\/signup-verify\/[\w-]{43}$/);
  await page.getByRole("button", { name: "Verify and finish" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your address is verified" })).toBeFocused();
  await page.getByRole("link", { name: "Sign In" }).click();
  await signInAs(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(/\/welcome$/);
  await page.getByRole("button", { name: /User menu/ }).click();
  await expect(page.getByText("Asha Rao").first()).toBeVisible();
});

test.describe("a forgotten password", () => {
  test.use({ expectedErrors: [new RegExp(`400|410|ERR_FAILED|${SANDBOXED.source}`)] });

  test("is asked for, set by the link in the outbox, and signs in; the link works once", async ({ page }) => {
    const email = fresh();
    await signUp(
      (path, init) => fetch(new URL(path, process.env.PLAYWRIGHT_TEST_BASE_URL), init),
      { enterpriseName: "Otter Bank", name: "Ravi", emailId: email },
      PASSWORD,
    );
    await open(page, "/forgot-password", "Proceed");
    await expect(page.getByRole("link", { name: "Go Back" })).toHaveAttribute("href", "/login");
    await field(page, "E-mail").fill("nobody");
    await field(page, "Captcha").focus();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await field(page, "E-mail").fill(email);
    await page.getByRole("button", { name: "Can't read it?" }).click();
    await expect(page.getByText(/^Write the/)).toBeVisible();
    await field(page, "Captcha").fill("99");
    const anew = page.waitForResponse((response) => response.url().includes("/captcha/generate"));
    await page.getByRole("button", { name: "Proceed" }).click();
    expect((await anew).ok(), "a refused captcha is replaced").toBe(true);
    await expect(field(page, "E-mail")).toHaveValue(email);
    await expect(field(page, "Captcha")).toHaveValue("");
    await answerQuestion(page);
    await page.getByRole("button", { name: "Proceed" }).click();
    await expect(
      page.getByText("An email has been sent with instruction on how to reset the password."),
    ).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Sign In" })).toBeVisible();

    await page.goto("/outbox");
    await followMail(page, email, "Set a new password");
    await expect(page).toHaveURL(/\/reset-password\?uId=.+&eId=.+&resetCode=/);
    const link = page.url();
    await expect(page.getByRole("button", { name: "Show password" })).toHaveCount(2);
    await field(page, "New password").fill("eleven patient otters");
    await field(page, "Confirm password").fill("eleven patient otters");
    await page.route("**/account/changepassword", (route) => route.abort());
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Something went wrong !!", { exact: true })).toBeVisible();
    await page.unroute("**/account/changepassword");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(
      page.getByRole("heading", { name: "Thank you, Your Password Has Been Reset." }),
    ).toBeFocused();
    await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
    await signInAs(page, { email, password: "eleven patient otters" });
    await expect(page).toHaveURL(/\/welcome$/);

    await open(page, link, "Save password");
    await field(page, "New password").fill("another one altogether");
    await field(page, "Confirm password").fill("another one altogether");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "no longer works" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Get a new link" })).toBeVisible();
  });
});
