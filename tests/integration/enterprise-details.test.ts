import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sendToDrive } from "#tests/support/drive.ts";
import { startHarness } from "#tests/support/harness.ts";
import { png } from "#tests/support/made-files.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { createIntegration } from "#workers/contract/endpoints/integrations.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import { usualFeatures } from "#workers/contract/endpoints/profile.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";

const harness = await startHarness();
const admin = await makePerson(harness);
const PATH = "/api/e/enterprise/configuration";

const get = (who: Person = admin) => who.call(enterpriseApi.getDetails);
const save = (body: object, who: Person = admin) => who.call(enterpriseApi.saveConfiguration, { body });
const seen = (who: Person = admin) => who.call(profileApi.configuration);

describe("the enterprise's details", () => {
  test("tell everybody the country of its phone numbers: the one chosen, else the time zone's", async () => {
    const who = await makePerson(harness);
    const country = async () => (await seen(who)).country;
    expect(await country()).toBe("");
    await save({ details: { timezone: "Asia/Kolkata" } }, who);
    expect(await country()).toBe("IN");
    await save({ details: { country: "AE" } }, who);
    expect(await country()).toBe("AE");
  });

  test("are saved part by part, each keeping the rest", async () => {
    const who = await makePerson(harness);
    await save(
      { details: { industry: "Insurance", country: "IN", website: "https://bank.example.com" } },
      who,
    );
    await save({ name: " Asha   Bank ", details: { phone: "+91 22 1234 5678" } }, who);
    expect(await get(who)).toMatchObject({
      name: "Asha Bank",
      details: {
        industry: "Insurance",
        country: "IN",
        website: "https://bank.example.com",
        phone: "+91 22 1234 5678",
        timezone: "",
      },
    });
    expect((await who.call(profileApi.me)).enterpriseName).toBe("Asha Bank");
  });

  test.each([
    [{ name: " " }, { name: "This field is mandatory." }],
    [{ details: { industry: "Alchemy" } }, { "details.industry": "Choose an industry from the list." }],
    [{ details: { country: "XX" } }, { "details.country": "Choose a country from the list." }],
    [{ details: { timezone: "Here" } }, { "details.timezone": "Choose a time zone from the list." }],
    [
      { details: { website: "javascript:alert(1)" } },
      { "details.website": "Enter a full address, such as https://example.com" },
    ],
    [
      { details: { contactEmail: "nobody" } },
      { "details.contactEmail": "Please enter a valid email address" },
    ],
    [{ details: { phone: "none" } }, { "details.phone": "Invalid number format" }],
  ])("%j is refused at its field", async (change, errors) => {
    const response = await admin.send("POST", PATH, change);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors });
  });

  test("the database, the id and what is not listed stay, whatever is sent (S-04, S-06)", async () => {
    const row = () =>
      harness.env.DIRECTORY.prepare("SELECT * FROM enterprises WHERE id = ?")
        .bind(admin.enterpriseId)
        .first<Record<string, unknown>>();
    const before = await row();
    await save({
      id: "x",
      eId: "x",
      database: "TENANT_2",
      twoFactorRequired: true,
      details: { address: "1 Road", tenantId: "x" },
    });
    const after = await row();
    expect(after).toMatchObject({
      id: before?.["id"],
      database: before?.["database"],
      two_factor_required: 0,
    });
    expect(JSON.parse(String(after?.["details"]))).toEqual({ address: "1 Road" });
  });

  test("who was faster is told, and nothing is overwritten", async () => {
    const who = await makePerson(harness);
    const { revision } = await get(who);
    const answers = await Promise.all(
      ["One", "Other"].map((name) => who.send("POST", PATH, { name, revision })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("who may only see gets them and changes nothing; who may neither, gets nothing (1403)", async () => {
    const who = await makePerson(harness);
    const only = async (...permissions: string[]) => {
      const reader = await makePerson(harness, { roles: [5] });
      await harness.env.DIRECTORY.prepare(
        "INSERT INTO role_permissions (enterprise_id, role, permissions, created_at, updated_at) VALUES (?, 5, ?, 0, 0)",
      )
        .bind(reader.enterpriseId, JSON.stringify(permissions))
        .run();
      return reader;
    };
    const reader = await only("ENTERPRISE.VIEW");
    expect((await get(reader)).revision).toBe(1);
    expect(await (await reader.send("POST", PATH, { name: "Mine" })).json()).toMatchObject({ code: 1403 });
    const nobody = await only("NLP.VIEW");
    expect(await (await nobody.send("GET", "/api/e/enterprise/details")).json()).toMatchObject({
      code: 1403,
    });
    expect(await seen(nobody)).toMatchObject({ title: "Chatbird" });
    expect((await get(who)).revision).toBe(1);
  });

  test("a change is in the audit trail, before and after (S-57)", async () => {
    const who = await makePerson(harness);
    await save({ whiteLabel: { title: "Asha Desk" } }, who);
    const { results } = await harness.env.DIRECTORY.prepare(
      "SELECT * FROM directory_audit WHERE enterprise_id = ?",
    )
      .bind(who.enterpriseId)
      .all<{ before: string; after: string }>();
    expect(results).toMatchObject([
      { action: "configure", object_kind: "enterprise", object_id: who.enterpriseId },
    ]);
    expect(JSON.parse(results[0]?.after ?? "")).toMatchObject({ whiteLabel: { title: "Asha Desk" } });
  });
});

describe("the look of the console", () => {
  test("is what everybody of the enterprise is told at the start", async () => {
    const who = await makePerson(harness);
    expect(await seen(who)).toMatchObject({
      title: "Chatbird",
      whiteLabel: { title: "", logoId: "", accent: "", accentDark: "" },
    });
    const logo = await sendToDrive(harness, who, { use: "logo", bytes: png(128), name: "logo.png" });
    const whiteLabel = { title: "Asha Desk", logoId: logo.id, accent: "#7A1FA2", accentDark: "#d9a3f0" };
    await save({ whiteLabel }, who);
    expect(await seen(who)).toMatchObject({
      title: "Asha Desk",
      whiteLabel: { ...whiteLabel, accent: "#7a1fa2" },
    });
  });

  test.each([
    [
      "accent",
      "#ffdd00",
      /White text on this colour has a contrast of 1\.\d:1, but needs 4\.5:1\. Choose a darker one, such as #[0-9a-f]{6}\./,
    ],
    [
      "accentDark",
      "#20104a",
      /Dark text on this colour has a contrast of 1\.\d:1, but needs 4\.5:1\. Choose a lighter one/,
    ],
    ["accent", "red", /Enter the colour as #/],
    ["accent", "#fff", /Enter the colour as #/],
  ])("%s %s is refused, saying what would do (U-10)", async (name, colour, text) => {
    const response = await admin.send("POST", PATH, { whiteLabel: { [name]: colour } });
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: Record<string, string> };
    expect(errors[`whiteLabel.${name}`]).toMatch(text);
  });

  test("a logo is a file made for it, of this enterprise; a new one removes the old", async () => {
    const who = await makePerson(harness);
    const picture = await sendToDrive(harness, who, { use: "profile", bytes: png(64), name: "me.png" });
    const theirs = await sendToDrive(harness, admin, { use: "logo", bytes: png(64), name: "logo.png" });
    for (const logoId of [picture.id, theirs.id, "nowhere"]) {
      const response = await who.send("POST", PATH, { whiteLabel: { logoId } });
      expect(await response.json()).toMatchObject({
        errors: { "whiteLabel.logoId": "This logo no longer exists. Upload it again." },
      });
    }
    const [one, other] = [
      await sendToDrive(harness, who, { use: "logo", bytes: png(64), name: "one.png" }),
      await sendToDrive(harness, who, { use: "logo", bytes: png(64), name: "other.png" }),
    ];
    await save({ whiteLabel: { logoId: other.id } }, who);
    expect((await who.send("GET", `/api${one.path}`)).status).toBe(404);
    expect((await who.send("GET", `/api${other.path}`)).status).toBe(200);
  });
});

describe("features", () => {
  test("are all listed, and as usual until they are switched (O-13)", async () => {
    const who = await makePerson(harness);
    expect((await get(who)).features).toEqual(usualFeatures);
    await save({ features: { recordExternalCampaign: true } }, who);
    expect((await seen(who)).features).toEqual({ ...usualFeatures, recordExternalCampaign: true });
  });

  test("that are no features are refused or ignored", async () => {
    const who = await makePerson(harness);
    await save({ features: { root: true, trash: false } }, who);
    expect((await seen(who)).features).toEqual(usualFeatures);
  });
});

test("name the vendors and the providers in use, each with the region or the host that its settings tell", async () => {
  const who = await makePerson(harness);
  expect((await get(who)).residency).toMatchObject({ vendors: [], models: [] });
  const channel = (name: string, vendor: number, settings: object) =>
    harness.env.TENANT_1.prepare(
      `INSERT INTO channels (id, enterprise_id, type, vendor, contact_id, name, name_key, settings, rate, webhook_token, revision, updated_by, created_at, updated_at)
       VALUES (?1, ?2, 4, ?3, ?1, ?4, ?4, ?5, 10, 'token', 1, '', 1, 1)`,
    )
      .bind(randomUUID(), who.enterpriseId, vendor, name, JSON.stringify(settings))
      .run();
  await channel("one", vendorCodes.sinch, { region: "eu" });
  await channel("two", vendorCodes.sinch, { region: "eu" });
  await channel("three", vendorCodes.kaleyra, { baseUrl: "https://api.in.kaleyra.io/v1" });
  await channel("four", vendorCodes.telegramBot, {});
  await channel("ours", vendorCodes.simulator, {});
  await who.call(createIntegration, {
    body: { name: "Our model", llm: 1, apikey: "sk-key" },
  });
  expect((await get(who)).residency).toMatchObject({
    vendors: [
      { vendor: vendorCodes.kaleyra, region: "", host: "api.in.kaleyra.io" },
      { vendor: vendorCodes.sinch, region: "eu", host: "" },
      { vendor: vendorCodes.telegramBot, region: "", host: "" },
    ],
    models: [{ name: "Our model", host: "api.openai.com" }],
  });
});

test("name who hears voices, takes payments and is told of events, and no mail service where no mail leaves", async () => {
  const who = await makePerson(harness);
  const none = { speech: [], payments: [], mail: [], systems: [] };
  expect((await get(who)).residency).toMatchObject(none);
  const add = (table: string, row: Record<string, string | number>) => {
    const filled = {
      id: randomUUID(),
      enterprise_id: who.enterpriseId,
      created_at: 1,
      updated_at: 1,
      ...row,
    };
    const places = Object.keys(filled).map((_, index) => `?${index + 1}`);
    return harness.env.TENANT_1.prepare(
      `INSERT INTO ${table} (${Object.keys(filled).join()}, revision, updated_by) VALUES (${places.join()}, 1, '')`,
    )
      .bind(...Object.values(filled))
      .run();
  };
  await add("speech_settings", {
    ...{ provider: "openAi", base_url: "https://voices.example.com/v1", speech_model: "", key_hint: "" },
    ...{ transcription_model: "", voices: "", has_key: 1, transcribes_voice: 1 },
  });
  await add("payment_accounts", { gateway: "razorpay", key_id: "rzp_1", hints: "{}" });
  const hook = { description: "", events: "[]", since: 0, owner_id: "" };
  await add("hooks", { ...hook, url: "https://crm.example.com/in", is_on: 1 });
  await add("hooks", { ...hook, url: "https://off.example.com/in", is_on: 0 });
  await add("auth_configs", {
    auth_type: 2,
    name: "ERP",
    name_key: "erp",
    data: '{"url":"https://erp.example.com/x"}',
  });
  expect((await get(who)).residency).toMatchObject({
    speech: ["voices.example.com"],
    payments: ["Razorpay"],
    systems: ["crm.example.com", "erp.example.com"],
  });
});

test("time zones are the ones that can be chosen", async () => {
  const zones = await admin.call(enterpriseApi.timezones);
  expect(zones.length).toBeGreaterThan(400);
  expect(zones).toEqual(expect.arrayContaining(["UTC", "Asia/Kolkata", "Europe/Berlin"]));
});
