import { describe, expect, test } from "vitest";
import { addCustomers } from "#tests/support/customer-fields.ts";
import { endedJob } from "#db/seed/job.ts";
import { startHarness } from "#tests/support/harness.ts";
import { faultyCtx, noFaults } from "#tests/support/import-ctx.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import type { BulkResult } from "#workers/contract/jobs.ts";
import { permissions } from "#workers/contract/permissions.ts";
import * as customerBulkApi from "#workers/contract/endpoints/customer-bulk.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { mapTaggings } from "#workers/domain/customers/map.ts";
import { removeCustomers } from "#workers/domain/customers/remove.ts";
import { purgeCustomers } from "#workers/domain/customers/trash.ts";
import { undoBulkJob } from "#workers/domain/customers/undo.ts";

const harness = await startHarness();
let dialled = 0;

const add = async (who: Person, name: string, more: object = {}) =>
  (
    await who.call(customersApi.saveCustomer, {
      body: { name, phoneNumber: `+9195${String(40_000_000 + dialled++)}`, ...more },
    })
  ).customer;
const names = async (who: Person, query: object = {}): Promise<string[]> =>
  (await who.call(customersApi.listCustomers, { query })).customers.customers
    .map(({ name }) => name)
    .toSorted();
const groupOf = async (who: Person, name: string) =>
  (await who.call(customerTaggingsApi.saveGroup, { body: { name } })).id;
const undo = (who: Person, work: string) => who.call(customerBulkApi.undoBulkJob, { body: { work } });

async function bulk(who: Person, body: object) {
  const response = await who.send("POST", "/api/chatbird/api/customer_master/bulk", body);
  const { data } = (await response.json()) as { data: { jobId: string } };
  const { jobId, state, message, result } = await endedJob(who, data.jobId);
  expect(state).toBe("done");
  return { jobId, message, ...(result as BulkResult) };
}

/** Three customers, of whom the first is in the group already. */
async function withGroup() {
  const person = await makePerson(harness);
  const group = await groupOf(person, "VIP");
  const all = [
    await add(person, "Asha", { groups: [group] }),
    await add(person, "Meera"),
    await add(person, "Ravi"),
  ];
  const inGroup = () => names(person, { groups: [group] });
  return { person, group, ids: all.map(({ id }) => id), inGroup };
}

describe("customers who were ticked", () => {
  test("are deleted in one call and come back in one, each with his history", async () => {
    const { person, ids } = await withGroup();
    const { changed, work } = await person.call(customerBulkApi.deleteCustomers, {
      body: { customerIds: [...ids, "nobody"] },
    });
    expect(changed).toBe(3);
    expect(await names(person)).toEqual([]);
    expect(await undo(person, work)).toEqual({ changed: 3 });
    expect(await names(person)).toEqual(["Asha", "Meera", "Ravi"]);
    const { events } = await person.call(customersApi.customerHistory, { params: { id: ids[1] ?? "" } });
    expect(events.map(({ kind, by }) => [kind, by])).toEqual([
      ["restored", "Kiran"],
      ["deleted", "Kiran"],
      ["created", "Kiran"],
    ]);
    await expect(undo(person, work)).rejects.toThrow("There is nothing to undo");
  });

  test("come back but for whose number has a new owner, and only those whom that call deleted", async () => {
    const { person, ids } = await withGroup();
    const [asha = "", meera = "", ravi = ""] = ids;
    const { customer } = await person.call(customersApi.getCustomer, { params: { id: asha } });
    await person.call(customersApi.deleteCustomer, { params: { id: ravi } });
    const { work } = await person.call(customerBulkApi.deleteCustomers, {
      body: { customerIds: [asha, meera, ravi] },
    });
    await add(person, "Heir", { phoneNumber: customer.phoneNumber });
    expect(await undo(person, work)).toEqual({ changed: 1 });
    expect(await names(person)).toEqual(["Heir", "Meera"]);
  });

  test("leave a group again that they were put into; who was in it before stays", async () => {
    const { person, group, ids, inGroup } = await withGroup();
    const body = { groupIds: [group], customerIds: ids };
    const { changed, work } = await person.call(customerTaggingsApi.mapToGroups, { body });
    expect([changed, await inGroup()]).toEqual([2, ["Asha", "Meera", "Ravi"]]);
    expect(await undo(person, work)).toEqual({ changed: 2 });
    expect(await inGroup()).toEqual(["Asha"]);
    await expect(undo(person, work)).rejects.toThrow("There is nothing to undo");
  });

  test("are in a group again that they were taken from; who was not in it before is not", async () => {
    const { person, group, ids, inGroup } = await withGroup();
    const body = { groupIds: [group], customerIds: ids, remove: true };
    const { work } = await person.call(customerTaggingsApi.mapToGroups, { body });
    expect(await inGroup()).toEqual([]);
    expect(await undo(person, work)).toEqual({ changed: 1 });
    expect(await inGroup()).toEqual(["Asha"]);
  });
});

