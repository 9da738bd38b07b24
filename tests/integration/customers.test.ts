import { describe, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as customerBulkApi from "#workers/contract/endpoints/customer-bulk.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customerViewsApi from "#workers/contract/endpoints/customer-views.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import { endedJob } from "#db/seed/job.ts";
import { tracesOf } from "#tests/support/traces.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";

const harness = await startHarness();
let dialled = 0;
const nextPhone = (): string => `+9198${String(10_000_000 + dialled++)}`;

const add = async (who: Person, name: string, more: object = {}): Promise<Customer> =>
  (await who.call(customersApi.saveCustomer, { body: { name, phoneNumber: nextPhone(), ...more } })).customer;
const list = async (who: Person, query: object = {}) =>
  (await who.call(customersApi.listCustomers, { query })).customers;
const names = async (who: Person, query: object = {}): Promise<string[]> =>
  (await list(who, query)).customers.map(({ name }) => name);
const groupOf = (who: Person, name: string) => who.call(customerTaggingsApi.saveGroup, { body: { name } });
const labelOf = (who: Person, name: string) => who.call(customerTaggingsApi.saveLabel, { body: { name } });

const done = async (who: Person, { jobId }: { jobId: string }) => {
  const { state, result } = await endedJob(who, jobId);
  expect(state).toBe("done");
  return { jobId, ...result };
};

describe("a customer", () => {
  test("is one, however the number is written", async () => {
    const person = await makePerson(harness);
    const { id } = await add(person, "Asha Verma", { phoneNumber: "+91 98765-43210" });
    for (const phoneNumber of ["919876543210", "0091 98765 43210", "+91 (98765) 43210"]) {
      const response = await person.send("POST", "/api/chatbird/api/customer_master/customers", {
        name: "Somebody",
        phoneNumber,
      });
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        message: "This phone number belongs to Asha Verma.",
        errors: { owner: id },
      });
    }
    expect(await names(person)).toEqual(["Asha Verma"]);
  });

  test("needs a name and a number, in the specified words", async () => {
    const person = await makePerson(harness);
    const wrong = async (body: object): Promise<unknown> =>
      (await person.send("POST", "/api/chatbird/api/customer_master/customers", body)).json();
    expect(await wrong({ name: "", phoneNumber: "" })).toMatchObject({
      errors: { name: "Name is required", phoneNumber: "Phone Number is required" },
    });
    expect(await wrong({ name: "  ", phoneNumber: "\t" })).toMatchObject({
      errors: {
        name: "Whitespace only present in the field - Name",
        phoneNumber: "Whitespace only present in the field - Phone Number",
      },
    });
    expect(await wrong({ name: "A", phoneNumber: "12" })).toMatchObject({
      errors: {
        name: "Minimum length must be 2 characters.",
        phoneNumber: expect.stringContaining("not a phone number"),
      },
    });
    expect(await wrong({ name: "Asha", phoneNumber: nextPhone(), groups: ["nowhere"] })).toMatchObject({
      errors: { groups: "This group or label no longer exists." },
    });
    expect(await names(person)).toEqual([]);
  });

  test("keeps the number, takes everything else, and an older form changes nothing (R-14)", async () => {
    const person = await makePerson(harness);
    const before = await add(person, "Ravi");
    const { customer } = await person.call(customersApi.saveCustomer, {
      body: {
        id: before.id,
        name: "Ravi  Kumar",
        phoneNumber: "+1 202 555 0143",
        twitterId: "@ravi",
        revision: before.revision,
      },
    });
    expect(customer).toMatchObject({
      name: "Ravi Kumar",
      phoneNumber: before.phoneNumber,
      twitterId: "@ravi",
      revision: 2,
      updatedBy: "Kiran",
    });
    await expect(
      person.call(customersApi.saveCustomer, {
        body: { id: before.id, name: "Late", phoneNumber: before.phoneNumber, revision: before.revision },
      }),
    ).rejects.toThrow("Changed by Kiran");
  });

  test("that is deleted is gone until it is restored, unless the number has a new owner", async () => {
    const person = await makePerson(harness);
    const asha = await add(person, "Asha");
    await person.call(customersApi.deleteCustomer, { params: { id: asha.id } });
    expect(await names(person)).toEqual([]);
    await expect(person.call(customersApi.getCustomer, { params: { id: asha.id } })).rejects.toThrow(
      "Not found",
    );
    await person.call(customersApi.restoreCustomer, { params: { id: asha.id } });
    await person.call(customersApi.restoreCustomer, { params: { id: asha.id } });
    expect(await names(person)).toEqual(["Asha"]);

    await person.call(customersApi.deleteCustomer, { params: { id: asha.id } });
    await add(person, "Heir", { phoneNumber: asha.phoneNumber });
    await expect(person.call(customersApi.restoreCustomer, { params: { id: asha.id } })).rejects.toThrow(
      "belongs to Heir",
    );
  });

  test("who is restored has the fields that there are by then, and is found by them", async () => {
    const person = await makePerson(harness);
    const define = (fieldName: string) =>
      person.call(customerFieldsApi.saveField, {
        body: {
          fieldName,
          fieldLabel: fieldName,
          fieldHelptext: fieldName,
          mandatory: false,
          fieldType: "text",
          inputType: "alphabets",
          search: true,
        },
      });
    const [kept, dropped] = [await define("town"), await define("nickname")].map(
      ({ inputFieldDefinition }) => inputFieldDefinition._id,
    );
    const { id } = await add(person, "Asha", {
      data: [
        { id: kept, value: "Jaipur" },
        { id: dropped, value: "Bittu" },
      ],
    });
    await person.call(customersApi.deleteCustomer, { params: { id } });
    await person.call(customerFieldsApi.deleteField, { params: { id: dropped ?? "" } });
    const { customer } = await person.call(customersApi.restoreCustomer, { params: { id } });
    expect(customer.data).toEqual([{ id: kept, value: "Jaipur" }]);
    expect(await names(person, { search: "jaipur" })).toEqual(["Asha"]);
    expect(await names(person, { search: "bittu" })).toEqual([]);
  });

  test("has a history of who did what", async () => {
    const person = await makePerson(harness);
    const asha = await add(person, "Asha");
    await person.call(customersApi.saveCustomer, {
      body: { id: asha.id, name: "Asha Rao", phoneNumber: asha.phoneNumber, instaId: "asha.rao" },
    });
    const { events } = await person.call(customersApi.customerHistory, { params: { id: asha.id } });
    expect(events.map(({ kind, by, text }) => ({ kind, by, text }))).toEqual([
      { kind: "changed", by: "Kiran", text: "name, instaId" },
      { kind: "created", by: "Kiran", text: "" },
    ]);
  });
});

