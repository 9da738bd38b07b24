import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/topology.ts";
import { proposedFor, sentOf } from "#app/routes/marketplace/install-values.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { createChannel } from "#tests/support/channels.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { aForm } from "#tests/support/forms.ts";
import { startHarness } from "#tests/support/harness.ts";
import { installed, press } from "#tests/support/marketplace.ts";
import { rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { ctxFor } from "#tests/support/training.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import * as api from "#workers/contract/endpoints/marketplace.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import * as flowsApi from "#workers/contract/endpoints/wa-flows.ts";
import type { CheckedPackage, Installed, Source } from "#workers/contract/endpoints/marketplace.ts";
import { listCatalogue } from "#workers/domain/marketplace/catalogue.ts";
import { installOffer } from "#workers/domain/marketplace/install.ts";
import { type Offer, offerOf } from "#workers/domain/marketplace/offer.ts";
import { checkOffer } from "#workers/domain/marketplace/plan.ts";
import { PUBLIC_KEY } from "#workers/domain/marketplace/key.ts";
import { checkPackages } from "#workers/domain/marketplace/signed.ts";

/** Packages of the build and an enterprise's own shelf, installed as their kinds are imported. */
const harness = await startHarness();
const MAY_ALL = { replace: true, createForms: true, replaceForms: true };
const lines = readFileSync(join(ROOT, "workers/domain/marketplace/packages.bin"), "utf8");

const bodyOf = (from: Source, { version, parts, channels }: CheckedPackage, more: object = {}) => ({
  from,
  version,
  key: press(),
  parts: parts.map(({ of, id, freeName }) => ({ of, id, into: "new" as const, name: freeName })),
  references: [],
  ...(channels?.[0] && { channelId: channels[0].id }),
  ...more,
});
const used = async (who: Person, id: string) =>
  (await who.call(api.listPackages)).packages.find((each) => each.id === id)?.used;

async function errorsOf(who: Person, { of, id }: Installed["things"][number]): Promise<unknown[]> {
  const params = { id };
  switch (of) {
    case "journey":
    case "encap":
      return (await who.call(automationDoors[of].draft, { params })).problems.filter(
        ({ severity }) => severity === "error",
      );
    case "form":
      return (await who.call(formsApi.getFormDraft, { params })).problems;
    case "flow":
      return (await who.call(flowsApi.getWaFlowDraft, { params })).problems;
    case "template":
      return (await who.call(templatesApi.getTemplate, { params })).template.status === "DRAFT" ? [] : [id];
    default:
      return [];
  }
}

describe("every package of the build", async () => {
  const fresh = await makePerson(harness);
  await createChannel(fresh);
  const { packages, refused: notOffered } = await fresh.call(api.listPackages);
  test("is offered", () => {
    expect(notOffered).toEqual([]);
    expect(packages.length).toBeGreaterThanOrEqual(12);
  });
  test.each(packages)("$id: installs, and nothing is wrong with it", async ({ id, version }) => {
    const { things } = await installed(fresh, { package: id });
    expect(things.length).toBeGreaterThan(0);
    for (const thing of things) expect(await errorsOf(fresh, thing)).toEqual([]);
    expect(await used(fresh, id)).toMatchObject({
      version,
      by: "Kiran",
      things: things.map((each) => ({ ...each, altered: false })),
    });
  });
});

test("one press installs once, however often it arrives", async () => {
  const who = await makePerson(harness);
  const from = { package: "lead-form" };
  const body = bodyOf(from, await who.call(api.checkInstall, { body: { from } }));
  const answers = await Promise.all([1, 2, 3].map(() => who.call(api.install, { body })));
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(await who.call(api.install, { body })).toEqual(answers[0]);
  expect((await who.call(formsApi.listForms)).forms).toHaveLength(1);
  // Another press is another one, under a name that is free.
  const again = await installed(who, from);
  expect(again.things).toMatchObject([{ name: "Lead form 2" }]);
  const trail = await rowsOf<{ object_kind: string }>(
    harness,
    "SELECT object_kind FROM audit_trail WHERE enterprise_id = ? AND action = 'install'",
    who.enterpriseId,
  );
  expect(trail).toHaveLength(2);
});

test("an install that is refused leaves nothing, not even its note", async () => {
  const who = await makePerson(harness);
  const from = { package: "order-updates" };
  const { id: channelId } = await createChannel(who);
  await who.call(templatesApi.createTemplate, {
    body: { channelId, name: "order_shipped", language: "en", category: "UTILITY", components: {} },
  });
  const checked = await who.call(api.checkInstall, { body: { from } });
  expect(checked.parts.map(({ freeName }) => freeName)).toContain("order_shipped_2");
  const parts = checked.parts.map(({ of, id, name }) => ({ of, id, into: "new" as const, name }));
  expect((await refused(who.call(api.install, { body: bodyOf(from, checked, { parts }) }))).status).toBe(409);
  expect((await who.call(templatesApi.listTemplates)).templates).toHaveLength(1);
  expect(await used(who, "order-updates")).toBeNull();
  const without = bodyOf(from, checked, { channelId: undefined });
  expect(await refused(who.call(api.install, { body: without }))).toEqual({
    status: 400,
    message: expect.stringContaining(texts.chooseChannel) as string,
  });
  const gone = bodyOf(from, checked, { channelId: "another's" });
  expect((await refused(who.call(api.install, { body: gone }))).status).toBe(404);
});

describe("a newer version", () => {
  const newer = (offer: Offer): Offer => {
    const { content } = offer;
    if (content.kind !== "bot" && content.kind !== "form") throw new Error("not tried");
    const next = structuredClone(content);
    if (next.kind === "form") next.form.content.title = "A newer title";
    else next.file.agent.config.outOfScopeMessage = "A newer message";
    return { ...offer, version: 2, content: next };
  };

  test.each([["lead-form"], ["hr-leave-bot"]])(
    "%s: takes the place of what nobody has changed",
    async (id) => {
      const who = await makePerson(harness);
      const first = await installed(who, { package: id });
      const ctx = ctxFor(harness, who);
      const next = newer(await offerOf(ctx, { package: id }));
      const intentsBefore = await intentIds(who);
      const checked = await checkOffer(ctx, next);
      expect(checked.parts).toMatchObject([{ state: "changed", existing: { altered: false } }]);
      const parts = replacing(checked);
      const body = { ...bodyOf({ package: id }, checked), parts };
      expect((await installOffer(ctx, next, body, MAY_ALL)).things).toEqual(first.things);
      expect(await used(who, id)).toMatchObject({ version: 2, things: [{ altered: false }] });
      expect(await intentIds(who)).toEqual(intentsBefore);
      // The check's marks are of what is no longer there.
      const late = installOffer(ctx, next, { ...body, key: press() }, MAY_ALL);
      await expect(late).rejects.toMatchObject({ code: "changedMeanwhile" });
    },
  );

  test("says what somebody changed, and a copy beside it leaves that alone", async () => {
    const who = await makePerson(harness);
    const from = { package: "lead-form" };
    const { things } = await installed(who, from);
    const params = { id: things[0]?.id ?? "" };
    const { content, name } = await who.call(formsApi.getFormDraft, { params });
    const mine = { ...content, title: "Mine" };
    await who.call(formsApi.saveFormDraft, { params, body: { name, content: mine, revision: 1 } });
    expect(await used(who, "lead-form")).toMatchObject({ things: [{ altered: true }] });
    const ctx = ctxFor(harness, who);
    const next = newer(await offerOf(ctx, from));
    const checked = await checkOffer(ctx, next);
    expect(checked.parts).toMatchObject([{ existing: { altered: true }, freeName: "Lead form 2" }]);
    await installOffer(ctx, next, bodyOf(from, checked), MAY_ALL);
    expect((await who.call(formsApi.getFormDraft, { params })).content.title).toBe("Mine");
    expect((await who.call(formsApi.listForms)).forms).toHaveLength(2);
  });

  const replacing = ({ parts }: CheckedPackage) =>
    parts.map(({ of, id, existing }) => ({
      of,
      id,
      name: "",
      into: "existing" as const,
      existing: { id: existing?.id ?? "", mark: existing?.mark ?? "" },
    }));
  const intentIds = ({ enterpriseId }: Person) =>
    rowsOf(harness, "SELECT id, name FROM intents WHERE enterprise_id = ? ORDER BY id", enterpriseId);
});

describe("the second version of Order updates", () => {
  /** The set as its first version was: without the new template, and with the old words of the late order. */
  const firstVersion = (now: Offer): Offer => {
    if (now.content.kind !== "templates") throw new Error("another kind");
    const templates = structuredClone(now.content.templates).filter(({ name }) => name !== "order_returned");
    const late = templates.find(({ name }) => name === "order_delayed")?.components.body;
    if (late) late.text = late.text.replace(" You may cancel it free of charge.", "");
    return { ...now, version: 1, changes: "", content: { kind: "templates", templates } };
  };
  const from = { package: "order-updates" };
  const templatesOf = async (who: Person) =>
    new Map((await who.call(templatesApi.listTemplates)).templates.map((each) => [each.name, each]));
  const textOf = async (who: Person, id = "") =>
    (await who.call(templatesApi.getTemplate, { params: { id } })).template.components.body?.text;
  async function withFirst() {
    const who = await makePerson(harness);
    const { id: channelId } = await createChannel(who);
    const ctx = ctxFor(harness, who);
    const first = firstVersion(await offerOf(ctx, from));
    const checked = await checkOffer(ctx, first);
    await installOffer(ctx, first, { ...bodyOf(from, checked), channelId }, MAY_ALL);
    return { who, channelId, before: await templatesOf(who) };
  }
  /** As the console proposes it, and sends it. */
  const proposed = async (who: Person) => {
    const checked = await who.call(api.checkInstall, { body: { from } });
    return { checked, body: { from, key: press(), ...sentOf(checked, proposedFor(checked)) } };
  };

  test("is shown as an update, with what it changes, and replaces that alone", async () => {
    const { who, channelId, before } = await withFirst();
    const card = (await who.call(api.listPackages)).packages.find(({ id }) => id === "order-updates");
    expect(card).toMatchObject({ version: 2, used: { version: 1 } });
    expect(card?.changes).toContain("free of charge");
    // Another channel, which would be the first by its name.
    await createChannel(who, { name: "A first one", type: 4, vendor: 91, contactId: `first-${channelId}` });
    const { checked, body } = await proposed(who);
    expect(checked).toMatchObject({ used: 1, version: 2, changes: card?.changes });
    expect(body.channelId).toBe(channelId);
    expect(body.parts.map(({ id, into }) => [id, into])).toEqual([
      ["order_confirmed/en", "skip"],
      ["order_shipped/en", "skip"],
      ["order_delivered/en", "skip"],
      ["order_delayed/en", "existing"],
      ["order_returned/en", "new"],
      ["refund_made/en", "skip"],
    ]);
    const { things } = await who.call(api.install, { body });
    expect(things.map(({ name }) => name).toSorted()).toEqual(["order_delayed", "order_returned"]);
    const after = await templatesOf(who);
    expect(after.size).toBe(6);
    for (const [name, { id, revision }] of before)
      expect([after.get(name)?.id, after.get(name)?.revision]).toEqual([
        id,
        name === "order_delayed" ? revision + 1 : revision,
      ]);
    expect(await textOf(who, after.get("order_delayed")?.id)).toContain("free of charge");
    // Things that it left alone are still its own: a later version finds all six.
    expect((await used(who, "order-updates"))?.things).toHaveLength(6);
    expect(await used(who, "order-updates")).toMatchObject({ version: 2 });
    const again = await who.call(api.checkInstall, { body: { from } });
    expect(again.parts.map(({ state, existing }) => [state, existing?.newer])).toEqual(
      Array.from({ length: 6 }, () => ["same", false]),
    );
  });

  test("touches nothing that staff have changed: neither where it has something new nor where not", async () => {
    const { who, before } = await withFirst();
    for (const name of ["order_delayed", "order_confirmed"]) {
      const { id = "", revision = 0 } = before.get(name) ?? {};
      const { template } = await who.call(templatesApi.getTemplate, { params: { id } });
      const body = { text: "Ours {{1}}, {{2}}.", samples: ["Asha", "B-1042"] };
      const components = { ...template.components, body };
      await who.call(templatesApi.updateTemplate, {
        params: { id },
        body: { name, language: "en", category: "UTILITY", components, revision },
      });
    }
    const { checked, body } = await proposed(who);
    expect(body.parts.map(({ id, into, name }) => (into === "new" ? [id, name] : [id, into]))).toEqual([
      ["order_confirmed/en", "skip"],
      ["order_shipped/en", "skip"],
      ["order_delivered/en", "skip"],
      ["order_delayed/en", "order_delayed_2"],
      ["order_returned/en", "order_returned"],
      ["refund_made/en", "skip"],
    ]);
    expect(checked.parts[0]).toMatchObject({ existing: { altered: true, newer: false } });
    await who.call(api.install, { body });
    const after = await templatesOf(who);
    for (const name of ["order_delayed", "order_confirmed"])
      expect(await textOf(who, after.get(name)?.id)).toBe("Ours {{1}}, {{2}}.");
    expect(await textOf(who, after.get("order_delayed_2")?.id)).toContain("free of charge");
    // The next look remembers that the confirmed order is theirs.
    const next = await who.call(api.checkInstall, { body: { from } });
    expect(next.parts[0]).toMatchObject({ existing: { altered: true, newer: false } });
    expect(next.parts[3]).toMatchObject({ existing: { name: "order_delayed_2", altered: false } });
  });
});

test("a journey that is there is replaced only by who has looked at it", async () => {
  const who = await makePerson(harness);
  const from = { package: "chat-feedback" };
  await installed(who, from);
  const checked = await who.call(api.checkInstall, { body: { from } });
  expect(checked.parts).toMatchObject([{ state: "same", existing: { mark: "1", altered: false } }]);
  const parts = checked.parts.map(({ of, id, existing }) => ({
    of,
    id,
    into: "existing" as const,
    existing: { id: existing?.id ?? "", mark: "7" },
  }));
  expect((await refused(who.call(api.install, { body: { ...bodyOf(from, checked), parts } }))).status).toBe(
    409,
  );
});

describe("what is not as it was signed", () => {
  const refusalOf = async (changed: string, key = PUBLIC_KEY) => {
    const who = await makePerson(harness);
    const { refused: all } = await listCatalogue(ctxFor(harness, who), checkPackages(changed, key));
    return all;
  };
  test("is not offered, and says why", async () => {
    const [first = ""] = lines.split("\n");
    const reasons = async (changed: string) => (await refusalOf(changed)).map(({ reason }) => reason);
    expect(await reasons(first.replace("tomorrow", "Tomorrow"))).toEqual([texts.refusals.changed]);
    expect(await reasons(first.replace(/"signature":"./, '"signature":"_'))).toEqual([
      texts.refusals.unsigned,
    ]);
    expect(await reasons("{")).toEqual([texts.refusals.unreadable]);
    const other = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const raw = (await crypto.subtle.exportKey("raw", other.publicKey)) as ArrayBuffer;
    const all = await refusalOf(lines, Buffer.from(raw).toString("base64"));
    expect(all.map(({ reason }) => reason)).toEqual(all.map(() => texts.refusals.unsigned));
    expect(all.length).toBeGreaterThanOrEqual(12);
  });
});

describe("an enterprise's own shelf", () => {
  test("keeps copies of every kind, from which colleagues install", async () => {
    const who = await makePerson(harness);
    const { id: channelId } = await createChannel(who);
    const journey = await who.call(automationDoors.journey.create, { body: { name: "Welcome" } });
    const encap = await who.call(automationDoors.encap.create, { body: { name: "Offer" } });
    const form = await who.call(formsApi.createForm, { body: { name: "Visit", content: aForm("Visit") } });
    const flow = await who.call(flowsApi.createWaFlow, {
      body: { name: "Booking", categories: ["OTHER"], channelId, content: { version: "7.3", screens: [] } },
    });
    const { agentId } = await makeBot(who, smallBank);
    const given = { journey: journey.id, encap: encap.id, form: form.id, flow: flow.id, bot: agentId };
    for (const [kind, thingId] of Object.entries(given)) {
      const body = { kind: kind as keyof typeof given, thingId, name: `Our ${kind}`, note: "As agreed" };
      const { id } = await who.call(api.addToShelf, { body });
      const { parts } = await who.call(api.checkInstall, { body: { from: { shelf: id } } });
      expect(parts.map(({ existing }) => existing)).toEqual([null]);
      const { things } = await installed(who, { shelf: id });
      expect(things).toHaveLength(1);
      expect(things[0]?.id).not.toBe(thingId);
    }
    const { things } = await who.call(api.listShelf);
    expect(things.map(({ name }) => name).sort()).toEqual(
      Object.keys(given)
        .map((kind) => `Our ${kind}`)
        .sort(),
    );
    expect(things.every(({ used: here, by }) => here?.version === 1 && by === "Kiran")).toBe(true);
    // It is nobody else's.
    const stranger = await makePerson(harness);
    expect((await stranger.call(api.listShelf)).things).toEqual([]);
    const [first] = things;
    const from = { shelf: first?.id ?? "" };
    expect((await refused(stranger.call(api.checkInstall, { body: { from } }))).status).toBe(404);
    const foreign = { kind: "form" as const, thingId: form.id, name: "Stolen" };
    expect((await refused(stranger.call(api.addToShelf, { body: foreign }))).status).toBe(404);
    await who.call(api.removeFromShelf, { params: { id: first?.id ?? "" } });
    expect((await who.call(api.listShelf)).things).toHaveLength(4);
    expect((await refused(who.call(api.getShelved, { params: { id: first?.id ?? "" } }))).status).toBe(404);
  });

  test("has a next version of what is shared again, which replaces what nobody has changed", async () => {
    const who = await makePerson(harness);
    const content = aForm("Visit");
    const form = await who.call(formsApi.createForm, { body: { name: "Visit", content } });
    const encap = await who.call(automationDoors.encap.create, { body: { name: "Offer" } });
    const other = await who.call(api.addToShelf, {
      body: { kind: "encap", thingId: encap.id, name: "Offer" },
    });
    const body = { kind: "form" as const, thingId: form.id, name: "Our form" };
    const first = await who.call(api.addToShelf, { body });
    expect([first.version, first.things]).toEqual([1, [form.id]]);
    const from = { shelf: first.id };
    const [made] = (await installed(who, from)).things;
    const params = { id: form.id };
    const { revision } = await who.call(formsApi.getFormDraft, { params });
    await who.call(formsApi.saveFormDraft, {
      params,
      body: { name: "Visit", content: aForm("Visit again"), revision },
    });
    const again = { ...body, replaces: first.id, note: "With a date" };
    const second = await who.call(api.addToShelf, { body: again });
    expect(second).toMatchObject({ id: first.id, version: 2, note: "With a date", used: { version: 1 } });
    const listed = (await who.call(api.listShelf)).things;
    expect(listed).toMatchObject([
      { id: first.id, version: 2 },
      { id: other.id, version: 1 },
    ]);
    const checked = await who.call(api.checkInstall, { body: { from } });
    expect(checked).toMatchObject({ version: 2, used: 1 });
    const { version } = checked;
    const [part] = checked.parts;
    expect(part).toMatchObject({ existing: { id: made?.id, newer: true, altered: false } });
    const existing = { id: made?.id ?? "", mark: part?.existing?.mark ?? "" };
    const chosen = { of: "form" as const, id: "form", into: "existing" as const, existing };
    const press_ = { from, version, key: press(), parts: [chosen] };
    expect((await who.call(api.install, { body: press_ })).things).toMatchObject([{ id: made?.id }]);
    expect(
      (await refused(who.call(api.install, { body: { ...press_, version: 1, key: press() } }))).status,
    ).toBe(409);
    // Only what is of the kind, and ours, has a next version.
    expect((await refused(who.call(api.addToShelf, { body: { ...again, replaces: other.id } }))).status).toBe(
      404,
    );
    const stranger = await makePerson(harness);
    const theirs = await stranger.call(formsApi.createForm, { body: { name: "Visit" } });
    const foreign = { ...again, thingId: theirs.id };
    expect((await refused(stranger.call(api.addToShelf, { body: foreign }))).status).toBe(404);
    expect((await who.call(api.getShelved, { params: { id: first.id } })).version).toBe(2);
  });

  test("knows what an encap's copy is, whatever the next version has before it", async () => {
    const who = await makePerson(harness);
    const journey = await who.call(automationDoors.journey.create, { body: { name: "Welcome" } });
    const body = { kind: "journey" as const, thingId: journey.id, name: "Welcome" };
    const { id } = await who.call(api.addToShelf, { body });
    const idsIn = async () => {
      const { content } = await who.call(api.getShelved, { params: { id } });
      return content.kind === "journey" ? content.file.automations.map((each) => each.id) : [];
    };
    const before = await idsIn();
    await who.call(api.addToShelf, { body: { ...body, replaces: id } });
    expect(await idsIn()).toEqual(before);
    expect(before).not.toContain(journey.id);
  });

  test("takes sets of templates, each name and language once", async () => {
    const who = await makePerson(harness);
    const [one, two] = [await createChannel(who), await createChannel(who)];
    const template = (channelId: string, language: string) =>
      who.call(templatesApi.createTemplate, {
        body: {
          channelId,
          name: "visit_reminder",
          language,
          category: "UTILITY",
          components: { body: { text: "Come." } },
        },
      });
    const english = await template(one.id, "en");
    const hindi = await template(one.id, "hi");
    const elsewhere = await template(two.id, "en");
    const body = { kind: "templates" as const, name: "Reminders" };
    const set = await who.call(api.addToShelf, { body: { ...body, thingIds: [english.id, hindi.id] } });
    expect(set.counts.templates).toBe(2);
    const { parts, channels } = await who.call(api.checkInstall, { body: { from: { shelf: set.id } } });
    expect(parts.map(({ id }) => id)).toEqual(["visit_reminder/en", "visit_reminder/hi"]);
    expect(channels).toHaveLength(2);
    for (const thingIds of [[], [english.id, elsewhere.id], [english.id, "0".repeat(36)]])
      expect([400, 404]).toContain(
        (await refused(who.call(api.addToShelf, { body: { ...body, thingIds } }))).status,
      );
    expect((await refused(who.call(api.addToShelf, { body: { kind: "form", name: "Form" } }))).status).toBe(
      400,
    );
    expect((await who.call(api.listShelf)).things).toHaveLength(1);
  });

  test("is full at some time, and says so", async () => {
    const who = await makePerson(harness);
    const form = await who.call(formsApi.createForm, { body: { name: "Visit" } });
    const body = { kind: "form" as const, thingId: form.id, name: "Visit" };
    const { id } = await who.call(api.addToShelf, { body });
    await harness.env.TENANT_1.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${api.SHELF.most})
       INSERT INTO marketplace_shelf SELECT id || '-' || n.i, enterprise_id, kind, name, note, content, counts, shared_by, shared_at, version, things
       FROM marketplace_shelf CROSS JOIN n WHERE id = ?`,
    )
      .bind(id)
      .run();
    expect(await refused(who.call(api.addToShelf, { body }))).toMatchObject({ status: 400 });
  });
});

test("who may not make a kind may look at it, and no more", async () => {
  const owner = await makePerson(harness);
  const form = await owner.call(formsApi.createForm, { body: { name: "Visit" } });
  const shelved = await owner.call(api.addToShelf, {
    body: { kind: "form", thingId: form.id, name: "Visit" },
  });
  const only = { permissions: { "MARKET_PLACE.VIEW": 1 } };
  await owner.send("PUT", "/api/e/enterprise/roles/3/permissions", only);
  const looker = await makeColleague(harness, owner, { roles: [3] });
  expect((await looker.call(api.listPackages)).packages.length).toBeGreaterThan(0);
  const from = { package: "lead-form" };
  expect((await refused(looker.call(api.checkInstall, { body: { from } }))).status).toBe(403);
  const body = { from, version: 1, key: press() };
  expect((await refused(looker.call(api.install, { body }))).status).toBe(403);
  expect((await refused(looker.call(api.removeFromShelf, { params: { id: shelved.id } }))).status).toBe(403);
  const again = { kind: "form" as const, thingId: form.id, name: "Visit" };
  expect((await refused(looker.call(api.addToShelf, { body: again }))).status).toBe(403);
});
