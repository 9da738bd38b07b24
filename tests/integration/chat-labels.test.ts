import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { chatLabelsTexts as texts } from "#texts/chat-labels.ts";
import { MOST_CHAT_LABELS } from "#workers/contract/chat-labels.ts";
import * as labelsApi from "#workers/contract/endpoints/chat-labels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const chatOf = async (owner: Person): Promise<string> =>
  (await makeWaiting(harness, await makeChannel(harness, owner))).chatId;
const add = async (owner: Person, name: string, departmentId = "") =>
  (await owner.call(labelsApi.createChatLabel, { body: { name, departmentId } })).id;
const namesOf = async (person: Person, departmentId = "") =>
  (await person.call(labelsApi.listChatLabels, { query: { departmentId } })).labels.map(({ name }) => name);
const departmentOf = async (owner: Person, name: string) =>
  (await owner.call(departmentsApi.createDepartment, { body: { name, desc: "", manager: "" } })).id;
const tag = (person: Person, chatId: string, tags: string[]) =>
  person.send("PUT", `/api/e/enterprise/chat/${chatId}/update_tag`, { tags });
const refusal = async (response: Response) => ({
  ...((await response.json()) as { message: string; errors?: Record<string, string> }),
  status: response.status,
});

test("labels are each department's own, in the order that it gives them", async () => {
  const owner = await makePerson(harness);
  const [sales, service] = [await departmentOf(owner, "Sales"), await departmentOf(owner, "Service")];
  const ids = [];
  for (const name of ["Offer", "Contract", "Renewal"]) ids.push(await add(owner, name, sales));
  await add(owner, "Repair", service);
  await add(owner, "Urgent");
  expect(await namesOf(owner, sales)).toEqual(["Offer", "Contract", "Renewal", "Urgent"]);
  expect(await namesOf(owner)).toHaveLength(5);
  await owner.call(labelsApi.orderChatLabels, {
    body: { departmentId: sales, ids: [ids[2] ?? "", ids[0] ?? ""] },
  });
  expect(await namesOf(owner, sales)).toEqual(["Renewal", "Offer", "Contract", "Urgent"]);
  // The same name is another label in another department, and no second one in this.
  await add(owner, "offer", service);
  const again = { name: " OFFER ", departmentId: sales };
  expect(await refusal(await owner.send("POST", "/api/e/chat/config", again))).toMatchObject({
    status: 409,
    message: texts.taken,
  });
  const lost = { name: "Lost", departmentId: randomUUID() };
  expect((await owner.send("POST", "/api/e/chat/config", lost)).status).toBe(404);
  await owner.call(departmentsApi.deleteDepartment, { params: { id: sales } });
  expect(await namesOf(owner)).toEqual(expect.not.arrayContaining(["Offer", "Contract", "Renewal"]));
  const trail = await rowsOf<{ action: string; after: string | null }>(
    harness,
    "SELECT action, after FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'chatLabel'",
    owner.enterpriseId,
  );
  expect(trail).toHaveLength(7);
  const [order] = trail.filter(({ action }) => action === "update");
  expect(JSON.parse(order?.after ?? "{}")).toEqual({
    departmentId: sales,
    order: ["Renewal", "Offer", "Contract"],
  });
  const [gone] = await rowsOf<{ before: string }>(
    harness,
    "SELECT before FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'department' AND action = 'delete'",
    owner.enterpriseId,
  );
  expect(JSON.parse(gone?.before ?? "{}")).toMatchObject({ labels: ["Renewal", "Offer", "Contract"] });
});

test("a department has a limited number of labels", async () => {
  const owner = await makePerson(harness);
  await harness.env.TENANT_1.prepare(
    `INSERT INTO chat_labels (id, enterprise_id, department_id, name, name_key, position, created_at, updated_at)
      SELECT ?1 || value, ?1, '', 'label ' || value, 'label ' || value, value, 0, 0 FROM json_each(?2)`,
  )
    .bind(
      owner.enterpriseId,
      JSON.stringify(Array.from({ length: labelsApi.MOST_LABELS - 1 }, (_, at) => at)),
    )
    .run();
  await add(owner, "The last");
  expect(await refusal(await owner.send("POST", "/api/e/chat/config", { name: "One more" }))).toMatchObject({
    status: 409,
    message: texts.full,
  });
});

