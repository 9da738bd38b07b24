import { describe, expect, test } from "vitest";
import { callWith, loginBody, type Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makeAccount, makePerson, PASSWORD, type Person } from "#tests/support/people.ts";
import {
  authenticatorCode,
  challengeOf,
  codeIn,
  newestMail,
  sealedFor,
} from "#tests/support/second-factor.ts";
import * as passwordsApi from "#workers/contract/endpoints/passwords.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const { DIRECTORY } = harness.env;
const OWN = "/api/e/enterprise/users/twoFactorAuth";
const RECOVERY = "/api/e/enterprise/twoFactorAuth/recovery";
const RULES = "/api/e/enterprise/twoFactorAuth";

const post = (path: string, body: unknown): Promise<Response> =>
  harness.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const verify = (id: string, securityCode: string, authType: "mail" | "totp" | "recovery" = "mail") =>
  post("/api/account/verifyCode", { id, authType, securityCode });
const byMail = async (person: Person) => {
  const { uId } = await person.call(profileApi.me);
  await person.call(twoFactorApi.saveTwoFactor, {
    body: { type: "mail", password: await sealedFor(send, uId) },
  });
  return uId;
};
const trailOf = async (enterpriseId: string) =>
  (
    await DIRECTORY.prepare(
      "SELECT action, object_kind AS kind, before, after, address FROM directory_audit WHERE enterprise_id = ? ORDER BY at, id",
    )
      .bind(enterpriseId)
      .all<{ action: string; kind: string; before: string; after: string; address: string }>()
  ).results;

