import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as customerBulkApi from "#workers/contract/endpoints/customer-bulk.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import * as trashApi from "#workers/contract/endpoints/trash.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { masked } from "#workers/contract/mask.ts";
import { splitStatements } from "../../scripts/lib/migrations.ts";

const harness = await startHarness();
const MASTER = "/api/chatbird/api/customer_master";
let dialled = 0;
const freePhone = () => `+9194${String(50_000_000 + dialled++)}`;

async function storeSet(
  { enterpriseId }: Pick<Person, "enterpriseId">,
  role: number,
  held: readonly string[],
) {
  await harness.env.DIRECTORY.prepare(
    "INSERT INTO role_permissions (enterprise_id, role, permissions, revision, updated_by, created_at, updated_at) VALUES (?, ?, ?, 1, '', 1, 1)",
  )
    .bind(enterpriseId, role, JSON.stringify(held))
    .run();
}

/** An administrator, and a colleague whose role has exactly these permissions. */
async function withColleague(...held: Permission[]) {
  const owner = await makePerson(harness);
  await storeSet(owner, 6, held);
  return { owner, colleague: await makeColleague(harness, owner, { roles: [6] }) };
}

const add = async (who: Person, name: string, more: object = {}) =>
  (await who.call(customersApi.saveCustomer, { body: { name, phoneNumber: freePhone(), ...more } })).customer;

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code?: unknown }).code;

describe("seeing is not changing", () => {
  test("somebody who may see customers changes, imports, exports, deletes and erases none", async () => {
    const { owner, colleague } = await withColleague("CUSTOMER.VIEW");
    const { id, phoneNumber } = await add(owner, "Asha");
    expect((await colleague.call(customersApi.listCustomers)).customers.customers).toMatchObject([
      { phoneNumber },
    ]);
    const refused: [method: string, path: string, body?: object][] = [
      ["POST", "/customers", { name: "New", phoneNumber: freePhone() }],
      ["POST", "/groups", { name: "New" }],
      ["POST", "/customers_groups", { groupIds: ["x"], customerIds: [id] }],
      ["POST", "/bulk", { action: "mark", markIds: ["x"] }],
      ["POST", "/bulk", { action: "delete" }],
      ["DELETE", `/customers/${id}`],
      ["POST", "/customers_deleted", { customerIds: [id] }],
      ["POST", `/customers/${id}/merge`, { from: "x" }],
      ["GET", "/customers/export"],
      ["GET", `/customers/${id}/data`],
      ["POST", `/customers/${id}/erase`, { confirm: "Asha" }],
      ["POST", "/upload", { name: "a.csv", bytes: 1 }],
      ["GET", "/sample"],
    ];
    for (const [method, path, body] of refused) {
      expect(await codeOf(await colleague.send(method, `${MASTER}${path}`, body)), path).toBe(1403);
    }
    expect((await owner.call(customersApi.getCustomer, { params: { id } })).customer.name).toBe("Asha");
  });

  test("somebody who may export and not see customers takes none out", async () => {
    const { owner, colleague } = await withColleague("CUSTOMER.EXPORT");
    const { id } = await add(owner, "Asha");
    for (const path of ["/customers/export", `/customers/${id}/data`]) {
      expect(await codeOf(await colleague.send("GET", `${MASTER}${path}`)), path).toBe(1403);
    }
  });

  test("an editor neither deletes in bulk nor takes a deletion back; who deletes does not edit in bulk", async () => {
    const { owner, colleague } = await withColleague("CUSTOMER.VIEW", "CUSTOMER.EDIT");
    const { id } = await add(owner, "Asha");
    const label = await colleague.call(customerTaggingsApi.saveLabel, { body: { name: "Spring" } });
    expect(await codeOf(await colleague.send("POST", `${MASTER}/bulk`, { action: "delete" }))).toBe(1403);
    const { work } = await owner.call(customerBulkApi.deleteCustomers, { body: { customerIds: [id] } });
    const undo = { method: "POST", path: `${MASTER}/customers_undone` } as const;
    expect(await codeOf(await colleague.send(undo.method, undo.path, { work }))).toBe(1403);
    expect((await owner.call(customersApi.listCustomers)).customers.customers).toEqual([]);

    await storeSet(owner, 5, ["CUSTOMER.VIEW", "CUSTOMER.DELETE"]);
    const remover = await makeColleague(harness, owner, { roles: [5] });
    const mark = { action: "mark", markIds: [label.id] };
    expect(await codeOf(await remover.send("POST", `${MASTER}/bulk`, mark))).toBe(1403);
    expect(await codeOf(await remover.send("POST", `${MASTER}/customers/${id}/merge`, { from: "x" }))).toBe(
      1403,
    );
    expect(await remover.call(customerBulkApi.undoBulkJob, { body: { work } })).toEqual({ changed: 1 });
    const tagged = await colleague.call(customerTaggingsApi.mapToLabels, {
      body: { tagIds: [label.id], customerIds: [id] },
    });
    expect(await codeOf(await remover.send(undo.method, undo.path, { work: tagged.work }))).toBe(1403);
  });

  test("a trash that may be seen is not emptied by those who may not delete", async () => {
    const { owner, colleague } = await withColleague("TRASH.VIEW", "CUSTOMER.VIEW");
    await harness.env.DIRECTORY.prepare("UPDATE enterprises SET features = ? WHERE id = ?")
      .bind(JSON.stringify({ trash: true }), owner.enterpriseId)
      .run();
    const { id } = await add(owner, "Asha");
    await owner.call(customersApi.deleteCustomer, { params: { id } });
    expect((await colleague.call(trashApi.listTrash)).items).toHaveLength(1);
    const trash = "/api/e/enterprise/trash";
    expect(await codeOf(await colleague.send("POST", `${trash}/customer/${id}/restore`, {}))).toBe(1403);
    expect(await codeOf(await colleague.send("DELETE", `${trash}/customer/${id}`))).toBe(1403);
    const all = { kind: "customer", confirm: "delete" };
    expect(await codeOf(await colleague.send("POST", `${trash}/empty`, all))).toBe(1403);
  });
});

