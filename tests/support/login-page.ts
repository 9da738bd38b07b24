import { expect, type Page } from "@playwright/test";
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

/** Answers the captcha by its question. */
export async function answerQuestion(page: Page): Promise<void> {
  const question = page.getByText(/^Write the /);
  const other = page.getByRole("button", { name: "Can't read it?" });
  // Which of the two it is, is known once the captcha has come.
  await expect(question.or(other).first()).toBeVisible();
  if (!(await question.isVisible())) await other.click();
  await captcha(page).fill(answerTo((await question.textContent()) ?? ""));
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
