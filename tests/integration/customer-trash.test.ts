import { describe, expect, test } from "vitest";
import {
  addCustomers,
  customersOf,
  findable,
  listOf,
  saveDefinition,
  ctxIn,
} from "#tests/support/customer-fields.ts";
import { startHarness } from "#tests/support/harness.ts";
import { type Faults, faultyCtx, noFaults } from "#tests/support/import-ctx.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { tracesOf } from "#tests/support/traces.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import { TRASH_DAYS } from "#workers/contract/endpoints/customers.ts";
import { reworkAtOnce } from "#workers/domain/customer-fields/rework.ts";
import { listDeletedFields, purgeFields, restoreField } from "#workers/domain/customer-fields/trash.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { eraseCustomer } from "#workers/domain/customers/erase.ts";
import { listDeletedCustomers, purgeCustomers } from "#workers/domain/customers/trash.ts";

const harness = await startHarness();
const db = harness.env.TENANT_1;
const DAY_MS = 24 * 3_600_000;
let dialled = 0;

async function addDeleted(person: Person, name: string, more: object = {}): Promise<string> {
  const phoneNumber = `+9197${String(20_000_000 + dialled++)}`;
  const { customer } = await person.call(customersApi.saveCustomer, { body: { name, phoneNumber, ...more } });
  await person.call(customersApi.deleteCustomer, { params: { id: customer.id } });
  return customer.id;
}
const inTrash = async (person: Person): Promise<string[]> =>
  (await listDeletedCustomers(ctxIn(harness, person), { from: 0, perPage: -1 })).customers.map(
    ({ name }) => name,
  );
const deletedDaysAgo = (table: string, id: string, days: number) =>
  db
    .prepare(`UPDATE ${table} SET deleted_at = ? WHERE id = ?`)
    .bind(Date.now() - days * DAY_MS, id)
    .run();
const auditOf = async ({ enterpriseId }: Person, action: string) =>
  (
    await db
      .prepare("SELECT object_name, after FROM audit_trail WHERE enterprise_id = ? AND action = ?")
      .bind(enterpriseId, action)
      .all<{ object_name: string; after: string }>()
  ).results;

