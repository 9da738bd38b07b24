import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import { makeColleague } from "./colleagues.ts";
import type { Harness } from "./harness.ts";
import { makeChannel, rowsOf, type TestChannel } from "./messaging.ts";
import { makePerson, type Person } from "./people.ts";
import { makeWaiting } from "./waiting-chat.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import * as callApi from "#workers/contract/endpoints/call.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import * as videoApi from "#workers/contract/endpoints/video.ts";
import type { CallFrame, HeardFrame } from "#workers/contract/video.ts";

/** An agent of an enterprise that allows video calls, with a chat that is theirs. */
export async function videoChat(harness: Harness): Promise<{
  owner: Person;
  agent: Person;
  channel: TestChannel;
  chatId: string;
  phone: string;
}> {
  const owner = await makePerson(harness);
  await owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, videoCalls: true } });
  const agent = await makeColleague(harness, owner, { name: "Asha" });
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel);
  await pickUp(agent, chatId);
  return { owner, agent, channel, chatId, phone };
}

export const pickUp = async (person: Person, chatId: string): Promise<void> =>
  expect(
    (
      await person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
        action: "agentPickupChat",
        id: randomUUID(),
      })
    ).status,
  ).toBe(200);

export const startVideo = (person: Person, chatId: string, id: string = randomUUID()) =>
  person.send("POST", `/api${videoApi.createVideoRoom.path}`, { id, chatId });

/** The token of the newest link that was sent in a chat. */
export async function linkIn(harness: Harness, chatId: string): Promise<string> {
  const rows = await rowsOf<{ body: string }>(
    harness,
    "SELECT body FROM messages WHERE chat_id = ? AND body LIKE '%/call/%' ORDER BY seq DESC LIMIT 1",
    chatId,
  );
  return /\/call\/([\w.-]+)/.exec(rows[0]?.body ?? "")?.[1] ?? "";
}

/** A started call with its link's token. */
export async function startedCall(harness: Harness) {
  const world = await videoChat(harness);
  const started = await startVideo(world.agent, world.chatId);
  expect(started.status).toBe(200);
  const { response } = (await started.json()) as { response: { room: videoApi.VideoRoom } };
  return { ...world, room: response.room, token: await linkIn(harness, world.chatId) };
}

/** The customer's call by a link, without an account. */
export const byLink = (harness: Harness, token: string, what: string, body?: object): Promise<Response> =>
  harness.fetch(`/api/call/${token}${what}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json" },
  });

export interface Joined {
  seat: string;
  ticket: string;
  relay: boolean;
  iceServers: { urls: string[]; username?: string; credential?: string }[];
  recording: { id: string; state: string } | null;
}
export async function join(harness: Harness, token: string, seat?: string): Promise<Joined> {
  const answer = await byLink(harness, token, callApi.joinCall.path.replace("/call/:token", ""), {
    ...(seat && { seat }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { response: Joined }).response;
}

export async function agentTicket(agent: Person, roomId: string): Promise<string> {
  const { ticket } = await agent.call(videoApi.createVideoUser, {
    body: { id: randomUUID(), roomId, side: "agent" },
  });
  return ticket;
}

/** One end's socket, and all that it has heard. */
export async function endOf(harness: Harness, ticket: string, page: string = randomUUID()) {
  const socket = harness.socket(`/api/call/socket?ticket=${ticket}&page=${page}`);
  const heard: HeardFrame[] = [];
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener("close", ({ code }) => resolve(code)),
  );
  socket.addEventListener("message", ({ data }) => heard.push(JSON.parse(String(data)) as HeardFrame));
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error("the socket did not open")));
  });
  return {
    page,
    heard,
    closed,
    say: (frame: CallFrame) => socket.send(JSON.stringify(frame)),
    sayAnything: (data: string) => socket.send(data),
    close: () => socket.close(1000),
    hears: (frame: object) => eventually(() => expect(heard).toContainEqual(frame)),
  };
}
