import { afterAll, beforeEach, expect, test } from "vitest";
import { channelsPath, createChannel, simulator } from "#tests/support/channels.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, queueFor, rowsOf } from "#tests/support/messaging.ts";
import { png } from "#tests/support/made-files.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { raced } from "#tests/support/raced-api.ts";
import { whatsappAt } from "#tests/support/received-media.ts";
import { kept, keptBy } from "#tests/support/template-examples.ts";
import { tellNews } from "#tests/support/vendors/account-news.ts";
import { makeVendorChannel } from "#tests/support/vendors/channel.ts";
import { PLAYED } from "#tests/support/vendors/plays.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import { allOf } from "#workers/contract/permissions.ts";
import type { TemplateChanged } from "#workers/contract/template-events.ts";
import type { Template } from "#workers/contract/templates/template.ts";

const harness = await startHarness();
const owner = await makePerson(harness);
const { id: simulated } = await createChannel(owner, simulator());
const vendors = await startVendors();
afterAll(() => vendors.stop());
beforeEach(() => answerOurselves(harness));

let names = 0;
const named = (template: Template, more: Partial<Template> = {}): Template => ({
  ...template,
  name: `${template.name}_${++names}`,
  ...more,
});
const create = (template: Template, channelId = simulated, who: Person = owner) =>
  who.call(templatesApi.createTemplate, { body: { ...template, channelId } });
const read = (id: string) => owner.call(templatesApi.getTemplate, { params: { id } });
const submit = (id: string, who: Pick<Person, "call"> = owner) =>
  who.call(templatesApi.submitTemplate, { params: { id }, body: {} });
const decided = (id: string) =>
  eventually(async () => {
    const { template } = await read(id);
    expect(template.status).not.toBe("PENDING");
    return template;
  });
const saying = (text: string): Template =>
  named(kept.base, { components: { ...kept.base.components, body: { text }, samples: {} } });

/** A channel of Meta's, played, on which nothing is sent by itself. */
async function atMeta() {
  const person = await makePerson(harness);
  const { id } = await whatsappAt(harness, person, vendors);
  const news = (field: string, value: object, time?: number) =>
    tellNews(
      harness.fetch,
      { id, appSecret: PLAYED.graph.appSecret, waba: PLAYED.graph.wabaId },
      field,
      value,
      time,
    );
  return { person, id, news };
}

test("a draft keeps what breaks the rules, and is refused with its places only when it is submitted", async () => {
  const wrong = named(kept.base, {
    components: { ...kept.base.components, body: { text: "{{1}} {{3}}" }, footer: { text: "x".repeat(61) } },
  });
  const { id, status } = await create(wrong);
  expect(status).toBe("DRAFT");
  const response = await owner.send("POST", `/api/chatbird/api/campaign/templates/${id}/submit`, {});
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as { errors: Record<string, string> };
  expect(Object.keys(errors).toSorted()).toEqual(
    ["body.text", "footer.text", "samples.body/1", "samples.body/3"].filter((place) => place in errors),
  );
  expect(errors["footer.text"]).toBe("Use at most 60 characters.");
  expect((await read(id)).template.status).toBe("DRAFT");
});

test("the simulator approves after seconds, rejects what asks for secrets, and calls an offer marketing", async () => {
  const [good, secret, offer] = await Promise.all(
    [
      kept.base.components.body.text,
      "Hello there, please tell us your password now.",
      "Today only: a discount on every pair of shoes.",
    ].map(async (text, index) => {
      const made = await create(index === 0 ? named(kept.base) : saying(text));
      expect(await submit(made.id)).toMatchObject({ status: "PENDING" });
      return made.id;
    }),
  );
  expect(await decided(good ?? "")).toMatchObject({ status: "APPROVED", category: "UTILITY", reason: "" });
  expect(await decided(secret ?? "")).toMatchObject({
    status: "REJECTED",
    reason: expect.stringMatching(/^SCAM/),
  });
  expect(await decided(offer ?? "")).toMatchObject({ status: "APPROVED", category: "MARKETING" });
  const { history } = await read(good ?? "");
  expect(history.map(({ status, by }) => [status, by === ""])).toEqual([
    ["APPROVED", true],
    ["PENDING", false],
    ["DRAFT", false],
  ]);
});

