import { describe, expect, test } from "vitest";
import {
  addCustomers,
  definitions,
  type FieldBody,
  fieldBody,
  listOf,
  ownFields,
  refusal,
  saveDefinition,
  ctxIn,
} from "#tests/support/customer-fields.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { hasOptions, inputsOf } from "#workers/contract/endpoints/customer-fields.ts";
import { moveField } from "#workers/domain/customer-fields/move.ts";

const harness = await startHarness();
const names = async (person: Person) => (await ownFields(person)).map(({ fieldName }) => fieldName);

describe("the list of definitions", () => {
  test("begins with the two built-in fields, and goes on in the order of the enterprise", async () => {
    const person = await makePerson(harness);
    for (const name of ["city", "plan", "born"]) await saveDefinition(person, name);
    const all = await listOf(person);
    expect(all.map(({ fieldName, index, fixed }) => [fieldName, index, fixed])).toEqual([
      ["phoneNumber", -2, true],
      ["name", -1, true],
      ["city", 0, false],
      ["plan", 1, false],
      ["born", 2, false],
    ]);
    expect(all[0]).toMatchObject({ minValue: 10, maxValue: 100_000, allowedChars: ["+"], mandatory: true });
    expect(all[1]).toMatchObject({ minValue: 2, maxValue: 30, mandatory: true });
  });

  test("is read by whoever sees customers, and changed only by whoever may define them", async () => {
    const person = await makePerson(harness);
    await saveDefinition(person, "city");
    const developer = await makePerson(harness, { roles: [2] });
    expect((await developer.send("GET", definitions)).status).toBe(403);
    const reporter = await makePerson(harness, { roles: [6] });
    expect((await reporter.send("GET", definitions)).status).toBe(200);
    expect((await reporter.send("POST", definitions, fieldBody("x"))).status).toBe(403);
  });
});

describe("a definition on the wire", () => {
  test("has its rules as the specification's list of validations too, and takes them as one", async () => {
    const person = await makePerson(harness);
    const body = {
      ...fieldBody("city"),
      fieldType: "text",
      inputType: "alphabets",
      category: "address",
    } as const;
    const validations = [
      { id: "minValue", value: "2" },
      { id: "maxValue", value: 20 },
      { id: "allowSpecialChars", value: "Yes" },
      { id: "allowedChars", value: "-, ." },
    ] as const;
    const { inputFieldDefinition } = await person.call(customerFieldsApi.saveField, {
      body: { ...body, validations: [...validations] },
    });
    expect(inputFieldDefinition).toMatchObject({
      category: "address",
      minValue: 2,
      maxValue: 20,
      allowSpecialChars: true,
      allowedChars: ["-", "."],
      validations: [
        { id: "minValue", value: 2 },
        { id: "maxValue", value: 20 },
        { id: "allowSpecialChars", value: true },
        { id: "allowedChars", value: "-,." },
      ],
    });
    const wrong = { ...fieldBody("plan"), validations: [{ id: "minValue", value: "many" }] };
    expect(await refusal(await person.send("POST", definitions, wrong))).toMatchObject({
      status: 400,
      errors: { minValue: expect.stringContaining("whole number") },
    });
  });

  test("may take several choices of its list, and only those", async () => {
    const person = await makePerson(harness);
    const { inputFieldDefinition: field } = await person.call(customerFieldsApi.saveField, {
      body: {
        ...fieldBody("interests"),
        fieldType: "multiple-select",
        inputType: "",
        defaultValue: "Loans, Cards, Gold",
      },
    });
    expect(field).toMatchObject({
      fieldType: "multiple-select",
      inputType: "",
      defaultValue: "Loans,Cards,Gold",
    });
    const save = (value: string) =>
      person.send("POST", "/api/chatbird/api/customer_master/customers", {
        name: "Asha",
        phoneNumber: "+919876500777",
        data: [{ id: field._id, value }],
      });
    expect(await refusal(await save("Loans, Silver"))).toMatchObject({ status: 400 });
    expect((await save("Loans, Gold")).status).toBe(200);
    const { customers } = await person.call(customersApi.listCustomers);
    expect(customers.customers[0]?.details).toEqual(["Loans, Gold"]);
  });
});

