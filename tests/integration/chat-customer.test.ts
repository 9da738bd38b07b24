import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { refusal, saveDefinition } from "#tests/support/customer-fields.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWidget, TestVisitor } from "#tests/support/widget.ts";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatCustomerApi from "#workers/contract/endpoints/chat-customer.ts";
import { saveCustomerProfile } from "#workers/contract/endpoints/customer-profile.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const PROFILE = "/api/e/enterprise/customer/profile";
const path = (chatId: string) => `/api/e/enterprise/chat/${chatId}/customer`;

/** Somebody who writes on a website and has given no number. */
async function visitor(owner: Person): Promise<string> {
  const { id: channelId } = await makeWidget(owner);
  const visiting = new TestVisitor(harness, channelId);
  await visiting.begin();
  await visiting.say("Do you ship to Pune?");
  return eventually(async () => {
    const [chat] = await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM chats WHERE channel_id = ?",
      channelId,
    );
    expect(chat).toBeDefined();
    return chat?.id ?? "";
  });
}
const keptOf = (chatId: string) =>
  rowsOf<{ customer: string | null; revision: number }>(
    harness,
    `SELECT c.value->>'customerId' AS customer, c.value->>'revision' AS revision FROM live_events e, json_each(e.body->'$.data.chats') c
      WHERE c.value->>'id' = ? ORDER BY e.seq DESC LIMIT 1`,
    chatId,
  );
const chatOf = async (person: Person, id: string) =>
  (await person.call(chatsApi.getChat, { params: { id }, query: {} })).chat;

test("a visitor becomes a customer, and the chat is theirs in the same transaction; screens hear of it", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner);
  const chatId = await visitor(owner);
  const before = await chatOf(agent, chatId);
  expect(before.person.customerId).toBeNull();
  const body = { name: "Meera Rao", phoneNumber: "+91 98765 00001" };
  const { chat } = await agent.call(chatCustomerApi.makeChatCustomer, { params: { id: chatId }, body });
  expect(chat.person).toMatchObject({ name: "Meera Rao", customerId: expect.any(String) });
  expect(chat.revision).toBe(before.revision + 1);
  const { customer } = await agent.call(customersApi.getCustomer, {
    params: { id: chat.person.customerId ?? "" },
  });
  expect(customer).toMatchObject({ name: "Meera Rao", phoneNumber: "+919876500001" });
  expect(await keptOf(chatId)).toEqual([{ customer: customer.id, revision: chat.revision }]);
  const edit = { id: customer.id, name: "Meera R. Rao", phoneNumber: "+919876500001" };
  const edited = await agent.call(saveCustomerProfile, { body: { ...edit, revision: customer.revision } });
  expect(edited.customer).toMatchObject({ name: "Meera R. Rao", revision: customer.revision + 1 });
  const late = await agent.send("PUT", PROFILE, { ...edit, revision: customer.revision });
  expect(await refusal(late)).toMatchObject({ status: 409 });
  const nobody = await agent.send("PUT", PROFILE, { ...edit, id: undefined, revision: 1 });
  expect(await refusal(nobody)).toMatchObject({ status: 400, errors: { id: expect.any(String) } });
  const again = await refusal(
    await agent.send("POST", path(chatId), { ...body, phoneNumber: "+919876500002" }),
  );
  expect(again).toMatchObject({ status: 409, message: texts.isCustomer });
  const { count } = await agent.call(customersApi.countCustomers, { query: {} });
  expect(count).toBe(1);
});

test("a number that a customer has is refused with who has it, and the chat can be linked to them, whose history then has it", async () => {
  const owner = await makePerson(harness);
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Meera Rao", phoneNumber: "+919876500003" },
  });
  const chatId = await visitor(owner);
  const sent = { name: "Somebody", phoneNumber: "+919876500003" };
  const refused = await refusal(await owner.send("POST", path(chatId), sent));
  expect(refused).toMatchObject({ status: 409, errors: { owner: customer.id } });
  expect((await chatOf(owner, chatId)).person.customerId).toBeNull();
  expect(await refusal(await owner.send("PUT", path(chatId), { customerId: randomUUID() }))).toMatchObject({
    status: 404,
    errors: { customerId: texts.customerGone },
  });
  const { chat } = await owner.call(chatCustomerApi.linkChatCustomer, {
    params: { id: chatId },
    body: { customerId: customer.id },
  });
  expect(chat.person).toMatchObject({ name: "Meera Rao", customerId: customer.id });
  expect(await keptOf(chatId)).toEqual([{ customer: customer.id, revision: chat.revision }]);
  expect((await owner.send("PUT", path(chatId), { customerId: customer.id })).status).toBe(409);
  await visitor(owner);
  // Two talks with a bot, of which their chat names none.
  const { agentId, name: bot } = await makeBot(owner);
  const talk = (id: string, at: number, turns: number) =>
    harness.env.TENANT_1.prepare(
      `INSERT INTO conversations (id, enterprise_id, agent_id, channel, sender_id, started_at, last_at, turns)
       SELECT ?1, enterprise_id, ?2, 'Bank', id, ?3, ?3, ?4 FROM identities
       WHERE customer = (SELECT number FROM customers WHERE id = ?5)`,
    )
      .bind(id, agentId, at, turns, customer.id)
      .run();
  await talk("talk 1", 1_000, 3);
  await talk("talk 2", 2_000, 1);
  const { events } = await owner.call(customersApi.customerHistory, { params: { id: customer.id } });
  expect(events.flatMap((event) => event.chat ?? [])).toEqual([
    { id: chatId, channel: expect.stringMatching(/./), bot: "" },
  ]);
  expect(events.flatMap((event) => event.talk ?? [])).toEqual([
    { id: "talk 2", agentId, bot, turns: 1 },
    { id: "talk 1", agentId, bot, turns: 3 },
  ]);
});

test("who may not change customers makes none, nor does who does not see the chat; fields are checked", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner);
  const granted = (editing: 0 | 1) =>
    owner.call(saveRole, {
      params: { role: "3" },
      body: {
        permissions: {
          "CHAT.HANDLE": 1,
          "CHAT.VIEW_CHATHISTORY": 1,
          "CUSTOMER.VIEW": 1,
          "CUSTOMER.EDIT": editing,
        },
      },
    });
  await granted(0);
  const reader = await makeColleague(harness, owner);
  const { _id } = await saveDefinition(owner, "city", { mandatory: true });
  const chatId = await visitor(owner);
  const body = { name: "Meera Rao", phoneNumber: "+919876500004" };
  expect((await reader.send("POST", path(chatId), body)).status).toBe(403);
  expect((await reader.send("PUT", path(chatId), { customerId: "x" })).status).toBe(403);
  await granted(1);
  const refused = await refusal(await agent.send("POST", path(chatId), body));
  expect(refused).toMatchObject({ status: 400, errors: { [`data.${_id}`]: expect.any(String) } });
  await agent.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentPickupChat", id: randomUUID() },
  });
  const other = await makeColleague(harness, owner);
  const whole = { ...body, data: [{ id: _id, value: "Pune" }] };
  expect((await other.send("POST", path(chatId), whole)).status).toBe(404);
  expect((await agent.send("POST", path(chatId), whole)).status).toBe(200);
});
