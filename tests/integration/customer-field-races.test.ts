import { describe, expect, onTestFinished, test } from "vitest";
import { customersOf, findable, saveDefinition, ctxIn } from "#tests/support/customer-fields.ts";
import { endedJob } from "#db/seed/job.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  type Faults,
  faultyFiles,
  faultyCtx,
  noFaults,
  placeFile,
  workOnce,
} from "#tests/support/import-ctx.ts";
import { keepJobs } from "#tests/support/jobs.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { removeField } from "#workers/domain/customer-fields/remove.ts";
import { beginningRework, reworkAtOnce } from "#workers/domain/customer-fields/rework.ts";
import { mergeCustomers } from "#workers/domain/customers/merge.ts";
import { saveCustomer } from "#workers/domain/customers/save.ts";
import { getUpload } from "#workers/domain/imports/list.ts";
import { startImport } from "#workers/domain/imports/steps.ts";

/** A field is deleted, and the follow-up job finished, between the read and the write of another request. */
const harness = await startHarness();
let dialled = 0;
const nextPhone = (): string => `+9196${String(30_000_000 + dialled++)}`;

async function withFields() {
  const person = await makePerson(harness);
  onTestFinished(await keepJobs(harness, person));
  const town = await saveDefinition(person, "town", { search: true });
  const nickname = await saveDefinition(person, "nickname", { search: true });
  return { person, town: town._id, nickname: nickname._id };
}
async function deleteField(person: Person, fieldId: string): Promise<void> {
  const ctx = ctxIn(harness, person);
  const { jobId, begun } = await removeField(ctx, fieldId, beginningRework);
  expect(await reworkAtOnce(ctx, jobId, begun)).toBe(true);
}
/** A context whose first batch of at least so many statements finds the field deleted. */
function racing(person: Person, fieldId: string, statements: number) {
  let raced = false;
  const faults: Faults = {
    ...noFaults(),
    async beforeBatch(count) {
      if (raced || count < statements) return;
      raced = true;
      await deleteField(person, fieldId);
    },
  };
  return { ctx: faultyCtx(harness, faults, person.enterpriseId), faults };
}
const valuesOf = async (person: Person) => (await customersOf(harness, person)).map(({ data }) => data);

describe("a field that is deleted in the very moment", () => {
  test("an import's page is written leaves no value of it behind; the page is read anew without it", async () => {
    const { person, town, nickname } = await withFields();
    const { ctx, faults } = racing(person, nickname, 5);
    const files = faultyFiles(harness, faults);
    const path = `file of ${person.enterpriseId}`;
    const csv = `Name,Phone,Town,Nickname\nAsha,${nextPhone()},Jaipur,Bittu\nRavi,${nextPhone()},Pune,Rinku\n`;
    await placeFile(harness, ctx, csv, path);
    const { upload, jobId = "" } = await startImport(ctxIn(harness, person), files, {
      file: { name: "load.csv", path, source: "URL" },
      mapping: ["name", "phoneNumber", `field:${town}`, `field:${nickname}`],
      dryRun: false,
    });
    expect(await workOnce(ctx, jobId, { files })).toBe("done");
    expect(await getUpload(ctx, upload.uploadId)).toMatchObject({ state: "COMPLETED", acceptedLines: 2 });
    expect(await valuesOf(person)).toEqual([{ [town]: "Jaipur" }, { [town]: "Pune" }]);
    expect([await findable(harness, person, "bittu"), await findable(harness, person, "jaipur")]).toEqual([
      0, 1,
    ]);
  });

  test("a form is saved is refused at the field, and nothing is written", async () => {
    const { person, nickname } = await withFields();
    const { ctx } = racing(person, nickname, 4);
    const socials = { whatsAppNumber: "", facebookId: "", instaId: "", twitterId: "" };
    const data = [{ id: nickname, value: "Bittu" }];
    const body = {
      name: "Asha",
      phoneNumber: nextPhone(),
      ...socials,
      data,
      groups: [],
      tags: [],
      revision: undefined,
    };
    await expect(saveCustomer(ctx, body)).rejects.toThrow("This field no longer exists.");
    expect(await valuesOf(person)).toEqual([]);
  });

  test("two customers are merged goes with them into the archive", async () => {
    const { person, nickname } = await withFields();
    const add = async (name: string, value: string) =>
      (
        await person.call(customersApi.saveCustomer, {
          body: { name, phoneNumber: nextPhone(), data: value ? [{ id: nickname, value }] : [] },
        })
      ).customer.id;
    const [into, from] = [await add("Asha", ""), await add("Asha", "Bittu")];
    const { ctx } = racing(person, nickname, 5);
    await mergeCustomers(ctx, into, { from });
    expect(await valuesOf(person)).toEqual([{}, {}]);
    expect(await findable(harness, person, "bittu")).toBe(0);
  });
});

test("customers who are restored by a work on many have the fields that there are by then, and are found by them", async () => {
  const { person, town, nickname } = await withFields();
  for (const name of ["Asha", "Ravi", "Meera"]) {
    await person.call(customersApi.saveCustomer, {
      body: {
        name,
        phoneNumber: nextPhone(),
        data: [
          { id: town, value: "Jaipur" },
          { id: nickname, value: "Bittu" },
        ],
      },
    });
  }
  const bulk = async (body: object) => {
    const response = await person.send("POST", "/api/chatbird/api/customer_master/bulk", body);
    const { data } = (await response.json()) as { data: { jobId: string } };
    expect((await endedJob(person, data.jobId)).state).toBe("done");
    return data.jobId;
  };
  const of = await bulk({ action: "delete" });
  await deleteField(person, nickname);
  await bulk({ action: "restore", of });
  const rows = await customersOf(harness, person);
  expect(rows.map(({ data, archive }) => [data, archive])).toEqual(
    rows.map(() => [{ [town]: "Jaipur" }, { [nickname]: "Bittu" }]),
  );
  expect((await person.call(customersApi.countCustomers, { query: { search: "jaipur" } })).count).toBe(3);
  expect((await person.call(customersApi.countCustomers, { query: { search: "bittu" } })).count).toBe(0);
});
