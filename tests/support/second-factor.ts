import { Secret, TOTP } from "otpauth";
import { callWith, loginBody, type Send } from "#db/seed/client.ts";
import { directory } from "#db/client.ts";
import { mails } from "#db/directory/mails.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";
import type { Challenge } from "#workers/contract/endpoints/account.ts";
import { ownerOf } from "#workers/domain/mail/write.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { open } from "#workers/domain/secrets/seal.ts";
import { desc, eq } from "drizzle-orm";
import type { Harness } from "./harness.ts";
import { sealedFor as sealedAs } from "./mailbox.ts";
import { PASSWORD, type Person } from "./people.ts";

const STEP_MS = 30_000;

/** The code that an authenticator app shows for a secret, `steps` periods ahead. */
export const authenticatorCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** A password as the console seals it for a signed-in person; by default the password of the tests' people. */
export const sealedFor = (send: Send, boundTo: string, password = PASSWORD): Promise<string> =>
  sealedAs(send, boundTo, password);

/** The newest letter to an address, as it would be read there. */
export async function newestMail(
  { env, secrets }: Harness,
  address: string,
): Promise<{ template: string; text: string }> {
  const [row] = await directory(env)
    .select()
    .from(mails)
    .where(eq(mails.toAddress, address))
    .orderBy(desc(mails.id))
    .limit(1);
  if (!row?.sealed || row.keyVersion === null) throw new Error(`no letter to ${address}`);
  const ring = keyRing(secrets.DATA_KEY);
  const { sealed, keyVersion } = row;
  const body = await open(ring, row.enterpriseId ?? "", ownerOf(row.id), { sealed, keyVersion });
  return { template: row.template, text: (JSON.parse(body) as { text: string }).text };
}

export const codeIn = ({ text }: { text: string }): string => /\b\d{6}\b/.exec(text)?.[0] ?? "";

/** Signs in with the password; returns the challenge for the second factor. */
export async function challengeOf(send: Send, email: string): Promise<Challenge> {
  const reply = await callWith(send, undefined, accountApi.login, {
    body: await loginBody(send, { email, password: PASSWORD }),
  });
  if ("authToken" in reply) throw new Error("signed in without a second factor");
  return reply;
}

const stepNow = (): number => Math.floor(Date.now() / STEP_MS);

/** Sets up an authenticator for a person and returns its secret. */
export async function enrol(send: Send, person: Person): Promise<string> {
  const { uId } = await person.call(profileApi.me);
  const { secret } = await person.call(twoFactorApi.beginTotp, {
    body: { password: await sealedFor(send, uId) },
  });
  const confirm = () =>
    person.call(twoFactorApi.confirmTotp, { body: { code: authenticatorCode(secret, -1) } });
  const step = stepNow();
  try {
    await confirm();
  } catch (error) {
    // While it was on its way the code became one of two steps ago.
    if (stepNow() === step) throw error;
    await confirm();
  }
  return secret;
}
