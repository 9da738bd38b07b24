import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { agentTicket, byLink, endOf, join, startedCall } from "#tests/support/video.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as videoApi from "#workers/contract/endpoints/video.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { deleteOldChats } from "#workers/domain/chats/retention.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { sweepRecordings } from "#workers/domain/video/sweep.ts";
import { tenantDatabase } from "#db/client.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const session = "/api/e/chat/video/session/recording";
const resource = "/api/e/chat/video/resource";

/** A call that both are in. */
async function talking() {
  const world = await startedCall(harness);
  const { seat, ticket } = await join(harness, world.token);
  const customer = await endOf(harness, ticket);
  const agentEnd = await endOf(harness, await agentTicket(world.agent, world.room.roomId));
  return { ...world, seat, customer, agentEnd };
}
type World = Awaited<ReturnType<typeof talking>>;

const ask = (person: Person, roomId: string, id: string = randomUUID()) =>
  person.send("POST", session, { id, roomId, mediaType: "video/webm;codecs=vp8,opus" });
const answer = ({ token, seat }: Pick<World, "token" | "seat">, recordingId: string, agrees: boolean) =>
  byLink(harness, token, "/consent", { seat, recordingId, agrees });
const part = (person: Person, id: string, number: number, bytes: Uint8Array) =>
  harness.fetch(`${session}/${id}/${number}`, {
    method: "PUT",
    headers: { "authentication-token": person.token },
    body: bytes as BodyInit,
  });

/** A recording to which the customer has agreed. */
async function recording() {
  const world = await talking();
  const id = randomUUID();
  expect((await ask(world.agent, world.room.roomId, id)).status).toBe(200);
  expect((await answer(world, id, true)).status).toBe(200);
  return { ...world, id };
}
const rowOf = async (id: string) =>
  (
    await rowsOf<{ state: string; parts: number; bytes: number; key: string }>(
      harness,
      "SELECT state, parts, bytes, key FROM video_recordings WHERE id = ?",
      id,
    )
  )[0];
const objectsOf = async (key: string) =>
  (await harness.env.FILES.list({ prefix: key })).objects.map((object) => object.key);

test("nothing is recorded before the customer agrees, which both ends hear; who did not is asked by nobody else", async () => {
  const { agent, room, customer, agentEnd, ...world } = await talking();
  const id = randomUUID();
  expect((await ask(agent, room.roomId, id)).status).toBe(200);
  await customer.hears({ type: "recording", id, state: "asked" });
  expect((await part(agent, id, 1, randomBytes(10))).status).toBe(409);
  expect((await ask(agent, room.roomId)).status).toBe(409);
  expect((await answer({ ...world, seat: randomUUID() }, id, true)).status).toBe(409);
  expect((await answer(world, "another", true)).status).toBe(409);
  expect((await part(agent, id, 1, randomBytes(10))).status).toBe(409);
  expect((await answer(world, id, false)).status).toBe(200);
  await agentEnd.hears({ type: "recording", id, state: "refused" });
  expect((await answer(world, id, true)).status).toBe(409);
  expect((await part(agent, id, 1, randomBytes(10))).status).toBe(409);
  expect(await rowOf(id)).toMatchObject({ state: "refused", parts: 0 });
  const again = randomUUID();
  expect((await ask(agent, room.roomId, again)).status).toBe(200);
  expect((await answer(world, again, true)).status).toBe(200);
  await agentEnd.hears({ type: "recording", id: again, state: "recording" });
  expect((await part(agent, again, 1, randomBytes(10))).status).toBe(200);
});

test("parts keep their order, come once however often they are sent, and are one film in the end", async () => {
  const { agent, id, room, chatId } = await recording();
  const parts = [randomBytes(3_000), randomBytes(2_000), randomBytes(1_000)];
  const [one, two, three] = parts as [Buffer, Buffer, Buffer];
  expect((await part(agent, id, 2, two)).status).toBe(409);
  const first = await Promise.all(Array.from({ length: 8 }, () => part(agent, id, 1, one)));
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await part(agent, id, 2, two)).status).toBe(200);
  // Other bytes under a number that is there change nothing.
  expect((await part(agent, id, 1, randomBytes(9_000))).status).toBe(200);
  // Whoever brought it died before it was noted: it is taken as it is.
  const { key } = (await rowOf(id)) ?? { key: "" };
  await harness.env.FILES.put(`${key}/3`, three);
  expect((await part(agent, id, 3, three)).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ state: "recording", parts: 3, bytes: 6_000 });
  const ended = await agent.call(videoApi.endVideoRecording, { params: { id }, body: {} });
  expect(ended.recording).toMatchObject({ state: "ready", parts: 3, bytes: 6_000, by: "Asha" });
  expect((await part(agent, id, 4, one)).status).toBe(409);
  const film = await agent.send("GET", `${resource}/${id}`);
  expect(film.headers.get("content-type")).toBe("video/webm");
  expect(Buffer.from(await film.arrayBuffer()).equals(Buffer.concat(parts))).toBe(true);
  await agent.call(videoApi.endVideoRoom, { params: { id: room.roomId }, body: {} });
  const { rooms } = await agent.call(videoApi.videoHistory, { query: { chatId } });
  expect(rooms[0]?.recordings).toMatchObject([{ id, state: "ready", parts: 3 }]);
});

