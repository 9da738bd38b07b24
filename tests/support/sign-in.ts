import type { Page } from "@playwright/test";
import { signIn, type ApiClient } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { ENTERPRISES } from "./enterprises.ts";

const base = (): string => process.env.PLAYWRIGHT_TEST_BASE_URL ?? "";
let shared: Promise<ApiClient> | undefined;

/** A session of the test's own, for tests that end it. */
export const freshClient = (
  of: Pick<typeof ENTERPRISES.desk, "email" | "password"> = DEMO,
): Promise<ApiClient> => signIn((path, init) => fetch(base() + path, init), of);

/** The session that the tests of one worker share. Do not end it. */
export const demoClient = (): Promise<ApiClient> => (shared ??= freshClient());

const others = new Map<string, Promise<ApiClient>>();

/** The session in an enterprise of the test's own that the tests of one worker share. */
export function clientOf(of: keyof typeof ENTERPRISES): Promise<ApiClient> {
  const there = others.get(of) ?? signIn((path, init) => fetch(base() + path, init), ENTERPRISES[of]);
  others.set(of, there);
  return there;
}

/** The page opens signed in. The token is stored once, so that a sign-out in the page stays in effect. */
export async function signedIn(page: Page, client?: ApiClient): Promise<ApiClient> {
  const session = client ?? (await demoClient());
  await holdToken(page, session.token);
  return session;
}

/** Answers wait a moment before they leave, as they do for everybody who has not switched it off. */
export const holdingAnswers = (page: Page) =>
  page.addInitScript(() => localStorage.setItem("holdAnswersOff", "no"));

/** Puts any token, also a dead one, where the console keeps its own. */
export async function holdToken(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    // The tab's name outlasts a sign-out, which empties both storages. Frames within the console get no token.
    if (window !== window.top || window.name === "tokenGiven") return;
    window.name = "tokenGiven";
    localStorage.setItem("authToken", value);
    // Tests of something else do not wait for each answer.
    localStorage.setItem("holdAnswersOff", "yes");
  }, token);
}

/** Opens an address of the console as the demo's administrator. */
export async function openSignedIn(page: Page, path: string): Promise<ApiClient> {
  const client = await signedIn(page);
  await page.goto(path);
  return client;
}
