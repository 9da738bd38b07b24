import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel, messagesOf, rowsOf } from "#tests/support/messaging.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import {
  type Category,
  type Components,
  components as schema,
} from "#workers/contract/templates/template.ts";
import type { TemplateState } from "#workers/contract/templates/states.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;

const WORDS: Partial<Components> = {
  header: { format: "TEXT", text: "Order {{1}}", medium: null },
  body: { text: "Hello {{2}}, your order {{1}} is on its way." },
  footer: { text: "Terracotta & Co." },
  buttons: [{ type: "URL", text: "Track", value: "https://shop.example/o/{{1}}", example: "" }],
};
async function add(
  { enterpriseId }: Person,
  channelId: string,
  status: TemplateState = "APPROVED",
  parts: Partial<Components> = WORDS,
  category: Category = "UTILITY",
): Promise<string> {
  const id = randomUUID();
  await db
    .prepare(
      `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?1, 'en', ?6, ?4, ?5, 1, 1, '', 1, 1)`,
    )
    .bind(id, enterpriseId, channelId, JSON.stringify({ ...schema.parse({}), ...parts }), status, category)
    .run();
  return id;
}
const send = (person: Person, chatId: string, templateId: string, values: object, id = randomUUID()) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action: "agentSendTemplate",
    id,
    templateId,
    values,
  });
const FILLED = { "header/1": "B-1042", "body/1": "B-1042", "body/2": "Asha", "buttons.0/1": "B-1042" };

test("a template reaches a customer whose window is over, once, with its values where they belong", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId } = await makeWaiting(harness, channel);
  await owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action: "agentPickupChat",
    id: randomUUID(),
  });
  const read = () => owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect((await read()).chat.isJITRequired).toBe(false);
  await db.prepare("UPDATE reach SET window_until = 1 WHERE channel_id = ?").bind(channel.id).run();
  expect((await read()).chat.isJITRequired).toBe(true);
  const templateId = await add(owner, channel.id);
  const once = randomUUID();
  expect((await send(owner, chatId, templateId, FILLED, once)).status).toBe(200);
  expect((await send(owner, chatId, templateId, FILLED, once)).status).toBe(200);
  const rendered = "Order B-1042\n\nHello Asha, your order B-1042 is on its way.\n\nTerracotta & Co.";
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).at(-1)).toMatchObject({
      status: "delivered",
      by_kind: "person",
    }),
  );
  const [row, ...more] = await rowsOf<{ body: string }>(
    harness,
    "SELECT body FROM messages WHERE chat_id = ? AND kind = 'template'",
    chatId,
  );
  expect(more).toEqual([]);
  expect(JSON.parse(row?.body ?? "{}") as MessageBody).toEqual({
    kind: "template",
    name: templateId,
    language: "en",
    header: { kind: "text", text: "B-1042" },
    body: [
      { kind: "text", text: "B-1042" },
      { kind: "text", text: "Asha" },
    ],
    buttons: [{ place: 0, kind: "url", value: "B-1042" }],
    rendered,
  });
  expect((await read()).chat.lastMessage).toBe(rendered);
});

test("a template that advertises is an offer, unless the customer is writing", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId } = await makeWaiting(harness, channel);
  await owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action: "agentPickupChat",
    id: randomUUID(),
  });
  const offer = await add(owner, channel.id, "APPROVED", WORDS, "MARKETING");
  const owed = await add(owner, channel.id);
  const classOf = async (templateId: string) => {
    const id = randomUUID();
    expect((await send(owner, chatId, templateId, FILLED, id)).status).toBe(200);
    return rowsOf(harness, "SELECT send_class AS sendClass FROM messages WHERE id = ?", id);
  };
  expect(await classOf(offer)).toEqual([{ sendClass: sendClasses.person }]);
  await db
    .prepare("UPDATE reach SET last_in_at = ?2 WHERE channel_id = ?1")
    .bind(channel.id, Date.now() - 3_700_000)
    .run();
  expect(await classOf(offer)).toEqual([{ sendClass: sendClasses.marketing }]);
  expect(await classOf(owed)).toEqual([{ sendClass: sendClasses.person }]);
});

test("what is not approved, another channel's, needs more than words, or lacks a value is refused in words; only who has the chat sends", async () => {
  const owner = await makePerson(harness);
  const [channel, other] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  const { chatId } = await makeWaiting(harness, channel);
  const fine = await add(owner, channel.id);
  const problem = async (templateId: string, values: object = FILLED) => {
    const response = await send(owner, chatId, templateId, values);
    return [response.status, ((await response.json()) as { errors?: unknown }).errors];
  };
  expect((await send(owner, chatId, fine, FILLED)).status).toBe(409);
  await owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action: "agentPickupChat",
    id: randomUUID(),
  });
  const offer = { ...WORDS, limited_time_offer: { text: "Soon over", hasExpiration: true } };
  for (const templateId of [
    await add(owner, channel.id, "PAUSED"),
    await add(owner, other.id),
    await add(owner, channel.id, "APPROVED", offer),
    "nothing",
  ])
    expect(await problem(templateId)).toEqual([400, { templateId: texts.templateGone }]);
  expect(await problem(fine, { ...FILLED, "body/2": " " })).toEqual([
    400,
    { "values.body/2": texts.valueMissing },
  ]);
  expect(await problem(fine, { ...FILLED, "body/2": "two\nlines" })).toEqual([
    400,
    { "values.body/2": texts.valueLines },
  ]);
  expect(
    await rowsOf(harness, "SELECT id FROM messages WHERE chat_id = ? AND kind = 'template'", chatId),
  ).toEqual([]);
});

test("a template that was begun before a colleague's answer is stopped once, and says whose", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const asha = await makeColleague(harness, owner, { name: "Asha" });
  const { chatId } = await makeWaiting(harness, channel);
  const act = (person: Person, body: object) =>
    person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { id: randomUUID(), ...body });
  await act(owner, { action: "agentPickupChat" });
  await act(owner, { action: "inviteAgent", userId: asha.userId });
  await act(asha, { action: "acceptInvite" });
  const began = (await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} })).chat.seq;
  expect((await act(asha, { action: "agentReplyChat", text: "I have sent it" })).status).toBe(200);
  const templateId = await add(owner, channel.id);
  const body = { action: "agentSendTemplate", templateId, values: FILLED };
  const stopped = await act(owner, { ...body, seenSeq: began });
  expect(stopped.status).toBe(409);
  expect(await stopped.json()).toMatchObject({
    errors: { seenSeq: expect.stringContaining("Asha answered") as string },
  });
  const now = (await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} })).chat.seq;
  expect((await act(owner, { ...body, seenSeq: now })).status).toBe(200);
});
