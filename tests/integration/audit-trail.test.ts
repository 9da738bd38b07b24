import { allEndpoints } from "#tests/support/endpoints.ts";
import { describe, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { auditTrailTexts } from "#texts/audit-trail.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";

const harness = await startHarness();
const PATH = "/api/e/enterprise/audit_trail";

const list = (person: Person, query: object = {}) => person.call(auditTrailApi.listAuditTrail, { query });
let dialled = 0;
const addCustomer = async (person: Person, name: string) =>
  (
    await person.call(customersApi.saveCustomer, {
      body: { name, phoneNumber: `+9197${String(10_000_000 + dialled++)}` },
    })
  ).customer;

/** Entries as rules write them, at times of the test's choosing; `trail` says in which database. */
async function write(
  { enterpriseId }: Person,
  trail: "TENANT_1" | "DIRECTORY",
  entries: { id: string; at: number; userId?: string; name?: string; before?: unknown; after?: unknown }[],
): Promise<void> {
  const table = trail === "DIRECTORY" ? "directory_audit" : "audit_trail";
  const insert = harness.env[trail].prepare(
    `INSERT INTO ${table} (id, enterprise_id, at, user_id, action, object_kind, object_id, object_name, before, after, address, request_id)
     VALUES (?, ?, ?, ?, 'update', 'user', 'u', ?, ?, ?, '192.0.2.1', 'r')`,
  );
  await harness.env[trail].batch(
    entries.map(({ id, at, userId = "system", name = id, before = null, after = null }) =>
      insert.bind(id, enterpriseId, at, userId, name, JSON.stringify(before), JSON.stringify(after)),
    ),
  );
}

describe("the audit trail", () => {
  test("says who did what to what, from where, and what was before and after (S-57)", async () => {
    const person = await makePerson(harness);
    const { id } = await addCustomer(person, "Asha");
    await person.call(customersApi.saveCustomer, {
      body: { id, name: "Asha Verma", phoneNumber: "+91 98765 43210" },
    });
    const { entries } = await list(person);
    expect(entries).toMatchObject([
      { action: "update", kind: "customer", object: { id, name: "Asha Verma" }, who: { name: "Kiran" } },
      { action: "create", kind: "customer", object: { id }, who: { name: "Kiran" } },
    ]);
    expect(entries[0]?.requestId).not.toBe("");
    const { changes, exists } = await person.call(auditTrailApi.getAuditEntry, {
      params: { id: entries[0]?.id ?? "" },
    });
    expect(changes).toContainEqual({ field: "name", before: "Asha", after: "Asha Verma" });
    expect(exists).toBe(true);
    await person.call(customersApi.deleteCustomer, { params: { id } });
    const { entries: after } = await list(person);
    expect(
      (await person.call(auditTrailApi.getAuditEntry, { params: { id: after[0]?.id ?? "" } })).exists,
    ).toBe(false);
  });

  test("merges the trails of both databases into one, each entry once, however small the pages", async () => {
    const person = await makePerson(harness);
    const at = Date.UTC(2026, 0, 1);
    const ids = Array.from({ length: 23 }, (_, n) => `e${String(n).padStart(2, "0")}-${person.enterpriseId}`);
    // Three at a time share a moment; neighbours are in different databases.
    const entries = ids.map((id, n) => ({ id, at: at + Math.floor(n / 3) }));
    await write(
      person,
      "TENANT_1",
      entries.filter((_, n) => n % 2 === 0),
    );
    await write(
      person,
      "DIRECTORY",
      entries.filter((_, n) => n % 2 === 1),
    );
    const read: string[] = [];
    let after: string | undefined;
    do {
      const page = await list(person, { perPage: 4, after });
      read.push(...page.entries.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(read).toEqual(ids.toReversed());
  });

  test("is filtered by person, kind, action, range, object and its name", async () => {
    const person = await makePerson(harness);
    const asha = await addCustomer(person, "Asha Filter");
    await addCustomer(person, "Ravi");
    await person.call(customerTaggingsApi.saveGroup, { body: { name: "VIP" } });
    const start = Date.UTC(2020, 5, 1);
    await write(person, "DIRECTORY", [{ id: `old-${person.enterpriseId}`, at: start }]);
    const names = async (query: object) =>
      (await list(person, query)).entries.map(({ object }) => object.name);
    expect(await names({ who: "system" })).toEqual([`old-${person.enterpriseId}`]);
    expect(await names({ kind: "group" })).toEqual(["VIP"]);
    expect(await names({ kind: "customer", action: "create" })).toEqual(["Ravi", "Asha Filter"]);
    expect(await names({ objectId: asha.id })).toEqual(["Asha Filter"]);
    expect(await names({ object: "asha f" })).toEqual(["Asha Filter"]);
    const range = { fromDate: "2020-06-01T05:30:00+05:30", toDate: "2020-06-01T00:00:00.001Z" };
    expect(await names(range)).toHaveLength(1);
    expect(await names({ ...range, fromDate: "2020-06-01T00:00:00.001Z" })).toEqual([]);
    expect(await names({ kind: "__proto__" })).toEqual([]);
  });

  test("names a person who was deactivated since, and the jobs", async () => {
    const person = await makePerson(harness);
    await addCustomer(person, "Ravi");
    await write(person, "TENANT_1", [{ id: `job-${person.enterpriseId}`, at: 1 }]);
    const { enterpriseId } = person;
    await harness.env.DIRECTORY.prepare(
      "INSERT INTO users (id, enterprise_id, name, email, email_key, roles, state, created_at, updated_at) VALUES (?, ?, 'Gone Girl', ?, ?, '[3]', 2, 1, 1)",
    )
      .bind(`gone-${enterpriseId}`, enterpriseId, `gone-${enterpriseId}`, `gone-${enterpriseId}`)
      .run();
    await write(person, "DIRECTORY", [
      { id: `by-gone-${enterpriseId}`, at: 2, userId: `gone-${enterpriseId}` },
    ]);
    const { entries } = await list(person);
    expect(entries.map(({ who }) => who.name)).toEqual(["Kiran", "Gone Girl", "system"]);
    const { people } = await person.call(auditTrailApi.auditPeople);
    expect(people.map(({ name }) => name)).toEqual([
      "Gone Girl",
      "Kiran",
      "system",
      auditTrailTexts.operator,
    ]);
  });

  test("shows no secret, even if a rule had written one", async () => {
    const person = await makePerson(harness);
    const id = `leak-${person.enterpriseId}`;
    await write(person, "TENANT_1", [
      {
        id,
        at: 1,
        before: { password: "CANARY", nested: { apiKey: "CANARY-OLD" }, keyChanged: false },
        after: { password: "CANARY2", nested: { apiKey: "CANARY-NEW" }, keyChanged: true },
      },
    ]);
    const { changes } = await person.call(auditTrailApi.getAuditEntry, { params: { id } });
    expect(changes).toEqual([
      { field: "password", before: "(hidden)", after: "(hidden)" },
      { field: "nested.apiKey", before: "(hidden)", after: "(hidden)" },
      { field: "keyChanged", before: "false", after: "true" },
    ]);
    expect(await (await person.send("GET", `${PATH}/csv`)).text()).not.toContain("CANARY");
  });

  test("cannot be changed or deleted by any call", async () => {
    const person = await makePerson(harness);
    await addCustomer(person, "Ravi");
    const before = await list(person);
    const [entry] = before.entries;
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      for (const path of [PATH, `${PATH}/${entry?.id}`, `${PATH}/csv`, `${PATH}/people`]) {
        const response = await person.send(method, path, { id: entry?.id, action: "create", object: "x" });
        expect(response.status, `${method} ${path}`).toBe(404);
      }
    }
    expect(await list(person)).toEqual(before);
    // And no other endpoint of the contract writes below this address.
    expect(
      allEndpoints.flatMap(({ endpoint }) =>
        endpoint.path.includes("audit_trail") ? [endpoint.method] : [],
      ),
    ).toEqual(["GET", "GET", "GET", "GET"]);
  });

  test("is for those who may see it, and an unreadable place in it is refused", async () => {
    const agent = await makePerson(harness, { roles: [3] });
    expect(await (await agent.send("GET", PATH)).json()).toMatchObject({ code: 1403 });
    const person = await makePerson(harness);
    for (const query of ["after=1%20OR%201", "fromDate=yesterday", "perPage=100000"]) {
      expect((await person.send("GET", `${PATH}?${query}`)).status, query).toBe(400);
    }
  });
});

describe("its CSV", () => {
  test("has every entry on a line of its own, runs in no spreadsheet, and nothing in a name can forge one", async () => {
    const person = await makePerson(harness);
    const { enterpriseId } = person;
    await write(person, "TENANT_1", [
      { id: `a-${enterpriseId}`, at: 3, name: '=HYPERLINK("http://evil")' },
      { id: `b-${enterpriseId}`, at: 2, name: "Asha\r\n2026-01-01T00:00:00.000Z,Kiran,forged" },
      { id: `c-${enterpriseId}`, at: 1, before: { name: "ना" }, after: { name: "नाम" } },
    ]);
    const response = await person.send("GET", `${PATH}/csv`);
    expect(response.headers.get("content-type")).toContain("text/csv");
    const lines = (await response.text()).trimEnd().split(/\r\n|\r|\n/);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain("Time (UTC),Who,");
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(lines[2]).toContain('"Asha 2026-01-01T00:00:00.000Z,Kiran,forged"');
    expect(lines[3]).toContain("name: ना -> नाम");
  });

  test("is whole, whatever its length, in the order of the list", async () => {
    const person = await makePerson(harness);
    const ids = Array.from(
      { length: 1_234 },
      (_, n) => `n${String(n).padStart(4, "0")}-${person.enterpriseId}`,
    );
    for (let at = 0; at < ids.length; at += 100) {
      await write(
        person,
        at % 200 === 0 ? "TENANT_1" : "DIRECTORY",
        ids.slice(at, at + 100).map((id, n) => ({ id, at: at + n })),
      );
    }
    const text = await (await person.send("GET", `${PATH}/csv`)).text();
    const names = text.match(/n\d{4}-/g) ?? [];
    expect(names).toEqual(ids.toReversed().map((id) => id.slice(0, 6)));
  });
});