describe("two customers who are one person", () => {
  test("are offered with the reason, and merged into one who loses nothing", async () => {
    const person = await makePerson(harness);
    const [vip, gold] = [await groupOf(person, "VIP"), await labelOf(person, "Gold")];
    const into = await add(person, "Asha Rao", { instaId: "asha" });
    const from = await add(person, "asha  rao", { twitterId: "@asha", groups: [vip.id], tags: [gold.id] });
    await add(person, "Nobody else");
    const { duplicates } = await person.call(customersApi.customerDuplicates, { params: { id: into.id } });
    expect(duplicates).toMatchObject([{ id: from.id, because: ["same name"] }]);
    // Told apart from either side, neither is suggested for the other.
    const another = await add(person, "Asha Rao");
    await person.call(customersApi.tellCustomersApart, {
      params: { id: another.id },
      body: { from: into.id },
    });
    const suggestedFor = async (id: string) =>
      (await person.call(customersApi.customerDuplicates, { params: { id } })).duplicates.map(
        (each) => each.id,
      );
    expect(await suggestedFor(into.id)).toEqual([from.id]);
    expect(await suggestedFor(another.id)).toEqual([from.id]);
    await person.call(customersApi.deleteCustomer, { params: { id: another.id } });
    const { customer } = await person.call(customersApi.mergeCustomers, {
      params: { id: into.id },
      body: { from: from.id },
    });
    expect(customer).toMatchObject({
      instaId: "asha",
      twitterId: "@asha",
      whatsAppNumber: from.phoneNumber,
      groups: [{ name: "VIP" }],
      tags: [{ name: "Gold" }],
    });
    expect(await names(person)).toEqual(["Nobody else", "Asha Rao"]);
    await expect(
      person.call(customersApi.mergeCustomers, { params: { id: into.id }, body: { from: into.id } }),
    ).rejects.toThrow("two different customers");
  });
});

