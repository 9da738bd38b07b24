import { createHmac, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import {
  agentTicket,
  byLink,
  endOf,
  join,
  linkIn,
  startedCall,
  startVideo,
  videoChat,
} from "#tests/support/video.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { chatActionCodes } from "#workers/contract/chat-states.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as videoApi from "#workers/contract/endpoints/video.ts";
import { callClosed, CALL_WAITS_MS, FRAMES_A_MINUTE, LONGEST_CALL_MS } from "#workers/contract/video.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import type { DueTimer } from "#workers/domain/messaging/timers.ts";
import { videoCallEnds } from "#workers/domain/video/end.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const video = "/api/e/chat/video";
const read = (person: Person, chatId: string) =>
  person.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
const linesOf = async (person: Person, chatId: string) =>
  (await read(person, chatId)).actions
    .filter(({ actionType }) => actionType >= chatActionCodes.videoStarted)
    .map(({ actionType, actionBy, to }) => [actionType, actionBy, to]);
const message = async (answer: Response) => ((await answer.json()) as { message: string }).message;
const state = { type: "state", muted: true, camera: false, sharing: false } as const;

test("a call is a room, a line and one message with a link; the same id again starts no second one", async () => {
  const { agent, chatId } = await videoChat(harness);
  expect((await read(agent, chatId)).chat.videoChat).toBe("on");
  const id = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => startVideo(agent, chatId, id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { chat, messages } = await read(agent, chatId);
  expect(chat.videoChat).toBe("calling");
  expect(await linesOf(agent, chatId)).toEqual([[chatActionCodes.videoStarted, agent.userId, ""]]);
  const links = messages.filter(({ body }) => body?.kind === "text" && body.text.includes("/call/"));
  expect(links).toHaveLength(1);
  expect(links[0]).toMatchObject({ by: "person", byId: agent.userId });
  const { rooms } = await agent.call(videoApi.currentVideo, { query: { chatId } });
  expect(rooms).toMatchObject([{ roomId: id, state: "calling", isOwn: true, agent: "Asha", joinedAt: null }]);
});

test("twenty who call at once start one call: a chat has one running room", async () => {
  const { agent, chatId } = await videoChat(harness);
  const answers = await Promise.all(Array.from({ length: 20 }, () => startVideo(agent, chatId)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  const rows = await rowsOf(harness, "SELECT id FROM video_rooms WHERE chat_id = ?", chatId);
  expect(rows).toHaveLength(1);
});

test("nobody calls where the rules say no, in a chat that is not theirs, or without the permission", async () => {
  const { owner, agent, chatId } = await videoChat(harness);
  const colleague = await makeColleague(harness, owner, { name: "Ravi" });
  const stranger = await makePerson(harness);
  expect((await startVideo(colleague, chatId)).status).toBe(404);
  expect((await startVideo(stranger, chatId)).status).toBe(404);
  expect((await startVideo(agent, "nobody's")).status).toBe(404);
  const bad = await agent.send("POST", `${video}/room`, { id: "no uuid", chatId });
  expect([bad.status, await bad.json()]).toMatchObject([
    400,
    { errors: { id: expect.any(String) as string } },
  ]);
  await owner.call(chatConfigApi.saveChatConfig, { body: noChatRules });
  expect((await startVideo(agent, chatId)).status).toBe(409);
  expect((await read(agent, chatId)).chat.videoChat).toBe("off");
  expect(await rowsOf(harness, "SELECT id FROM video_rooms WHERE chat_id = ?", chatId)).toEqual([]);
});

test("a link says who calls, and lets one browser in, which may come back; another is told that it is taken", async () => {
  const { agent, chatId, room, token } = await startedCall(harness);
  const opened = (await (await byLink(harness, token, "")).json()) as { response: object };
  expect(opened.response).toMatchObject({ state: "open", agent: "Asha" });
  // A preview of the link, as messengers make it, sits nobody down.
  expect((await agent.call(videoApi.currentVideo, { query: { chatId } })).rooms[0]?.joinedAt).toBeNull();
  const at = Date.now();
  const answers = await Promise.all(Array.from({ length: 10 }, () => byLink(harness, token, "/join", {})));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const bodies = await Promise.all(
    answers.filter(({ status }) => status === 200).map((answer) => answer.json()),
  );
  const [{ response }] = bodies as [{ response: { seat: string } }];
  const { seat } = response;
  expect((await join(harness, token, seat)).seat).toBe(seat);
  expect((await byLink(harness, token, "/join", { seat: randomUUID() })).status).toBe(409);
  const [running] = (await agent.call(videoApi.currentVideo, { query: { chatId } })).rooms;
  expect(running).toMatchObject({ roomId: room.roomId, state: "talking" });
  expect(Date.parse(running?.endsAt ?? "")).toBeGreaterThan(at + LONGEST_CALL_MS - 60_000);
  // Reading the database gives nobody a seat.
  const [row] = await rowsOf<{ seat: string }>(
    harness,
    "SELECT seat FROM video_rooms WHERE id = ?",
    room.roomId,
  );
  expect(row?.seat).not.toContain(seat);
});

test("forged, foreign and older links open nothing, and a new link takes the seat from whoever had the old one", async () => {
  const { agent, chatId, room, token } = await startedCall(harness);
  const { seat, ticket } = await join(harness, token);
  const customer = await endOf(harness, ticket);
  const forged = `${token.slice(0, -3)}${token.endsWith("AAA") ? "BBE" : "AAA"}`;
  for (const wrong of [forged, agent.token, "x".repeat(40), await agentTicket(agent, room.roomId)])
    expect((await byLink(harness, wrong, "")).status).toBe(404);
  const again = { id: randomUUID(), roomId: room.roomId, side: "customer" };
  expect((await agent.send("POST", `${video}/user`, again)).status).toBe(200);
  await customer.hears({ type: "closing", code: callClosed.revoked });
  const newer = await linkIn(harness, chatId);
  expect(newer).not.toBe(token);
  expect((await byLink(harness, token, "")).status).toBe(404);
  expect((await byLink(harness, token, "/join", { seat })).status).toBe(404);
  expect((await byLink(harness, newer, "/leave", { seat })).status).toBe(409);
  // The ticket of before opens no socket either, although its time is not over.
  await expect(endOf(harness, ticket)).rejects.toThrow();
  await join(harness, newer);
});

test("what one end says reaches the other and nobody else, remade by the contract", async () => {
  const { agent, room, token } = await startedCall(harness);
  const other = await startedCall(harness);
  const agentEnd = await endOf(harness, await agentTicket(agent, room.roomId));
  await agentEnd.hears({ type: "here", peer: null });
  const customer = await endOf(harness, (await join(harness, token)).ticket);
  const bystander = await endOf(harness, await agentTicket(other.agent, other.room.roomId));
  await customer.hears({ type: "here", peer: agentEnd.page });
  await agentEnd.hears({ type: "here", peer: customer.page });
  agentEnd.say(state);
  await customer.hears(state);
  const answer = {
    type: "description",
    connection: "one",
    description: { type: "answer", sdp: "v=0" },
  } as const;
  customer.say(answer);
  await agentEnd.hears(answer);
  expect(customer.heard).not.toContainEqual(answer);
  expect(bystander.heard).toEqual([{ type: "here", peer: null }]);
  customer.close();
  await eventually(() => expect(agentEnd.heard.at(-1)).toEqual({ type: "here", peer: null }));
  const back = await endOf(harness, (await join(harness, other.token)).ticket);
  back.close();
  agentEnd.close();
  bystander.close();
});

test.each([
  ["no JSON", "{"],
  ["another type", JSON.stringify({ type: "recording", id: "1", state: "recording" })],
  ["the room's own words", JSON.stringify({ type: "ended", by: "agent" })],
  ["a field more", JSON.stringify({ ...state, admin: true })],
  [
    "a frame that is too long",
    JSON.stringify({
      type: "description",
      connection: "1",
      description: { type: "offer", sdp: "x".repeat(40_000) },
    }),
  ],
])("a frame that is %s closes its socket, and the other end hears nothing of it", async (_, data) => {
  const { agent, room, token } = await startedCall(harness);
  const agentEnd = await endOf(harness, await agentTicket(agent, room.roomId));
  const customer = await endOf(harness, (await join(harness, token)).ticket);
  customer.sayAnything(data);
  expect(await customer.closed).toBe(callClosed.refused);
  await eventually(() => expect(agentEnd.heard.at(-1)).toEqual({ type: "here", peer: null }));
  expect(agentEnd.heard.map(({ type }) => type)).toEqual(["here", "here", "here"]);
  agentEnd.close();
});

test("who floods the socket is closed", async () => {
  const { agent, room } = await startedCall(harness);
  const end = await endOf(harness, await agentTicket(agent, room.roomId));
  for (let at = 0; at <= FRAMES_A_MINUTE; at++) end.say(state);
  expect(await end.closed).toBe(callClosed.refused);
});

test("an end that is opened again takes the place of the earlier one", async () => {
  const { agent, room } = await startedCall(harness);
  const one = await endOf(harness, await agentTicket(agent, room.roomId));
  const two = await endOf(harness, await agentTicket(agent, room.roomId));
  await one.hears({ type: "closing", code: callClosed.replaced });
  two.close();
});

test("hanging up ends the call once, tells both ends and the chat how long it was, and closes its link", async () => {
  const { agent, chatId, room, token } = await startedCall(harness);
  const agentEnd = await endOf(harness, await agentTicket(agent, room.roomId));
  const { seat, ticket } = await join(harness, token);
  const customer = await endOf(harness, ticket);
  await harness.env.TENANT_1.prepare("UPDATE video_rooms SET joined_at = ? WHERE id = ?")
    .bind(Date.now() - 192_000, room.roomId)
    .run();
  const ended = await Promise.all([
    byLink(harness, token, "/leave", { seat }),
    byLink(harness, token, "/leave", { seat }),
  ]);
  expect(ended.map(({ status }) => status)).toEqual([200, 200]);
  await agentEnd.hears({ type: "ended", by: "customer" });
  await customer.hears({ type: "closing", code: callClosed.ended });
  const lines = await linesOf(agent, chatId);
  expect(lines.map(([type]) => type)).toEqual([chatActionCodes.videoStarted, chatActionCodes.videoEnded]);
  expect(lines[1]?.[2]).toMatch(/^3 min 1[2-9] s$/);
  expect((await read(agent, chatId)).chat.videoChat).toBe("on");
  expect((await byLink(harness, token, "/join", { seat })).status).toBe(409);
  const opened = (await (await byLink(harness, token, "")).json()) as { response: object };
  expect(opened.response).toMatchObject({ state: "over", name: "" });
  await expect(endOf(harness, ticket)).rejects.toThrow();
  const past = await agent.call(videoApi.videoHistory, { query: { chatId } });
  expect(past.rooms).toMatchObject([{ roomId: room.roomId, state: "ended", endedBy: "customer" }]);
  expect((await agent.call(videoApi.currentVideo, { query: { chatId } })).rooms).toEqual([]);
  // Ended twice it stays as it was, and another call can be started.
  const again = await agent.call(videoApi.endVideoRoom, { params: { id: room.roomId }, body: {} });
  expect(again.room.endedBy).toBe("customer");
  expect((await startVideo(agent, chatId)).status).toBe(200);
});

test("only who started a call sits at its end; who has the chat may hang up, a stranger knows of nothing", async () => {
  const { owner, agent, room, chatId } = await startedCall(harness);
  const stranger = await makePerson(harness);
  const ticket = (person: Person) =>
    person.send("POST", `${video}/user`, { id: randomUUID(), roomId: room.roomId, side: "agent" });
  await owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action: "superviseChat",
    id: randomUUID(),
    note: "",
  });
  const refused = await ticket(owner);
  expect([refused.status, await message(refused)]).toEqual([403, "Only who started the call can do this."]);
  expect((await owner.send("GET", `${video}/resource?roomId=${room.roomId}`)).status).toBe(403);
  expect((await owner.send("POST", `${video}/room/${room.roomId}/end`, {})).status).toBe(403);
  for (const answer of [
    await ticket(stranger),
    await stranger.send("GET", `${video}/resource?roomId=${room.roomId}`),
    await stranger.send("POST", `${video}/room/${room.roomId}/end`, {}),
  ])
    expect(answer.status).toBe(404);
  for (const calls of [videoApi.currentVideo, videoApi.videoHistory])
    expect((await stranger.call(calls, { query: { chatId } })).rooms).toEqual([]);
  expect((await agent.send("POST", `${video}/room/${room.roomId}/end`, {})).status).toBe(200);
  const theirs = randomUUID();
  expect((await startVideo(owner, chatId, theirs)).status).toBe(200);
  expect((await agent.send("POST", `${video}/room/${theirs}/end`, {})).status).toBe(200);
  await owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action: "takeOverChat",
    id: randomUUID(),
    note: "",
  });
  expect((await stranger.call(videoApi.videoHistory, { query: { chatId } })).rooms).toEqual([]);
  // The chat is another's, and with it what was in it.
  expect((await ticket(agent)).status).toBe(404);
});

