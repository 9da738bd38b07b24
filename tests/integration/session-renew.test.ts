import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { callWith, type Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { authenticatorCode, enrol, sealedFor } from "#tests/support/second-factor.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as sessionsApi from "#workers/contract/endpoints/sessions.ts";
import { ABSOLUTE_MS, IDLE_MS } from "#workers/domain/identity/session.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const { DIRECTORY } = harness.env;
const MINUTE = 60_000;

/** As if the person had signed in long ago: so much is left of their day. */
const leave = (person: Person, left: number) =>
  DIRECTORY.prepare("UPDATE login_sessions SET created_at = ?, expires_at = ? WHERE enterprise_id = ?")
    .bind(Date.now() + left - ABSOLUTE_MS, Date.now() + left, person.enterpriseId)
    .run();
const timesOf = async (person: Person, token = person.token) =>
  (await callWith(send, token, profileApi.me)).session;
const renew = async (person: Person, body: { password?: string; code?: string }) =>
  (await person.call(sessionsApi.renewSession, { body })).authToken;

test("the profile says how long the session still lasts: idle, in any case, and whether that can be prolonged", async () => {
  const person = await makePerson(harness);
  await leave(person, 5 * MINUTE);
  const { endsInMs, ...rest } = await timesOf(person);
  expect(endsInMs).toBeGreaterThan(4 * MINUTE);
  expect(endsInMs).toBeLessThanOrEqual(5 * MINUTE);
  // A minute less than the server's own: "last seen" is written once a minute.
  expect(rest).toEqual({ idleMs: IDLE_MS - MINUTE, canRenew: true, withCode: false });
});

test("the password makes a session last another day, in place: same session, a token for that day, the trail says so", async () => {
  const person = await makePerson(harness);
  const [before] = (await person.call(sessionsApi.listSessions)).sessions;
  await leave(person, 5 * MINUTE);
  const token = await renew(person, { password: await sealedFor(send, person.userId) });
  expect((decodeJwt(token).exp ?? 0) * 1_000).toBeGreaterThan(Date.now() + ABSOLUTE_MS - MINUTE);
  expect((await timesOf(person, token)).endsInMs).toBeGreaterThan(ABSOLUTE_MS - MINUTE);
  const { sessions } = await callWith(send, token, sessionsApi.listSessions);
  expect(sessions.map(({ id }) => id)).toEqual([before?.id]);
  const { results } = await DIRECTORY.prepare(
    "SELECT action, object_id AS session FROM directory_audit WHERE enterprise_id = ?",
  )
    .bind(person.enterpriseId)
    .all();
  expect(results).toEqual([{ action: "renew", session: before?.id }]);
});

test("a code of the authenticator does as well, and a copied token without either prolongs nothing", async () => {
  const person = await makePerson(harness);
  const secret = await enrol(send, person);
  await leave(person, 5 * MINUTE);
  expect(await timesOf(person)).toMatchObject({ canRenew: true, withCode: true });
  for (const body of [
    {},
    { code: "000000" },
    { password: await sealedFor(send, person.userId, "a guess at it") },
  ]) {
    expect((await person.send("POST", "/api/account/session/renew", body)).status).toBe(400);
  }
  expect((await timesOf(person)).endsInMs).toBeLessThanOrEqual(5 * MINUTE);
  const token = await renew(person, { code: authenticatorCode(secret) });
  expect((await timesOf(person, token)).endsInMs).toBeGreaterThan(ABSOLUTE_MS - MINUTE);
});

test("who comes in by single sign-on only has nothing to show here, and signs in again", async () => {
  const person = await makePerson(harness);
  await DIRECTORY.prepare("UPDATE users SET sso_direct = 1 WHERE id = ?").bind(person.userId).run();
  await leave(person, 5 * MINUTE);
  expect(await timesOf(person)).toMatchObject({ canRenew: false });
  const body = { password: await sealedFor(send, person.userId) };
  expect((await person.send("POST", "/api/account/session/renew", body)).status).toBe(400);
  expect((await timesOf(person)).endsInMs).toBeLessThanOrEqual(5 * MINUTE);
});

test("a session that is over comes back by no password", async () => {
  const person = await makePerson(harness);
  const body = { password: await sealedFor(send, person.userId) };
  await leave(person, -1);
  const refused = await person.send("POST", "/api/account/session/renew", body);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ login_required: true });
});
