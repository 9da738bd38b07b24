import { describe, expect, test } from "vitest";
import { signIn, type Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { fromElsewhere, linkTo, mailsTo, sealedPair, solvedCaptcha } from "#tests/support/mailbox.ts";
import { makeAccount } from "#tests/support/people.ts";
import { getGuide } from "#workers/contract/endpoints/first-run.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";

import { directory } from "#db/client.ts";
import { residencyTexts as texts } from "#texts/residency.ts";
import { signUp as signUpWith } from "#workers/domain/identity/sign-up.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const PASSWORD = "seven quiet herons";
let made = 0;
const fresh = () => `newcomer-${++made}-${Date.now()}@example.com`;

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  harness.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

interface FormOptions {
  password?: string;
  /** The same when left out. */
  again?: string;
  enterpriseName?: string;
  country?: string;
}

async function form(
  emailId: string,
  { password = PASSWORD, again, enterpriseName = "Heron Bank", country = "" }: FormOptions = {},
) {
  const solved = await solvedCaptcha(send, "signup");
  return {
    enterpriseName,
    country,
    name: "Asha Rao",
    emailId,
    ...solved,
    ...(await sealedPair(send, solved.captchaId, password, again)),
  };
}
const signUp = async (emailId: string, options: FormOptions = {}, headers = {}) =>
  post("/api/account/signup", await form(emailId, options), headers);
const codeOf = async (emailId: string) => (await linkTo(send, emailId)).pathname.split("/").at(-1) ?? "";
const activate = (id: string) => post("/api/account/activate", { id });
const row = (emailId: string) =>
  harness.env.DIRECTORY.prepare(
    "SELECT users.*, enterprises.name AS enterprise, enterprises.database, enterprises.region FROM users JOIN enterprises ON enterprises.id = users.enterprise_id WHERE email_key = ?",
  )
    .bind(emailId.toLowerCase())
    .first<Record<string, unknown>>();

describe("signing up", () => {
  test("opens an enterprise whose administrator can sign in once the address is verified, and not before", async () => {
    const email = fresh();
    const answer = await signUp(email);
    expect(answer.status).toBe(200);
    await expect(signIn(fromElsewhere(send), { email, password: PASSWORD })).rejects.toThrow(
      "password is incorrect",
    );
    expect((await activate(await codeOf(email))).status).toBe(200);
    const client = await signIn(send, { email, password: PASSWORD });
    expect(await client.call(profileApi.me)).toMatchObject({
      emailId: email,
      enterpriseName: "Heron Bank",
      isAdmin: true,
    });
    expect(await client.call(getGuide)).toMatchObject({ due: true, hidden: false });
  });

  test("asks for a region where there are several, and lies there from then on", async () => {
    const { env, secrets } = harness;
    const mail = { ring: keyRing(secrets.DATA_KEY), link: (path: string) => path };
    const visit = { address: `region ${Date.now()}`, userAgent: "", requestId: "" };
    const regions = { DATA_REGIONS: "TENANT_1=eu, TENANT_2=in" };
    const enter = async (emailId: string, region: string, where = regions) =>
      signUpWith(
        directory(env),
        { ...(await form(emailId)), region } as Parameters<typeof signUpWith>[1],
        visit,
        mail as never,
        { sealKey: secrets.SEAL_KEY, regions: where },
      );
    const email = fresh();
    await expect(enter(email, "")).rejects.toMatchObject({ details: { errors: { region: texts.missing } } });
    await expect(enter(email, "us")).rejects.toMatchObject({ code: "invalid" });
    expect(await row(email)).toBeNull();
    for (const [region, database] of [
      ["in", "TENANT_2"],
      ["eu", "TENANT_1"],
    ] as const) {
      // Somebody who has not verified their address chooses anew.
      await enter(email, region);
      expect(await row(email)).toMatchObject({ region, database });
    }
    // With one region there is nothing to choose.
    const other = fresh();
    await enter(other, "", { DATA_REGIONS: "TENANT_1=eu,TENANT_2=eu" });
    expect(await row(other)).toMatchObject({ region: "eu" });
  });

  test("keeps the country that it was given, the last one of an address that signs up again", async () => {
    const email = fresh();
    expect((await signUp(email, { country: "Nowhere" })).status).toBe(400);
    await signUp(email, { country: "GB" });
    await signUp(email, { country: "IN" });
    await activate(await codeOf(email));
    const client = await signIn(send, { email, password: PASSWORD });
    expect((await client.call(profileApi.configuration)).country).toBe("IN");
  });

  test("keeps no password but its scrypt form, and writes who signed up and who verified into the audit trail", async () => {
    const email = fresh();
    await signUp(email);
    await activate(await codeOf(email));
    const stored = await row(email);
    expect(stored?.password_hash).toMatch(/^scrypt\$14\$8\$5\$/);
    const { results } = await harness.env.DIRECTORY.prepare(
      "SELECT action, address, after FROM directory_audit WHERE enterprise_id = ? ORDER BY at, id",
    )
      .bind(stored?.enterprise_id)
      .all();
    expect(results.map(({ action }) => action)).toEqual(["signUp", "activate"]);
    expect(JSON.stringify(results)).not.toContain(PASSWORD);
  });

  test("spreads enterprises evenly over the tenant databases", async () => {
    const count = async () => {
      const { results } = await harness.env.DIRECTORY.prepare(
        "SELECT database, count(*) AS held FROM enterprises GROUP BY database",
      ).all<{ database: string; held: number }>();
      return (name: string) => results.find(({ database }) => database === name)?.held ?? 0;
    };
    const before = await count();
    const gap = before("TENANT_1") - before("TENANT_2");
    const email = fresh();
    await signUp(email);
    expect((await row(email))?.database).toBe(gap <= 0 ? "TENANT_1" : "TENANT_2");
  });

  test("answers the same for an address that has an account, which gets a letter instead", async () => {
    const { email } = await makeAccount(harness);
    const [known, unknown] = [await signUp(email), await signUp(fresh())];
    expect(known.status).toBe(200);
    expect(await known.json()).toEqual(await unknown.json());
    expect((await mailsTo(send, email)).map(({ subject }) => subject)).toEqual([
      "You already have an account",
    ]);
    expect((await row(email))?.enterprise).toBe(`Enterprise of ${email}`);
  });

  test("isEmailUnique says the same of every address", async () => {
    const { email } = await makeAccount(harness);
    const ask = async (address: string) =>
      (await harness.fetch(`/api/account/isEmailUnique?emailId=${encodeURIComponent(address)}`)).text();
    expect(await ask(email)).toBe(await ask(fresh()));
  });

  test("of one address by two at once makes one account, and neither is told of the other", async () => {
    const email = fresh();
    const [one, two] = await Promise.all([
      signUp(email, { enterpriseName: "One" }),
      signUp(email.toUpperCase(), { enterpriseName: "Two" }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    const { results } = await harness.env.DIRECTORY.prepare("SELECT id FROM users WHERE email_key = ?")
      .bind(email)
      .all();
    expect(results).toHaveLength(1);
    const orphans = await harness.env.DIRECTORY.prepare(
      "SELECT count(*) AS n FROM enterprises WHERE name IN ('One', 'Two') AND id NOT IN (SELECT enterprise_id FROM users)",
    ).first<number>("n");
    expect(orphans).toBe(0);
  });

  test.each([
    ["7 characters", "seven!!", "Your Password must be atleast 8 characters long"],
    ["one that everybody tries", "Password123", "too common"],
    ["one that rests on the product's name", "Chatbird2026", "contains a name"],
    ["one that rests on the enterprise's name", "heronbank1", "contains a name"],
    ["129 characters", "å".repeat(129), "Use at most 128 characters."],
  ])("refuses a password of %s", async (_, password, said) => {
    const response = await signUp(fresh(), { password });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { password: expect.stringContaining(said) } });
  });

  test.each([
    ["8 characters", "q8#mLw2!"],
    ["outer spaces", "  kept as typed  "],
    ["an emoji's", "पासवर्ड🔑🔑"],
    ["64", "x y".repeat(21) + "z"],
  ])("accepts a password with %s", async (_, password) => {
    const email = fresh();
    expect((await signUp(email, { password })).status).toBe(200);
    await activate(await codeOf(email));
    await signIn(send, { email, password });
    await expect(signIn(fromElsewhere(send), { email, password: `${password} ` })).rejects.toThrow();
  });

  test("refuses two passwords that differ, a captcha of another purpose, and one that was used", async () => {
    const differing = await signUp(fresh(), { again: `${PASSWORD}!` });
    expect(await differing.json()).toMatchObject({
      errors: { confirmPassword: "Your passwords do not match. Please try again." },
    });
    const body = await form(fresh());
    const other = await solvedCaptcha(send, "login");
    expect((await post("/api/account/signup", { ...body, ...other })).status).toBe(400);
    expect((await post("/api/account/signup", body)).status).toBe(200);
    const again = await post("/api/account/signup", body);
    expect(await again.json()).toMatchObject({ errors: { captcha: expect.any(String) } });
  });

  test("sends at most five mails an hour to one address, and says when it may be asked again", async () => {
    const email = fresh();
    for (let count = 0; count < 5; count++) expect((await signUp(email)).status).toBe(200);
    const refused = await signUp(email);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
    expect(await mailsTo(send, email)).toHaveLength(5);
  });
});

describe("the verification link", () => {
  test("leads to the configured address, whatever host the request claims", async () => {
    const email = fresh();
    await signUp(email, {}, { host: "evil.example", "x-forwarded-host": "evil.example" });
    expect((await linkTo(send, email)).origin).toBe("http://127.0.0.1:8787");
  });

  test("changes nothing when it is only looked at, as scanners of mail do", async () => {
    const email = fresh();
    await signUp(email);
    const code = await codeOf(email);
    for (let look = 0; look < 3; look++) {
      const response = await harness.fetch(`/api/account/activate/${code}`);
      expect(await response.json()).toMatchObject({ status: true, data: { works: true } });
    }
    expect((await row(email))?.state).toBe(0);
    expect((await activate(code)).status).toBe(200);
    expect((await row(email))?.state).toBe(1);
  });

  test("works once, and only the newest does", async () => {
    const email = fresh();
    await signUp(email);
    const older = await codeOf(email);
    const resent = await post("/api/account/resend", {
      emailId: email,
      ...(await solvedCaptcha(send, "signup")),
    });
    expect(resent.status).toBe(200);
    const newest = await codeOf(email);
    expect((await activate(older)).status).toBe(410);
    expect((await activate(newest)).status).toBe(200);
    expect((await activate(newest)).status).toBe(410);
    expect((await activate("made-up")).status).toBe(410);
  });

  test("is dead after an hour", async () => {
    const email = fresh();
    await signUp(email);
    const code = await codeOf(email);
    await harness.env.DIRECTORY.prepare(
      "UPDATE one_time_codes SET expires_at = expires_at - 3600001 WHERE user_id = (SELECT id FROM users WHERE email_key = ?)",
    )
      .bind(email)
      .run();
    expect((await activate(code)).status).toBe(410);
    expect((await row(email))?.state).toBe(0);
  });

  test("sent again is answered alike for an address without an account, one that waits and one that is verified", async () => {
    const waiting = fresh();
    await signUp(waiting);
    const { email: verified } = await makeAccount(harness);
    const answers = await Promise.all(
      [waiting, verified, fresh()].map(async (emailId) => {
        const solved = await solvedCaptcha(send, "signup");
        return (await post("/api/account/resend", { emailId, ...solved })).text();
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await mailsTo(send, verified)).toEqual([]);
  });

  test("of a sign-up that nobody verified within a week is gone, and so is the sign-up", async () => {
    const email = fresh();
    await signUp(email);
    const before = await row(email);
    await harness.env.DIRECTORY.prepare(
      "UPDATE users SET updated_at = updated_at - 8 * 86400000 WHERE id = ?",
    )
      .bind(before?.id)
      .run();
    await harness.scheduled();
    expect(await row(email)).toBeNull();
    const left = await harness.env.DIRECTORY.prepare("SELECT id FROM enterprises WHERE id = ?")
      .bind(before?.enterprise_id)
      .all();
    expect(left.results).toEqual([]);
  });
});