test("while the vendor decides nobody changes it; of two who submit at once one is told, and the vendor is asked once", async () => {
  const { person, id: channelId } = await atMeta();
  const { id, name } = await create(named(kept.base), channelId, person);
  const before = vendors.calls.length;
  const here = raced(harness, person);
  here.meanwhile(() => submit(id, person), /"templates"/);
  await expect(submit(id, here)).rejects.toThrow("409");
  expect(vendors.calls.slice(before).filter(({ method }) => method === "POST")).toHaveLength(1);
  await expect(submit(id, person)).rejects.toThrow("409");
  expect(vendors.calls.slice(before).filter(({ method }) => method === "POST")).toHaveLength(1);
  const change = person.call(templatesApi.updateTemplate, {
    params: { id },
    body: { ...kept.base, name },
  });
  await expect(change).rejects.toThrow("409");
});

test("a vendor's refusal leaves a draft with its words, and a lost answer is settled by a sync", async () => {
  const { person, id: channelId } = await atMeta();
  const refused = await create(named(kept.base), channelId, person);
  vendors.play({
    status: 400,
    body: JSON.stringify({ error: { code: 100, error_user_msg: "Too many exclamation marks." } }),
  });
  expect(await submit(refused.id, person)).toMatchObject({
    status: "DRAFT",
    reason: "Too many exclamation marks.",
  });
  const { history } = await person.call(templatesApi.getTemplate, { params: { id: refused.id } });
  expect(history.map(({ status, reason }) => [status, reason])).toEqual([
    ["DRAFT", "Too many exclamation marks."],
    ["PENDING", ""],
    ["DRAFT", ""],
  ]);
  const lost = await create(named(kept.base), channelId, person);
  vendors.play({ hangUp: "after" });
  expect(await submit(lost.id, person)).toMatchObject({ status: "PENDING", vendorId: null });
  const own = { id: "999", name: "made_elsewhere", language: "en", status: "PAUSED", category: "MARKETING" };
  vendors.submitted.push({
    ...own,
    components: [
      { type: "HEADER", format: "TEXT", text: "News" },
      { type: "BODY", text: "Something new for you" },
      { type: "BUTTONS", buttons: [{ type: "URL", text: "Open", url: "https://shop.example" }] },
    ],
    quality_score: { score: "RED" },
  });
  const sync = () => person.call(templatesApi.syncTemplates, { body: { channelId } });
  expect((await sync()).changed).toBeGreaterThanOrEqual(2);
  const { templates } = await person.call(templatesApi.listTemplates);
  expect(templates.find(({ id }) => id === lost.id)).toMatchObject({
    status: "PENDING",
    vendorId: expect.stringMatching(/^7/),
  });
  expect(templates.find(({ name }) => name === "made_elsewhere")).toMatchObject({
    status: "PAUSED",
    quality: "RED",
    components: { header: { text: "News" }, buttons: [{ value: "https://shop.example" }] },
  });
  expect(await sync()).toEqual({ changed: 0 });
  vendors.play({ status: 500 });
  await expect(sync()).rejects.toThrow("409");
});

