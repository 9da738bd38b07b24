import { describe, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as trashApi from "#workers/contract/endpoints/trash.ts";
import { trashKinds } from "#workers/contract/endpoints/trash.ts";

const harness = await startHarness();
const PATH = "/api/e/enterprise/trash";

/** Somebody whose enterprise has the trash. */
async function withTrash(options: Parameters<typeof makePerson>[1] = {}): Promise<Person> {
  const person = await makePerson(harness, options);
  await harness.env.DIRECTORY.prepare(`UPDATE enterprises SET features = '{"trash":true}' WHERE id = ?`)
    .bind(person.enterpriseId)
    .run();
  return person;
}
let dialled = 0;
async function deletedCustomer(person: Person, name: string): Promise<string> {
  const phoneNumber = `+9196${String(10_000_000 + dialled++)}`;
  const { customer } = await person.call(customersApi.saveCustomer, { body: { name, phoneNumber } });
  await person.call(customersApi.deleteCustomer, { params: { id: customer.id } });
  return customer.id;
}
async function deletedField(person: Person, label: string): Promise<string> {
  const { inputFieldDefinition } = await person.call(customerFieldsApi.saveField, {
    body: {
      fieldName: label.toLowerCase(),
      fieldLabel: label,
      fieldHelptext: "x",
      mandatory: false,
      fieldType: "text",
      inputType: "alphabets",
    },
  });
  await person.call(customerFieldsApi.deleteField, { params: { id: inputFieldDefinition._id } });
  return inputFieldDefinition._id;
}
const deletedAutomation = (kind: AutomationKind) => async (person: Person, name: string) => {
  const { create, remove } = automationDoors[kind];
  const { id } = await person.call(create, { body: { name } });
  await person.call(remove, { params: { id } });
  return id;
};
const makers = {
  customer: deletedCustomer,
  customerField: deletedField,
  journey: deletedAutomation("journey"),
  encap: deletedAutomation("encap"),
};
const list = (person: Person, kind: (typeof trashKinds)[number]) =>
  person.call(trashApi.listTrash, { query: { kind } });

describe.each(trashKinds)("in the trash a %s", (kind) => {
  test("is listed with who deleted it and until when, and restored once", async () => {
    const person = await withTrash();
    const id = await makers[kind](person, "Asha");
    const { items, total } = await list(person, kind);
    expect(total).toBe(1);
    expect(items).toMatchObject([{ kind, id, name: "Asha", deletedBy: "Kiran" }]);
    const [item] = items;
    expect(Date.parse(item?.goesAt ?? "") - Date.parse(item?.deletedAt ?? "")).toBe(30 * 24 * 3_600_000);
    await person.call(trashApi.restoreFromTrash, { params: { kind, id } });
    expect((await list(person, kind)).items).toEqual([]);
  });

  test("goes for good by itself or with all of its kind, only after the word was typed", async () => {
    const person = await withTrash();
    const ids = [];
    for (const name of ["One", "Two", "Three"]) ids.push(await makers[kind](person, name));
    await person.call(trashApi.deleteForGood, { params: { kind, id: ids[0] ?? "" } });
    expect((await person.send("DELETE", `${PATH}/${kind}/${ids[0]}`)).status).toBe(404);
    expect((await person.send("POST", `${PATH}/empty`, { kind })).status).toBe(400);
    expect((await person.send("POST", `${PATH}/empty`, { kind, confirm: "yes" })).status).toBe(400);
    expect((await list(person, kind)).items).toHaveLength(2);
    const emptied = await person.call(trashApi.emptyTrash, { body: { kind, confirm: "Delete" } });
    expect(emptied).toEqual({ purged: 2, more: false });
    expect((await list(person, kind)).items).toEqual([]);
    expect((await person.send("POST", `${PATH}/${kind}/${ids[1]}/restore`)).status).toBe(404);
  });

  test("is written down when it is restored and when it goes", async () => {
    const person = await withTrash();
    const id = await makers[kind](person, "Asha");
    await person.call(trashApi.restoreFromTrash, { params: { kind, id } });
    await makers[kind](person, "Ravi");
    await person.call(trashApi.emptyTrash, { body: { kind, confirm: "delete" } });
    const { entries } = await person.call(auditTrailApi.listAuditTrail, { query: { kind } });
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(["restore", "erase"]));
  });
});

test("nobody gets by the trash at what their role has not, nor at anything without the feature", async () => {
  const plain = await makePerson(harness);
  expect((await plain.send("GET", PATH)).status).toBe(404);
  const person = await withTrash();
  const id = await deletedCustomer(person, "Asha");
  await harness.env.DIRECTORY.prepare(
    "INSERT INTO role_permissions (enterprise_id, role, permissions, revision, updated_by, created_at, updated_at) VALUES (?, 1, ?, 1, '', 1, 1)",
  )
    .bind(person.enterpriseId, JSON.stringify(["TRASH.VIEW", "CUSTOMER_MASTER.VIEW"]))
    .run();
  for (const [method, path] of [
    ["GET", PATH],
    ["POST", `${PATH}/customer/${id}/restore`],
    ["DELETE", `${PATH}/customer/${id}`],
  ] as const) {
    const response = await person.send(method, path);
    expect(await response.json(), path).toMatchObject({ code: 1403 });
  }
  expect((await list(person, "customerField")).items).toEqual([]);
  expect((await person.send("POST", `${PATH}/nonsense/${id}/restore`)).status).toBe(404);
});
