import { scryptSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { loginBody, type Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { sealedFor, solvedCaptcha } from "#tests/support/mailbox.ts";
import { makeAccount, makePerson, PASSWORD } from "#tests/support/people.ts";
import { raced } from "#tests/support/raced-api.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const LOGIN = "/api/account/enterprise/login/twoFactorAuth";

const post = (path: string, body: unknown): Promise<Response> =>
  harness.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** An address of its own for each test, so that one test's wrong passwords do not slow another. */
const from = (address: string) => ({ "content-type": "application/json", "cf-connecting-ip": address });

describe("signing in", () => {
  test("with the right password answers a token that opens the profile", async () => {
    const person = await makePerson(harness);
    const me = await person.call(profileApi.me);
    expect(me).toMatchObject({ emailId: person.email, eId: person.enterpriseId, isAdmin: true });
  });

  test("with a wrong password and with an unknown address gets the very same answer", async () => {
    const { email } = await makeAccount(harness);
    const wrong = await post(LOGIN, await loginBody(send, { email, password: "not the password" }));
    const unknown = await post(
      LOGIN,
      await loginBody(send, { email: "nobody@example.com", password: "not the password" }),
    );
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    expect(await wrong.json()).toEqual(await unknown.json());
  });

  test("refuses a captcha that was used before, even with the right password", async () => {
    const { email } = await makeAccount(harness);
    const body = await loginBody(send, { email, password: PASSWORD });
    expect((await post(LOGIN, body)).status).toBe(200);
    const again = await post(LOGIN, body);
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ status: false, errors: { captcha: expect.any(String) } });
  });

  test("refuses a captcha of another purpose, a wrong answer and a made-up id", async () => {
    const { email } = await makeAccount(harness);
    const body = await loginBody(send, { email, password: PASSWORD });
    const other = await harness.fetch("/api/account/captcha/generate?purpose=signup&kind=question");
    const { data } = (await other.json()) as { data: { captchaId: string } };
    for (const change of [{ captchaId: data.captchaId }, { captchaId: "made-up" }, { captcha: "99" }]) {
      const response = await post(LOGIN, { ...body, ...change });
      expect(response.status).toBe(400);
    }
  });

  test("refuses a captcha that was solved for another purpose", async () => {
    const { email } = await makeAccount(harness);
    const solved = await solvedCaptcha(send, "signup");
    const password = await sealedFor(send, solved.captchaId, PASSWORD);
    const body = await loginBody(send, { email, password: PASSWORD });
    const answer = await post(LOGIN, { ...body, ...solved, password });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: { captcha: expect.any(String) as string } });
  });

  test("refuses a password that was sealed for another captcha, or not sealed at all", async () => {
    const { email } = await makeAccount(harness);
    const [one, two] = [
      await loginBody(send, { email, password: PASSWORD }),
      await loginBody(send, { email, password: PASSWORD }),
    ];
    expect((await post(LOGIN, { ...one, password: two.password })).status).toBe(400);
    expect((await post(LOGIN, { ...two, password: PASSWORD })).status).toBe(400);
  });

  test("slows an account down after five wrong passwords, and says for how long", async () => {
    const { email } = await makeAccount(harness);
    const attempt = async (password: string) =>
      harness.fetch(LOGIN, {
        method: "POST",
        headers: from("203.0.113.7"),
        body: JSON.stringify(await loginBody(send, { email, password })),
      });
    for (let count = 0; count < 5; count++) expect((await attempt("wrong")).status).toBe(400);
    const slowed = await attempt(PASSWORD);
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("slows an address down after five wrong passwords, whoever's they are", async () => {
    const { email } = await makeAccount(harness);
    const attempt = async (whose: string, password: string) =>
      harness.fetch(LOGIN, {
        method: "POST",
        headers: from("203.0.113.77"),
        body: JSON.stringify(await loginBody(send, { email: whose, password })),
      });
    for (let count = 0; count < 5; count++) {
      expect((await attempt(`nobody-${count}@example.com`, "wrong")).status).toBe(400);
    }
    expect((await attempt(email, PASSWORD)).status).toBe(429);
  });

  test("refuses a captcha that was asked for too long ago", async () => {
    const { email } = await makeAccount(harness);
    const body = await loginBody(send, { email, password: PASSWORD });
    await harness.env.DIRECTORY.prepare("UPDATE captchas SET expires_at = ? WHERE id = ?")
      .bind(Date.now() - 1, body.captchaId)
      .run();
    const late = await post(LOGIN, body);
    expect(late.status).toBe(400);
    expect(await late.json()).toMatchObject({ errors: { captcha: expect.any(String) as string } });
  });

  test("lets nobody in by a right password that five wrong ones have overtaken", async () => {
    const person = await makePerson(harness);
    const here = raced(harness, person);
    const attempt = async (password: string, at: number) => ({
      method: "POST",
      headers: from(`198.51.100.${at}`),
      body: JSON.stringify(await loginBody(send, { email: person.email, password })),
    });
    const [right, ...wrong] = await Promise.all(
      [PASSWORD, "1", "2", "3", "4", "5"].map((password, at) => attempt(password, at)),
    );
    here.meanwhile(
      () => Promise.all(wrong.map((body) => harness.fetch(LOGIN, body))),
      /login_sessions|login_failures/,
    );
    expect((await here.fetch(LOGIN, right)).status).toBe(429);
    expect(here.met).toBeGreaterThan(0);
  });

  test("tells no more than five of thirty who try at once whether they were right", async () => {
    const { email, enterpriseId } = await makeAccount(harness);
    const bodies = await Promise.all(
      Array.from({ length: 30 }, (_, at) => loginBody(send, { email, password: `wrong ${at}` })),
    );
    const answers = await Promise.all(
      bodies.map((body, at) =>
        harness.fetch(LOGIN, {
          method: "POST",
          headers: from(`192.0.2.${at + 1}`),
          body: JSON.stringify(body),
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(5);
    expect(statuses.filter((status) => status !== 400 && status !== 429)).toEqual([]);
    const { results } = await harness.env.DIRECTORY.prepare(
      "SELECT action, object_kind AS kind FROM directory_audit WHERE enterprise_id = ?",
    )
      .bind(enterpriseId)
      .all();
    expect(results).toContainEqual({ action: "slowDown", kind: "session" });
  });

  test("keeps nobody out of where they have signed in before, however much somebody fails elsewhere", async () => {
    const { email } = await makeAccount(harness);
    const attempt = async (password: string, address: string) =>
      (
        await harness.fetch(LOGIN, {
          method: "POST",
          headers: from(address),
          body: JSON.stringify(await loginBody(send, { email, password })),
        })
      ).status;
    expect(await attempt(PASSWORD, "198.51.100.10")).toBe(200);
    for (let at = 0; at < 5; at++) expect(await attempt("wrong", `192.0.2.${100 + at}`)).toBe(400);
    expect(await attempt(PASSWORD, "192.0.2.200")).toBe(429);
    expect(await attempt(PASSWORD, "198.51.100.10")).toBe(200);
  });

  test("says what is missing, field by field, in the specified words", async () => {
    const response = await post(LOGIN, { email: "not an address", captcha: "" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      status: false,
      errors: {
        email: "Please enter a valid email address",
        password: "This field is mandatory.",
        captcha: "Please enter captcha.",
      },
    });
  });

  test("stores a password anew that was stored at less cost than is asked for today", async () => {
    const { email } = await makeAccount(harness);
    const salt = Buffer.alloc(16, 7);
    const cheap = `scrypt$13$8$1$${salt.toString("base64url")}$${scryptSync(PASSWORD, salt, 32, { N: 8192, r: 8, p: 1 }).toString("base64url")}`;
    const { DIRECTORY } = harness.env;
    await DIRECTORY.prepare("UPDATE users SET password_hash = ? WHERE email_key = ?")
      .bind(cheap, email)
      .run();
    const wrong = await post(LOGIN, await loginBody(send, { email, password: "not the password" }));
    const storedNow = () =>
      DIRECTORY.prepare("SELECT password_hash FROM users WHERE email_key = ?")
        .bind(email)
        .first<string>("password_hash");
    expect([wrong.status, await storedNow()]).toEqual([400, cheap]);
    for (let times = 0; times < 2; times++) {
      expect((await post(LOGIN, await loginBody(send, { email, password: PASSWORD }))).status).toBe(200);
      expect(await storedNow()).toMatch(/^scrypt\$14\$8\$5\$/);
    }
  });

  test("stores no password but its scrypt form", async () => {
    const { email } = await makeAccount(harness);
    const stored = await harness.env.DIRECTORY.prepare("SELECT password_hash FROM users WHERE email = ?")
      .bind(email)
      .first<string>("password_hash");
    expect(stored).toMatch(/^scrypt\$14\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  });
});

describe("a login session", () => {
  test("is over the moment one signs out", async () => {
    const person = await makePerson(harness);
    await person.call(accountApi.logout);
    const response = await person.send("GET", "/api/e/enterprise/users/me");
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ status: false, login_required: true });
  });

  test("can end the others of the same user", async () => {
    const { email } = await makeAccount(harness);
    const first = await post(LOGIN, await loginBody(send, { email, password: PASSWORD }));
    const { response } = (await first.json()) as { response: { authToken: string } };
    const second = { ...(await loginBody(send, { email, password: PASSWORD })), removeExistingSession: true };
    expect((await post(LOGIN, second)).status).toBe(200);
    const old = await harness.fetch("/api/e/enterprise/users/me", {
      headers: { "authentication-token": response.authToken },
    });
    expect(old.status).toBe(403);
  });

  test.each([
    ["nothing", undefined],
    ["an empty token", ""],
    ["a word", "token"],
    ["a token without signature", "eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0."],
    [
      "a token signed with another key",
      "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIxIiwiaXNzIjoiY2hhdGJpcmQiLCJleHAiOjk5OTk5OTk5OTl9.6jXv2y8rC2Z0nqk0eNn8q3mX4o1m7a9d5u2b6c8e0f1",
    ],
  ])("is not opened by %s", async (_, token) => {
    const response = await harness.fetch("/api/e/enterprise/users/me", {
      headers: token === undefined ? {} : { "authentication-token": token },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ login_required: true });
  });

  test("of a deactivated user is over at once", async () => {
    const person = await makePerson(harness);
    await harness.env.DIRECTORY.prepare("UPDATE users SET state = 2 WHERE email = ?")
      .bind(person.email)
      .run();
    expect((await person.send("GET", "/api/e/enterprise/users/me")).status).toBe(403);
  });

  test("lacking a permission gets code 1403 and is not ended by it", async () => {
    const reporter = await makePerson(harness, { roles: [6] });
    const denied = await reporter.send("GET", "/api/chatbird/api/nlp/v2/agent");
    expect(denied.status).toBe(403);
    const answer = await denied.json();
    expect(answer).toMatchObject({ status: false, code: 1403 });
    expect(answer).not.toHaveProperty("login_required");
    expect((await reporter.send("GET", "/api/e/enterprise/users/me")).status).toBe(200);
  });
});
