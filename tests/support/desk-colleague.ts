import type { Browser, Page } from "@playwright/test";
import { type ApiClient, callWith, type Send, signIn } from "#db/seed/client.ts";
import { expect } from "./browser.ts";
import { unique } from "./customers.ts";
import { linkTo, sealedFor } from "./mailbox.ts";
import { signedIn } from "./sign-in.ts";
import * as acceptanceApi from "#workers/contract/endpoints/acceptance.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";

/** Somebody new beside this person, in a browser of their own; by default they answer chats. */
export async function colleagueOf(
  browser: Browser,
  client: ApiClient,
  { roles = [3], called = "Bela" }: { roles?: number[]; called?: string } = {},
): Promise<{ page: Page; name: string; client: ApiClient }> {
  const name = unique(called);
  const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}@desk.example`;
  const password = "Long enough 4 chats";
  const base = process.env.PLAYWRIGHT_TEST_BASE_URL ?? "";
  const send: Send = (path, init) => fetch(base + path, init);
  await client.call(invitationsApi.createInvitation, { body: { emailId: email, roles } });
  let code = "";
  // The mail leaves by itself, soon after the answer.
  await expect(async () => {
    code = (await linkTo(send, email)).searchParams.get("code") ?? "";
  }).toPass();
  await callWith(send, undefined, acceptanceApi.acceptInvitation, {
    params: { id: code },
    body: { name, password: await sealedFor(send, code, password) },
  });
  const page = await (await browser.newContext({ baseURL: base })).newPage();
  const own = await signIn(send, { email, password });
  await signedIn(page, own);
  return { page, name, client: own };
}
