import { describe, expect, test } from "vitest";
import { callWith, loginBody, type Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, PASSWORD, type Person } from "#tests/support/people.ts";
import {
  authenticatorCode,
  challengeOf,
  enrol,
  newestMail,
  sealedFor,
} from "#tests/support/second-factor.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const { DIRECTORY } = harness.env;
const RECOVERY = "/api/e/enterprise/twoFactorAuth/recovery";

const verify = (
  id: string,
  securityCode: string,
  authType: "mail" | "totp" | "recovery",
): Promise<Response> =>
  harness.fetch("/api/account/verifyCode", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id, authType, securityCode }),
  });

describe("recovery codes", () => {
  test("are ten of eighty bits, shown once, kept as hashes, each good once", async () => {
    const person = await makePerson(harness);
    await enrol(send, person);
    const { codes } = await person.call(twoFactorApi.getRecoveryCodes);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await person.call(twoFactorApi.getRecoveryCodes)).toEqual({ codes: [], left: 10, total: 10 });
    const stored = JSON.stringify((await DIRECTORY.prepare("SELECT * FROM recovery_codes").all()).results);
    expect(
      codes.filter((code) => stored.includes(code) || stored.includes(code.replaceAll("-", ""))),
    ).toEqual([]);

    const [code = "", other = ""] = codes;
    const one = await challengeOf(send, person.email);
    // In the code's own field too, in capitals and without dashes.
    expect((await verify(one.id, code.toUpperCase().replaceAll("-", ""), "totp")).status).toBe(200);
    const two = await challengeOf(send, person.email);
    expect((await verify(two.id, code, "recovery")).status).toBe(400);
    expect((await verify(two.id, other, "recovery")).status).toBe(200);
    expect((await person.call(twoFactorApi.getTwoFactor)).recoveryLeft).toBe(8);
  });

  test("used by two at once let in one", async () => {
    const person = await makePerson(harness);
    await enrol(send, person);
    const { codes } = await person.call(twoFactorApi.getRecoveryCodes);
    const challenges = [await challengeOf(send, person.email), await challengeOf(send, person.email)];
    const answers = await Promise.all(challenges.map(({ id }) => verify(id, codes[0] ?? "", "recovery")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test("made anew leave none of the old, and need the password", async () => {
    const person = await makePerson(harness);
    await enrol(send, person);
    const { uId } = await person.call(profileApi.me);
    const { codes: old } = await person.call(twoFactorApi.getRecoveryCodes);
    expect((await person.send("POST", RECOVERY, {})).status).toBe(400);
    const { codes } = await person.call(twoFactorApi.makeRecoveryCodes, {
      body: { password: await sealedFor(send, uId) },
    });
    expect(codes).toHaveLength(10);
    const { id } = await challengeOf(send, person.email);
    expect((await verify(id, old[0] ?? "", "recovery")).status).toBe(400);
    expect((await verify(id, codes[0] ?? "", "recovery")).status).toBe(200);
  });

  test("are nobody's who has no second factor", async () => {
    const person = await makePerson(harness);
    expect((await person.send("GET", RECOVERY)).status).toBe(409);
  });
});

describe("an administrator", () => {
  async function colleagueOf(admin: Person) {
    const colleague = await makePerson(harness);
    await DIRECTORY.batch([
      DIRECTORY.prepare("UPDATE users SET enterprise_id = ? WHERE email = ?").bind(
        admin.enterpriseId,
        colleague.email,
      ),
      DIRECTORY.prepare("UPDATE login_sessions SET enterprise_id = ? WHERE enterprise_id = ?").bind(
        admin.enterpriseId,
        colleague.enterpriseId,
      ),
    ]);
    return colleague;
  }

  test("switches off the second factor of who has lost it: codes are dead, the person is told, the trail says so", async () => {
    const admin = await makePerson(harness);
    const colleague = await colleagueOf(admin);
    const secret = await enrol(send, colleague);
    const { codes } = await colleague.call(twoFactorApi.getRecoveryCodes);
    const begun = await challengeOf(send, colleague.email);
    const { uId } = await colleague.call(profileApi.me);
    await admin.call(twoFactorApi.disableTwoFactor, { body: { uId } });

    expect((await verify(begun.id, authenticatorCode(secret), "totp")).status).toBe(410);
    expect((await verify(begun.id, codes[0] ?? "", "recovery")).status).toBe(410);
    const signedIn = await callWith(send, undefined, accountApi.login, {
      body: await loginBody(send, { email: colleague.email, password: PASSWORD }),
    });
    expect(signedIn).toHaveProperty("authToken");
    expect((await newestMail(harness, colleague.email)).text).toContain("an administrator, switched it off");
    const { results } = await DIRECTORY.prepare(
      "SELECT before, after FROM directory_audit WHERE enterprise_id = ? AND object_kind = 'twoFactor'",
    )
      .bind(admin.enterpriseId)
      .all();
    expect(results).toContainEqual({ before: '{"twoFactor":"totp"}', after: '{"twoFactor":"off"}' });
  });

  test("does not switch off their own that way, and nobody's without the permission", async () => {
    const admin = await makePerson(harness);
    const { uId } = await admin.call(profileApi.me);
    expect((await admin.send("PUT", RECOVERY, { uId })).status).toBe(400);
    const viewer = await makePerson(harness, { roles: [6] });
    expect((await viewer.send("PUT", RECOVERY, { uId })).status).toBe(403);
  });
});
