import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import type { Person } from "#tests/support/people.ts";
import { agentTicket, byLink, endOf, join, startedCall, startVideo } from "#tests/support/video.ts";
import { watchedDatabase } from "#tests/support/watched-database.ts";
import { CHAT, chatActionCodes } from "#workers/contract/chat-states.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as videoApi from "#workers/contract/endpoints/video.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { callClosed } from "#workers/contract/video.ts";
import { sitDown } from "#workers/domain/video/join.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const act = async (person: Person, chatId: string, action: object) =>
  expect(
    (
      await person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
        id: randomUUID(),
        note: "",
        ...action,
      })
    ).status,
  ).toBe(200);
const close = async (person: Person, chatId: string) =>
  expect(
    (
      await person.send("POST", `/api${chatStepsApi.closeChat.path.replace(":id", chatId)}`, {
        id: randomUUID(),
        feedback: "",
      })
    ).status,
  ).toBe(200);
const roomRow = async (roomId: string) =>
  (
    await rowsOf<{ state: string; ended_by: string | null }>(
      harness,
      "SELECT state, ended_by FROM video_rooms WHERE id = ?",
      roomId,
    )
  )[0];
const endLines = (chatId: string) =>
  rowsOf<{ to: string; by_id: string }>(
    harness,
    `SELECT "to", by_id FROM chat_actions WHERE chat_id = ? AND type = ${chatActionCodes.videoEnded}`,
    chatId,
  );
/** A call in which both are, with its customer's seat. */
async function talking() {
  const world = await startedCall(harness);
  const agentEnd = await endOf(harness, await agentTicket(world.agent, world.room.roomId));
  const { seat, ticket } = await join(harness, world.token);
  return { ...world, seat, ticket, agentEnd, customer: await endOf(harness, ticket) };
}
const ended = { state: "ended", ended_by: "chat" };

test("closing a chat ends its call at once, tells both ends, and the chat says how long it was", async () => {
  const { agent, chatId, room, token, seat, ticket, agentEnd, customer } = await talking();
  await harness.env.TENANT_1.prepare("UPDATE video_rooms SET joined_at = ? WHERE id = ?")
    .bind(Date.now() - 192_000, room.roomId)
    .run();
  await close(agent, chatId);
  expect(await roomRow(room.roomId)).toMatchObject(ended);
  for (const end of [agentEnd, customer]) {
    await end.hears({ type: "ended", by: "chat" });
    await end.hears({ type: "closing", code: callClosed.ended });
  }
  await eventually(async () =>
    expect(await endLines(chatId)).toMatchObject([
      { by_id: "", to: expect.stringMatching(/^3 min 1[2-9] s$/) as string },
    ]),
  );
  // Nobody comes back: not by the link, the seat, or a ticket that is still good.
  expect((await byLink(harness, token, "/join", { seat })).status).toBe(409);
  await expect(endOf(harness, ticket)).rejects.toThrow();
  const past = await agent.call(videoApi.videoHistory, { query: { chatId } });
  expect(past.rooms).toMatchObject([{ roomId: room.roomId, state: "ended", endedBy: "chat" }]);
  expect((await startVideo(agent, chatId)).status).toBe(409);
  // Asked to end it once more, nothing is written twice.
  await agent.call(videoApi.endVideoRoom, { params: { id: room.roomId }, body: {} });
  expect(await endLines(chatId)).toHaveLength(1);
});

test.each(["transferChat", "takeOverChat", "leaveChat"] as const)(
  "a call ends when its caller no longer answers in the chat: %s",
  async (action) => {
    const { owner, agent, chatId, room, agentEnd, customer } = await talking();
    const colleague = await makeColleague(harness, owner, { name: "Ravi" });
    if (action === "transferChat")
      await act(agent, chatId, { action, userId: colleague.userId, departmentId: "" });
    else await act(action === "takeOverChat" ? owner : agent, chatId, { action });
    expect(await roomRow(room.roomId)).toMatchObject(ended);
    await agentEnd.hears({ type: "ended", by: "chat" });
    await customer.hears({ type: "ended", by: "chat" });
    await eventually(async () => expect(await endLines(chatId)).toHaveLength(1));
  },
);