test("a call to which nobody comes ends by the clock; one that was joined goes on, two hours at most", async () => {
  const [alone, joined] = [await startedCall(harness), await startedCall(harness)];
  // Only these rooms' timers, as the clock works them: other tests' must stay.
  const dueOf = (roomId: string, now: number) =>
    rowsOf<DueTimer>(
      harness,
      `SELECT enterprise_id AS enterpriseId, kind, subject, seq, due_at AS dueAt, attempts FROM timers
        WHERE kind = 'videoCallEnds' AND subject = ? AND due_at <= ${now}`,
      roomId,
    );
  const workAll = async (timers: readonly DueTimer[], now: number) => {
    const db = { $client: harness.env.TENANT_1 };
    for (const timer of timers) {
      const { enterpriseId } = timer;
      const ends = await videoCallEnds(() => Promise.resolve())(db, { enterpriseId, timers: [timer], now });
      if (ends.length > 0) await db.$client.batch(ends);
    }
  };
  const work = async (now: number) => {
    for (const { room } of [alone, joined]) await workAll(await dueOf(room.roomId, now), now);
  };
  const at = Date.now();
  const ofWaiting = await dueOf(joined.room.roomId, at + CALL_WAITS_MS + 1_000);
  expect(ofWaiting).toHaveLength(1);
  await join(harness, joined.token);
  // A clock that had read it before somebody joined.
  await workAll(ofWaiting, at + CALL_WAITS_MS + 1_000);
  const endedBy = async (id: string) =>
    (
      await rowsOf<{ ended_by: string | null }>(harness, "SELECT ended_by FROM video_rooms WHERE id = ?", id)
    )[0]?.ended_by;
  await work(at + CALL_WAITS_MS + 1_000);
  expect(await endedBy(alone.room.roomId)).toBe("nobody");
  expect(await endedBy(joined.room.roomId)).toBeNull();
  expect(await linesOf(alone.agent, alone.chatId)).toMatchObject([
    [chatActionCodes.videoStarted, alone.agent.userId, ""],
    [chatActionCodes.videoEnded, "", ""],
  ]);
  await work(at + LONGEST_CALL_MS + 1_000);
  expect(await endedBy(joined.room.roomId)).toBe("tooLong");
});