test("work on some who are named reads them, and not the thousands besides", async () => {
  const { person, group, ids } = await withGroup();
  await addCustomers(harness, person, 3_000, () => ({}));
  await harness.env.TENANT_1.prepare(
    "UPDATE customers SET deleted_at = 5 WHERE enterprise_id = ? AND number % 3 = 0 AND name LIKE 'Customer%'",
  )
    .bind(person.enterpriseId)
    .run();
  const faults = noFaults();
  const ctx = faultyCtx(harness, faults, person.enterpriseId);
  const reads = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    faults.rowsRead = 0;
    const answer = await work();
    expect(faults.rowsRead).toBeGreaterThan(0);
    expect(faults.rowsRead).toBeLessThan(200);
    return answer;
  };
  const puttingTaggings = await reads(() =>
    mapTaggings(ctx, "group", { markIds: [group], customerIds: ids, remove: false }),
  );
  await reads(() => undoBulkJob(ctx, puttingTaggings.work, permissions));
  const deletion = await reads(() => removeCustomers(ctx, ids));
  await reads(() => undoBulkJob(ctx, deletion.work, permissions));
  await removeCustomers(ctx, ids);
  expect(await reads(() => purgeCustomers(ctx, { ids }))).toEqual({ purged: 3, more: false });
});

describe("all that match", () => {
  test("lose the groups again that a work gave them, and get back what one took, and nobody else does", async () => {
    const { person, group, inGroup } = await withGroup();
    const puttingTaggings = await bulk(person, { action: "mark", markIds: [group] });
    expect([puttingTaggings.changed, await inGroup()]).toEqual([2, ["Asha", "Meera", "Ravi"]]);
    const late = await add(person, "Late", { groups: [group] });
    expect(await bulk(person, { action: "undo", of: puttingTaggings.jobId })).toMatchObject({
      total: 2,
      changed: 2,
    });
    expect(await inGroup()).toEqual(["Asha", "Late"]);

    const taking = await bulk(person, { action: "unmark", markIds: [group] });
    expect([taking.changed, await inGroup()]).toEqual([2, []]);
    await person.call(customersApi.deleteCustomer, { params: { id: late.id } });
    await bulk(person, { action: "undo", of: taking.jobId });
    expect(await inGroup()).toEqual(["Asha"]);
  });

  test("are not undone in one call, nor by a job that did something else", async () => {
    const { person, group } = await withGroup();
    const puttingTaggings = await bulk(person, { action: "mark", markIds: [group] });
    await expect(undo(person, puttingTaggings.jobId)).rejects.toThrow("There is nothing to undo");
    const deleting = await bulk(person, { action: "delete" });
    await expect(undo(person, deleting.jobId)).rejects.toThrow("There is nothing to undo");
    const wrong = await person.send("POST", "/api/chatbird/api/customer_master/bulk", {
      action: "undo",
      of: deleting.jobId,
    });
    expect(wrong.status).toBe(400);
  });
});

test("what was kept for undoing goes after a day", async () => {
  const { person, group, ids } = await withGroup();
  const { work } = await person.call(customerTaggingsApi.mapToGroups, {
    body: { groupIds: [group], customerIds: ids },
  });
  await harness.env.TENANT_1.prepare("UPDATE mark_changes SET at = at - 90000000 WHERE work = ?")
    .bind(work)
    .run();
  await harness.scheduled();
  await expect(undo(person, work)).rejects.toThrow("There is nothing to undo");
});