test("a chat is labelled, which its colleagues see, and is found by it once it has ended", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner, { name: "Asha" });
  const [complaint, loan] = [await add(owner, "Complaint"), await add(owner, "Loan")];
  const chatId = await chatOf(owner);
  const { chat, actions } = await agent.call(chatStepsApi.tagChat, {
    params: { id: chatId },
    body: { tags: [loan, complaint, loan] },
  });
  expect(chat.labels).toEqual([
    { id: loan, name: "Loan" },
    { id: complaint, name: "Complaint" },
  ]);
  expect(actions).toMatchObject([{ actionType: 25, byName: "Asha", to: "Loan, Complaint" }]);
  // The same again is nothing done, and nothing noted.
  expect((await tag(agent, chatId, [loan, complaint])).status).toBe(200);
  const read = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(read.actions).toHaveLength(1);
  const [event] = await rowsOf<{ body: string }>(
    harness,
    "SELECT body FROM live_events WHERE enterprise_id = ? ORDER BY seq DESC LIMIT 1",
    owner.enterpriseId,
  );
  expect(JSON.parse(event?.body ?? "")).toMatchObject({
    data: { chats: [{ id: chatId, labels: chat.labels }] },
  });
  const press = (action: string) =>
    agent.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { action, id: randomUUID() });
  expect((await press("agentPickupChat")).status).toBe(200);
  expect(
    (await agent.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { id: randomUUID() })).status,
  ).toBe(200);
  const found = async (label: string) =>
    (await agent.call(chatsApi.chatHistory, { query: { label } })).chats.map((each) => each.chatId);
  expect(await found(loan)).toEqual([chatId]);
  expect(await found(await add(owner, "Other"))).toEqual([]);
  expect(await owner.call(labelsApi.getChatLabel, { params: { id: loan } })).toMatchObject({ chats: 1 });
  await owner.call(labelsApi.renameChatLabel, { params: { id: complaint }, body: { name: "Grievance" } });
  await owner.call(labelsApi.deleteChatLabel, { params: { id: loan } });
  const after = await agent.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(after.chat.labels).toEqual([{ id: complaint, name: "Grievance" }]);
});

test("a chat gets labels of its own department alone, and not from who does not see it", async () => {
  const owner = await makePerson(harness);
  const [agent, other] = [await makeColleague(harness, owner), await makeColleague(harness, owner)];
  const sales = await departmentOf(owner, "Sales");
  const service = await departmentOf(owner, "Service");
  const add1 = { params: { id: sales }, body: { users: [agent.userId] } };
  await owner.call(departmentsApi.addUsers, add1);
  const [ours, theirs] = [await add(owner, "Offer", sales), await add(owner, "Repair", service)];
  const chatId = await chatOf(owner);
  await harness.env.TENANT_1.prepare("UPDATE chats SET department_id = ? WHERE id = ?")
    .bind(sales, chatId)
    .run();
  expect(await refusal(await tag(agent, chatId, [ours, theirs]))).toMatchObject({
    status: 400,
    errors: { tags: texts.gone },
  });
  expect((await tag(other, chatId, [ours])).status).toBe(404);
  expect((await tag(agent, chatId, [ours])).status).toBe(200);
  // It keeps what it was given when it goes to others.
  await harness.env.TENANT_1.prepare("UPDATE chats SET department_id = NULL WHERE id = ?").bind(chatId).run();
  expect((await tag(agent, chatId, [ours])).status).toBe(200);
  // Somebody who saw it until another had it gives it none.
  await agent.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentPickupChat", id: randomUUID() },
  });
  expect((await tag(other, chatId, [])).status).toBe(404);
  const many = Array.from({ length: MOST_CHAT_LABELS + 1 }, () => randomUUID() as string);
  expect(await refusal(await tag(agent, chatId, many))).toMatchObject({
    status: 400,
    errors: { tags: texts.tooMany(MOST_CHAT_LABELS) },
  });
});