describe("the built-in fields", () => {
  test("are neither changed, nor moved, nor deleted, and the answer says why", async () => {
    const person = await makePerson(harness);
    const why = "Name and phone number are built in and cannot be changed or deleted.";
    for (const id of ["name", "phoneNumber"]) {
      const answers = await Promise.all([
        person.send("POST", definitions, { ...fieldBody("x"), _id: id }),
        person.send("DELETE", `${definitions}/${id}`),
        person.send("POST", `${definitions}/move`, { from: 0, to: 1, _id: id }),
      ]);
      for (const answer of answers)
        expect(await refusal(answer)).toMatchObject({ status: 400, message: why });
    }
    const read = await person.call(customerFieldsApi.getField, { params: { id: "name" } });
    expect(read.inputFieldDefinition).toMatchObject({ fixed: true, maxValue: 30 });
  });

  test.each(["Name", "phone  number", "WHATSAPP", "Instagram ID", "groups", "Labels", "tags", "Errors"])(
    "and the columns of every import keep their names: %s is no field's",
    async (name) => {
      const person = await makePerson(harness);
      const why = "This name belongs to a built-in column. Choose another one.";
      expect(await refusal(await person.send("POST", definitions, fieldBody(name)))).toMatchObject({
        status: 400,
        errors: { fieldName: why },
      });
      expect(
        await refusal(await person.send("POST", definitions, fieldBody("fine", { fieldLabel: name }))),
      ).toMatchObject({ status: 400, errors: { fieldLabel: why } });
    },
  );
});

