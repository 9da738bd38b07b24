import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { ogg } from "#tests/support/made-files.ts";
import { answerOurselves, makeChannel, rowsOf, type TestChannel } from "#tests/support/messaging.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { mediaOf } from "#tests/support/received-media.ts";
import { playing, takeIn } from "#tests/support/simulator.ts";
import { withSpeech } from "#tests/support/speech.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import { messageMedium } from "#workers/contract/endpoints/media.ts";
import type { SimulatedMedium } from "#workers/contract/endpoints/simulator.ts";
import { listConversations } from "#workers/contract/endpoints/conversations.ts";
import * as speechApi from "#workers/contract/endpoints/speech.ts";

/** Voice messages from the customer's phone to their transcript. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
afterEach(forgetOutbound);

async function withVoice(transcribesVoice: boolean) {
  const { owner, played } = await withSpeech(harness, { transcribesVoice });
  return { owner, played, channel: await makeChannel(harness, owner) };
}

/** Says something into the customer's phone, and answers the id of its message once its file is kept. */
async function sayVoice(owner: Person, channel: TestChannel): Promise<string> {
  const response = await takeIn(harness, owner, channel, { kind: "audio", bytes: ogg(), name: "voice.ogg" });
  const { response: medium } = (await response.json()) as { response: SimulatedMedium };
  const { say } = playing(() => owner);
  await say(channel, { body: { kind: "audio", medium: { id: medium.id }, voice: true } });
  await eventually(async () => {
    expect(await mediaOf(harness, channel)).toMatchObject([{ state: "kept" }]);
  });
  const [message] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM messages WHERE channel_id = ? AND kind = 'audio'",
    channel.id,
  );
  return message?.id ?? "";
}
const transcriptOf = async (owner: Person, id: string) =>
  (await owner.call(messageMedium, { params: { id } })).transcript;

test("a voice message gets a transcript in its own time, in its chat alone, and loses it with the person", async () => {
  const { owner, played, channel } = await withVoice(true);
  played.behave({ status: 404 });
  const id = await sayVoice(owner, channel);
  // The sweeper finds its job.
  await harness.scheduled();
  await eventually(async () => {
    expect(await transcriptOf(owner, id)).toMatchObject({ state: "failed", text: "" });
  });
  played.behave("well");
  played.language = "hindi";
  await owner.call(speechApi.retryVoiceTranscript, { params: { id } });
  await eventually(async () => {
    expect(await transcriptOf(owner, id)).toEqual({
      state: "done",
      reason: "",
      text: "Where is my order? It was to come on Friday.",
      language: "hi",
    });
  });
  // The archive finds the chat by it, and shows where.
  const searched = await owner.call(listConversations, { query: { words: "parcel" } as never });
  expect(searched.conversations).toEqual([]);
  const heard = await owner.call(listConversations, { query: { words: "friday" } as never });
  expect(heard.conversations).toMatchObject([{ excerpt: expect.stringContaining("Friday") }]);
  // It is in the saved transcript of its chat, too.
  const [chat] = await rowsOf<{ id: string }>(harness, "SELECT chat_id AS id FROM messages WHERE id = ?", id);
  const saved = await owner.send("GET", `/api/e/enterprise/conversations/${chat?.id}/transcript?form=text`);
  expect(await saved.text()).toContain("\nTranscript: Where is my order? It was to come on Friday.");
  const history = await owner.call(speechApi.listSpeech, { query: { kind: "transcribe" } });
  expect(history.list).toEqual([]);
  const [row] = await rowsOf<{ id: string; count: number }>(
    harness,
    `SELECT s.id, u.count FROM speech_jobs s JOIN usage_days u ON u.enterprise_id = s.enterprise_id AND u.kind = 'speechSecond'
     WHERE s.message_id = ?`,
    id,
  );
  expect(row?.count).toBe(6);
  // Nor is it read, edited or deleted by its id.
  for (const [method, body] of [["GET"], ["DELETE"], ["PUT", { segments: [] }]] as const) {
    const response = await owner.send(method, `/api/e/enterprise/speech/jobs/${row?.id}`, body);
    expect(response.status, method).toBe(404);
  }
  const stranger = await makePerson(harness);
  const path = `/api/e/enterprise/messages/${id}/transcript`;
  expect((await stranger.send("POST", path, {})).status).toBe(404);
});

test("without the enterprise's wish there is none, and nobody hears the message", async () => {
  const { owner, played, channel } = await withVoice(false);
  const id = await sayVoice(owner, channel);
  expect(await transcriptOf(owner, id)).toBeNull();
  expect(await rowsOf(harness, "SELECT id FROM speech_jobs WHERE message_id = ?", id)).toEqual([]);
  expect(played.heard).toEqual([]);
  const none = await owner.send("POST", `/api/e/enterprise/messages/${id}/transcript`, {});
  expect(none.status).toBe(404);
});

test("where numbers are hidden none is kept of what is spoken, also where it is cut in two", async () => {
  const { owner, played, channel } = await withVoice(true);
  await owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, masksNumbers: true } });
  played.says = ["My card is 4111 1111", "1111 1111."];
  const id = await sayVoice(owner, channel);
  await harness.scheduled();
  await eventually(async () => {
    expect(await transcriptOf(owner, id)).toMatchObject({
      state: "done",
      text: "My card is •••• •••• •••• 1111.",
    });
  });
});