test("what the vendor pauses is sent no more, and news that are older change nothing", async () => {
  const { person, id: channelId, news } = await atMeta();
  const template = await create(named(kept.base), channelId, person);
  const { vendorId, name } = await submit(template.id, person);
  const of = {
    message_template_id: Number(vendorId),
    message_template_name: name,
    message_template_language: "en",
  };
  const now = Math.floor(Date.now() / 1_000);
  const statusOf = () =>
    rowsOf<{ status: string; reason: string; category: string; quality: string }>(
      harness,
      "SELECT status, reason, category, quality FROM templates WHERE id = ?",
      template.id,
    );
  // Somebody has the form open.
  const { revision } = (await person.call(templatesApi.getTemplate, { params: { id: template.id } }))
    .template;
  const told = async (field: string, value: object, time: number, expected: object) => {
    await news(field, { ...of, ...value }, time);
    await eventually(async () => expect(await statusOf()).toMatchObject([expected]));
  };
  await told("message_template_quality_update", { new_quality_score: "GREEN" }, now, { quality: "GREEN" });
  expect(
    (await person.call(templatesApi.getTemplate, { params: { id: template.id } })).template.revision,
  ).toBe(revision);
  // Meta counts whole seconds: it may decide before the second in which it was asked is over.
  await told("message_template_status_update", { event: "APPROVED", reason: "NONE" }, now, {
    status: "APPROVED",
    reason: "",
  });
  // Another template had this name before.
  await news("message_template_status_update", { ...of, message_template_id: 1, event: "DISABLED" }, now + 1);
  await told("template_category_update", { new_category: "MARKETING" }, now + 3, { category: "MARKETING" });
  await told("message_template_quality_update", { new_quality_score: "YELLOW" }, now + 4, {
    quality: "YELLOW",
  });
  await told("message_template_status_update", { event: "PAUSED", reason: "Low quality" }, now + 5, {
    status: "PAUSED",
    reason: "Low quality",
  });
  // It came late: what it says is over.
  await news("message_template_status_update", { ...of, event: "REJECTED" }, now - 60);
  const waiting = "SELECT n FROM inbound_events WHERE channel_id = ? AND state = 'pending'";
  await eventually(async () => expect(await rowsOf(harness, waiting, channelId)).toEqual([]));
  const [message] = await queueFor(
    harness,
    { id: channelId, enterpriseId: person.enterpriseId },
    {
      people: 1,
      type: channelTypes.whatsApp,
      body: { kind: "template", name, language: "en", body: [], buttons: [], rendered: "Hello" },
    },
  );
  const place = { database: "TENANT_1", enterpriseId: person.enterpriseId, channelId };
  await harness.inside(`/?sender=${channelId}:0`, { method: "POST", body: JSON.stringify(place) });
  await eventually(async () =>
    expect(await rowsOf(harness, "SELECT status, code FROM messages WHERE id = ?", message)).toEqual([
      { status: "failed", code: "template" },
    ]),
  );
  expect(await statusOf()).toMatchObject([{ status: "PAUSED" }]);
  const events = await rowsOf<{ to: string; body: string }>(
    harness,
    `SELECT "to", body FROM live_events WHERE enterprise_id = ? AND body ->> 'action' = 'templateChanged' ORDER BY seq`,
    person.enterpriseId,
  );
  const said = events.map(({ body }) => (JSON.parse(body) as { data: TemplateChanged }).data);
  expect(said.map(({ status, category, quality }) => [status, category, quality])).toEqual([
    ["PENDING", "UTILITY", "GREEN"],
    ["APPROVED", "UTILITY", "GREEN"],
    ["APPROVED", "MARKETING", "GREEN"],
    ["APPROVED", "MARKETING", "YELLOW"],
    ["PAUSED", "MARKETING", "YELLOW"],
  ]);
  expect(JSON.parse(events[0]?.to ?? "")).toEqual({ permission: allOf("MSG_TEMPLATES") });
});

test("a name is there once a language; a copy gets the next free one, and an approved template is a draft once it is changed", async () => {
  const made = await create(named(kept.base, { name: `copied_${Date.now()}` }));
  await expect(create({ ...kept.base, name: made.name })).rejects.toThrow("409");
  const copy = () => owner.call(templatesApi.copyTemplate, { params: { id: made.id }, body: {} });
  expect([(await copy()).name, (await copy()).name]).toEqual([`${made.name}_2`, `${made.name}_3`]);
  await submit(made.id);
  const approved = await decided(made.id);
  const body = { ...kept.base, name: made.name, revision: approved.revision };
  const rename = owner.call(templatesApi.updateTemplate, {
    params: { id: made.id },
    body: { ...body, name: "another_name" },
  });
  await expect(rename).rejects.toThrow("400");
  expect(await owner.call(templatesApi.updateTemplate, { params: { id: made.id }, body })).toMatchObject({
    status: "DRAFT",
  });
});

test("a template in another language has its name, and each shows the others' words", async () => {
  const person = await makePerson(harness);
  const channel = await createChannel(person, simulator());
  const made = await create(named(kept.base), channel.id, person);
  const other = await create(named(kept.base), channel.id, person);
  const into = (id: string, language: string) =>
    person.send("POST", `/api/chatbird/api/campaign/templates/${id}/copy`, { language });
  expect((await into(made.id, "hi")).status).toBe(200);
  expect((await into(made.id, "hi")).status).toBe(409);
  expect((await into(made.id, made.language)).status).toBe(409);
  expect((await into(made.id, "")).status).toBe(400);
  const languagesOf = async (id: string) =>
    (await person.call(templatesApi.getTemplate, { params: { id } })).languages;
  const [hindi, ...more] = await languagesOf(made.id);
  expect([hindi, more]).toEqual([
    {
      id: expect.any(String) as string,
      language: "hi",
      status: "DRAFT",
      text: kept.base.components.body.text,
    },
    [],
  ]);
  expect(await languagesOf(hindi?.id ?? "")).toMatchObject([{ id: made.id, language: made.language }]);
  expect(await languagesOf(other.id)).toEqual([]);
});