test("a call whose room cannot be told has its line in the chat all the same, once the tries are given up", async () => {
  const { agent, room, chatId } = await startedCall(harness);
  const endedAt = Date.now();
  // As the chat's trigger leaves it, without its timer: the clock would reach the room.
  await harness.env.TENANT_1.prepare(
    "UPDATE video_rooms SET state = 'ended', ended_by = 'chat', ended_at = ? WHERE id = ?",
  )
    .bind(endedAt, room.roomId)
    .run();
  const db = { $client: harness.env.TENANT_1 };
  const enterpriseId = asEnterpriseId.parse(agent.enterpriseId);
  const tried = (attempts: number) => {
    const timer = { enterpriseId, subject: room.roomId, seq: endedAt, dueAt: endedAt, attempts };
    const timers: DueTimer[] = [{ ...timer, kind: "videoCallEnds" }];
    const away = videoCallEnds(() => Promise.reject(new Error("away")));
    return away(db, { enterpriseId, timers, now: Date.now() });
  };
  await expect(tried(3)).rejects.toThrow("away");
  await db.$client.batch(await tried(4));
  expect(await linesOf(agent, chatId)).toMatchObject([
    [chatActionCodes.videoStarted, agent.userId, ""],
    [chatActionCodes.videoEnded, "", ""],
  ]);
});