describe("a definition", () => {
  test.each([
    ["no name", { fieldName: "  " }, "fieldName"],
    ["a name with a comma", { fieldName: "a,b" }, "fieldName"],
    ["no label", { fieldLabel: "" }, "fieldLabel"],
    ["no help text", { fieldHelptext: " \n " }, "fieldHelptext"],
    ["no word on whether it is mandatory", { mandatory: undefined }, "mandatory"],
    ["no type", { fieldType: undefined }, "fieldType"],
    ["another type", { fieldType: "multi" }, "fieldType"],
    ["a text without input type", { inputType: "" }, "inputType"],
    ["a text area of numbers", { fieldType: "textarea", inputType: "number" }, "inputType"],
    [
      "a dropdown without values",
      { fieldType: "selectbox-singlevalue", defaultValue: " , ," },
      "defaultValue",
    ],
    ["a minimum below 0", { minValue: -1 }, "minValue"],
    ["half a character", { maxValue: 1.5 }, "maxValue"],
    ["a minimum in words", { minValue: "ten" }, "minValue"],
    ["a maximum below its minimum", { minValue: 5, maxValue: 4 }, "maxValue"],
    ["special characters allowed, but none named", { allowSpecialChars: true }, "allowedChars"],
  ])("with %s is refused at its field, and nothing is stored", async (_, change, field) => {
    const person = await makePerson(harness);
    const answer = await refusal(await person.send("POST", definitions, { ...fieldBody("city"), ...change }));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toContain(field);
    expect(await ownFields(person)).toEqual([]);
  });

  test("takes every type with each of its inputs, and keeps nothing of what its type does not ask", async () => {
    const person = await makePerson(harness);
    for (const [fieldType, inputs] of Object.entries(inputsOf)) {
      for (const inputType of inputs.length > 0 ? inputs : (["number"] as const)) {
        const saved = await saveDefinition(person, `${fieldType} ${inputType}`, {
          fieldType: fieldType as keyof typeof inputsOf,
          inputType,
          defaultValue: "red, green,, red ,blue",
          minValue: 1,
          maxValue: 9,
          allowSpecialChars: true,
          allowedChars: ["-", " . ", "-", ","],
        });
        const dropdown = hasOptions(fieldType as keyof typeof inputsOf);
        const special = ["alphabets", "alphanumeric", "email"].includes(inputType) && !dropdown;
        expect(saved, `${fieldType} ${inputType}`).toMatchObject({
          fieldType,
          inputType: dropdown ? "" : inputType,
          defaultValue: dropdown ? "red,green,blue" : "",
          minValue: dropdown ? null : 1,
          maxValue: dropdown ? null : 9,
          allowSpecialChars: special,
          allowedChars: special ? ["-", "."] : [],
          commaIncluded: special,
        });
      }
    }
  });

  test("has a name and a label that no other has, whatever the case and the spaces", async () => {
    const person = await makePerson(harness);
    await saveDefinition(person, "City", { fieldLabel: "Where" });
    const refused = async (change: Partial<FieldBody>) =>
      refusal(await person.send("POST", definitions, { ...fieldBody("fine"), ...change }));
    expect(await refused({ fieldName: " CITY " })).toMatchObject({
      status: 409,
      errors: { fieldName: "A field with this name already exists" },
    });
    expect(await refused({ fieldLabel: "where" })).toMatchObject({
      status: 409,
      errors: { fieldLabel: "A field with this label already exists" },
    });
    // A column of a CSV is found by either, so one's name is not another's label.
    expect(await refused({ fieldName: "WHERE" })).toMatchObject({ status: 409 });
    expect(await refused({ fieldLabel: "city" })).toMatchObject({ status: 409 });
    const stranger = await makePerson(harness);
    expect((await saveDefinition(stranger, "City")).fieldName).toBe("City");
  });

  test("of one name is made once by two people at once, and the other is told at the field", async () => {
    const person = await makePerson(harness);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        person.send("POST", definitions, fieldBody("city", { fieldLabel: `Label ${at}` })),
      ),
    );
    const refused = await Promise.all(answers.filter(({ status }) => status !== 200).map(refusal));
    expect(refused).toHaveLength(7);
    for (const { status, errors } of refused) {
      expect([status, errors]).toEqual([409, { fieldName: "A field with this name already exists" }]);
    }
    expect((await ownFields(person)).map(({ index }) => index)).toEqual([0]);
  });

  test("keeps its name once customers have values of it; the rest of it can change", async () => {
    const person = await makePerson(harness);
    const field = await saveDefinition(person, "city");
    const renamed = await saveDefinition(person, "town", { _id: field._id, revision: field.revision });
    expect([renamed.fieldName, renamed.hasData]).toEqual(["town", false]);
    // The customer with a value is older than those that the list looks at.
    await addCustomers(harness, person, 300, (at) => (at === 0 ? { [field._id]: "Paris" } : {}));
    const again = { _id: field._id, revision: renamed.revision };
    expect(
      await refusal(await person.send("POST", definitions, { ...fieldBody("village"), ...again })),
    ).toMatchObject({
      status: 400,
      errors: { fieldName: "Customers have values for this field, so its name cannot be changed." },
    });
    const read = await person.call(customerFieldsApi.getField, { params: { id: field._id } });
    expect(read.inputFieldDefinition).toMatchObject({ fieldName: "town", hasData: true });
    expect(await saveDefinition(person, "town", { ...again, fieldLabel: "Home" })).toMatchObject({
      fieldLabel: "Home",
    });
  });

  test("saved from an older revision is refused, naming who was faster (R-14)", async () => {
    const person = await makePerson(harness);
    const { _id, revision } = await saveDefinition(person, "city");
    const answers = await Promise.all(
      ["One", "Two"].map((fieldLabel) =>
        person.send("POST", definitions, fieldBody("city", { _id, revision, fieldLabel })),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({
      message: expect.stringContaining("Changed by Kiran at"),
      errors: { revision: expect.any(String) },
    });
    expect((await ownFields(person))[0]?.revision).toBe(2);
  });

  test("is one of at most 200", async () => {
    const person = await makePerson(harness);
    for (let at = 0; at < 200; at += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, next) => saveDefinition(person, `field ${at + next}`)),
      );
    }
    expect(await refusal(await person.send("POST", definitions, fieldBody("one more")))).toMatchObject({
      status: 400,
      message: "An enterprise can have at most 200 fields.",
    });
    expect((await ownFields(person)).map(({ index }) => index)).toEqual(
      Array.from({ length: 200 }, (_, at) => at),
    );
  });

  test("that is created, changed, moved or deleted leaves a line in the audit trail", async () => {
    const person = await makePerson(harness);
    const field = await saveDefinition(person, "city");
    await saveDefinition(person, "plan");
    await saveDefinition(person, "city", { _id: field._id, fieldLabel: "Home" });
    await person.call(customerFieldsApi.moveField, { body: { from: 0, to: 1 } });
    await person.call(customerFieldsApi.deleteField, { params: { id: field._id } });
    const { results } = await harness.env.TENANT_1.prepare(
      "SELECT action, object_name AS name FROM audit_trail WHERE enterprise_id = ? AND object_id = ? ORDER BY id",
    )
      .bind(person.enterpriseId, field._id)
      .all();
    expect(results).toEqual([
      { action: "create", name: "Label of city" },
      { action: "update", name: "Home" },
      { action: "move", name: "Home" },
      { action: "delete", name: "Home" },
    ]);
  });
});