describe("a sign-in with a mailed code", () => {
  test("answers no token but a challenge, and the code ends it", async () => {
    const person = await makePerson(harness);
    const uId = await byMail(person);
    const challenge = await challengeOf(send, person.email);
    expect(challenge).toEqual({
      id: expect.any(String),
      authType: "mail",
      sentTo: "p***@example.com",
      expiresAt: expect.any(String),
    });
    expect(Date.parse(challenge.expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);
    const mail = await newestMail(harness, person.email);
    expect(mail.template).toBe("loginCode");
    const answer = await verify(challenge.id, codeIn(mail));
    expect(answer.status).toBe(200);
    const { response } = (await answer.json()) as { response: { authToken: string; uId: string } };
    expect(response.uId).toBe(uId);
    const me = await callWith(send, response.authToken, profileApi.me);
    expect(me.emailId).toBe(person.email);
    // Each code and each challenge once.
    expect((await verify(challenge.id, codeIn(mail))).status).toBe(410);
  });

  test("half-finished opens nothing: its id is no token anywhere", async () => {
    const person = await makePerson(harness);
    await byMail(person);
    const { id } = await challengeOf(send, person.email);
    const tries = await Promise.all(
      ["/api/e/enterprise/users/me", OWN, RECOVERY, "/api/account/sessions"].map((path) =>
        harness.fetch(path, { headers: { "authentication-token": id } }),
      ),
    );
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await post("/api/account/chatagent", { code: id })).status).toBe(410);
    const stored = JSON.stringify((await DIRECTORY.prepare("SELECT * FROM login_challenges").all()).results);
    expect(stored).not.toContain(id);
    expect(stored).not.toContain(codeIn(await newestMail(harness, person.email)));
  });

  test("takes no more than five codes, and none after that", async () => {
    const person = await makePerson(harness);
    await byMail(person);
    const { id } = await challengeOf(send, person.email);
    const code = codeIn(await newestMail(harness, person.email));
    const wrong = code === "123456" ? "654321" : "123456";
    const answers = await Promise.all(Array.from({ length: 30 }, () => verify(id, wrong)));
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(5);
    expect((await verify(id, code)).status).not.toBe(200);
  });

  test("goes no other way than the one that was begun, right code or not", async () => {
    const person = await makePerson(harness);
    await byMail(person);
    const { id } = await challengeOf(send, person.email);
    const code = codeIn(await newestMail(harness, person.email));
    expect((await verify(id, code, "totp")).status).toBe(400);
    expect((await verify(id, code)).status).toBe(200);
  });

  test("takes five codes, however slowly they are tried", async () => {
    const person = await makePerson(harness);
    await byMail(person);
    const { id } = await challengeOf(send, person.email);
    const code = codeIn(await newestMail(harness, person.email));
    const wrong = code === "123456" ? "654321" : "123456";
    for (let tried = 0; tried < 5; tried++) {
      expect((await verify(id, wrong)).status).toBe(400);
      // As if it had been a while ago: the limit of the person is another one.
      await DIRECTORY.prepare("UPDATE login_failures SET at = at - 400000").run();
    }
    expect((await verify(id, code)).status).toBe(410);
  });

  test("mails six codes within a quarter of an hour, and no seventh", async () => {
    const person = await makePerson(harness);
    await byMail(person);
    for (let mailed = 0; mailed < 6; mailed++) await challengeOf(send, person.email);
    const body = await loginBody(send, { email: person.email, password: PASSWORD });
    expect((await post("/api/account/enterprise/login/twoFactorAuth", body)).status).toBe(429);
  });

  test("is over after ten minutes", async () => {
    const person = await makePerson(harness);
    await byMail(person);
    const { id } = await challengeOf(send, person.email);
    await DIRECTORY.prepare("UPDATE login_challenges SET expires_at = ? WHERE enterprise_id = ?")
      .bind(Date.now() - 1, person.enterpriseId)
      .run();
    expect((await verify(id, codeIn(await newestMail(harness, person.email)))).status).toBe(410);
  });

  test("asked for a new code, forgets the old one, and mails only now and then", async () => {
    const person = await makePerson(harness);
    await byMail(person);
    const { id } = await challengeOf(send, person.email);
    const first = codeIn(await newestMail(harness, person.email));
    // As if the first had been a while ago.
    await DIRECTORY.prepare("UPDATE login_failures SET at = at - 31000").run();
    expect((await post("/api/account/resendAuthMail", { id })).status).toBe(200);
    const second = codeIn(await newestMail(harness, person.email));
    const again = await Promise.all(
      Array.from({ length: 20 }, () => post("/api/account/resendAuthMail", { id })),
    );
    expect(again.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 429));
    if (first !== second) expect((await verify(id, first)).status).toBe(400);
    expect((await verify(id, second)).status).toBe(200);
  });

  test("ends with the password that it began with", async () => {
    const person = await makePerson(harness);
    const uId = await byMail(person);
    const { id } = await challengeOf(send, person.email);
    const code = codeIn(await newestMail(harness, person.email));
    const sealed = (password: string) => sealedFor(send, uId, password);
    await person.call(passwordsApi.changeOwn, {
      body: {
        currentPassword: await sealed(PASSWORD),
        password: await sealed("quite another password 7"),
        confirmPassword: await sealed("quite another password 7"),
      },
    });
    expect((await verify(id, code)).status).toBe(410);
  });

  test("of a deactivated person ends in nothing", async () => {
    const person = await makePerson(harness);
    await byMail(person);
    const { id } = await challengeOf(send, person.email);
    await DIRECTORY.prepare("UPDATE users SET state = 2 WHERE email = ?").bind(person.email).run();
    const answer = await verify(id, codeIn(await newestMail(harness, person.email)));
    expect(answer.status).toBe(400);
  });
});

describe("an enterprise that requires a second factor", () => {
  test("mails a code to who has chosen none, who cannot switch it off", async () => {
    const person = await makePerson(harness);
    const { uId } = await person.call(profileApi.me);
    await person.call(twoFactorApi.saveSignInRules, {
      body: { twoFactorRequired: true, password: await sealedFor(send, uId) },
    });
    expect((await challengeOf(send, person.email)).authType).toBe("mail");
    const off = await person.send("PUT", OWN, { type: "off", password: await sealedFor(send, uId) });
    expect(off.status).toBe(409);
    expect(await person.call(twoFactorApi.getTwoFactor)).toMatchObject({ type: "off", required: true });
  });

  test("is made one by who may, with the password once more, and the trail says so", async () => {
    const person = await makePerson(harness);
    expect((await person.send("PUT", RULES, { twoFactorRequired: true })).status).toBe(400);
    const { uId } = await person.call(profileApi.me);
    const wrong = { twoFactorRequired: true, password: await sealedFor(send, uId, "not it at all") };
    const refused = await person.send("PUT", RULES, wrong);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: { password: "The password is incorrect." } });
    expect((await person.call(twoFactorApi.getSignInRules)).twoFactorRequired).toBe(false);
    await person.call(twoFactorApi.saveSignInRules, {
      body: { twoFactorRequired: true, password: await sealedFor(send, uId) },
    });
    expect(await trailOf(person.enterpriseId)).toContainEqual(
      expect.objectContaining({
        action: "configure",
        kind: "enterprise",
        before: JSON.stringify({ twoFactorRequired: false, singleSession: false }),
        after: JSON.stringify({ twoFactorRequired: true, singleSession: false }),
      }),
    );
    const viewer = await makePerson(harness, { roles: [6] });
    expect((await viewer.send("PUT", RULES, wrong)).status).toBe(403);
  });
});