test("both ends hear that the time is over; a call that its browsers have left is ended in their place", async () => {
  const soon = async () => {
    const world = await startedCall(harness);
    await harness.env.TENANT_1.prepare("UPDATE video_rooms SET ends_at = ? WHERE id = ?")
      .bind(Date.now() + 4_000, world.room.roomId)
      .run();
    return { ...world, end: await endOf(harness, await agentTicket(world.agent, world.room.roomId)) };
  };
  const [stays, goes] = [await soon(), await soon()];
  goes.end.close();
  await stays.end.hears({ type: "ended", by: "nobody" });
  await eventually(async () =>
    expect(await linesOf(goes.agent, goes.chatId)).toMatchObject([
      [chatActionCodes.videoStarted, goes.agent.userId, ""],
      [chatActionCodes.videoEnded, "", ""],
    ]),
  );
  expect((await read(goes.agent, goes.chatId)).chat.videoChat).toBe("on");
});

test("what a link is called with is checked", async () => {
  const { token } = await startedCall(harness);
  for (const body of [{ seat: 42 }, { seat: "short" }])
    expect((await byLink(harness, token, "/join", body)).status).toBe(400);
  const { seat } = await join(harness, token);
  const consent = await byLink(harness, token, "/consent", { seat, recordingId: "", agrees: "yes" });
  expect([consent.status, await consent.json()]).toMatchObject([
    400,
    { errors: { agrees: expect.any(String) as string } },
  ]);
  expect((await byLink(harness, "short", "")).status).toBe(404);
  expect((await harness.fetch("/api/call/socket?ticket=x&page=12345678")).status).toBe(400);
});

test("a relay's credentials end with the call and are made for each end; without one the agent is told", async () => {
  const { agent, room, token } = await startedCall(harness);
  const resources = await agent.call(videoApi.videoResources, { query: { roomId: room.roomId } });
  const relayOf = (servers: readonly { urls: string[]; username?: string; credential?: string }[]) =>
    servers.find(({ urls }) => urls.some((url) => url.startsWith("turn")));
  expect(resources.relay).toBe(true);
  const mine = relayOf(resources.iceServers);
  const theirs = relayOf((await join(harness, token)).iceServers);
  for (const server of [mine, theirs]) {
    const [expiry = "", user = ""] = (server?.username ?? "").split(":");
    expect(Number(expiry) * 1_000).toBeGreaterThan(Date.now() + LONGEST_CALL_MS);
    expect(user).toContain(room.roomId);
    expect(server?.credential).toBe(
      createHmac("sha1", "the relay's secret")
        .update(server?.username ?? "")
        .digest("base64"),
    );
  }
  expect(mine?.username).not.toBe(theirs?.username);
  expect(JSON.stringify(resources)).not.toContain("the relay's secret");
});
