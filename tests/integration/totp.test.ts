import { existsSync, readFileSync } from "node:fs";
import { HOTP, Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { callWith, type Send } from "#db/seed/client.ts";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { raced } from "#tests/support/raced-api.ts";
import { authenticatorCode, challengeOf, enrol, sealedFor } from "#tests/support/second-factor.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";
import { newTotpSecret, totpStep, totpUri } from "#workers/domain/identity/totp.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);

interface Vector {
  rfc: string;
  algorithm: string;
  secretAscii: string;
  digits: number;
  period?: number;
  time?: number;
  counter?: number;
  expected: string;
  expected6?: string;
}
const FILE = referenceCorpus("totp", "rfc-vectors.json");

describe("the codes of an authenticator", () => {
  test.skipIf(!existsSync(FILE))("are those of RFC 4226 and RFC 6238, 28 of 28", () => {
    const vectors = JSON.parse(readFileSync(FILE, "utf8")) as Vector[];
    const right = vectors.filter(({ algorithm, secretAscii, digits, period, time, counter, expected }) => {
      const secret = Secret.fromUTF8(secretAscii);
      const made =
        time === undefined
          ? new HOTP({ secret, algorithm, digits }).generate({ counter: counter ?? 0 })
          : new TOTP({ secret, algorithm, digits, period: period ?? 30 }).generate({
              timestamp: time * 1_000,
            });
      return made === expected;
    });
    expect(`${right.length} of ${vectors.length}`).toBe("28 of 28");
  });

  test.skipIf(!existsSync(FILE))("are accepted by our own check at the times of the RFC", () => {
    const ours = (JSON.parse(readFileSync(FILE, "utf8")) as Vector[]).filter(
      ({ algorithm, time, expected6 }) =>
        algorithm.toLowerCase() === "sha1" && time !== undefined && expected6,
    );
    expect(ours.length).toBe(6);
    for (const { secretAscii, time = 0, expected6 = "" } of ours) {
      const secret = Secret.fromUTF8(secretAscii).base32;
      expect(totpStep(secret, expected6, time * 1_000)).toBe(Math.floor(time / 30));
    }
  });

  test("are right one step early or late, and not two", () => {
    const secret = newTotpSecret();
    const now = Date.now();
    const at = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });
    const step = Math.floor(now / 30_000);
    expect([-2, -1, 0, 1, 2].map((steps) => totpStep(secret, at(steps), now))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
    expect(totpStep(secret, ` ${at(0).slice(0, 3)} ${at(0).slice(3)} `, now)).toBe(step);
    for (const code of ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"]) {
      expect(totpStep(secret, code, now), code).toBeUndefined();
    }
  });

  test("come from a secret of 160 bits, in an address that apps can read", () => {
    const secret = newTotpSecret();
    expect(Secret.fromBase32(secret).bytes.length).toBe(20);
    expect(totpUri(secret, "asha@bank.example")).toMatch(
      /^otpauth:\/\/totp\/Chatbird:asha%40bank\.example\?issuer=Chatbird&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    );
  });
});