test("deleting it here deletes it at the vendor first; a vendor that does not answer keeps both", async () => {
  const { person, id: channelId } = await atMeta();
  const made = await create(named(kept.base), channelId, person);
  await submit(made.id, person);
  const remove = () => person.call(templatesApi.deleteTemplate, { params: { id: made.id } });
  vendors.play({ status: 500 });
  await expect(remove()).rejects.toThrow("409");
  expect(vendors.submitted.some(({ name }) => name === made.name)).toBe(true);
  await remove();
  expect(vendors.submitted.some(({ name }) => name === made.name)).toBe(false);
  await expect(person.call(templatesApi.getTemplate, { params: { id: made.id } })).rejects.toThrow("404");
});

test("a channel without templates, a file that is nobody's and another enterprise's template are refused at their fields", async () => {
  const { id: telegram } = await createChannel(
    owner,
    simulator({ name: "Bot", type: channelTypes.telegram }),
  );
  const at = async (body: object) => {
    const response = await owner.send("POST", "/api/chatbird/api/campaign/templates", body);
    return [response.status, ((await response.json()) as { errors?: object }).errors];
  };
  expect(await at({ ...named(kept.base), channelId: telegram })).toEqual([
    400,
    { channelId: "This channel has no templates." },
  ]);
  expect(await at({ ...named(kept.base), channelId: "nobody" })).toEqual([
    404,
    { channelId: "This channel no longer exists." },
  ]);
  expect(await at({ ...named(kept.offer), channelId: simulated })).toEqual([
    400,
    { components: "This file no longer exists. Choose another." },
  ]);
  const stranger = await makePerson(harness);
  const { id: fileId } = await sendToDrive(harness, stranger, {
    use: "media",
    bytes: png(20, 20),
    name: "a.png",
  });
  const header = { format: "IMAGE", text: "", medium: { fileId } };
  const components = { ...kept.base.components, header };
  expect(await at({ ...named(kept.base), components, channelId: simulated })).toEqual([
    400,
    { components: "This file no longer exists. Choose another." },
  ]);
  const { id } = await create(named(kept.base));
  await expect(stranger.call(templatesApi.getTemplate, { params: { id } })).rejects.toThrow("404");
  await expect(submit(id, stranger)).rejects.toThrow("404");
  const asked = stranger.call(templatesApi.listTemplates, { query: { channelId: simulated } });
  expect(await asked).toMatchObject({ templates: [], channels: [] });
  expect((await owner.send("GET", `${channelsPath}/${simulated}`)).status).toBe(200);
});

test("a sync gives back what never arrived, disables what the vendor has no more, and leaves drafts and what cannot be shown", async () => {
  const { person, id: channelId } = await atMeta();
  const draft = (more: Partial<Template> = {}) => create(named(kept.base, more), channelId, person);
  const lost = await draft();
  vendors.play({ hangUp: "before" });
  await submit(lost.id, person);
  const gone = await draft();
  await submit(gone.id, person);
  vendors.submitted = vendors.submitted.filter(({ name }) => ![gone.name, lost.name].includes(name));
  const own = await draft();
  const theirs = { id: "555", language: "en", status: "APPROVED", category: "MARKETING" };
  vendors.submitted.push(
    { ...theirs, name: own.name, components: [{ type: "BODY", text: "Theirs" }] },
    {
      ...theirs,
      id: "556",
      name: "with_a_place",
      components: [
        { type: "HEADER", format: "LOCATION" },
        { type: "BODY", text: "Here" },
      ],
    },
  );
  const sync = () => person.call(templatesApi.syncTemplates, { body: { channelId } });
  const states = async () => {
    const { templates } = await person.call(templatesApi.listTemplates);
    return (id: string) => templates.find((each) => each.id === id || each.name === id);
  };
  await sync();
  // It may be on its way still.
  expect((await states())(lost.id)).toMatchObject({ status: "PENDING" });
  await harness.env.TENANT_1.prepare("UPDATE templates SET updated_at = updated_at - 61000 WHERE id = ?")
    .bind(lost.id)
    .run();
  await sync();
  const now = await states();
  expect(now(lost.id)).toMatchObject({
    status: "DRAFT",
    reason: "It never reached the vendor. Submit it again.",
  });
  expect(now(gone.id)).toMatchObject({ status: "DISABLED", reason: "The vendor doesn't have it any more." });
  expect(now(own.id)).toMatchObject({ status: "DRAFT", category: "UTILITY", vendorId: "555" });
  expect(now("with_a_place")).toBeUndefined();
});

