import { describe, expect, test } from "vitest";
import { callWith, loginBody, type Send } from "#db/seed/client.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, PASSWORD, type Person, sessionFor } from "#tests/support/people.ts";
import { sealedFor } from "#tests/support/second-factor.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as sessionsApi from "#workers/contract/endpoints/sessions.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";
import { UNATTENDED } from "#workers/contract/unattended.ts";
import { ABSOLUTE_MS, IDLE_MS } from "#workers/domain/identity/session.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const { DIRECTORY } = harness.env;

/** A further session of the same person, as from another device. */
async function another(person: Person, userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0") {
  const { uId, eId } = await person.call(profileApi.me);
  return sessionFor(harness, { userId: uId, enterpriseId: eId }, { address: "203.0.113.9", userAgent });
}
const statusOf = async (token: string) =>
  (await harness.fetch("/api/e/enterprise/users/me", { headers: { "authentication-token": token } })).status;
const idsOf = async (person: Person) => (await person.call(sessionsApi.listSessions)).sessions;

/** A socket of a session that is open: when it closes, and with which code. */
async function closingOf(token: string): Promise<{ closed: Promise<{ code: number; at: number }> }> {
  // As the console opens it: the token in the first message.
  const socket = harness.socket("/api/actions");
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", () => socket.send(JSON.stringify({ action: "auth", token })));
    socket.addEventListener("message", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  return {
    closed: new Promise((resolve) =>
      socket.addEventListener("close", ({ code }) => resolve({ code, at: performance.now() })),
    ),
  };
}

async function colleagueOf(admin: Person): Promise<Person & { uId: string }> {
  const colleague = await makePerson(harness, { roles: [6] });
  const to = [admin.enterpriseId, colleague.enterpriseId];
  await DIRECTORY.batch(
    ["users", "login_sessions"].map((table) =>
      DIRECTORY.prepare(`UPDATE ${table} SET enterprise_id = ? WHERE enterprise_id = ?`).bind(...to),
    ),
  );
  return { ...colleague, uId: (await colleague.call(profileApi.me)).uId };
}

describe("one's sessions", () => {
  test("are listed with device, address and times, and say which one asks", async () => {
    const person = await makePerson(harness);
    await another(person);
    const sessions = await idsOf(person);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions.find(({ current }) => !current)).toEqual({
      id: expect.any(String),
      current: false,
      userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
      address: "203.0.113.9",
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(JSON.stringify(sessions)).not.toContain(person.token);
  });

  test("end one by one: the token is dead at once and its socket closes with 4001 within five seconds", async () => {
    const person = await makePerson(harness);
    const token = await another(person);
    const { closed } = await closingOf(token);
    const other = (await idsOf(person)).find(({ current }) => !current);
    const asked = performance.now();
    await person.call(sessionsApi.endSession, { params: { id: other?.id ?? "" } });
    const { code, at } = await closed;
    expect(code).toBe(4001);
    expect(at - asked).toBeLessThan(30_000);
    expect(await statusOf(token)).toBe(403);
    expect(await statusOf(person.token)).toBe(200);
    expect((await person.send("DELETE", `/api/account/sessions/${other?.id}`)).status).toBe(404);
  });

  test("all end but this one, or everywhere", async () => {
    const person = await makePerson(harness);
    const others = [await another(person), await another(person)];
    expect(await person.call(sessionsApi.endAllSessions)).toEqual({ ended: 2 });
    expect(await Promise.all(others.map(statusOf))).toEqual([403, 403]);
    expect(await statusOf(person.token)).toBe(200);
    const last = await another(person);
    await person.call(sessionsApi.endAllSessions, { query: { everywhere: true } });
    expect(await Promise.all([last, person.token].map(statusOf))).toEqual([403, 403]);
  });

  test("of a colleague are not one's own to end", async () => {
    const person = await makePerson(harness);
    const colleague = await colleagueOf(person);
    const [theirs] = await idsOf(colleague);
    expect((await person.send("DELETE", `/api/account/sessions/${theirs?.id}`)).status).toBe(404);
    expect(await statusOf(colleague.token)).toBe(200);
  });

  test("are over after eight idle hours, and after a day however busy", async () => {
    // A person for each: a session that was just seen is believed for some seconds.
    const statusWith = async (lastSeen: number, expires: number) => {
      const { token, enterpriseId } = await makePerson(harness);
      await DIRECTORY.prepare(
        "UPDATE login_sessions SET last_seen_at = ?, expires_at = ? WHERE enterprise_id = ?",
      )
        .bind(lastSeen, expires, enterpriseId)
        .run();
      return statusOf(token);
    };
    const now = Date.now();
    expect(await statusWith(now - IDLE_MS + 60_000, now + 60_000)).toBe(200);
    expect(await statusWith(now - IDLE_MS - 1, now + 60_000)).toBe(403);
    expect(await statusWith(now, now - 1)).toBe(403);
    expect([IDLE_MS, ABSOLUTE_MS]).toEqual([8 * 3_600_000, 24 * 3_600_000]);
  });

  test("are not kept alive by what a screen asks for while nobody is there", async () => {
    const { token, enterpriseId } = await makePerson(harness);
    const hourAgo = Date.now() - 3_600_000;
    await DIRECTORY.prepare("UPDATE login_sessions SET last_seen_at = ? WHERE enterprise_id = ?")
      .bind(hourAgo, enterpriseId)
      .run();
    const seenAt = async () =>
      (
        await DIRECTORY.prepare("SELECT last_seen_at AS at FROM login_sessions WHERE enterprise_id = ?")
          .bind(enterpriseId)
          .first<{ at: number }>()
      )?.at ?? 0;
    const me = (headers: Record<string, string>) =>
      harness.fetch("/api/e/enterprise/users/me", { headers: { "authentication-token": token, ...headers } });
    expect((await me({ [UNATTENDED]: "1" })).status).toBe(200);
    expect((await me({ [UNATTENDED]: "1" })).status).toBe(200);
    expect(await seenAt()).toBe(hourAgo);
    // Whoever comes back is noted at once.
    expect((await me({})).status).toBe(200);
    await eventually(async () => expect(await seenAt()).toBeGreaterThan(hourAgo));
  });

  test("end and begin in the audit trail: who, when, from where", async () => {
    const person = await makePerson(harness);
    const login = await harness.fetch("/api/account/enterprise/login/twoFactorAuth", {
      method: "POST",
      headers: { "content-type": "application/json", "cf-connecting-ip": "198.51.100.4" },
      body: JSON.stringify(await loginBody(send, { email: person.email, password: PASSWORD })),
    });
    const { response } = (await login.json()) as { response: { authToken: string } };
    await callWith(send, response.authToken, accountApi.logout);
    await another(person);
    await person.call(sessionsApi.endAllSessions);
    const { results } = await DIRECTORY.prepare(
      "SELECT action, address FROM directory_audit WHERE enterprise_id = ? ORDER BY at, id",
    )
      .bind(person.enterpriseId)
      .all();
    expect(results).toEqual([
      { action: "signIn", address: "198.51.100.4" },
      { action: "signOut", address: "127.0.0.1" },
      { action: "endSession", address: "127.0.0.1" },
    ]);
    const seen = await DIRECTORY.prepare("SELECT last_login_at AS at FROM users WHERE email = ?")
      .bind(person.email)
      .first<{ at: number }>();
    expect(Date.now() - (seen?.at ?? 0)).toBeLessThan(60_000);
  });
});

describe("an administrator", () => {
  test("sees where a person is signed in, and ends one session or all", async () => {
    const admin = await makePerson(harness);
    const colleague = await colleagueOf(admin);
    const token = await another(colleague);
    const { sessions } = await admin.call(sessionsApi.listUserSessions, { params: { id: colleague.uId } });
    expect(sessions).toHaveLength(2);
    const far = sessions.find(({ address }) => address === "203.0.113.9");
    await admin.call(sessionsApi.endUserSession, {
      params: { id: colleague.uId, sessionId: far?.id ?? "" },
    });
    expect([await statusOf(token), await statusOf(colleague.token)]).toEqual([403, 200]);
    const { closed } = await closingOf(colleague.token);
    await admin.call(sessionsApi.endAllUserSessions, { params: { id: colleague.uId } });
    expect((await closed).code).toBe(4001);
    expect(await statusOf(colleague.token)).toBe(403);
    expect(await statusOf(admin.token)).toBe(200);
  });

  test("is who may change users: anybody else is refused", async () => {
    const admin = await makePerson(harness);
    const colleague = await colleagueOf(admin);
    const { uId } = await admin.call(profileApi.me);
    for (const [method, path] of [
      ["GET", `/api/e/enterprise/users/${uId}/sessions`],
      ["DELETE", `/api/e/enterprise/users/${uId}/sessions`],
    ] as const) {
      const refused = await colleague.send(method, path);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ code: 1403 });
    }
  });
});