test("a call goes on while its caller still answers: laid aside, a colleague asked in, or handed on by somebody else", async () => {
  const { owner, agent, chatId, room, agentEnd } = await talking();
  const colleague = await makeColleague(harness, owner, { name: "Ravi" });
  await act(agent, chatId, { action: "suspendChat" });
  await act(agent, chatId, { action: "resumeChat" });
  await act(agent, chatId, { action: "inviteAgent", userId: colleague.userId });
  await act(colleague, chatId, { action: "acceptInvite" });
  expect((await roomRow(room.roomId))?.state).toBe("talking");
  await agent.call(videoApi.endVideoRoom, { params: { id: room.roomId }, body: {} });
  await agentEnd.hears({ type: "ended", by: "agent" });
  const theirs = randomUUID();
  expect((await startVideo(colleague, chatId, theirs)).status).toBe(200);
  await act(agent, chatId, { action: "transferChat", userId: owner.userId, departmentId: "" });
  expect((await roomRow(theirs))?.state).toBe("calling");
  // Nobody takes the chat in time: whoever was still in it calls nobody any more.
  await harness.env.TENANT_1.prepare(
    `UPDATE chats SET state = ${CHAT.missed}, closed_at = ?2, updated_at = ?2 WHERE id = ?1`,
  )
    .bind(chatId, Date.now())
    .run();
  expect(await roomRow(theirs)).toMatchObject(ended);
});

test("a recording that was asked for or runs ends with the chat; what was stored stays", async () => {
  const one = await talking();
  const asked = await one.agent.call(videoApi.recordVideo, {
    body: { id: randomUUID(), roomId: one.room.roomId, mediaType: "video/webm" },
  });
  const two = await talking();
  const running = await two.agent.call(videoApi.recordVideo, {
    body: { id: randomUUID(), roomId: two.room.roomId, mediaType: "video/webm" },
  });
  await byLink(harness, two.token, "/consent", {
    seat: two.seat,
    recordingId: running.recording.id,
    agrees: true,
  });
  await Promise.all([close(one.agent, one.chatId), close(two.agent, two.chatId)]);
  const states = await rowsOf<{ id: string; state: string; ended_at: number | null }>(
    harness,
    "SELECT id, state, ended_at FROM video_recordings WHERE id IN (?, ?)",
    asked.recording.id,
    running.recording.id,
  );
  expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
    [asked.recording.id]: "refused",
    [running.recording.id]: "recording",
  });
  expect(states.every(({ ended_at }) => ended_at !== null)).toBe(true);
});

test("who joins in the moment of the closing sits in no call", async () => {
  const { agent, chatId, room } = await startedCall(harness);
  const TENANT_1 = watchedDatabase(harness.env.TENANT_1, async (sql) => {
    if (sql.includes("SET seat =")) await close(agent, chatId);
  });
  const db = tenantDatabase({ ...harness.env, TENANT_1 }, "TENANT_1");
  const enterpriseId = agent.enterpriseId as EnterpriseId;
  const sitting = sitDown(
    { db, enterpriseId, now: Date.now },
    { ...INVITED, enterpriseId, roomId: room.roomId },
    "a seat",
  );
  await expect(sitting).rejects.toMatchObject({ code: "videoEnded" });
  expect(await roomRow(room.roomId)).toMatchObject(ended);
});
const INVITED = { database: "TENANT_1", number: 1 } as const;

test("a socket that was let in before the end and opens after it hears that the call is over", async () => {
  const { agent, chatId, room, ticket, customer } = await talking();
  await close(agent, chatId);
  await customer.hears({ type: "closing", code: callClosed.ended });
  // As whoever let it in had read the row.
  await harness.env.TENANT_1.prepare(
    "UPDATE video_rooms SET state = 'talking', ended_at = NULL, ended_by = NULL WHERE id = ?",
  )
    .bind(room.roomId)
    .run();
  const late = await endOf(harness, ticket);
  await late.hears({ type: "ended", by: "chat" });
  await late.hears({ type: "closing", code: callClosed.ended });
});

test("however closing and joining meet, the call is over and nobody is left in it", async () => {
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { agent, chatId, room, token } = await startedCall(harness);
      const joining = async () => {
        const answer = await byLink(harness, token, "/join", {});
        if (answer.status !== 200) return undefined;
        const { response } = (await answer.json()) as { response: { ticket: string } };
        return endOf(harness, response.ticket).catch(() => undefined);
      };
      const [end] = await Promise.all([joining(), close(agent, chatId)]);
      expect(await roomRow(room.roomId)).toMatchObject(ended);
      if (end) await end.hears({ type: "closing", code: callClosed.ended });
    }),
  );
});
