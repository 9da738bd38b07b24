import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { makeCustomer } from "#tests/support/customers.ts";
import { switchCampaignsOn } from "#tests/support/campaigns.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { aForm } from "#tests/support/forms.ts";
import { startHarness } from "#tests/support/harness.ts";
import { say } from "#tests/support/journey-talk.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import { answerOurselves, deliver, leaveToTest, makeChannel, saying } from "#tests/support/messaging.ts";
import { type Mover, mover } from "#tests/support/moving.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { keyOf, makeTemplate, PATH } from "#tests/support/public-sending.ts";
import { startedJourney } from "#tests/support/runs.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import type { TenantDatabase } from "#db/client.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { sendEvent, triggerDoors } from "#workers/contract/endpoints/automation-triggers.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { saveConfiguration } from "#workers/contract/endpoints/enterprise.ts";
import { BELIEVED_MS } from "#workers/domain/identity/believed-sessions.ts";
import { recordExternalCampaign } from "#workers/contract/endpoints/external-campaigns.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import type { Taken } from "#workers/contract/endpoints/public-messages.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MoveStep } from "#workers/contract/moving.ts";
import { claimRecipients } from "#workers/domain/broadcasts/claim.ts";
import { cancelMove } from "#workers/domain/moving/ask.ts";
import { keepCall } from "#workers/domain/moving/intake.ts";

/** An act from outside while an enterprise moves, through each of its doors, is there once: at every step. */
const harness = await startHarness();
const { env } = harness;
const LONG = { timeout: 600_000 };
const SLOW = { timeout: 40_000, interval: 200 };
/** So many broadcasts of one person a minute are the most: who is refused is asked again later than a reader. */
const PATIENT = { timeout: 40_000, interval: 1_000 };
beforeEach(() => answerOurselves(harness));

const ORIGIN = "http://127.0.0.1:8787";
const SALE = "https://shop.example/sale?from=chat";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
let phones = Date.now();
const phone = () => `+9194${String(phones++ % 100_000_000).padStart(8, "0")}`;