describe("the list", () => {
  test("is found by parts of names, numbers and ids, in any script and length, and never fails (T-05)", async () => {
    const person = await makePerson(harness);
    await add(person, "Asha Verma", { phoneNumber: "+919811122233", twitterId: "@asha_v" });
    await add(person, "आशा वर्मा");
    await add(person, "100% _sure\\ \"quoted\" 'it'");
    expect(await names(person, { search: "verma" })).toEqual(["आशा वर्मा", "Asha Verma"]);
    expect(await names(person, { search: "VERMA ash" })).toEqual(["आशा वर्मा", "Asha Verma"]);
    expect(await names(person, { search: "1112223" })).toEqual(["Asha Verma"]);
    expect(await names(person, { search: "asha_v" })).toEqual(["Asha Verma"]);
    expect(await names(person, { search: "वर्मा" })).toEqual(["आशा वर्मा", "Asha Verma"]);
    expect(await names(person, { search: "asha verma" })).toEqual(["आशा वर्मा", "Asha Verma"]);
    expect(await names(person, { search: "asha varma" })).toEqual(["आशा वर्मा"]);
    expect(await names(person, { search: "आशा" })).toEqual(["आशा वर्मा", "Asha Verma"]);
    expect(await names(person, { search: "%" })).toHaveLength(1);
    expect(await names(person, { search: "_sure\\" })).toHaveLength(1);
    for (const search of [
      "क".repeat(17),
      "क".repeat(200),
      "x".repeat(48),
      "x".repeat(200),
      '"',
      "* OR",
      "()",
      "' --",
    ]) {
      expect(Array.isArray(await names(person, { search })), search).toBe(true);
    }
  });

  test("is found by names in the other script, however they are spelt, and not by what only sounds alike", async () => {
    const person = await makePerson(harness);
    const pairs = [
      ["दीपक", "Deepak"],
      ["पूजा", "Pooja"],
      ["नीरज", "Neeraj"],
      ["श्वेता", "Shweta"],
      ["आरती", "Aarti"],
    ] as const;
    for (const [devanagari, latin] of pairs) {
      await add(person, `${devanagari} राव`);
      await add(person, `${latin} Rao`);
    }
    await add(person, "Varun");
    for (const [devanagari, latin] of pairs)
      for (const search of [devanagari, latin])
        expect(await names(person, { search }), search).toEqual([`${latin} Rao`, `${devanagari} राव`]);
    expect(await names(person, { search: "वर्मा" })).toEqual([]);
    const many = `रवि ${"क".repeat(20)}`;
    await add(person, many);
    expect(await names(person, { search: "ravi" })).toEqual([many]);
  });

  test("is narrowed by groups and labels: one of the groups and one of the labels; a stranger's match nobody", async () => {
    const person = await makePerson(harness);
    const stranger = await makePerson(harness);
    const [a, b, gold] = [
      await groupOf(person, "A"),
      await groupOf(person, "B"),
      await labelOf(person, "Gold"),
    ];
    await add(person, "In A", { groups: [a.id] });
    await add(person, "In B with Gold", { groups: [b.id], tags: [gold.id] });
    await add(person, "With Gold", { tags: [gold.id] });
    await add(person, "In both", { groups: [a.id, b.id] });
    expect(await names(person, { groups: [a.id] })).toEqual(["In both", "In A"]);
    expect(await names(person, { groups: [a.id, b.id] })).toEqual(["In both", "In B with Gold", "In A"]);
    expect(await names(person, { groups: [a.id, b.id], tags: [gold.id] })).toEqual(["In B with Gold"]);
    expect(await names(person, { tags: [gold.id], search: "with" })).toEqual(["With Gold", "In B with Gold"]);
    expect(await person.call(customersApi.countCustomers, { query: { groups: [a.id] } })).toEqual({
      count: 2,
      more: false,
    });
    expect(await person.call(customersApi.countCustomers, { query: { atMost: 3 } })).toEqual({
      count: 3,
      more: true,
    });
    expect(await names(stranger, { groups: [a.id] })).toEqual([]);
    expect(await stranger.call(customersApi.countCustomers, { query: { groups: [a.id, b.id] } })).toEqual({
      count: 0,
      more: false,
    });
    const file = await stranger.send(
      "GET",
      `/api/chatbird/api/customer_master/customers/export?groups=${a.id}`,
    );
    expect(await file.text()).not.toContain("In A");
  });

  test("comes in pages that together are the whole, and says when there are more (R-18)", async () => {
    const person = await makePerson(harness);
    for (let each = 0; each < 23; each++) await add(person, `Customer ${each}`);
    const seen: string[] = [];
    for (let from = 0; ; from += 10) {
      const page = await list(person, { from });
      seen.push(...page.customers.map(({ name }) => name));
      if (!page.hasMore) break;
    }
    expect(seen).toEqual(Array.from({ length: 23 }, (_, each) => `Customer ${22 - each}`));
  });
});

