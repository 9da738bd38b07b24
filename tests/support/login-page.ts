import { expect, type Locator, type Page } from "@playwright/test";
import { answerTo } from "#db/seed/client.ts";

export const email = (page: Page) => page.getByRole("textbox", { name: /^E-mail/ });
export const password = (page: Page) => page.getByLabel(/^Password/);
export const captcha = (page: Page) => page.getByRole("textbox", { name: /^Captcha/ });
export const submit = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

export async function openLogin(page: Page, search = ""): Promise<void> {
  await page.goto(`/login${search}`);
  // The form works as soon as React has hydrated the page.
  await expect(submit(page)).toBeEnabled();
}

/** The answer to the captcha's question, which is asked for where there is a picture. */
export async function captchaAnswer(
  page: Page,
  ask: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<string> {
  const question = page.getByText(/^Write the /);
  const other = page.getByRole("button", { name: "Can't read it?" });
  // Which of the two it is, is known once the captcha has come.
  await expect(question.or(other).first()).toBeVisible();
  if (!(await question.isVisible())) await ask(other);
  return answerTo((await question.textContent()) ?? "");
}

/** Answers the captcha by its question. */
export async function answerQuestion(page: Page): Promise<void> {
  await captcha(page).fill(await captchaAnswer(page));
}

/** Fills the form in and sends it. */
export async function signInAs(
  page: Page,
  { email: who, password: secret }: { email: string; password: string },
) {
  await email(page).fill(who);
  await password(page).fill(secret);
  await answerQuestion(page);
  await submit(page).click();
}
