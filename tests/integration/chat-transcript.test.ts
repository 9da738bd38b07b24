import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Send } from "#db/seed/client.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel } from "#tests/support/messaging.ts";
import { mailsTo } from "#tests/support/mailbox.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const act = (
  person: Person,
  chatId: string,
  body: { action: "agentPickupChat" } | { action: "agentNote" | "agentReplyChat"; text: string },
) => person.call(chatsApi.actOnChat, { params: { id: chatId }, body: { id: randomUUID(), ...body } });
const mailed = (person: Person, chatId: string, emailId: string, id = randomUUID()) =>
  person.send("POST", "/api/chatbird/api/chat/sendtranscript", { id, chatId, emailId });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const send: Send = (path, init) => harness.fetch(path, init);

test("a chat is mailed once with what its customer has seen, never a note, and the trail says to whom", async () => {
  const owner = await makePerson(harness);
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner), "Where is <b>it</b>?");
  await act(owner, chatId, { action: "agentPickupChat" });
  await act(owner, chatId, { action: "agentNote", text: "a difficult one" });
  await act(owner, chatId, { action: "agentReplyChat", text: "On its way.\nTomorrow." });
  const to = `${randomUUID()}@customer.example`;
  const id = randomUUID();
  for (const _ of [1, 2]) {
    const sent = await mailed(owner, chatId, to, id);
    expect([sent.status, ((await sent.json()) as { message: string }).message]).toEqual([
      200,
      `The transcript is on its way to ${to}.`,
    ]);
  }
  const [mail, ...others] = await mailsTo(send, to);
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(/Asha:\nWhere is <b>it<\/b>\?\n\n(.|\n)*Kiran:\nOn its way\.\nTomorrow\./);
  expect(mail?.text).not.toContain("difficult");
  const { results: entries } = await harness.env.DIRECTORY.prepare(
    "SELECT action, after FROM directory_audit WHERE object_id = ?",
  )
    .bind(chatId)
    .all<{ action: string; after: string }>();
  expect(entries.map(({ action, after }) => [action, JSON.parse(after) as unknown])).toEqual([
    ["export", { emailId: to, mailId: id }],
  ]);
});

test("an answer that is to leave later is not mailed as said, nor a number to who may not see customers", async () => {
  const owner = await makePerson(harness);
  await owner.call(saveRole, { params: { role: "3" }, body: { permissions: { "CHAT.HANDLE": 1 } } });
  const agent = await makeColleague(harness, owner);
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner), "Call +919876512345");
  await act(agent, chatId, { action: "agentPickupChat" });
  await agent.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentReplyChat", id: randomUUID(), text: "not yet", sendAt: inAnHour() },
  });
  const mailOf = async (person: Person) => {
    const to = `${randomUUID()}@customer.example`;
    expect((await mailed(person, chatId, to)).status).toBe(200);
    return (await mailsTo(send, to))[0]?.text;
  };
  // Whoever may see customers mails it whole, as who joined the chat.
  await agent.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "inviteAgent", id: randomUUID(), userId: owner.userId, note: "" },
  });
  const whole = await mailOf(owner);
  expect(whole).toContain("Call +919876512345");
  expect(whole).not.toContain("not yet");
  const own = await mailOf(agent);
  expect(own).toContain("Call +•••••••••345");
  expect(own).not.toMatch(/9876512345|not yet/);
});

test("a chat that one does not see, and an address that is none, are refused", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner);
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner));
  await act(owner, chatId, { action: "agentPickupChat" });
  const to = `${randomUUID()}@customer.example`;
  expect((await mailed(agent, chatId, to)).status).toBe(404);
  const wrong = await mailed(owner, chatId, "nobody");
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { errors: { emailId: expect.any(String) as string } },
  ]);
  expect(await mailsTo(send, to)).toEqual([]);
});