const define = async (who: Person, fieldName: string, more: object = {}): Promise<string> =>
  (
    await who.call(customerFieldsApi.saveField, {
      body: {
        fieldName,
        fieldLabel: fieldName,
        fieldHelptext: fieldName,
        mandatory: false,
        fieldType: "text",
        inputType: "alphabets",
        ...more,
      },
    })
  ).inputFieldDefinition._id;

describe("the list's order, columns and own fields", () => {
  test("is by name or by when they were added, either way, page by page and however it is narrowed", async () => {
    const person = await makePerson(harness);
    const [vip, gold] = [await groupOf(person, "VIP"), await labelOf(person, "Gold")];
    for (const name of ["Meera", "asha", "Ravi", "Asha", "Zoya", "Bina"]) {
      await add(person, name, { groups: [vip.id], tags: name === "Ravi" ? [] : [gold.id] });
    }
    await add(person, "Chitra");
    const everybody = ["asha", "Asha", "Bina", "Chitra", "Meera", "Ravi", "Zoya"];
    expect(await names(person, { order: "name" })).toEqual(everybody);
    expect(await names(person, { order: "nameDown" })).toEqual(everybody.toReversed());
    expect(await names(person, { order: "oldest" })).toEqual((await names(person)).toReversed());
    const pages: string[] = [];
    for (const from of [0, 3, 6]) pages.push(...(await names(person, { order: "name", from, perPage: 3 })));
    expect(pages).toEqual(everybody);
    expect(await names(person, { order: "name", groups: [vip.id] })).toEqual(
      everybody.filter((name) => name !== "Chitra"),
    );
    expect(await names(person, { order: "nameDown", groups: [vip.id], tags: [gold.id] })).toEqual(
      ["asha", "Asha", "Bina", "Meera", "Zoya"].toReversed(),
    );
    expect(await names(person, { order: "oldest", groups: [vip.id], search: "a" })).toEqual([
      "Meera",
      "asha",
      "Ravi",
      "Asha",
      "Zoya",
      "Bina",
    ]);
    expect(await names(person, { order: "name", search: "asha" })).toEqual(["asha", "Asha"]);
    const wrong = await person.send("GET", "/api/chatbird/api/customer_master/customers?order=wealth");
    expect(wrong.status).toBe(400);
  });

  test("has numbers as people read them, when somebody was added, and the first of their groups and labels", async () => {
    const person = await makePerson(harness);
    const groups = [];
    for (const name of ["F", "E", "D", "C", "B", "A"]) groups.push((await groupOf(person, name)).id);
    const gold = await labelOf(person, "Gold");
    const { createdAt } = await add(person, "Asha", {
      phoneNumber: "+919811122299",
      groups,
      tags: [gold.id],
    });
    expect((await list(person)).customers).toMatchObject([
      {
        phoneNumber: "+919811122299",
        phoneShown: "+91 98111 22299",
        createdAt,
        groups: { names: ["A", "B", "C", "D", "E"], more: true },
        tags: { names: ["Gold"], more: false },
      },
    ]);
  });

  test("is narrowed by values of own fields: a text in any case, choices, several values, numbers from and to", async () => {
    const person = await makePerson(harness);
    const city = await define(person, "city", { search: true });
    const options = { fieldType: "multiple-select", inputType: "", defaultValue: "gold, gold card, silver" };
    const cards = await define(person, "cards", options);
    const age = await define(person, "age", { inputType: "decimal" });
    const who = (name: string, ...values: [string, string][]) =>
      add(person, name, { data: values.map(([id, value]) => ({ id, value })) });
    await who("Asha", [city, "Pune"], [cards, "gold, silver"], [age, "9.5"]);
    await who("Ravi", [city, "Punewala"], [cards, "gold card"], [age, "10"]);
    await who("Meera", [city, "PUNE"], [age, "-3"]);
    await who("Nobody");
    const by = (...fields: object[]) => names(person, { fields });
    expect(await by({ field: city, is: "oneOf", values: ["pune"] })).toEqual(["Meera", "Asha"]);
    expect(await by({ field: cards, is: "oneOf", values: ["gold"], several: true })).toEqual(["Asha"]);
    expect(await by({ field: cards, is: "oneOf", values: ["silver", "gold card"], several: true })).toEqual([
      "Ravi",
      "Asha",
    ]);
    expect(await by({ field: age, is: "between", from: 9.5, to: 10 })).toEqual(["Ravi", "Asha"]);
    expect(await by({ field: age, is: "between", from: null, to: 0 })).toEqual(["Meera"]);
    // Text is no number, not even nought.
    expect(await by({ field: city, is: "between", from: -1, to: 1 })).toEqual([]);
    const both = [
      { field: city, is: "oneOf" as const, values: ["Pune"] },
      { field: age, is: "between" as const, from: 0, to: null },
    ];
    expect(await by(...both)).toEqual(["Asha"]);
    expect(await names(person, { fields: both, order: "name", search: "pune" })).toEqual(["Asha"]);
    expect(await person.call(customersApi.countCustomers, { query: { fields: both } })).toEqual({
      count: 1,
      more: false,
    });
    const file = await person.send(
      "GET",
      `/api/chatbird/api/customer_master/customers/export?fields=${encodeURIComponent(JSON.stringify(both))}`,
    );
    expect((await file.text()).trim().split("\n")).toHaveLength(2);
    for (const fields of ["[1]", "{", '[{"field":"x","is":"oneOf","values":[]}]']) {
      const path = `/api/chatbird/api/customer_master/customers?fields=${encodeURIComponent(fields)}`;
      expect((await person.send("GET", path)).status, fields).toBe(400);
    }
    // A work on all that match reaches those alone.
    const filter = { search: "", groups: [], tags: [], fields: both };
    const deleting = await person.call(customerBulkApi.startBulk, { body: { action: "delete", filter } });
    expect(await done(person, deleting)).toMatchObject({ total: 1, changed: 1 });
    expect(await names(person)).toEqual(["Nobody", "Meera", "Ravi"]);
  });
});