describe("the order", () => {
  const five = ["a", "b", "c", "d", "e"];
  const withFive = async () => {
    const person = await makePerson(harness);
    for (const name of five) await saveDefinition(person, name);
    return person;
  };
  const move = (person: Person, change: { from: number; to: number; _id?: string }) =>
    person.call(customerFieldsApi.moveField, { body: change });

  test("changes by one move from any index to any other, and by no other field's place", async () => {
    const person = await withFive();
    for (let from = 0; from < 5; from++) {
      for (let to = 0; to < 5; to++) {
        const before = await names(person);
        const expected = before.toSpliced(from, 1).toSpliced(to, 0, before[from] ?? "");
        const { inputFieldDefinitions } = await move(person, { from, to });
        const after = inputFieldDefinitions.filter(({ fixed }) => !fixed);
        expect(
          after.map(({ fieldName }) => fieldName),
          `${from} to ${to}`,
        ).toEqual(expected);
        expect(after.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
      }
    }
  });

  test("ends with what is moved beyond its end; an index with nothing is not found", async () => {
    const person = await withFive();
    await move(person, { from: 0, to: 200 });
    expect(await names(person)).toEqual(["b", "c", "d", "e", "a"]);
    for (const wrong of [
      { from: 5, to: 0 },
      { from: 0, to: 0, _id: "nowhere" },
    ]) {
      expect((await person.send("POST", `${definitions}/move`, wrong)).status).toBe(404);
    }
    for (const wrong of [{ from: -1, to: 0 }, { from: 0, to: 1.5 }, { from: 0 }, { from: "a", to: 0 }]) {
      expect((await person.send("POST", `${definitions}/move`, wrong)).status).toBe(400);
    }
  });

  test("moves the field that was meant when somebody was faster", async () => {
    const person = await withFive();
    const [, b] = await ownFields(person);
    await move(person, { from: 4, to: 0 });
    await move(person, { from: 1, to: 4, _id: b?._id ?? "" });
    expect(await names(person)).toEqual(["e", "a", "c", "d", "b"]);
  });

  test("keeps every field and every index through 50 moves at once, two deletions and two new ones (R-14)", async () => {
    const person = await withFive();
    for (const name of ["f", "g", "h", "i", "j"]) await saveDefinition(person, name);
    const before = await ownFields(person);
    const moves = Array.from(
      { length: 50 },
      (_, at) => () =>
        person.send("POST", `${definitions}/move`, {
          from: at % 10,
          to: (at * 7 + 3) % 10,
          ...(at % 2 === 0 && { _id: before[at % 8]?._id }),
        }),
    );
    const work = [
      ...moves.slice(0, 15),
      () => person.send("DELETE", `${definitions}/${before[8]?._id}`),
      () => person.send("POST", definitions, fieldBody("k")),
      ...moves.slice(15, 30),
      () => person.send("DELETE", `${definitions}/${before[9]?._id}`),
      () => person.send("POST", definitions, fieldBody("l")),
      ...moves.slice(30),
    ];
    const statuses = (await Promise.all(work.map((begin) => begin()))).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    const after = await ownFields(person);
    expect(after.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(after.map(({ fieldName }) => fieldName).toSorted()).toEqual([..."abcdefgh", "k", "l"]);
  });

  test("stays within the enterprise: a rule called with another's definition finds nothing", async () => {
    const person = await withFive();
    const stranger = await makePerson(harness);
    const [field] = await ownFields(person);
    await expect(
      moveField(ctxIn(harness, stranger), { from: 0, to: 4, _id: field?._id ?? "" }),
    ).rejects.toThrow("Not found");
    expect(await names(person)).toEqual(five);
  });
});
