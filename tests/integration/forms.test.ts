import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { saveDefinition } from "#tests/support/customer-fields.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf, text } from "#tests/support/flow.ts";
import { aForm } from "#tests/support/forms.ts";
import { startHarness } from "#tests/support/harness.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import { answerOurselves, deliver, makeChannel, saidOn, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import * as auditApi from "#workers/contract/endpoints/audit-trail.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import { tenantDatabase } from "#db/client.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { deleteForm } from "#workers/domain/forms/form.ts";
import { answerPage } from "#workers/domain/forms/public.ts";
import { tidyAnswers } from "#workers/domain/forms/tidy.ts";

/** Forms as they are kept, answered on their page and asked by journeys. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

let phones = Date.now();
const phone = () => `+9195${String(phones++ % 100_000_000).padStart(8, "0")}`;

async function published(owner: Person, content = aForm("Order")): Promise<{ id: string; token: string }> {
  const { id } = await owner.call(formsApi.createForm, { body: { name: `Form ${randomUUID()}`, content } });
  await owner.call(formsApi.publishForm, { params: { id }, body: { revision: 1 } });
  return { id, ...(await owner.call(formsApi.makeFormLink, { params: { id }, body: {} })) };
}

interface Said {
  status: number;
  code?: string;
  errors?: Record<string, string>;
  response?: { state: string; known: object; form: { fields: { id: string }[] } };
}
async function onPage(token: string, body?: object): Promise<Said> {
  const answer = await harness.fetch(`/api/form/${token}`, {
    ...(body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  return { ...((await answer.json()) as object), status: answer.status };
}
const answering = (answers: object, more: object = {}) => ({
  id: randomUUID(),
  version: 1,
  answers,
  ...more,
});
/** Answers a page as the API does, within rules that a test watches. */
const answerIn = (ctx: Ctx, token: string, answers: object, more: { isKept?: boolean } = {}) =>
  answerPage(ctx.db, token, { ...answering(answers), language: "", captcha: "", captchaId: "" } as never, {
    ...more,
    ctxOf: () => ctx,
    directory: harness.env.DIRECTORY as never,
    hashing:
      async () =>
      async ({ value }) =>
        value,
  });
const submitted = async (owner: Person, id: string) =>
  (await owner.call(formsApi.listFormSubmissions, { params: { id } })).submissions;

test("a draft is kept half-typed, is published when it is whole, and goes back; the slower of two is told", async () => {
  const owner = await makePerson(harness);
  const { id } = await owner.call(formsApi.createForm, { body: { name: "Visit" } });
  const half = aForm("", [{ id: "city", type: "choice", label: "", choices: [""] }]);
  const saved = await owner.call(formsApi.saveFormDraft, {
    params: { id },
    body: { name: "Visit", content: half, revision: 1 },
  });
  expect(saved.problems.map(({ part }) => part)).toEqual(["title", "label", "choices"]);
  const refused = await owner.send("POST", `/api/e/enterprise/forms/${id}/publish`, { revision: 2 });
  expect(refused.status).toBe(400);
  const late = await owner.send("PUT", `/api/e/enterprise/forms/${id}/draft`, {
    name: "Visit",
    content: half,
    revision: 1,
  });
  expect(late.status).toBe(409);
  for (const [revision, title] of [
    [2, "First"],
    [3, "Second"],
  ] as const) {
    await owner.call(formsApi.saveFormDraft, {
      params: { id },
      body: { name: "Visit", content: aForm(title), revision },
    });
    await owner.call(formsApi.publishForm, { params: { id }, body: { revision: revision + 1 } });
  }
  const back = await owner.call(formsApi.takeFormBack, { params: { id }, body: { number: 1, revision: 4 } });
  expect([back.content.title, back.version, back.changed]).toEqual(["First", 2, true]);
  expect(
    (await owner.call(formsApi.listFormVersions, { params: { id } })).versions.map(({ number }) => number),
  ).toEqual([2, 1]);
  const taken = await owner.send("POST", "/api/e/enterprise/forms", { name: " visit " });
  expect(taken.status).toBe(409);
});