describe("groups and labels", () => {
  test("have a name once, whatever its case; deleting one leaves its customers", async () => {
    const person = await makePerson(harness);
    const vip = await groupOf(person, "  VIP ");
    expect(vip.name).toBe("VIP");
    await expect(groupOf(person, "vip")).rejects.toThrow("A group with this name already exists");
    await labelOf(person, "vip");
    await expect(labelOf(person, " ")).rejects.toThrow("This field is required");
    await expect(labelOf(person, "a;b")).rejects.toThrow("semicolons");
    await add(person, "Asha", { groups: [vip.id] });
    expect((await person.call(customerTaggingsApi.listGroups, {})).groups).toMatchObject([
      { name: "VIP", customers: 1 },
    ]);
    await person.call(customerTaggingsApi.deleteGroup, { params: { id: vip.id } });
    expect((await person.call(customerTaggingsApi.listGroups, {})).groups).toEqual([]);
    expect(await names(person)).toEqual(["Asha"]);
  });

  test("are put on 250 customers in three groups at once, and taken off again (T-06)", async () => {
    const person = await makePerson(harness);
    const groups = await Promise.all(["A", "B", "C"].map((name) => groupOf(person, name)));
    const all = await Promise.all(Array.from({ length: 250 }, (_, each) => add(person, `Customer ${each}`)));
    const body = { groupIds: groups.map(({ id }) => id), customerIds: all.map(({ id }) => id) };
    expect(await person.call(customerTaggingsApi.mapToGroups, { body })).toMatchObject({ changed: 750 });
    expect(await person.call(customerTaggingsApi.mapToGroups, { body })).toMatchObject({ changed: 0 });
    expect(
      await person.call(customersApi.countCustomers, { query: { groups: [groups[1]?.id ?? ""] } }),
    ).toEqual({
      count: 250,
      more: false,
    });
    expect(
      await person.call(customerTaggingsApi.mapToGroups, { body: { ...body, remove: true } }),
    ).toMatchObject({
      changed: 750,
    });
  });
});