const rowsIn = async <Row>(database: TenantDatabase, sql: string, ...values: unknown[]): Promise<Row[]> =>
  (
    await env[database]
      .prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;

/** A broadcast's tracked link, as one of its recipients has it. */
async function trackedLink(owner: Person): Promise<string> {
  const channel = await makeChannel(harness, owner);
  const { id: templateUId } = await makeTemplate(harness, channel, {
    components: { body: { text: "News: {{1}}" } },
  });
  const { id } = await owner.call(broadcastSendingApi.sendBroadcast, {
    body: {
      channelId: channel.id,
      phoneNumber: [phone()],
      message: { template: { templateUId } },
      columnMapping: [{ variable: "body/1", type: "static", value: `See ${SALE}.` }],
      trackClicks: true,
    },
  });
  let path = "";
  await vi.waitFor(async () => {
    const [row] = await rowsIn<{ data: string }>(
      "TENANT_1",
      "SELECT data FROM broadcast_recipients WHERE substr(id, 1, 28) = ? AND status <> 'queued'",
      id.slice(0, 28),
    );
    path = new RegExp(`${ORIGIN}(/l/[0-9A-Za-z]+)\\.`).exec(row?.data ?? "")?.[1] ?? "";
    expect(path).not.toBe("");
  }, SLOW);
  return path;
}

/** Addresses under which so many people take no more mails. */
async function unsubscribePaths(owner: Person, count: number): Promise<string[]> {
  await switchCampaignsOn(harness, owner);
  const channel = await makeChannel(harness, owner, { type: channelTypes.email });
  const { id: templateUId } = await makeTemplate(harness, channel, { category: "MARKETING" });
  await leaveToTest(harness, channel);
  // A session that was believed before knows of the switch a moment later.
  const { id } = await vi.waitFor(
    () =>
      owner.call(broadcastSendingApi.sendBroadcast, {
        body: {
          channelId: channel.id,
          phoneNumber: Array.from({ length: count }, () => `${randomUUID()}@people.example`),
          message: { template: { templateUId } },
          columnMapping: [{ variable: "body/1", type: "static", value: "Sale" }],
        },
      }),
    PATIENT,
  );
  await eventually(async () =>
    expect((await owner.call(broadcastsApi.getBroadcast, { params: { id } })).data.isPrepared).toBe(true),
  );
  const claim = { id: channel.id, type: channelTypes.email, pair: null };
  const { block } = await claimRecipients(
    watchedCtx(harness, owner, () => {}),
    claim,
    id,
    50,
    undefined,
  );
  await env.TENANT_1.prepare(
    "UPDATE broadcast_recipients SET status = 'sent', claimed_by = NULL WHERE claimed_by = ?",
  )
    .bind(id)
    .run();
  return block.map(({ unsubscribeUrl }) => new URL(unsubscribeUrl ?? "").pathname);
}

/** A system that sends by the API on a channel of its own: the `n`th message, and another one under the same key. */
async function sendingSystem(owner: Person) {
  const channel = await makeChannel(harness, owner);
  const template = await makeTemplate(harness, channel, {
    components: { body: { text: "Order {{1}}" } },
  });
  const { secret } = await keyOf(owner, ["messages.send", "campaigns.record"]);
  const to = phone();
  const ask = (n: number, order = n) => ({
    channelId: channel.id,
    to,
    template: { id: template.id },
    variables: { "body/1": String(order) },
    idempotencyKey: `message ${n}`,
  });
  const post = async <Data>(path: string, body: object): Promise<Data> => {
    const response = await harness.fetch(path, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json<{ data: Data }>()).data;
  };
  const send = async (message: object) =>
    (await post<{ messages: Taken[] }>(PATH, { messages: [message] })).messages[0];
  /** How far a campaign of the system's own has come: told twice, the second time of more people. */
  const record = (n: number, sent: number) =>
    post<{ id: string }>(`/api${recordExternalCampaign.path}`, {
      ...{ externalId: `campaign ${n}`, name: "Sale", channelType: 0, sent },
      startedAt: "2026-11-01T00:00:00Z",
    });
  /** By the messages' keys, the ids that their callers were told. */
  const told = new Map<string, string>();
  return {
    told,
    async through(n: number, at: string) {
      const [first, begun] = [await send(ask(n)), await record(n, 1)];
      // By then every isolate has found it in its new database, where nothing that was kept is played yet.
      if (at === "drain") await new Promise((resolve) => setTimeout(resolve, BELIEVED_MS + 500));
      const [again, other] = [await send(ask(n)), await send(ask(n, -1))];
      expect([first, again, other], at).toMatchObject([
        { status: "accepted", repeated: false },
        { status: "accepted", repeated: true },
        { status: "refused", code: "keyUsed" },
      ]);
      const ids = [first, again].map((each) => (each?.status === "accepted" ? each.id : ""));
      expect(new Set(ids).size, "the same message").toBe(1);
      const campaigns = [begun, await record(n, 2)].map(({ id }) => id);
      expect(new Set(campaigns).size, "the same campaign").toBe(1);
      told.set(`campaign ${n}`, campaigns[0] ?? "");
      told.set(`api:message ${n}`, ids[0] ?? "");
    },
  };
}

const MOST_STEPS = 14;
/** A journey that other systems begin, by an event and by a webhook. */
async function begunFromOutside(owner: Person) {
  const channel = await makeChannel(harness, owner);
  const triggers = [
    { kind: "event", name: "order.paid" },
    { kind: "webhook", by: "phone", at: "buyer.phone" },
  ];
  const graph = graphOf({ start: ["start", { triggers, reentry: "always" }], end: ["end"] }, ["start > end"]);
  const id = await publishedOne(owner, "journey", `Doors ${randomUUID()}`, graph);
  const instance = await owner.call(instanceDoors.journey.create, {
    params: { id },
    body: { channelId: channel.id },
  });
  const params = { id, instanceId: instance.id };
  const { address } = await owner.call(triggerDoors.journey.hook, { params });
  const { secret } = await keyOf(owner, ["events.send"]);
  // One for each call: nobody is in a journey twice at once.
  const people = Array.from({ length: 2 * MOST_STEPS }, phone);
  for (const phoneNumber of people) await makeCustomer(owner, { phoneNumber });
  const hellos = people.map((each) => saying(each, "Hello"));
  await deliver(harness, channel, hellos);
  return { people, secret, hook: new URL(address).pathname };
}

/** Links in what a journey said to so many people, each with a run that waits for a click. */
async function runLinks(owner: Person, count: number): Promise<string[]> {
  const channel = await makeChannel(harness, owner);
  const events = [{ id: "c", kind: "click", of: "hello" }];
  const graph = graphOf(
    {
      start: ["start"],
      hello: say("Your cart: https://shop.example/cart."),
      wait: ["waitFor", { events, timeout: { amount: 1, unit: "days" } }],
      end: ["end"],
    },
    ["start > hello", "hello > wait", "wait.event:c > end"],
  );
  await startedJourney(harness, channel, graph, { keyword: "cart" });
  await deliver(
    harness,
    channel,
    Array.from({ length: count }, () => saying(phone(), "cart")),
  );
  return vi.waitFor(async () => {
    const links = await rowsIn<{ token: string }>(
      "TENANT_1",
      `SELECT l.token FROM run_links l CROSS JOIN run_waits w ON w.enterprise_id = l.enterprise_id AND w.kind = 'message' AND w.key = l.key
         WHERE l.enterprise_id = ?`,
      owner.enterpriseId,
    );
    expect(links).toHaveLength(count);
    return links.map(({ token }) => `/l/${token}`);
  }, SLOW);
}

async function furnished() {
  const owner = await makePerson(harness);
  await owner.call(saveConfiguration, { body: { features: { recordExternalCampaign: true } } });
  const [link, mails, journey, ofRuns, system] = [
    await trackedLink(owner),
    await unsubscribePaths(owner, MOST_STEPS),
    await begunFromOutside(owner),
    await runLinks(owner, MOST_STEPS),
    await sendingSystem(owner),
  ];
  const { id: formId } = await owner.call(formsApi.createForm, {
    body: { name: `Form ${randomUUID()}`, content: aForm("Order", undefined, { mostAnswers: 1_000 }) },
  });
  await owner.call(formsApi.publishForm, { params: { id: formId }, body: { revision: 1 } });
  const { token } = await owner.call(formsApi.makeFormLink, { params: { id: formId }, body: {} });
  return { owner, link, mails, journey, ofRuns, system, formId, token };
}
type Furnished = Awaited<ReturnType<typeof furnished>>;

/** Goes through every door once, the `n`th time; what its sender may send twice is sent twice. */
async function goThrough({ link, mails, journey, ofRuns, system, token }: Furnished, n: number, at: string) {
  await system.through(n, at);
  const json = { "content-type": "application/json" };
  const post = (body: object, headers: Record<string, string> = json) => ({
    method: "POST",
    headers: { ...headers, "content-length": String(JSON.stringify(body).length) },
    body: JSON.stringify(body),
  });
  const seen = { method: "GET", redirect: "manual" as const, headers: { "user-agent": PHONE } };
  const statuses = async (path: string, init: RequestInit, times = 1) => {
    const all = [];
    for (let time = 0; time < times; time++) {
      const { status, headers } = await harness.fetch(path, init);
      all.push(headers.get("location") === null ? status : "led on");
    }
    return [...new Set(all)];
  };
  const event = {
    name: "order.paid",
    key: `order ${n}`,
    customer: { phone: journey.people[n] },
    data: { n },
  };
  const answers = { id: randomUUID(), version: 1, answers: { name: `Person ${n}` } };
  const bearer = { ...json, authorization: `Bearer ${journey.secret}` };
  expect(
    {
      link: await statuses(link, seen),
      ofRun: await statuses(ofRuns[n] ?? "", seen, 2),
      unsubscribed: await statuses(mails[n] ?? "", { method: "POST" }, 2),
      event: await statuses(`/api${sendEvent.path}`, post(event, bearer), 2),
      hook: await statuses(
        journey.hook,
        post(
          { buyer: { phone: journey.people[MOST_STEPS + n] } },
          { ...json, "idempotency-key": `call ${n}` },
        ),
        2,
      ),
      opened: await statuses(`/api/form/${token}/seen`, post({ what: "opened" })),
      page: await statuses(`/api/form/${token}`, { method: "GET" }),
      answered: await statuses(`/api/form/${token}`, post(answers), 2),
    },
    at,
  ).toEqual({
    link: ["led on"],
    ofRun: ["led on"],
    unsubscribed: [200],
    event: [200],
    hook: [200],
    opened: [200],
    page: [200],
    answered: [200],
  });
}

/** The rows that are there of all that came in. */
async function whatIsIn(database: TenantDatabase, { owner: { enterpriseId }, token, system }: Furnished) {
  const one = async (sql: string, ...more: unknown[]) =>
    Object.values((await rowsIn<Record<string, number>>(database, sql, enterpriseId, ...more))[0] ?? {})[0];
  const sent = await rowsIn<{ id: string; cause: string; status: string }>(
    database,
    "SELECT id, cause, status FROM messages WHERE enterprise_id = ?1 AND cause GLOB 'api:*'",
    enterpriseId,
  );
  const campaigns = await rowsIn<{ id: string; name: string; sent: number }>(
    database,
    "SELECT id, external_id AS name, sent FROM external_campaigns WHERE enterprise_id = ?1",
    enterpriseId,
  );
  const begunBy = (kind: string) =>
    one("SELECT count(*) FROM runs WHERE enterprise_id = ?1 AND data ->> '$.entry.trigger.kind' = ?2", kind);
  return {
    link: await one("SELECT clicks FROM links WHERE enterprise_id = ?1 AND url = ?2", SALE),
    ofRun: await one("SELECT count(*) FROM run_links WHERE enterprise_id = ?1 AND clicked_at > 0"),
    goneOn: await one(
      "SELECT count(*) FROM runs r WHERE enterprise_id = ?1 AND state = 'completed' AND data ->> '$.entry.trigger.kind' = 'keyword'",
    ),
    unsubscribed: await one("SELECT count(*) FROM consents WHERE enterprise_id = ?1 AND given = 0"),
    sent: sent.filter(
      ({ id, cause, status }) => system.told.get(cause) === id && /^(?:sent|delivered|read)$/.test(status),
    ).length,
    messages: sent.length,
    campaigns: campaigns.filter((each) => system.told.get(each.name) === each.id && each.sent === 2).length,
    event: await begunBy("event"),
    hook: await begunBy("webhook"),
    opened: await one("SELECT opened FROM form_links WHERE enterprise_id = ?1 AND token = ?2", token),
    answered: await one(
      "SELECT count(*) + count(DISTINCT answers ->> 'name') FROM form_submissions WHERE enterprise_id = ?1",
    ),
  };
}
/** Once for each time, and once more for a look at a form that is kept late. */
const eachOnce = (times: number) => ({
  link: times,
  ofRun: times,
  goneOn: times,
  unsubscribed: times,
  sent: times,
  messages: times,
  campaigns: times,
  event: times,
  hook: times,
  opened: times + 1,
  answered: 2 * times,
});

/** Goes through the doors before each step's first page, and dies as often as something kept was played. */
async function walk(all: Furnished, move: Mover, end: MoveStep, each: (at: MoveStep) => Promise<void>) {
  const steps: MoveStep[] = [];
  for (let at = await move.step(), pages = 0; at !== end; at = await move.step(), pages++) {
    if (pages > 600) throw new Error(`the move stays at ${at}`);
    if (!steps.includes(at)) {
      await goThrough(all, steps.length, at);
      steps.push(at);
      await each(at);
      // Whoever was refused by the old fence may keep it only now.
      if (at === "remove" || at === "undoRows")
        await keepCall(env.FILES, all.owner.enterpriseId, {
          kind: "formSeen",
          token: all.token,
          what: "opened",
          at: 1,
        });
    }
    move.dies.deletes = 1 - (pages % 2);
    await move.page();
  }
  await goThrough(all, steps.length, end);
  return [...steps, end];
}

async function expectAllOnce(all: Furnished, database: TenantDatabase, times: number) {
  await vi.waitFor(
    async () => {
      await harness.scheduled();
      expect(await whatIsIn(database, all)).toEqual(eachOnce(times));
    },
    { timeout: 60_000, interval: 500 },
  );
  for (const each of ["TENANT_1", "TENANT_2"] as const)
    expect(
      await rowsIn(each, "SELECT call FROM kept_calls WHERE enterprise_id = ?", all.owner.enterpriseId),
    ).toEqual([]);
  expect((await env.FILES.list({ prefix: `moving/${all.owner.enterpriseId}/` })).objects).toEqual([]);
}

test("at every step of a move all doors stand open, and what comes through is there once", LONG, async () => {
  const all = await furnished();
  const move = await mover(harness, all.owner.enterpriseId);
  const steps = await walk(all, move, "done", async () => undefined);
  expect(steps).toEqual([
    ...["still", "fence", "told", "reserve", "copy", "words", "compare", "switch"],
    ...["objects", "drain", "keep", "remove", "done"],
  ]);
  await expectAllOnce(all, "TENANT_2", steps.length);
});

test("the same where the move is taken back: all of it is in the old database", LONG, async () => {
  const all = await furnished();
  const move = await mover(harness, all.owner.enterpriseId);
  const steps = await walk(all, move, "cancelled", async (at) => {
    if (at === "switch") await cancelMove(env.DIRECTORY as never, all.owner.enterpriseId, Date.now());
  });
  expect(steps.slice(-3)).toEqual(["undo", "undoRows", "cancelled"]);
  await expectAllOnce(all, "TENANT_1", steps.length);
});