describe("a customer in the trash", () => {
  test("shows there with who deleted him, can be asked for his data, and is erased without coming back first", async () => {
    const person = await makePerson(harness);
    const id = await addDeleted(person, "Trashed Canary", { facebookId: "trashed.face" });
    const path = `/api/chatbird/api/customer_master/customers/${id}`;
    expect(await person.call(customersApi.getDeletedCustomer, { params: { id } })).toMatchObject({
      customer: { id, name: "Trashed Canary", deletedBy: "Kiran", deletedAt: expect.any(String) },
    });
    expect(await (await person.send("GET", `${path}/data`)).json()).toMatchObject({
      customer: { facebookId: "trashed.face", deletedAt: expect.any(String) },
    });
    await expect(
      person.call(personalDataApi.eraseCustomer, { params: { id }, body: { confirm: "somebody" } }),
    ).rejects.toThrow("exactly");
    const { receipt } = await person.call(personalDataApi.eraseCustomer, {
      params: { id },
      body: { confirm: "Trashed Canary" },
    });
    expect(receipt.removed).toMatchObject({ customers: 1 });
    expect(await tracesOf(db, "Trashed Canary", "trashed.face")).toEqual([]);
    expect((await person.send("POST", `${path}/restore`, {})).status).toBe(404);
    expect((await person.send("GET", `${path}/deleted`)).status).toBe(404);
  });

  test("leaves a receipt that counts what its own transaction removed, whatever fails after it", async () => {
    const person = await makePerson(harness);
    const { id: group } = await person.call(customerTaggingsApi.saveGroup, { body: { name: "VIP" } });
    const id = await addDeleted(person, "Counted");
    const faults: Faults = { ...noFaults(), failAt: 5, mode: "before" };
    // Somebody else adds to it between the read and the write.
    faults.beforeBatch = async () => {
      await db
        .prepare(
          "INSERT OR IGNORE INTO customer_marks (enterprise_id, mark_id, customer) SELECT enterprise_id, ?, number FROM customers WHERE id = ?",
        )
        .bind(group, id)
        .run();
    };
    const ctx = faultyCtx(harness, faults, person.enterpriseId);
    const { receipt } = await eraseCustomer(
      ctx,
      id,
      { confirm: "Counted" },
      keyRing(harness.secrets.DATA_KEY),
    );
    const removed = {
      customers: 1,
      marks: 1,
      importChanges: 0,
      messages: 0,
      rejectedRows: 0,
      auditEntries: 2,
    };
    expect(receipt.removed).toEqual(removed);
    const stored = await db
      .prepare("SELECT removed FROM erasure_receipts WHERE id = ?")
      .bind(receipt.id)
      .first<string>("removed");
    expect(JSON.parse(stored ?? "")).toEqual(removed);
  });

  test("is erased once when two ask at once, against one receipt", async () => {
    const person = await makePerson(harness);
    const id = await addDeleted(person, "Twice");
    const path = `/api/chatbird/api/customer_master/customers/${id}/erase`;
    const answers = await Promise.all([1, 2, 3].map(() => person.send("POST", path, { confirm: "Twice" })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    const { results } = await db
      .prepare("SELECT removed FROM erasure_receipts WHERE enterprise_id = ?")
      .bind(person.enterpriseId)
      .all();
    expect(results).toHaveLength(1);
  });

  test("goes for good after 30 days, with what the audit trail says of him, and one entry says how many", async () => {
    const person = await makePerson(harness);
    const { id: group } = await person.call(customerTaggingsApi.saveGroup, { body: { name: "VIP" } });
    const old = await addDeleted(person, "Bygone Canary", { groups: [group], twitterId: "@bygone" });
    const older = await addDeleted(person, "Bygone Other");
    const fresh = await addDeleted(person, "Recent");
    await person.call(customersApi.saveCustomer, { body: { name: "Present", phoneNumber: "+919720999999" } });
    await deletedDaysAgo("customers", old, TRASH_DAYS + 1);
    await deletedDaysAgo("customers", older, TRASH_DAYS + 2);
    await deletedDaysAgo("customers", fresh, TRASH_DAYS - 1);
    await harness.scheduled();
    expect(await inTrash(person)).toEqual(["Recent"]);
    expect(await tracesOf(db, "Bygone", "@bygone")).toEqual([]);
    const entries = await auditOf(person, "erase");
    expect(entries.map(({ after }) => JSON.parse(after) as unknown)).toEqual([{ customers: 2 }]);
    expect((await person.call(customersApi.listCustomers, {})).customers.customers).toMatchObject([
      { name: "Present" },
    ]);
    // Nothing is reported when nothing is due.
    await harness.scheduled();
    expect(await auditOf(person, "erase")).toHaveLength(1);
  });

  test("is purged by id or all at once, in pages, and nobody else is", async () => {
    const person = await makePerson(harness);
    const stranger = await makePerson(harness);
    const ctx = ctxIn(harness, person);
    await addCustomers(harness, person, 1_200, () => ({}));
    await db
      .prepare("UPDATE customers SET deleted_at = ?2 WHERE enterprise_id = ?1 AND number % 2 = 0")
      .bind(person.enterpriseId, Date.now())
      .run();
    const theirs = await addDeleted(stranger, "Somebody else's");
    const one = await addDeleted(person, "One");
    const there = (await person.call(customersApi.listCustomers, {})).customers.customers[0]?.id ?? "";
    expect(await purgeCustomers(ctx, { ids: [one, theirs, there] })).toEqual({ purged: 1, more: false });
    expect(await purgeCustomers(ctx, "all")).toEqual({ purged: 600, more: false });
    expect(await auditOf(person, "erase").then((rows) => rows.map(({ after }) => after))).toEqual([
      '{"customers":1}',
      '{"customers":600}',
    ]);
    expect(await inTrash(person)).toEqual([]);
    expect(await inTrash(stranger)).toEqual(["Somebody else's"]);
    expect((await person.call(customersApi.countCustomers, {})).count).toBe(600);
  });
});

describe("a field in the trash", () => {
  const follow = async (person: Person, jobId: string | undefined) => {
    if (jobId !== undefined) expect(await reworkAtOnce(ctxIn(harness, person), jobId)).toBe(true);
  };
  const withCity = async () => {
    const person = await makePerson(harness);
    const city = await saveDefinition(person, "city", { search: true });
    await saveDefinition(person, "plan");
    await addCustomers(harness, person, 4, (at) => ({ [city._id]: `Jaipur ${at}` }), [city._id]);
    await db
      .prepare("UPDATE customers SET deleted_at = ?2 WHERE enterprise_id = ?1 AND phone LIKE '%3'")
      .bind(person.enterpriseId, Date.now())
      .run();
    await person.call(customerFieldsApi.deleteField, { params: { id: city._id } });
    return { person, city: city._id, ctx: ctxIn(harness, person) };
  };

  test("comes back behind the others with its values, found again, of deleted customers too", async () => {
    const { person, city, ctx } = await withCity();
    expect((await listDeletedFields(ctx, { from: 0, perPage: 10 })).fields).toMatchObject([
      { id: city, fieldLabel: "Label of city", deletedBy: "Kiran" },
    ]);
    expect((await customersOf(harness, person)).map(({ data }) => data)).toEqual([{}, {}, {}, {}]);
    const { inputFieldDefinition, jobId } = await restoreField(ctx, city);
    await follow(person, jobId);
    expect(inputFieldDefinition).toMatchObject({ _id: city, index: 1 });
    for (const [at, { data, archive }] of (await customersOf(harness, person)).entries()) {
      expect([data, archive]).toEqual([{ [city]: `Jaipur ${at}` }, {}]);
    }
    expect(await findable(harness, person, "jaipur")).toBe(4);
    expect((await restoreField(ctx, city)).jobId).toBeUndefined();
  });

  test("stays there while another field has its name", async () => {
    const { person, city, ctx } = await withCity();
    await saveDefinition(person, "City");
    await expect(restoreField(ctx, city)).rejects.toThrow();
    expect((await listDeletedFields(ctx, { from: 0, perPage: 10 })).fields).toHaveLength(1);
  });

  test("goes for good after 30 days with every value, and its job that comes late brings none back", async () => {
    const { person, city, ctx } = await withCity();
    await deletedDaysAgo("customer_fields", city, TRASH_DAYS + 1);
    await harness.scheduled();
    await expect
      .poll(async () => {
        await harness.scheduled();
        return (await customersOf(harness, person)).map(({ data, archive }) => [data, archive]);
      })
      .toEqual([
        [{}, {}],
        [{}, {}],
        [{}, {}],
        [{}, {}],
      ]);
    expect((await listDeletedFields(ctx, { from: 0, perPage: 10 })).fields).toEqual([]);
    expect((await listOf(person)).filter(({ fixed }) => !fixed).map(({ fieldName }) => fieldName)).toEqual([
      "plan",
    ]);
    await expect(restoreField(ctx, city)).rejects.toThrow("Not found");
    expect(await purgeFields(ctx, "all")).toEqual({ purged: 0, more: false });
  });
});