describe("changing one's own second factor", () => {
  test("asks who it is: a stolen token alone changes nothing", async () => {
    const person = await makePerson(harness);
    const attempts = [
      await person.send("PUT", OWN, { type: "mail" }),
      await person.send("PUT", `${OWN}/totp`, {}),
      await person.send("PUT", OWN, { type: "mail", password: "in clear" }),
      await person.send("PUT", OWN, { type: "mail", password: await sealedFor(send, "another-person") }),
      await person.send("PUT", OWN, { type: "mail", code: "000000" }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect((await person.call(twoFactorApi.getTwoFactor)).type).toBe("off");
  });

  test("refuses after five wrong passwords, the right one too", async () => {
    const person = await makePerson(harness);
    const { uId } = await person.call(profileApi.me);
    const wrong = { type: "mail", password: await sealedFor(send, uId, "not it at all") };
    for (let count = 0; count < 5; count++) {
      expect((await person.send("PUT", OWN, wrong)).status).toBe(400);
    }
    const right = { type: "mail", password: await sealedFor(send, uId) };
    expect((await person.send("PUT", OWN, right)).status).toBe(429);
  });

  test("tells the person by mail, and the trail", async () => {
    const person = await makePerson(harness);
    await byMail(person);
    const mail = await newestMail(harness, person.email);
    expect(mail.template).toBe("twoFactorChanged");
    expect(mail.text).toContain("Codes by e-mail were switched on");
    expect(await trailOf(person.enterpriseId)).toContainEqual(
      expect.objectContaining({
        action: "update",
        kind: "twoFactor",
        before: '{"twoFactor":"off"}',
        after: '{"twoFactor":"mail"}',
      }),
    );
  });

  test("to an authenticator needs a code of it, and a wrong one switches nothing", async () => {
    const person = await makePerson(harness);
    const { uId } = await person.call(profileApi.me);
    expect((await person.send("POST", `${OWN}/totp`, { code: "000000" })).status).toBe(409);
    const { secret } = await person.call(twoFactorApi.beginTotp, {
      body: { password: await sealedFor(send, uId) },
    });
    expect((await person.send("POST", `${OWN}/totp`, { code: "000000" })).status).toBe(400);
    expect((await person.call(twoFactorApi.getTwoFactor)).type).toBe("off");
    await person.call(twoFactorApi.confirmTotp, { body: { code: authenticatorCode(secret) } });
    expect((await person.call(twoFactorApi.getTwoFactor)).type).toBe("totp");
    // The secret is shown when it is made, and by nothing afterwards.
    const shown = JSON.stringify([
      await person.call(twoFactorApi.getTwoFactor),
      await person.call(profileApi.me),
      await trailOf(person.enterpriseId),
    ]);
    expect(shown).not.toContain(secret);
  });
});

test("a password that somebody else has set opens nothing but the way to a new one", async () => {
  const { email } = await makeAccount(harness);
  await DIRECTORY.prepare("UPDATE users SET must_change_password = 1 WHERE email = ?").bind(email).run();
  const answer = await post(
    "/api/account/enterprise/login/twoFactorAuth",
    await loginBody(send, { email, password: PASSWORD }),
  );
  expect(answer.status).toBe(400);
  const said = (await answer.json()) as { response: Record<string, string> };
  expect(said).toMatchObject({
    status: false,
    code: 900,
    response: { uId: expect.any(String), eId: expect.any(String), resetCode: expect.any(String) },
  });
  expect(JSON.stringify(said)).not.toContain("authToken");
});
