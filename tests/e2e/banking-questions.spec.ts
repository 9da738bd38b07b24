import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { banking } from "#db/seed/banking.ts";
import { clinc150 } from "#db/seed/reference-data.ts";
import { AGENT_NAME } from "#db/seed/index.ts";
import { expect, test } from "#tests/support/browser.ts";

const QUESTIONS = 20;
const RIGHT = 18;
const data = clinc150();
const names = new Map(banking.map(({ label, name }) => [label, name]));

/** Questions that the bot has never seen: every nth of the test split, so that they are not hand-picked. */
const asked = (data?.test ?? []).filter(([, label]) => names.has(label));
const questions = asked
  .filter((_, index) => index % Math.floor(asked.length / QUESTIONS) === 0)
  .slice(0, QUESTIONS)
  .map(([text, label]) => ({ text, intent: names.get(label) ?? "" }));

test(`the banking assistant answers ${RIGHT} of ${QUESTIONS} held-out questions rightly in Try it`, async ({
  page,
  baseURL,
}) => {
  test.skip(questions.length === 0, `skipped: ${QUESTIONS} questions, CLINC150 is not here`);
  const { token } = await signIn((path, init) => fetch(`${baseURL}${path}`, init), DEMO);
  await page.addInitScript((value) => localStorage.setItem("authToken", value), token);
  await page.goto(`/bots?q=${encodeURIComponent(AGENT_NAME)}`);
  await page.getByRole("link", { name: AGENT_NAME }).click();
  await page.getByRole("button", { name: "Try it" }).click();
  const panel = page.getByRole("dialog", { name: "Try it" });
  const answered = panel.getByText(/ · \d+ %$|^Not understood|^Asked what was meant/);
  const wrong: string[] = [];
  for (const [index, { text, intent }] of questions.entries()) {
    await panel.getByPlaceholder("Start Typing...").fill(text);
    await panel.getByPlaceholder("Start Typing...").press("Enter");
    await expect(answered).toHaveCount(index + 1);
    const said = (await answered.nth(index).textContent()) ?? "";
    if (!said.startsWith(`${intent} · `)) wrong.push(`${text}: ${said}, not ${intent}`);
  }
  expect(questions).toHaveLength(QUESTIONS);
  expect(QUESTIONS - wrong.length, wrong.join("\n")).toBeGreaterThanOrEqual(RIGHT);
});