describe("phone numbers and mail addresses", () => {
  test("are masked for a reader of the audit trail who may not see customers", async () => {
    const { owner, colleague } = await withColleague("AUDITTRAIL.VIEW");
    const customer = await add(owner, "Asha", { facebookId: "asha@example.com" });
    const { entries } = await colleague.call(auditTrailApi.listAuditTrail, { query: { kind: "customer" } });
    const params = { id: entries[0]?.id ?? "" };
    const read = async (who: Person) =>
      JSON.stringify((await who.call(auditTrailApi.getAuditEntry, { params })).changes);
    for (const trace of [customer.phoneNumber, "asha@example.com"]) {
      expect(await read(owner)).toContain(trace);
      expect(await read(colleague)).not.toContain(trace);
    }
    expect(await read(colleague)).toContain("a•••@example.com");
    const csv = await (await colleague.send("GET", "/api/e/enterprise/audit_trail/csv")).text();
    expect(csv).toContain("a•••@example.com");
    expect(csv).not.toContain(customer.phoneNumber);
  });

  test("are masked in rejected rows and in replies for those who import or edit without seeing", async () => {
    const { owner, colleague } = await withColleague("CUSTOMER.IMPORT", "CUSTOMER.EDIT");
    const { uploadId } = await startUpload(harness.fetch, colleague, "Name,Phone\nA,+919876543210\n");
    await untilState(colleague, uploadId, "COMPLETED");
    const lines = async (who: Person) =>
      (await who.call(importsApi.listErrors, { query: { entryId: uploadId } })).customers.customers[0]
        ?.lineStr;
    expect(await lines(owner)).toContain("+919876543210");
    expect(await lines(colleague)).toContain("+•••••••••210");
    const { id, phoneNumber } = await add(owner, "Asha");
    const body = { id, name: "Asha Rao", phoneNumber };
    const { customer } = await colleague.call(customersApi.saveCustomer, { body });
    expect(customer).toMatchObject({ name: "Asha Rao", phoneNumber: masked(phoneNumber) });
    expect(await codeOf(await colleague.send("GET", `${MASTER}/uploads/${uploadId}/errors`))).toBe(1403);
    const rows = await colleague.send("GET", `${MASTER}/uploads/${uploadId}/rows/created`);
    expect(await codeOf(rows)).toBe(1403);
  });

  test("are what is masked, and not ids, names or short numbers", () => {
    expect(masked("+91 98765 43210 and asha.rao@example.com")).toBe("+•• ••••• ••210 and a•••@example.com");
    for (const text of ["01989a3c-7e3c-7abc-8def-001122334455", "Asha Rao", "12345", "@asha"]) {
      expect(masked(text)).toBe(text);
    }
  });
});

test("each export leaves an entry that says who took what out", async () => {
  const person = await makePerson(harness);
  const { id } = await add(person, "Asha");
  const { uploadId } = await startUpload(harness.fetch, person, "Name,Phone\nA,12\n");
  await untilState(person, uploadId, "COMPLETED");
  for (const path of [
    "/customers/export?search=Asha",
    `/customers/${id}/data?format=csv`,
    `/uploads/${uploadId}/errors`,
  ]) {
    expect((await person.send("GET", `${MASTER}${path}`)).status, path).toBe(200);
  }
  const { entries } = await person.call(auditTrailApi.listAuditTrail, { query: { action: "export" } });
  expect(entries.map(({ kind, object }) => [kind, object.id])).toEqual([
    ["import", uploadId],
    ["customer", id],
    ["customer", ""],
  ]);
});

test("a role that was changed keeps what its role has by default; only administrators gain export and deletion", async () => {
  const person = await makePerson(harness);
  for (const role of [1, 3, 4, 5]) await storeSet(person, role, ["CUSTOMER.VIEW", "NLP.VIEW"]);
  await storeSet(person, 6, ["NLP.VIEW"]);
  const sql = readFileSync("migrations/directory/0004_customer_permissions.sql", "utf8");
  await harness.env.DIRECTORY.batch(splitStatements(sql).map((each) => harness.env.DIRECTORY.prepare(each)));
  const { results } = await harness.env.DIRECTORY.prepare(
    "SELECT role, permissions FROM role_permissions WHERE enterprise_id = ? ORDER BY role",
  )
    .bind(person.enterpriseId)
    .all<{ role: number; permissions: string }>();
  const gained = results.map(({ role, permissions }) => [
    role,
    (JSON.parse(permissions) as string[]).filter((each) => each.startsWith("CUSTOMER.")).length - 1,
  ]);
  expect(gained).toEqual([
    [1, 5],
    [3, 1],
    [4, 2],
    [5, 0],
    [6, -1],
  ]);
});
