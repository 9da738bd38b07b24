import { expect, test } from "vitest";
import { callWith, type Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import * as chatAgentApi from "#workers/contract/endpoints/chat-agent.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const exchange = (code: string): Promise<Response> =>
  harness.fetch("/api/account/chatagent", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });

test("a one-time code signs its owner in, once", async () => {
  const agent = await makePerson(harness, { roles: [3] });
  const { code, address } = await agent.call(chatAgentApi.issueChatCode);
  expect(new URL(address).pathname + new URL(address).search).toBe(`/chatagent?chatRefId=${code}`);
  const answer = await exchange(code);
  expect(answer.status).toBe(200);
  const { response } = (await answer.json()) as { response: { authToken: string } };
  expect(await callWith(send, response.authToken, profileApi.me)).toMatchObject({
    emailId: agent.email,
  });
  expect(code).not.toBe(response.authToken);
  expect((await exchange(code)).status).toBe(410);
});

test("of ten who exchange the same code at once one is let in", async () => {
  const agent = await makePerson(harness, { roles: [3] });
  const { code } = await agent.call(chatAgentApi.issueChatCode);
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a newer code ends the one before, and a minute ends both", async () => {
  const agent = await makePerson(harness, { roles: [3] });
  const { code: old } = await agent.call(chatAgentApi.issueChatCode);
  const { code, expiresAt } = await agent.call(chatAgentApi.issueChatCode);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
  expect((await exchange(old)).status).toBe(410);
  await harness.env.DIRECTORY.prepare("UPDATE one_time_codes SET expires_at = ? WHERE enterprise_id = ?")
    .bind(Date.now() - 1, agent.enterpriseId)
    .run();
  expect((await exchange(code)).status).toBe(410);
});

test("a session's token is no such code, nor is a code a token", async () => {
  const agent = await makePerson(harness, { roles: [3] });
  const { code } = await agent.call(chatAgentApi.issueChatCode);
  expect((await exchange(agent.token.slice(0, 200))).status).toBe(410);
  const asToken = await harness.fetch("/api/e/enterprise/users/me", {
    headers: { "authentication-token": code },
  });
  expect(asToken.status).toBe(403);
});

test("who handles no chats gets no code, and a deactivated agent's code opens nothing", async () => {
  const viewer = await makePerson(harness, { roles: [6] });
  expect((await viewer.send("POST", "/api/account/chatagent_code", {})).status).toBe(403);
  const agent = await makePerson(harness, { roles: [3] });
  const { code } = await agent.call(chatAgentApi.issueChatCode);
  await harness.env.DIRECTORY.prepare("UPDATE users SET state = 2 WHERE email = ?").bind(agent.email).run();
  expect((await exchange(code)).status).toBe(410);
});

test("only its hash is kept", async () => {
  const agent = await makePerson(harness, { roles: [3] });
  const { code } = await agent.call(chatAgentApi.issueChatCode);
  const { results } = await harness.env.DIRECTORY.prepare("SELECT * FROM one_time_codes").all();
  expect(JSON.stringify(results)).not.toContain(code);
});
