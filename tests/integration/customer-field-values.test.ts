import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  addCustomers,
  customersOf,
  definitions,
  fieldBody,
  findable,
  ownFields,
  refusal,
  saveDefinition,
  ctxIn,
} from "#tests/support/customer-fields.ts";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { removeField } from "#workers/domain/customer-fields/remove.ts";
import { reworkPages } from "#workers/domain/customer-fields/rework.ts";
import { HeldJob } from "#workers/domain/jobs/held-job.ts";
import { claim, LeaseLost } from "#workers/domain/jobs/lease.ts";

const harness = await startHarness();
const blnsFile = referenceCorpus("blns", "blns.json");
const naughty: string[] = existsSync(blnsFile)
  ? (JSON.parse(readFileSync(blnsFile, "utf8")) as string[])
  : [];

describe("deleting a definition", () => {
  test("takes its values out of the customers into their archive, and out of the search; nothing else changes", async () => {
    const person = await makePerson(harness);
    const city = await saveDefinition(person, "city", { search: true });
    const plan = await saveDefinition(person, "plan", { search: true });
    await addCustomers(
      harness,
      person,
      25,
      (at) => ({ [plan._id]: `Plan ${at}`, ...(at % 2 === 0 && { [city._id]: `São Paulo ${at}` }) }),
      [city._id, plan._id],
    );
    expect(await findable(harness, person, "são paulo")).toBe(13);
    await person.call(customerFieldsApi.deleteField, { params: { id: city._id } });
    const customers = await customersOf(harness, person);
    for (const [at, { data, archive, search, revision }] of customers.entries()) {
      expect(data).toEqual({ [plan._id]: `Plan ${at}` });
      expect(archive).toEqual(at % 2 === 0 ? { [city._id]: `São Paulo ${at}` } : null);
      expect(search).toBe(`customer ${at}\n+9198${String(at).padStart(8, "0")}\nplan ${at}`);
      expect(revision).toBe(1);
    }
    expect([await findable(harness, person, "são paulo"), await findable(harness, person, "plan")]).toEqual([
      0, 25,
    ]);
    expect((await ownFields(person)).map(({ fieldName, index }) => [fieldName, index])).toEqual([
      ["plan", 0],
    ]);
    expect((await person.send("GET", `${definitions}/${city._id}`)).status).toBe(404);
    expect((await person.send("DELETE", `${definitions}/${city._id}`)).status).toBe(404);
  });

  test("keeps what an earlier deletion has archived, and leaves its name free", async () => {
    const person = await makePerson(harness);
    const first = await saveDefinition(person, "city");
    const second = await saveDefinition(person, "plan");
    await addCustomers(harness, person, 3, () => ({ [first._id]: "Paris", [second._id]: "Gold" }));
    for (const { _id } of [first, second]) {
      await person.call(customerFieldsApi.deleteField, { params: { id: _id } });
    }
    for (const { data, archive } of await customersOf(harness, person)) {
      expect([data, archive]).toEqual([{}, { [first._id]: "Paris", [second._id]: "Gold" }]);
    }
    expect((await saveDefinition(person, "City")).index).toBe(0);
  });

  test("closes its gap when two people delete at once", async () => {
    const person = await makePerson(harness);
    const fields = [];
    for (const name of ["a", "b", "c", "d", "e", "f"]) fields.push(await saveDefinition(person, name));
    const doubled = [fields[1], fields[3], fields[1], fields[4]];
    const answers = await Promise.all(
      doubled.map((field) => person.send("DELETE", `${definitions}/${field?._id}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 404]);
    expect((await ownFields(person)).map(({ fieldName, index }) => [fieldName, index])).toEqual([
      ["a", 0],
      ["c", 1],
      ["f", 2],
    ]);
  });
});

describe("whether the search looks through a field", () => {
  test("can change afterwards: the customers who are there are found by it, or no longer", async () => {
    const person = await makePerson(harness);
    const city = await saveDefinition(person, "city");
    await addCustomers(harness, person, 30, (at) => ({ [city._id]: `Jaipur ${at}` }));
    expect(await findable(harness, person, "jaipur")).toBe(0);
    await saveDefinition(person, "city", { _id: city._id, search: true });
    expect(await findable(harness, person, "jaipur")).toBe(30);
    await saveDefinition(person, "city", { _id: city._id, search: false });
    expect(await findable(harness, person, "jaipur")).toBe(0);
  });

  const addThousands = async ({ enterpriseId }: Person, thousands: number, fieldId: string) => {
    for (let at = 0; at < thousands; at++) {
      await harness.env.TENANT_1.prepare(
        `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
         WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1 + 1000)
         SELECT ?2 || i, ?2, 'N' || i, 'n' || i, '+9177' || (10000000 + i), '', json_object(?3, 'Udaipur'), 'n', 0, 0 FROM n`,
      )
        .bind(at * 1_000, enterpriseId, fieldId)
        .run();
    }
  };
  const jobStates = async ({ enterpriseId }: Person) => {
    const { results } = await harness.env.TENANT_1.prepare(
      "SELECT state FROM jobs WHERE enterprise_id = ? AND kind = 'customers.fields'",
    )
      .bind(enterpriseId)
      .all<{ state: string }>();
    return results.map(({ state }) => state);
  };
  /** The queue's message is one way to go on, the cron another: either finds the row. */
  const done = (person: Person) =>
    expect
      .poll(
        async () => {
          await harness.scheduled();
          return jobStates(person);
        },
        { timeout: 40_000, interval: 200 },
      )
      .toEqual(["done"]);

  test("is followed through more customers than one request works on by a job, after the answer", async () => {
    const person = await makePerson(harness);
    const city = await saveDefinition(person, "city");
    await addThousands(person, 12, city._id);
    const response = await person.send(
      "POST",
      definitions,
      fieldBody("city", { _id: city._id, search: true }),
    );
    expect(response.status).toBe(200);
    await done(person);
    expect(await findable(harness, person, "udaipur")).toBe(12_000);
  });

  test("and a deletion are followed to the end though the worker dies after a page", async () => {
    const person = await makePerson(harness);
    const city = await saveDefinition(person, "city", { search: true });
    await addThousands(person, 3, city._id);
    const ctx = ctxIn(harness, person);
    const giveBack = await keepJobs(harness, person);
    const { jobId } = await removeField(ctx, city._id);
    const job = await claim(ctx, jobId);
    if (!job) throw new Error("nobody else has the job");
    const worker = reworkPages(ctx, new HeldJob(ctx, job, idleDeps), { fieldId: city._id, cursor: 0 });
    expect(await worker()).toBe("next");
    expect(await jobStates(person)).toEqual(["running"]);
    // The worker is silent from here on, and its lease runs out.
    await giveBack();
    await harness.env.TENANT_1.prepare("UPDATE jobs SET lease_until = 1 WHERE id = ?").bind(jobId).run();
    await done(person);
    const customers = await customersOf(harness, person);
    expect(customers).toHaveLength(3_000);
    for (const { data, archive } of customers)
      expect([data, archive]).toEqual([{}, { [city._id]: "Udaipur" }]);
    // If the first worker wakes up again, it does no harm.
    await expect(worker()).rejects.toBeInstanceOf(LeaseLost);
  });
});

describe("naughty text", () => {
  test.skipIf(naughty.length === 0)(
    `(${naughty.length} strings) is stored as it is or refused at its field, as name, label, help and dropdown value`,
    async () => {
      const person = await makePerson(harness);
      const { _id } = await saveDefinition(person, "x");
      for (const text of naughty) {
        const sent = {
          ...fieldBody("x", { _id }),
          fieldName: text,
          fieldLabel: `Label ${text}`,
          fieldHelptext: `Help ${text}`,
          fieldType: "selectbox-singlevalue",
          defaultValue: `One,${text}`,
        };
        const answer = await person.send("POST", definitions, sent);
        expect([200, 400], text).toContain(answer.status);
        if (answer.status === 400) {
          expect(Object.keys((await refusal(answer)).errors ?? {}), text).not.toEqual([]);
          continue;
        }
        const { data } = (await answer.json()) as { data: { inputFieldDefinition: CustomerField } };
        const stored = data.inputFieldDefinition;
        const clean = (value: string) => value.toWellFormed().trim().replace(/\s+/gu, " ");
        expect([stored.fieldName, stored.fieldLabel, stored.fieldHelptext]).toEqual([
          clean(text),
          clean(`Label ${text}`),
          clean(`Help ${text}`),
        ]);
      }
    },
    120_000,
  );
});