test("a page shows no more than it needs, takes each answer once, and says what is wrong at its field", async () => {
  const owner = await makePerson(harness);
  const content = aForm("Order", [
    { id: "name", type: "shortText", label: "Name", required: true },
    { id: "picture", type: "file", label: "Picture" },
    { id: "age", type: "number", label: "Age", least: 18 },
  ]);
  const { id, token } = await published(owner, content);
  const opened = await onPage(token);
  expect(opened.response?.form.fields.map((field) => field.id)).toEqual(["name", "age"]);
  expect(JSON.stringify(opened)).not.toContain(owner.enterpriseId);
  const wrong = await onPage(token, answering({ age: 3 }));
  expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([400, ["answers.name", "answers.age"]]);
  const good = answering({ name: " Asha ", age: "30", picture: { fileId: "x" }, other: 1 });
  const both = await Promise.all([onPage(token, good), onPage(token, good)]);
  expect([...both, await onPage(token, good)].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await submitted(owner, id)).toMatchObject([
    { version: 1, answers: { name: "Asha", age: 30 }, customer: null, byRun: false },
  ]);
  for (const bad of [`1${"a".repeat(22)}`, "0".repeat(23), "nothing-here"])
    expect((await onPage(bad)).status).toBe(404);
  const nested = `{"id":"${randomUUID()}","version":1,"answers":{"name":${"[".repeat(9_000)}${"]".repeat(9_000)}}}`;
  const deep = await harness.fetch(`/api/form/${token}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: nested,
  });
  expect(deep.status).toBe(400);
});

test("answers of a form that was published anew count by the version that was open, and a file has them all", async () => {
  const owner = await makePerson(harness);
  const { id, token } = await published(owner);
  const content = aForm("Order", [{ id: "city", type: "shortText", label: "=City", required: true }]);
  const { revision } = await owner.call(formsApi.getFormDraft, { params: { id } });
  const saved = await owner.call(formsApi.saveFormDraft, {
    params: { id },
    body: { name: "Order", content, revision },
  });
  await owner.call(formsApi.publishForm, { params: { id }, body: { revision: saved.revision } });
  expect((await onPage(token, answering({ name: "Asha" }))).status).toBe(200);
  expect((await onPage(token, answering({ city: "Pune" }, { version: 2 }))).status).toBe(200);
  expect(
    (await owner.call(formsApi.listFormSubmissions, { params: { id }, query: { version: 1 } })).submissions,
  ).toMatchObject([{ answers: { name: "Asha" } }]);
  const file = await owner.send("GET", `/api/e/enterprise/forms/${id}/submissions/file`);
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines[0]).toContain("'=City,Your name");
  expect(lines.slice(1).map((line) => line.split(",").slice(4))).toEqual([
    ["Pune", ""],
    ["", "Asha"],
  ]);
  const { auditTrail } = (await owner.call(auditApi.listAuditTrail, {
    query: { objectKind: "form" },
  } as never)) as unknown as { auditTrail?: { action: string }[] };
  if (auditTrail) expect(auditTrail.some(({ action }) => action === "export")).toBe(true);
});

test("a form ends with its day and its number of answers, also where two press at the same time", async () => {
  const owner = await makePerson(harness);
  const full = await published(owner, aForm("Few", undefined, { mostAnswers: 1 }));
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "select CASE WHEN", () =>
    onPage(full.token, answering({ name: "First" })),
  );
  const late = answerIn(ctx, full.token, { name: "Late" });
  await expect(late).rejects.toMatchObject({ code: "formFull" });
  expect(wasOvertaken()).toBe(true);
  expect((await submitted(owner, full.id)).map(({ answers }) => answers)).toEqual([{ name: "First" }]);
  expect((await onPage(full.token)).response).toMatchObject({ state: "full", form: { fields: [] } });
  const closed = await published(owner, aForm("Past", undefined, { closesAt: "2020-01-01T00:00:00.000Z" }));
  expect((await onPage(closed.token, answering({ name: "Late" }))).status).toBe(409);
});

test("a captcha is asked for where the form says so, and a wrong answer to it takes nothing", async () => {
  const owner = await makePerson(harness);
  const { id, token } = await published(owner, aForm("Safe", undefined, { captcha: true }));
  expect((await onPage(token, answering({ name: "Robot" }))).status).toBe(400);
  expect(await submitted(owner, id)).toEqual([]);
});

test("answers that were kept while an enterprise moved are there without a captcha, and over the form's number", async () => {
  const owner = await makePerson(harness);
  const { id, token } = await published(owner, aForm("Order", undefined, { captcha: true, mostAnswers: 1 }));
  const ctx = watchedCtx(harness, owner, () => {});
  for (const name of ["Asha", "Ravi"]) await answerIn(ctx, token, { name }, { isKept: true });
  expect((await submitted(owner, id)).map(({ answers }) => answers["name"])).toEqual(["Ravi", "Asha"]);
  await expect(answerIn(ctx, token, { name: "Late" })).rejects.toMatchObject({ code: "formFull" });
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Meera", phoneNumber: phone() },
  });
  const own = await owner.call(formsApi.makeFormLink, { params: { id }, body: { customerId: customer.id } });
  await answerIn(ctx, own.token, { name: "Meera" }, { isKept: true });
  await expect(answerIn(ctx, own.token, { name: "Again" }, { isKept: true })).rejects.toMatchObject({
    code: "formUsed",
  });
});

test("a customer's own link knows them, fills in what is known, and works once", async () => {
  const owner = await makePerson(harness);
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha", phoneNumber: phone() },
  });
  const city = await saveDefinition(owner, "city", { maxValue: 10 });
  await owner.call(customersApi.saveCustomer, {
    body: {
      id: customer.id,
      name: "Asha",
      phoneNumber: customer.phoneNumber,
      revision: customer.revision,
      data: [{ id: city._id, value: "Pune" }],
    },
  });
  const { id } = await published(
    owner,
    aForm("Order", [
      { id: "town", type: "shortText", label: "Your town", saveTo: "city" },
      { id: "age", type: "number", label: "Your age" },
    ]),
  );
  const link = async (singleUse: boolean) =>
    (
      await owner.call(formsApi.makeFormLink, {
        params: { id },
        body: { customerId: customer.id, singleUse },
      })
    ).token;
  const [once, often] = [await link(true), await link(false)];
  expect((await onPage(once)).response?.known).toEqual({ town: "Pune" });
  expect((await onPage(once, answering({ town: "Delhi", age: 40 }))).status).toBe(200);
  expect([
    (await onPage(once, answering({ town: "Agra" }))).status,
    (await onPage(once)).response?.state,
  ]).toEqual([409, "used"]);
  const stored = async () =>
    (await owner.call(customersApi.getCustomer, { params: { id: customer.id } })).customer.data;
  expect(await stored()).toEqual([{ id: city._id, value: "Delhi" }]);
  // Somebody else changes the customer between the reading and the writing: neither's word is lost.
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "select CASE WHEN", async () => {
    const { customer: now } = await owner.call(customersApi.getCustomer, { params: { id: customer.id } });
    await owner.call(customersApi.saveCustomer, {
      body: {
        id: now.id,
        name: "Asha Rao",
        phoneNumber: now.phoneNumber,
        revision: now.revision,
        data: now.data,
      },
    });
  });
  await answerIn(ctx, often, { town: "Goa" });
  expect(wasOvertaken()).toBe(true);
  expect(await stored()).toEqual([{ id: city._id, value: "Goa" }]);
  const found = await owner.call(customersApi.listCustomers, { query: { search: "asha rao" } });
  expect(found.customers.customers).toHaveLength(1);
  // A value that the field itself does not take stays an answer.
  expect((await onPage(often, answering({ town: "A town whose name is long" }))).status).toBe(200);
  expect(await stored()).toEqual([{ id: city._id, value: "Goa" }]);
  expect(await submitted(owner, id)).toMatchObject([
    { customerId: customer.id, customerName: "Asha Rao", answers: { town: "A town whose name is long" } },
    { customerId: customer.id, answers: { town: "Goa" } },
    { customerId: customer.id, answers: { town: "Delhi", age: 40 } },
  ]);
  const { events } = await owner.call(customersApi.customerHistory, { params: { id: customer.id } });
  expect(events.filter(({ kind }) => kind === "formAnswered")).toHaveLength(3);
});

const asking = (formId: string, as: "link" | "chat") =>
  graphOf(
    {
      start: ["start"],
      it: ["form", { formId, as, text: "Please answer", button: "Open" }],
      bye: ["sendMessage", text("Thanks {form.name}")],
      end: ["end", { outcome: "done" }],
    },
    ["start > it", "it.submitted > bye", "bye > end"],
  );

test("a journey sends a link; its answer carries the run on once, with the person and the run in its row", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { id } = await published(owner);
  const { instanceId } = await startedJourney(harness, channel, asking(id, "link"), {
    keyword: "form please",
  });
  await deliver(harness, channel, [saying(phone(), "form please")]);
  let token = "";
  await eventually(async () => {
    token = /\/f\/(\w+)$/.exec((await saidOn(harness, channel))[0] ?? "")?.[1] ?? "";
    expect(token).toHaveLength(23);
  });
  const answer = answering({ name: "Asha" });
  expect([await onPage(token, answer), await onPage(token, answer)].map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]),
  );
  expect((await saidOn(harness, channel)).slice(1)).toEqual(["Thanks Asha"]);
  expect(await submitted(owner, id)).toMatchObject([{ answers: { name: "Asha" }, byRun: true }]);
  expect((await onPage(token)).response?.state).toBe("used");
});

test("a journey asks in the chat, and the answers are one row with the step that hears the last", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { id } = await published(
    owner,
    aForm("Order", [
      { id: "name", type: "shortText", label: "Your name", required: true },
      { id: "age", type: "number", label: "Your age", required: true },
    ]),
  );
  const { instanceId } = await startedJourney(harness, channel, asking(id, "chat"), { keyword: "ask me" });
  const who = phone();
  await deliver(harness, channel, [saying(who, "ask me")]);
  await eventually(async () => expect(await saidOn(harness, channel)).toHaveLength(1));
  await deliver(harness, channel, [saying(who, "Asha")]);
  await eventually(async () => expect(await saidOn(harness, channel)).toHaveLength(2));
  await deliver(harness, channel, [saying(who, "thirty")]);
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]),
  );
  expect(await submitted(owner, id)).toMatchObject([
    { version: 1, answers: { name: "Asha", age: 30 }, byRun: true },
  ]);
});

test("a form that a published journey asks is not deleted, also where it is published at that moment; others go with their page", async () => {
  const owner = await makePerson(harness);
  const asked = await published(owner);
  const publish = () => publishedOne(owner, "journey", "Asks", asking(asked.id, "link"));
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "select CASE WHEN", publish);
  await expect(deleteForm(ctx, asked.id)).rejects.toMatchObject({ code: "invalid" });
  expect(wasOvertaken()).toBe(true);
  const free = await published(owner);
  await owner.call(formsApi.deleteForm, { params: { id: free.id } });
  expect((await onPage(free.token)).status).toBe(404);
  const refused = await owner.send("POST", `/api/chatbird/api/journeys`, {
    name: "Late",
    graph: asking(free.id, "link"),
  });
  const { response } = (await refused.json()) as { response: { id: string } };
  expect(
    (await owner.send("POST", `/api/chatbird/api/journeys/${response.id}/publish`, { revision: 1 })).status,
  ).toBe(400);
});

test("pages that were opened and begun are counted, a person's own link once, and answers go when they are old", async () => {
  const owner = await makePerson(harness);
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha", phoneNumber: phone() },
  });
  const { id, token } = await published(owner, aForm("Order", undefined, { keepDays: 30 }));
  const { token: own } = await owner.call(formsApi.makeFormLink, {
    params: { id },
    body: { customerId: customer.id },
  });
  const seen = (link: string, what: string) =>
    harness.fetch(`/api/form/${link}/seen`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ what }),
    });
  for (const link of [token, own])
    for (const what of ["opened", "opened", "started"]) expect((await seen(link, what)).status).toBe(200);
  expect((await seen(token, "sent")).status).toBe(400);
  for (const name of ["Old", "Recent", "New"])
    expect((await onPage(token, answering({ name }))).status).toBe(200);
  const { figures } = await owner.call(formsApi.getFormDraft, { params: { id } });
  expect(figures).toEqual({ sent: 1, opened: 3, started: 2, submitted: 3 });

  const db = tenantDatabase(harness.env, "TENANT_1");
  for (const [name, days] of [
    ["Old", 31],
    ["Recent", 29],
  ] as const)
    await db.$client
      .prepare("UPDATE form_submissions SET at = at - ? WHERE form_id = ? AND answers->>'name' = ?")
      .bind(days * 86_400_000, id, name)
      .run();
  const kept = await published(owner, aForm("Kept"));
  await onPage(kept.token, answering({ name: "Kept" }));
  await db.$client.prepare("UPDATE form_submissions SET at = 0 WHERE form_id = ?").bind(kept.id).run();
  expect(await tidyAnswers(db, owner.enterpriseId, Date.now())).toBe(false);
  expect((await submitted(owner, id)).map(({ answers }) => answers)).toEqual([
    { name: "New" },
    { name: "Recent" },
  ]);
  expect(await submitted(owner, kept.id)).toHaveLength(1);
});
