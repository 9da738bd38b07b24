import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { openDirect } from "#tests/support/line.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { chatActionCodes } from "#workers/contract/chat-states.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import { chatMonitor, monitoredChats } from "#workers/contract/endpoints/chat-monitor.ts";
import { supervisorActions } from "#workers/contract/chat-action.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const act = (person: Person, chatId: string, action: string, more: object = {}) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { action, id: randomUUID(), ...more });
const read = (person: Person, chatId: string) =>
  person.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
const entriesOf = (chatId: string) =>
  rowsOf<{ action: string; user_id: string; after: string }>(
    harness,
    "SELECT action, user_id, after FROM audit_trail WHERE object_id = ? ORDER BY at, id",
    chatId,
  );

/** A chat that an agent has, of whom a supervisor sees nothing by themselves. */
async function had() {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner, { name: "Asha" });
  const channel = await makeChannel(harness, owner);
  const { chatId } = await makeWaiting(harness, channel);
  expect((await act(agent, chatId, "agentPickupChat")).status).toBe(200);
  expect((await owner.send("GET", `/api/e/enterprise/chat/${chatId}`)).status).toBe(404);
  return { owner, agent, channel, chatId };
}

test("a supervisor joins a chat, notes and leaves; the agent keeps it, and the trail has an entry", async () => {
  const { owner, agent, chatId } = await had();
  const { chats } = await owner.call(monitoredChats, { query: { agentId: agent.userId } });
  expect(chats.map((chat) => [chat.chatId, chat.handlerName])).toEqual([[chatId, "Asha"]]);
  expect((await act(owner, chatId, "superviseChat", { note: "A complaint" })).status).toBe(200);
  expect((await act(owner, chatId, "agentNote", { text: "Offer a refund" })).status).toBe(200);
  const seen = await read(agent, chatId);
  expect(seen.chat).toMatchObject({
    handlingAgent: agent.userId,
    people: [{ uId: owner.userId, part: "joined" }],
  });
  expect(seen.participants.slice(1)).toMatchObject([
    { kind: "agent", id: agent.userId, name: "Asha" },
    { kind: "agent", id: owner.userId },
  ]);
  expect(seen.actions.slice(-2)).toMatchObject([
    { actionType: chatActionCodes.supervised, actionBy: owner.userId, text: "A complaint" },
    { actionType: chatActionCodes.note, text: "Offer a refund" },
  ]);
  expect(
    (await entriesOf(chatId)).map(({ after, ...entry }) => ({ ...entry, ...(JSON.parse(after) as object) })),
  ).toEqual([{ action: "supervise", user_id: owner.userId, handler: "Asha", reason: "A complaint" }]);
  expect((await act(owner, chatId, "leaveChat")).status).toBe(200);
  expect((await owner.send("GET", `/api/e/enterprise/chat/${chatId}`)).status).toBe(404);
});

test("a supervisor takes a chat over with a reason where the rules ask for one; whoever had it has it no longer", async () => {
  const { owner, agent, chatId } = await had();
  await owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, asksReason: true } });
  const refused = await act(owner, chatId, "takeOverChat");
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: { note: expect.any(String) as string } },
  ]);
  expect(await entriesOf(chatId)).toEqual([]);
  expect((await act(owner, chatId, "takeOverChat", { note: "Escalated" })).status).toBe(200);
  expect((await read(owner, chatId)).chat).toMatchObject({ handlingAgent: owner.userId, people: [] });
  const late = await act(agent, chatId, "agentReplyChat", { text: "one moment" });
  expect([404, 409]).toContain(late.status);
  expect((await entriesOf(chatId)).map(({ action }) => action)).toEqual(["takeOver"]);
});

test("only who may see the monitor supervises, and only their own enterprise's chats", async () => {
  const { chatId, owner, agent } = await had();
  const colleague = await makeColleague(harness, owner, { name: "Ravi", roles: [3] });
  const stranger = await makePerson(harness);
  for (const action of supervisorActions) {
    expect((await act(colleague, chatId, action)).status).toBe(403);
    expect((await act(stranger, chatId, action)).status).toBe(404);
  }
  expect((await colleague.send("GET", "/api/e/enterprise/chat_monitor/chats")).status).toBe(403);
  const { chats } = await stranger.call(monitoredChats, { query: { agentId: agent.userId } });
  expect(chats).toEqual([]);
});

test("a supervisor sets the status of a colleague who left without a word; colleagues hear it, and the trail says who did", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner, { name: "Asha", roles: [3] });
  const line = await openDirect(harness, agent);
  const path = `/api/e/enterprise/chat_monitor/agents/${agent.userId}/status`;
  expect((await agent.send("PUT", path, { agentStatus: "away" })).status).toBe(403);
  expect((await owner.send("PUT", path, { agentStatus: "asleep" })).status).toBe(400);
  expect((await owner.send("PUT", path, { agentStatus: "away" })).status).toBe(200);
  await line.hears(
    ({ action, data }) =>
      action === "agentStatusChanged" && (data as { agentStatus: string }).agentStatus === "away",
  );
  const { agents } = await owner.call(chatMonitor);
  expect(agents.find(({ uId }) => uId === agent.userId)?.agentStatus).toBe("away");
  const { results } = await harness.env.DIRECTORY.prepare(
    "SELECT user_id, after FROM directory_audit WHERE object_id = ? AND action = 'update'",
  )
    .bind(agent.userId)
    .all();
  expect(results).toEqual([{ user_id: owner.userId, after: '{"agentStatus":"away"}' }]);
});