test("a sync takes over what was changed in the vendor's own app, with our samples; nothing else changes by it", async () => {
  const { person, id: channelId } = await atMeta();
  const template = await create(named(kept.base), channelId, person);
  await submit(template.id, person);
  const sync = () => person.call(templatesApi.syncTemplates, { body: { channelId } });
  const now = () => person.call(templatesApi.getTemplate, { params: { id: template.id } });
  const there = vendors.submitted.find(({ name }) => name === template.name);
  if (!there) throw new Error("not submitted");
  there.status = "APPROVED";
  await sync();
  const before = (await now()).template;
  expect(before).toMatchObject({ status: "APPROVED", components: template.components });
  expect(await sync()).toEqual({ changed: 0 });
  there.components = there.components.map((each) => {
    const part = each as { type: string; text?: string };
    return part.type === "BODY" ? { ...part, text: `${part.text} Bye.` } : part;
  });
  expect(await sync()).toEqual({ changed: 1 });
  const after = (await now()).template;
  expect(after).toMatchObject({
    status: "APPROVED",
    components: {
      ...template.components,
      body: { text: `${template.components.body.text} Bye.` },
      samples: template.components.samples,
    },
    revision: before.revision + 1,
  });
  expect(await sync()).toEqual({ changed: 0 });
});

test("whatever is done with a template is in the audit trail", async () => {
  const made = await create(named(kept.base));
  await submit(made.id);
  await decided(made.id);
  const body = { ...kept.base, name: made.name };
  await owner.call(templatesApi.updateTemplate, { params: { id: made.id }, body });
  await owner.call(templatesApi.deleteTemplate, { params: { id: made.id } });
  const trail = await rowsOf<{ action: string; by: string }>(
    harness,
    "SELECT action, user_id AS by FROM audit_trail WHERE object_kind = 'template' AND object_id = ? ORDER BY id",
    made.id,
  );
  expect(trail.map(({ action }) => action)).toEqual(["create", "submit", "update", "delete"]);
  expect(new Set(trail.map(({ by }) => by))).toEqual(new Set([owner.userId]));
});

test("an SMS goes under its registered template once that is released, and not with words that it does not allow", async () => {
  const person = await makePerson(harness);
  const { id, type } = await makeVendorChannel(harness, person, { row: rowOf("TTBS"), url: vendors.url });
  const [example] = keptBy[channelTypes.sms];
  const template = named(example as Template);
  const { id: templateId } = await create(template, id, person);
  const sent = async (rendered: string) => {
    const { name, language } = template;
    const body = { kind: "template", name, language, body: [], buttons: [], rendered } as const;
    const [message] = await queueFor(
      harness,
      { id, enterpriseId: person.enterpriseId },
      {
        people: 1,
        type,
        body: { ...body, body: [], buttons: [] },
      },
    );
    const place = { database: "TENANT_1", enterpriseId: person.enterpriseId, channelId: id };
    await harness.inside(`/?sender=${id}:0`, { method: "POST", body: JSON.stringify(place) });
    return eventually(async () => {
      const [row] = await rowsOf<{ status: string; code: string; reason: string }>(
        harness,
        "SELECT status, code, reason FROM messages WHERE id = ?",
        message,
      );
      expect(row?.status).not.toBe("queued");
      return row;
    });
  };
  const before = vendors.calls.length;
  const words = "Dear Asha, Rs 1500 left your account. See https://bank.example/a";
  // A draft is not sent, whoever asks.
  expect(await sent(words)).toMatchObject({ status: "failed", code: "template" });
  expect(await submit(templateId, person)).toMatchObject({ status: "APPROVED" });
  expect(await sent("Dear Asha, you have won. See https://bank.example/a")).toMatchObject({
    status: "failed",
  });
  expect(vendors.calls).toHaveLength(before);
  expect(await sent(words)).toMatchObject({ status: "sent" });
  const call = decodeURIComponent(vendors.calls[before]?.path ?? "");
  expect(call).toContain(`Template_ID=${template.components.dlt?.templateId}`);
});
