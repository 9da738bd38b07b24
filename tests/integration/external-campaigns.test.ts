import Papa from "papaparse";
import { expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { externalCampaignsTexts as texts } from "#texts/external-campaigns.ts";
import { createApiKey } from "#workers/contract/endpoints/api-keys.ts";
import { saveConfiguration } from "#workers/contract/endpoints/enterprise.ts";
import * as api from "#workers/contract/endpoints/external-campaigns.ts";

const harness = await startHarness();
const DAY = 86_400_000;
const path = `/api${api.externalPath}`;
const startedAt = new Date(Date.now() - 2 * DAY).toISOString();
const spring = { externalId: "spring-26", name: "Spring", channelType: 0, startedAt, sent: 10 };

async function begin({ on = true } = {}) {
  const owner = await makePerson(harness);
  if (on) await owner.call(saveConfiguration, { body: { features: { recordExternalCampaign: true } } });
  const { secret } = await owner.call(createApiKey, {
    body: { name: "Mailer", scopes: ["campaigns.record"] },
  });
  const record = (body: object, key = secret) =>
    harness.fetch(path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const listed = async (query: object = {}) =>
    (await owner.call(api.listExternalCampaigns, { query })).campaigns;
  return { owner, secret, record, listed };
}

const trailOf = ({ enterpriseId }: Person) =>
  rowsOf<{ action: string }>(
    harness,
    "SELECT action FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'externalCampaign' ORDER BY id",
    enterpriseId,
  );

test("a key records a campaign once under its own id, and what it tells later replaces that", async () => {
  const { owner, record, listed } = await begin();
  const first = await record(spring);
  expect(await first.json()).toMatchObject({
    status: true,
    message: texts.recorded,
    data: { externalId: "spring-26" },
  });
  expect((await record(spring)).status).toBe(200);
  const both = await Promise.all([record({ ...spring, sent: 20 }), record({ ...spring, sent: 20 })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const known = await listed();
  expect(known).toHaveLength(1);
  expect(known[0]).toMatchObject({
    ...spring,
    sent: 20,
    endedAt: null,
    cost: null,
    by: expect.stringContaining("Mailer"),
  });
  expect((await trailOf(owner)).map(({ action }) => action)).toEqual(["create", "update"]);

  // Another enterprise has ids of its own.
  const other = await begin();
  expect((await other.record({ ...spring, name: "Theirs" })).status).toBe(200);
  expect((await listed()).map(({ name }) => name)).toEqual(["Spring"]);
});

test("an enterprise that doesn't record external campaigns refuses them and says so", async () => {
  const { owner, record } = await begin({ on: false });
  const refused = await record(spring);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ status: false, message: texts.off });
  for (const each of [path, `${path}/csv`]) {
    const response = await owner.send("GET", each);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(texts.off);
  }
});

test("a key without the scope and a person without the permission record nothing", async () => {
  const { owner, record, listed } = await begin();
  const { secret } = await owner.call(createApiKey, { body: { name: "Shop", scopes: ["customers.read"] } });
  expect((await record(spring, secret)).status).toBe(403);
  const agent = await makeColleague(harness, owner, { roles: [3] });
  expect((await agent.send("POST", path, spring)).status).toBe(403);
  expect((await agent.send("GET", path)).status).toBe(403);
  expect(await listed()).toEqual([]);
});

test("what is wrong with a campaign is said by its field", async () => {
  const { record } = await begin();
  const wrong: [object, string, string][] = [
    [{ ...spring, externalId: " " }, "externalId", "This Field is Mandatory"],
    [{ ...spring, channelType: 2 }, "channelType", texts.channelWrong],
    [{ ...spring, startedAt: "yesterday" }, "startedAt", texts.timeWrong],
    [{ ...spring, endedAt: new Date(0).toISOString() }, "endedAt", texts.endBeforeStart],
    [{ ...spring, currency: "rupees" }, "currency", texts.currencyWrong],
    [{ ...spring, url: "javascript:alert(1)" }, "url", texts.urlWrong],
  ];
  for (const [body, field, message] of wrong) {
    const response = await record(body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: Record<string, string> };
    expect(Object.keys(errors)).toEqual([field]);
    if (field !== "externalId") expect(errors[field]).toBe(message);
  }
  for (const body of [{ ...spring, sent: -1 }, { ...spring, read: 1.5 }, { ...spring, cost: -1 }, []])
    expect((await record(body)).status).toBe(400);
});

test("they are listed by when they began, and the CSV has all of them, guarded", async () => {
  const { owner, record, listed } = await begin();
  for (const at of [1, 2, 3, 40])
    await record({
      ...spring,
      externalId: `c-${at}`,
      name: at === 2 ? "=SUM(A1)" : `Campaign ${at}`,
      startedAt: new Date(Date.now() - at * DAY).toISOString(),
      cost: 12.5,
      currency: "INR",
      url: "https://mailer.example/c",
    });
  expect((await listed()).map(({ externalId }) => externalId)).toEqual(["c-1", "c-2", "c-3"]);
  const day = new Date(Date.now() - 40 * DAY).toISOString().slice(0, 10);
  expect((await listed({ fromDate: day, toDate: day })).map(({ externalId }) => externalId)).toEqual([
    "c-40",
  ]);
  expect((await listed({ toDate: day })).map(({ externalId }) => externalId)).toEqual(["c-40"]);
  const { campaigns, more } = await owner.call(api.listExternalCampaigns, { query: { perPage: 2 } });
  expect([campaigns.length, more]).toEqual([2, true]);
  const response = await owner.send("GET", `${path}/csv?fromDate=${day}`);
  const { data } = Papa.parse<string[]>(await response.text(), { skipEmptyLines: true });
  expect(data.slice(1).map(([name]) => name)).toEqual([
    "Campaign 1",
    "'=SUM(A1)",
    "Campaign 3",
    "Campaign 40",
  ]);
  expect(data[1]?.slice(9, 13)).toEqual(["12.5", "c-1", "INR", "https://mailer.example/c"]);
  expect((await trailOf(owner)).map(({ action }) => action)).toContain("export");
});