describe("signing in with an authenticator", () => {
  const verify = (id: string, securityCode: string, authType: "mail" | "totp" = "totp") =>
    harness.fetch("/api/account/verifyCode", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id, authType, securityCode }),
    });

  test("takes each code once, also of a sign-in of its own", async () => {
    const person = await makePerson(harness);
    const secret = await enrol(send, person);
    const [one, two] = [await challengeOf(send, person.email), await challengeOf(send, person.email)];
    expect(one).toMatchObject({ authType: "totp", sentTo: "" });
    const code = authenticatorCode(secret);
    expect((await verify(one.id, code)).status).toBe(200);
    expect((await verify(two.id, code)).status).toBe(400);
    expect((await verify(two.id, authenticatorCode(secret, 1))).status).toBe(200);
  });

  test("refuses a code that another sign-in has used meanwhile", async () => {
    const person = await makePerson(harness);
    const secret = await enrol(send, person);
    const [one, two] = [await challengeOf(send, person.email), await challengeOf(send, person.email)];
    const code = authenticatorCode(secret);
    const here = raced(harness, person);
    here.meanwhile(async () => expect((await verify(two.id, code)).status).toBe(200));
    const late = await here.fetch("/api/account/verifyCode", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: one.id, authType: "totp", securityCode: code }),
    });
    expect([late.status, here.met]).toEqual([400, 1]);
  });

  test("of ten who send the same right code at once lets in one", async () => {
    const person = await makePerson(harness);
    const secret = await enrol(send, person);
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeOf(send, person.email)));
    const code = authenticatorCode(secret);
    const answers = await Promise.all(challenges.map(({ id }) => verify(id, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("refuses after five wrong codes within five minutes, whichever sign-in they are sent to", async () => {
    const person = await makePerson(harness);
    const secret = await enrol(send, person);
    const [one, two] = [await challengeOf(send, person.email), await challengeOf(send, person.email)];
    const wrong = [one, one, one, two, two];
    for (const { id } of wrong) expect((await verify(id, "000000")).status).toBe(400);
    const refused = await verify(two.id, authenticatorCode(secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(200);
  });

  test("goes no other way than the one that was begun", async () => {
    const person = await makePerson(harness);
    await enrol(send, person);
    const { id } = await challengeOf(send, person.email);
    expect((await verify(id, "000000", "mail")).status).toBe(400);
    const mailed = await harness.fetch("/api/account/resendAuthMail", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id }),
    });
    expect(mailed.status).toBe(410);
  });

  test("keeps the secret encrypted, and no code of it in the log", async () => {
    const person = await makePerson(harness);
    const { uId } = await person.call(profileApi.me);
    const { secret } = await person.call(twoFactorApi.beginTotp, {
      body: { password: await sealedFor(send, uId) },
    });
    const stored = async () =>
      JSON.stringify(
        await harness.env.DIRECTORY.prepare("SELECT * FROM users WHERE email = ?").bind(person.email).all(),
      );
    expect(await stored()).not.toContain(secret);
    const code = authenticatorCode(secret, -1);
    await person.call(twoFactorApi.confirmTotp, { body: { code } });
    expect(await stored()).not.toContain(secret);
    const log = JSON.stringify(harness.logs());
    expect(log).not.toContain(secret);
    expect(log).not.toContain(code);
  });

  test("works on after the key was changed and everything sealed anew", async () => {
    const person = await makePerson(harness);
    const secret = await enrol(send, person);
    const { DIRECTORY } = harness.env;
    const sealed = () =>
      DIRECTORY.prepare(
        "SELECT totp_sealed AS sealed, totp_key_version AS version FROM users WHERE email = ?",
      )
        .bind(person.email)
        .first<{ sealed: string; version: number }>();
    const { keyRing } = await import("#workers/domain/secrets/key-ring.ts");
    const { seal } = await import("#workers/domain/secrets/seal.ts");
    const { totpOwner } = await import("#workers/domain/identity/factor.ts");
    // As the older key would have left it.
    const [, older = ""] = harness.secrets.DATA_KEY.split(",");
    const { uId } = await person.call(profileApi.me);
    const old = await seal(keyRing(older), person.enterpriseId, totpOwner(uId), secret);
    await DIRECTORY.prepare("UPDATE users SET totp_sealed = ?, totp_key_version = ? WHERE id = ?")
      .bind(old.sealed, old.keyVersion, uId)
      .run();
    await harness.scheduled();
    await expect.poll(async () => (await sealed())?.version).toBe(2);
    const { id } = await challengeOf(send, person.email);
    const entered = await callWith(send, undefined, accountApi.verifyCode, {
      body: { id, authType: "totp", securityCode: authenticatorCode(secret) },
    });
    expect(entered.uId).toBe(uId);
  });
});
