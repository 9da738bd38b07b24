import { describe, expect, test } from "vitest";
import { signIn, type Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { sealedFor, sealedPair, solvedCaptcha } from "#tests/support/mailbox.ts";
import { makeAccount } from "#tests/support/people.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import { digest, randomCode } from "#workers/domain/identity/digest.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const PASSWORD = "nine cheerful magpies";
const sql = (text: string, ...values: unknown[]) => harness.env.DIRECTORY.prepare(text).bind(...values);
const inviter = await makeAccount(harness);
let made = 0;

/** An invitation as an administrator's mail carries it: the code is in the link only. */
async function invite({ roles = [3], email = `invited-${++made}-${Date.now()}@example.com`, days = 7 } = {}) {
  const code = randomCode();
  const now = Date.now();
  await sql(
    "INSERT INTO invitations (id, enterprise_id, email, email_key, roles, code_hash, state, expires_at, invited_by, sent_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?)",
    `invitation-${code}`,
    inviter.enterpriseId,
    email,
    email.toLowerCase(),
    JSON.stringify(roles),
    digest("invitation", code),
    now + days * 86_400_000,
    inviter.userId,
    now,
    now,
    now,
  ).run();
  return { code, email };
}
const accept = async (code: string, more: Record<string, unknown> = {}, password = PASSWORD) =>
  harness.fetch(`/api/account/enterprise/users/${code}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Meera", password: await sealedFor(send, code, password), ...more }),
  });
const look = (code: string) => harness.fetch(`/api/account/enterprise/users/${code}`);
const accounts = async (email: string) =>
  (await sql("SELECT * FROM users WHERE email_key = ?", email.toLowerCase()).all()).results;

describe("accepting an invitation", () => {
  test("makes an account for its address, with its roles, in the enterprise that invited", async () => {
    const { code, email } = await invite({ roles: [3, 6] });
    const seen = (await (await look(code)).json()) as { data: object };
    expect(seen.data).toEqual({
      enterpriseName: `Enterprise of ${inviter.email}`,
      emailId: email,
      expiresAt: expect.any(String),
    });
    expect((await accept(code)).status).toBe(200);
    const client = await signIn(send, { email, password: PASSWORD });
    expect(await client.call(profileApi.me)).toMatchObject({
      eId: inviter.enterpriseId,
      emailId: email,
      name: "Meera",
      roles: [3, 6],
      isAdmin: false,
    });
    const trail = await sql(
      "SELECT action FROM directory_audit WHERE enterprise_id = ? AND object_name = ?",
      inviter.enterpriseId,
      email,
    ).all();
    expect(trail.results).toEqual([{ action: "accept" }]);
  });

  test("takes neither another address, nor other roles, nor another enterprise from who accepts", async () => {
    const { code, email } = await invite({ roles: [6] });
    const response = await accept(code, {
      emailId: "else@example.com",
      roles: [1],
      eId: "elsewhere",
      enterpriseId: "elsewhere",
      state: 1,
      isAdmin: true,
    });
    expect(response.status).toBe(200);
    expect(await accounts("else@example.com")).toEqual([]);
    expect(await accounts(email)).toMatchObject([{ roles: "[6]", enterprise_id: inviter.enterpriseId }]);
  });

  test("works once, and for one of two who try at the same time", async () => {
    const { code, email } = await invite();
    const answers = await Promise.all([accept(code, { name: "One" }), accept(code, { name: "Two" })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await accounts(email)).toHaveLength(1);
    expect((await accept(code)).status).toBe(410);
    expect((await look(code)).status).toBe(410);
  });

  test("is refused when it was revoked, is too old or was never sent", async () => {
    const revoked = await invite();
    await sql(
      "UPDATE invitations SET state = 'revoked' WHERE code_hash = ?",
      digest("invitation", revoked.code),
    ).run();
    const old = await invite({ days: -1 });
    for (const code of [revoked.code, old.code, randomCode()]) {
      expect((await look(code)).status).toBe(410);
      expect((await accept(code)).status).toBe(410);
    }
    expect(await accounts(revoked.email)).toEqual([]);
  });

  test("of an address that has an account already changes nothing of it", async () => {
    const { email } = await makeAccount(harness);
    const before = await accounts(email);
    const { code } = await invite({ email });
    const response = await accept(code);
    expect(response.status).toBe(409);
    expect(await accounts(email)).toEqual(before);
    expect((await look(code)).status).toBe(200);
  });

  test("takes the place of a sign-up of that address which nobody has verified", async () => {
    const { code, email } = await invite();
    const solved = await solvedCaptcha(send, "signup");
    await harness.fetch("/api/account/signup", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        enterpriseName: "Squatters",
        name: "Somebody",
        emailId: email,
        ...solved,
        ...(await sealedPair(send, solved.captchaId, "a password of somebody")),
      }),
    });
    expect((await accept(code)).status).toBe(200);
    expect(await accounts(email)).toMatchObject([{ enterprise_id: inviter.enterpriseId, state: 1 }]);
    expect((await sql("SELECT id FROM enterprises WHERE name = 'Squatters'").all()).results).toEqual([]);
  });

  test("says what is wrong with a name or a password, and can be tried again", async () => {
    const { code } = await invite();
    expect(await (await accept(code, { name: " " })).json()).toMatchObject({
      errors: { name: "Enter your name." },
    });
    expect(await (await accept(code, {}, "short")).json()).toMatchObject({
      errors: { password: "Your Password must be atleast 8 characters long" },
    });
    expect((await accept(code)).status).toBe(200);
  });
});
