import { describe, expect, test } from "vitest";
import type { Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { linkTo, mailsTo, solvedCaptcha } from "#tests/support/mailbox.ts";
import { CLIENT, ISSUER } from "#tests/support/openid-provider.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { sealedFor } from "#tests/support/second-factor.ts";
import * as singleSignOnApi from "#workers/contract/endpoints/single-sign-on.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const { DIRECTORY } = harness.env;

const post = (path: string, body: unknown): Promise<Response> =>
  harness.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** A person of an enterprise whose people sign in at a provider. */
async function connected(): Promise<Person> {
  const person = await makePerson(harness);
  const password = await sealedFor(send, person.userId);
  const { id: clientId, secret: clientSecret } = CLIENT;
  const fields = { issuer: ISSUER, clientId, clientSecret, enabled: true, direct: false, revision: 0 };
  await person.call(singleSignOnApi.saveSso, { body: { ...fields, password } });
  return person;
}

describe("who does not know their enterprise's address", () => {
  const find = async (emailId: string) =>
    post("/api/account/sso_find", { emailId, ...(await solvedCaptcha(send, "login")) });

  test("gets it by mail; every other address gets the same answer and no mail", async () => {
    const person = await connected();
    const without = await makePerson(harness);
    const answers = [];
    for (const address of [person.email.toUpperCase(), without.email, "nobody-at-all@example.com"]) {
      const answer = await find(address);
      answers.push([answer.status, await answer.text()]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect((await linkTo(send, person.email)).pathname).toBe(`/${person.enterpriseId}/redirect`);
    for (const address of [without.email, "nobody-at-all@example.com"]) {
      expect(await mailsTo(send, address)).toEqual([]);
    }
    const left = await DIRECTORY.prepare(
      "SELECT count(*) AS n FROM mails WHERE enterprise_id = 'nobody'",
    ).first();
    expect(left).toEqual({ n: 0 });
  });

  test("gets none while single sign-on is switched off, and five an hour at most", async () => {
    const person = await connected();
    await DIRECTORY.prepare("UPDATE sso_connections SET enabled = 0 WHERE id = ?")
      .bind(person.enterpriseId)
      .run();
    const answers = [];
    for (let at = 0; at < 6; at++) answers.push((await find(person.email)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await mailsTo(send, person.email)).toEqual([]);
  });

  test("needs the captcha, which works once", async () => {
    const solved = await solvedCaptcha(send, "login");
    const body = { emailId: "nobody-at-all-2@example.com", ...solved };
    expect((await post("/api/account/sso_find", body)).status).toBe(200);
    expect((await post("/api/account/sso_find", body)).status).toBe(400);
  });
});
