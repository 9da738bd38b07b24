import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { openDirect } from "#tests/support/line.ts";
import { answerOurselves, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import type { ChatPart } from "#workers/contract/chat-people.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import * as statusApi from "#workers/contract/endpoints/agent-status.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import { chatMonitor } from "#workers/contract/endpoints/chat-monitor.ts";
import { listColleagues } from "#workers/contract/endpoints/users.ts";
import { GONE_MS } from "#workers/contract/socket.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const sayOnline = (person: Person) =>
  person.call(statusApi.updateAgentStatus, { body: { agentStatus: "online" } });
const offeredTo = async (chatId: string) => {
  const [row] = await rowsOf<{ people: string }>(harness, "SELECT people FROM chats WHERE id = ?", chatId);
  return (JSON.parse(row?.people ?? "[]") as ChatPart[]).map(({ name }) => name);
};

test("somebody whose console is gone for 45 seconds is away and offered nothing, keeps their own word, and is back with their socket", async () => {
  const owner = await makePerson(harness);
  const [asha, bela] = await Promise.all(
    ["Asha", "Bela"].map((name) => makeColleague(harness, owner, { name })),
  );
  if (!asha || !bela) throw new Error("nobody");
  await owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, assignment: "roundRobin" } });
  const channel = await makeChannel(harness, owner);
  const watcher = await openDirect(harness, owner);
  const heardOf = ({ userId }: Person, gone: boolean) =>
    watcher.hears(({ action, data }) => {
      const event = data as { uId: string; gone?: boolean } | undefined;
      return action === "agentStatusChanged" && event?.uId === userId && event.gone === gone;
    });
  const lines = await Promise.all([asha, bela].map((person) => openDirect(harness, person)));
  await sayOnline(asha);
  await sayOnline(bela);
  const cutAt = Date.now();
  for (const line of lines) line.close();
  await openDirect(harness, bela);
  expect(await heardOf(asha, true)).toMatchObject({ data: { agentStatus: "online", gone: true } });
  expect(Date.now() - cutAt).toBeGreaterThanOrEqual(GONE_MS);

  const shown = async () => {
    const { users } = await owner.call(listColleagues, { query: { agentStatus: "-1" } });
    const { agents } = await owner.call(chatMonitor);
    return [users, agents].map((list) =>
      [asha, bela].map(({ userId }) => list.find(({ uId }) => uId === userId)?.agentStatus),
    );
  };
  expect(await shown()).toEqual([
    ["away", "online"],
    ["away", "online"],
  ]);
  const online = await owner.call(listColleagues, { query: { agentStatus: "online" } });
  expect(online.users.map(({ uId }) => uId)).toEqual([bela.userId]);
  expect(await asha.call(statusApi.getAgentStatus)).toEqual({ agentStatus: "online" });
  const { chatId } = await makeWaiting(harness, channel);
  const other = await makeWaiting(harness, channel);
  for (const id of [chatId, other.chatId])
    await eventually(async () => expect(await offeredTo(id)).toEqual(["Bela"]));

  await openDirect(harness, asha);
  await eventually(async () => expect((await shown())[0]).toEqual(["online", "online"]));
  const third = await makeWaiting(harness, channel);
  await eventually(async () => expect(await offeredTo(third.chatId)).toEqual(["Asha"]));
});
