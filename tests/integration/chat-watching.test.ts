import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { type Line, openDirect } from "#tests/support/line.ts";
import { answerOurselves, makeChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import type { EventData } from "#workers/contract/socket.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

type Watched = EventData<"chatWatched">;
const socketOf = ({ received }: Line): string =>
  String(received.find(({ action }) => action === "onOpen")?.["socketId"]);
const watch = (person: Person, chatId: string, socketId: string) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/watch`, { socketId });
/** Names of those who have the chat open by what this line has heard last, with a star for those who write. */
const namesIn = ({ received }: Line, chatId: string): string[] =>
  received
    .flatMap(({ action, data }) => (action === "chatWatched" ? [data as Watched] : []))
    .filter((data) => data.chatId === chatId)
    .at(-1)
    ?.people.map(({ name, isTyping }) => `${name}${isTyping ? "*" : ""}`)
    .toSorted() ?? [];

test("colleagues see who has their chat open and who writes there, until they go; in another chat nobody hears it", async () => {
  const owner = await makePerson(harness);
  const asha = await makeColleague(harness, owner, { name: "Asha" });
  const ravi = await makeColleague(harness, owner, { name: "Ravi" });
  const channel = await makeChannel(harness, owner);
  const [{ chatId }, other] = [await makeWaiting(harness, channel), await makeWaiting(harness, channel)];
  const [ours, theirs, elsewhere] = [
    await openDirect(harness, asha),
    await openDirect(harness, ravi),
    await openDirect(harness, owner),
  ];
  for (const [person, line, of] of [
    [asha, ours, chatId],
    [ravi, theirs, chatId],
    [owner, elsewhere, other.chatId],
  ] as const)
    expect((await watch(person, of, socketOf(line))).status).toBe(200);
  const seen = (line: Line, names: string[]) =>
    line.hears(() => namesIn(line, chatId).join() === names.join());
  await seen(ours, ["Asha", "Ravi"]);
  await ours.say({ action: "typing", isTyping: true });
  await seen(theirs, ["Asha*", "Ravi"]);
  await ours.say({ action: "typing", isTyping: false });
  await seen(theirs, ["Asha", "Ravi"]);
  // A tab that turns to another chat leaves this one, and so does one that is closed.
  await watch(ravi, other.chatId, socketOf(theirs));
  await seen(ours, ["Asha"]);
  await elsewhere.hears(() => namesIn(elsewhere, other.chatId).length === 2);
  theirs.close();
  await elsewhere.hears(() => namesIn(elsewhere, other.chatId).length === 1);
  expect(namesIn(elsewhere, chatId)).toEqual([]);
  await harness.evictHub(owner.enterpriseId);
  await ours.say({ action: "typing", isTyping: true });
  await seen(ours, ["Asha*"]);
});

test("nobody watches a chat that they do not see, nor by a socket that is somebody else's", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner, { name: "Asha" });
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner));
  await owner.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentPickupChat", id: randomUUID() },
  });
  const [line, stranger] = [await openDirect(harness, owner), await openDirect(harness, agent)];
  expect((await watch(agent, chatId, socketOf(stranger))).status).toBe(404);
  expect((await watch(owner, chatId, socketOf(stranger))).status).toBe(200);
  expect((await watch(owner, chatId, socketOf(line))).status).toBe(200);
  await line.hears(() => namesIn(line, chatId).length === 1);
  await stranger.say({ action: "typing", isTyping: true });
  await stranger.say({ action: "auth", token: "x" });
  await stranger.hears(({ action }) => action === "error");
  expect(namesIn(stranger, chatId)).toEqual([]);
});