describe("work on all that match", () => {
  test("marks, deletes and restores them, whoever came later left alone", async () => {
    const person = await makePerson(harness);
    const gold = await labelOf(person, "Gold");
    for (let each = 0; each < 5; each++) await add(person, `Asha ${each}`);
    await add(person, "Ravi");
    const filter = { search: "asha", groups: [], tags: [] };
    const puttingTaggings = await person.call(customerBulkApi.startBulk, {
      body: { action: "mark", markIds: [gold.id], filter },
    });
    expect(await done(person, puttingTaggings)).toMatchObject({ total: 5, done: 5, changed: 5 });
    expect(await person.call(customersApi.countCustomers, { query: { tags: [gold.id] } })).toEqual({
      count: 5,
      more: false,
    });

    const deleting = await person.call(customerBulkApi.startBulk, { body: { action: "delete", filter } });
    expect(await done(person, deleting)).toMatchObject({ changed: 5 });
    expect(await names(person)).toEqual(["Ravi"]);
    const restoring = await person.call(customerBulkApi.startBulk, {
      body: { action: "restore", of: deleting.jobId },
    });
    expect(await done(person, restoring)).toMatchObject({ changed: 5 });
    expect(await person.call(customersApi.countCustomers, { query: filter })).toEqual({
      count: 5,
      more: false,
    });

    await expect(
      person.call(customerBulkApi.startBulk, { body: { action: "mark", filter } }),
    ).rejects.toThrow("Choose at least one group");
  });
});

describe("an export", () => {
  test("is guarded against formulas, and imports back to the same customers (S-33)", async () => {
    const person = await makePerson(harness);
    const vip = await groupOf(person, "VIP");
    await add(person, "=HYPERLINK(1)", { groups: [vip.id], twitterId: "@asha" });
    await add(person, 'आशा, "वर्मा"');
    const file = await person.send("GET", "/api/chatbird/api/customer_master/customers/export");
    expect(file.headers.get("content-type")).toContain("text/csv");
    const csv = await file.text();
    const cells = csv.replace("\uFEFF", "").split(/[\r\n,]+/);
    expect(cells.filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([]);
    expect(csv).toContain("'=HYPERLINK(1)");
    expect(csv).toContain('"आशा, ""वर्मा"""');
  });
});

describe("one person's data", () => {
  test("comes whole as JSON and CSV, and is erased everywhere against a receipt (O-20)", async () => {
    const person = await makePerson(harness);
    const vip = await groupOf(person, "VIP");
    // A number that no other test dials: nobody may have it afterwards.
    const only = { phoneNumber: "+34 699 123 987", facebookId: "canary.face" };
    const asha = await add(person, "Canary Person", { groups: [vip.id], ...only });
    const path = `/api/chatbird/api/customer_master/customers/${asha.id}`;
    const json = (await (await person.send("GET", `${path}/data`)).json()) as { customer: object };
    expect(json).toMatchObject({
      customer: { name: "Canary Person", facebookId: "canary.face" },
      groups: ["VIP"],
      history: [{ action: "create" }],
    });
    expect(await (await person.send("GET", `${path}/data?format=csv`)).text()).toContain("canary.face");

    // Somebody has looked for the name in a field of a work on many.
    const looked = { field: "remark", is: "oneOf" as const, values: ["Canary Person"] };
    await done(
      person,
      await person.call(customerBulkApi.startBulk, {
        body: {
          action: "mark",
          markIds: [vip.id],
          filter: { search: "", groups: [], tags: [], fields: [looked] },
        },
      }),
    );
    await expect(
      person.call(personalDataApi.eraseCustomer, { params: { id: asha.id }, body: { confirm: "somebody" } }),
    ).rejects.toThrow("exactly");
    const { receipt } = await person.call(personalDataApi.eraseCustomer, {
      params: { id: asha.id },
      body: { confirm: "Canary Person" },
    });
    expect(receipt).toMatchObject({
      phoneHash: expect.stringMatching(/^[\da-f]{64}$/),
      removed: { marks: 1 },
    });
    expect(await tracesOf(harness.env.TENANT_1, "Canary Person", "canary.face", asha.phoneNumber)).toEqual(
      [],
    );
  });
});

test("views are one's own, and the same name is replaced", async () => {
  const person = await makePerson(harness);
  await person.call(customerViewsApi.saveView, { body: { name: "Mine", query: "?search=a" } });
  await person.call(customerViewsApi.saveView, {
    body: { name: "mine", query: "?search=b", columns: ["x"] },
  });
  const { views } = await person.call(customerViewsApi.listViews, {});
  expect(views).toMatchObject([{ name: "mine", query: "?search=b", columns: ["x"] }]);
  await person.call(customerViewsApi.deleteView, { params: { id: views[0]?.id ?? "" } });
  expect((await person.call(customerViewsApi.listViews, {})).views).toEqual([]);
});