describe("where an enterprise allows one session a person", () => {
  const signIn = async (email: string, removeExistingSession?: boolean) =>
    harness.fetch("/api/account/enterprise/login/twoFactorAuth", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...(await loginBody(send, { email, password: PASSWORD })),
        ...(removeExistingSession && { removeExistingSession }),
      }),
    });

  test("a second sign-in is told so, and ends the first one only when that was ticked", async () => {
    const person = await makePerson(harness);
    const { uId } = await person.call(profileApi.me);
    await person.call(twoFactorApi.saveSignInRules, {
      body: { singleSession: true, password: await sealedFor(send, uId) },
    });
    const refused = await signIn(person.email);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ message: "You are signed in elsewhere." });
    expect(await statusOf(person.token)).toBe(200);
    const { closed } = await closingOf(person.token);
    expect((await signIn(person.email, true)).status).toBe(200);
    expect((await closed).code).toBe(4001);
    expect(await statusOf(person.token)).toBe(403);
  });

  test("of five who sign in at once one gets in", async () => {
    const person = await makePerson(harness);
    const { uId } = await person.call(profileApi.me);
    await person.call(twoFactorApi.saveSignInRules, {
      body: { singleSession: true, password: await sealedFor(send, uId) },
    });
    await person.call(accountApi.logout);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(person.email)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  test("elsewhere several devices are usual", async () => {
    const person = await makePerson(harness);
    expect((await signIn(person.email)).status).toBe(200);
    expect(await statusOf(person.token)).toBe(200);
  });
});