test("wrong parts are refused, each with its reason", async () => {
  const { agent, id, room } = await recording();
  expect((await part(agent, id, 1, new Uint8Array())).status).toBe(400);
  expect((await part(agent, id, 0, randomBytes(1))).status).toBe(404);
  expect((await part(agent, randomUUID(), 1, randomBytes(1))).status).toBe(404);
  await harness.env.TENANT_1.prepare("UPDATE video_recordings SET bytes = ? WHERE id = ?")
    .bind(1024 * 1024 * 1024 - 5, id)
    .run();
  expect((await part(agent, id, 1, randomBytes(6))).status).toBe(413);
  expect((await part(agent, id, 1, randomBytes(5))).status).toBe(200);
  const wrong = await agent.send("POST", session, {
    id: randomUUID(),
    roomId: room.roomId,
    mediaType: "text/html",
  });
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { errors: { mediaType: expect.any(String) as string } },
  ]);
});

test("who takes their consent back stops it at once: what was stored stays, nothing more comes", async () => {
  const world = await recording();
  const { agent, agentEnd, id } = world;
  expect((await part(agent, id, 1, randomBytes(100))).status).toBe(200);
  expect((await answer(world, id, false)).status).toBe(200);
  await agentEnd.hears({ type: "recording", id, state: "refused" });
  expect((await part(agent, id, 2, randomBytes(100))).status).toBe(409);
  expect(await rowOf(id)).toMatchObject({ state: "ready", parts: 1 });
});

test("the last parts may come for two minutes after the call; then the minute's sweep closes it", async () => {
  const { agent, id, room } = await recording();
  expect((await part(agent, id, 1, randomBytes(100))).status).toBe(200);
  await agent.call(videoApi.endVideoRoom, { params: { id: room.roomId }, body: {} });
  expect((await part(agent, id, 2, randomBytes(100))).status).toBe(200);
  await sweepRecordings({ $client: harness.env.TENANT_1 }, harness.env.FILES, Date.now());
  expect(await rowOf(id)).toMatchObject({ state: "recording", parts: 2 });
  await harness.env.TENANT_1.prepare("UPDATE video_recordings SET ended_at = ended_at - 121000 WHERE id = ?")
    .bind(id)
    .run();
  expect((await part(agent, id, 3, randomBytes(100))).status).toBe(409);
  await sweepRecordings({ $client: harness.env.TENANT_1 }, harness.env.FILES, Date.now());
  expect(await rowOf(id)).toMatchObject({ state: "ready", parts: 2 });
});

test("a recording is for those who see its chat; somebody else's leaves an entry, one's own leaves none", async () => {
  const { owner, agent, id, chatId } = await recording();
  await part(agent, id, 1, randomBytes(100));
  await agent.call(videoApi.endVideoRecording, { params: { id }, body: {} });
  const entries = () =>
    rowsOf<{ user_id: string; after: string }>(
      harness,
      "SELECT user_id, after FROM audit_trail WHERE object_id = ? AND action = 'play'",
      chatId,
    );
  const stranger = await makePerson(harness);
  expect((await stranger.send("GET", `${resource}/${id}`)).status).toBe(404);
  expect((await owner.send("GET", `${resource}/${id}`)).status).toBe(404);
  await (await agent.send("GET", `${resource}/${id}`)).arrayBuffer();
  expect(await entries()).toEqual([]);
  await owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action: "superviseChat",
    id: randomUUID(),
    note: "",
  });
  expect((await owner.send("GET", `${resource}/${id}`)).status).toBe(200);
  expect((await entries()).map(({ user_id, after }) => [user_id, JSON.parse(after) as object])).toEqual([
    [owner.userId, { recording: id, by: "Asha" }],
  ]);
});

test("with its customer a recording goes: nobody can open it at once, and its bytes go with the sweep", async () => {
  const { owner, agent, id, chatId, room } = await recording();
  await part(agent, id, 1, randomBytes(100));
  await part(agent, id, 2, randomBytes(100));
  const { key } = (await rowOf(id)) ?? { key: "" };
  expect(await objectsOf(key)).toHaveLength(2);
  // Whoever writes by a phone is a customer by its number.
  const { chat } = await agent.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  const customerId = chat.person.customerId ?? "";
  const { customer } = await owner.call(customersApi.getCustomer, { params: { id: customerId } });
  await owner.call(personalDataApi.eraseCustomer, {
    params: { id: customerId },
    body: { confirm: customer.name },
  });
  expect((await agent.send("GET", `${resource}/${id}`)).status).toBe(404);
  expect((await part(agent, id, 3, randomBytes(100))).status).toBe(404);
  expect(await rowsOf(harness, "SELECT id FROM video_rooms WHERE id = ?", room.roomId)).toEqual([]);
  await sweepRecordings({ $client: harness.env.TENANT_1 }, harness.env.FILES, Date.now());
  expect(await objectsOf(key)).toEqual([]);
  expect(await rowOf(id)).toBeUndefined();
});

test("recordings go with their chat when it is too old", async () => {
  const { owner, agent, id, chatId, room } = await recording();
  await part(agent, id, 1, randomBytes(100));
  await agent.call(videoApi.endVideoRoom, { params: { id: room.roomId }, body: {} });
  await agent.call(chatStepsApi.closeChat, { params: { id: chatId }, body: { id: randomUUID() } });
  const db = tenantDatabase(harness.env, "TENANT_1");
  const actor = { userId: "system", name: "", address: "", requestId: "cron" };
  await deleteOldChats(ctxOf(db, owner.enterpriseId as EnterpriseId, actor), Date.now() + 60_000);
  expect(await rowsOf(harness, "SELECT id FROM video_rooms WHERE chat_id = ?", chatId)).toEqual([]);
  const { key, state } = (await rowOf(id)) ?? { key: "", state: "" };
  expect(state).toBe("leaving");
  await sweepRecordings(db, harness.env.FILES, Date.now());
  expect(await objectsOf(key)).toEqual([]);
});
