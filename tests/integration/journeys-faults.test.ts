import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { uuidv7 } from "uuidv7";
import type { TenantDb } from "#db/client.ts";
import { ringOf } from "#tests/support/channels.ts";
import { graphOf } from "#tests/support/flow.ts";
import { aForm } from "#tests/support/forms.ts";
import { startHarness } from "#tests/support/harness.ts";
import { faultyCtx, type Faults, noFaults } from "#tests/support/import-ctx.ts";
import { say } from "#tests/support/journey-talk.ts";
import { answerOurselves, leaveToTest, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { answerOutbound, forgetOutbound } from "#tests/support/outbound.ts";
import { withRazorpay } from "#tests/support/payments.ts";
import { makePerson } from "#tests/support/people.ts";
import { makeTemplate } from "#tests/support/public-sending.ts";
import { startedJourney } from "#tests/support/runs.ts";
import { fillPeople } from "#tests/support/sent-messages.ts";
import { publishedFlow } from "#tests/support/wa-flows.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { newRun } from "#workers/domain/flow/run.ts";
import { formLinkAt } from "#workers/domain/forms/token.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import { type RunDeps, workRuns } from "#workers/domain/runs/carry-on.ts";
import { callingHttp } from "#workers/domain/runs/call-http.ts";
import { callingMessage } from "#workers/domain/runs/call-message.ts";
import { callingPayment } from "#workers/domain/runs/call-payment.ts";
import { type Callers, workCalls } from "#workers/domain/runs/calls.ts";
import { dataOf } from "#workers/domain/runs/run-row.ts";

/** Every call of the database fails once, before or after it took effect, while a run does what it wants. */
const harness = await startHarness();
beforeEach(async () => {
  answerOurselves(harness);
  // Runs that other files have left would be carried on, too, and count as calls.
  await harness.env.TENANT_1.batch(
    ["UPDATE runs SET wake_at = NULL WHERE wake_at IS NOT NULL", "DELETE FROM run_calls"].map((text) =>
      harness.env.TENANT_1.prepare(text),
    ),
  );
});
/** Two days on, so that nothing of it is due for the clock that is there. */
const DAYS_MS = 2 * 86_400_000;
const later = () => Date.now() + DAYS_MS;
afterEach(forgetOutbound);
const { TENANT_1: database } = harness.env;
const ring = ringOf(harness);
const PLACE = { database: "TENANT_1" as const, origin: "http://127.0.0.1:8787" };
const deps: RunDeps = {
  capabilities: (_, type) => simulatorCapabilities(type),
  placeOf: async () => ({ zone: "UTC", country: "IN" }),
  formLink: () => formLinkAt("TENANT_1", PLACE.origin),
  linksOf: async () => PLACE,
};
const callersOf = (db: TenantDb): Callers => {
  const message = callingMessage(db, {
    hashOf: (ctx) => addressHash(ctx, ring),
    linksOf: async () => PLACE,
    wake: () => {},
  });
  const env = { ...harness.env, DATA_KEY: harness.secrets.DATA_KEY };
  return {
    http: callingHttp(db, env as never, async () => ["93.184.216.34"]),
    mail: message,
    sms: message,
    payment: callingPayment(db, { ring, now: Date.now, newId: uuidv7, ...PLACE }),
  };
};

const PEOPLE = 400;
/** Looks that a run takes at most, whatever fails. */
const ROUNDS = 60;

async function prepared() {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [mail, sms] = await Promise.all(
    [channelTypes.email, channelTypes.sms].map((type) => makeChannel(harness, owner, { type })),
  );
  const flowId = await publishedFlow(owner, channel.id);
  const { id: templateId } = await makeTemplate(harness, channel, {
    components: { body: { text: "Where?" }, buttons: [{ type: "FLOW", text: "Answer", value: flowId }] },
  });
  const { id: formId } = await owner.call(formsApi.createForm, {
    body: { name: `Form ${randomUUID()}`, content: aForm("Order") },
  });
  await owner.call(formsApi.publishForm, { params: { id: formId }, body: { revision: 1 } });
  const integration = async (body: object) =>
    (await owner.call(integrationsApi.createIntegration, { body: { name: randomUUID(), ...body } })).id;
  const hookId = await integration({
    authType: 2,
    data: { url: "https://shop.company.com/api" },
    secrets: {},
  });
  const databaseId = await integration({
    authType: 4,
    data: { type: "libSQL", host: "db.company.com" },
    secrets: { token: "t" },
  });
  // Senders and the lane leave it to the test.
  for (const each of [channel, mail, sms]) if (each) await leaveToTest(harness, each);
  const prefix = `${randomUUID()}-`;
  await fillPeople({ database, enterpriseId: owner.enterpriseId }, PEOPLE, prefix);
  await database
    .prepare(
      `INSERT OR REPLACE INTO reach (enterprise_id, channel_id, identity_id, window_until, reachable)
       SELECT enterprise_id, ?1, id, ?2, 1 FROM identities WHERE enterprise_id = ?3`,
    )
    .bind(channel.id, later() + DAYS_MS, owner.enterpriseId)
    .run();
  return { owner, channel, prefix, flowId, templateId, formId, hookId, databaseId, mail, sms };
}
type Prepared = Awaited<ReturnType<typeof prepared>>;

let runs = 0;
/** Carries one new run on until nothing of it is left to do, by a database that fails once. */
async function carried(
  { owner: { enterpriseId }, channel, prefix }: Prepared,
  { instanceId, versionId }: { instanceId: string; versionId: string },
  faults: Faults,
): Promise<string> {
  const [id, customerId] = [`${prefix}run${++runs}`, `${prefix}${runs}`];
  const data = dataOf(newRun({ id, customerId, channelId: channel.id, startedAt: later() }));
  await database
    .prepare(
      `INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, seq, wake_at, data, started_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?1, 'waiting', 0, ?8, ?7, ?8)`,
    )
    .bind(id, enterpriseId, instanceId, versionId, channel.id, customerId, data, later())
    .run();
  const { db } = faultyCtx(harness, faults, enterpriseId);
  for (let round = 0; round < ROUNDS; round++) {
    await workRuns(db, deps, later).catch(() => undefined);
    await workCalls(db, callersOf(db), later, async () => {}).catch(() => undefined);
    const [left] = await rowsOf<{ isDone: 0 | 1 }>(
      harness,
      `SELECT NOT EXISTS (SELECT 1 FROM run_calls WHERE run_id = r.id) AND NOT EXISTS (SELECT 1 FROM run_inbox x WHERE x.run_id = r.id AND x.done_at IS NULL)
         AND r.attempts = 0 AND (r.wake_at IS NULL OR r.wake_at > ?2) AS isDone FROM runs r WHERE r.id = ?1`,
      id,
      later() + 60_000,
    );
    if (left?.isDone) return id;
    // Whoever broke off is looked at again, and whoever died over a call has left it long ago.
    await database.batch([
      database.prepare("UPDATE runs SET wake_at = ?2 WHERE id = ?1 AND attempts > 0").bind(id, later()),
      database.prepare("UPDATE run_calls SET due_at = ?2 WHERE run_id = ?1").bind(id, later()),
    ]);
  }
  throw new Error(`a run comes to no rest: call ${faults.failAt} fails ${faults.mode} it took effect`);
}

/** Looks until a run was carried on by us alone. */
const TRIES = 20;
const BY_OTHERS = "SELECT 1 FROM run_steps WHERE run_id = ? AND at < ? LIMIT 1";

/**
 * One new run that we have carried on alone, with what has failed on its way. The clock that is there takes what it hears of at
 * once, in the present and with what it can do: such a run says nothing of the sweep, and another one takes its place.
 */
async function carriedByUs(
  place: Prepared,
  journey: { instanceId: string; versionId: string },
  faults: () => Faults,
): Promise<{ runId: string; calls: number }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const given = faults();
    const runId = await carried(place, journey, given);
    const others = await rowsOf(harness, BY_OTHERS, runId, Date.now() + DAYS_MS / 2);
    if (others.length === 0) return { runId, calls: given.calls };
  }
  throw new Error("the clock that is there is always faster");
}

/** Every call of the database fails once, before and after; `check` sees each run that came of it. */
async function sweep(
  place: Prepared,
  graph: ReturnType<typeof graphOf>,
  check: (runId: string) => Promise<unknown>,
  expected: unknown,
): Promise<number> {
  const journey = await startedJourney(harness, place.channel, graph);
  const clean = await carriedByUs(place, journey, noFaults);
  expect(await check(clean.runId)).toEqual(expected);
  for (const mode of ["before", "after"] as const)
    for (let failAt = 1; failAt <= clean.calls; failAt++) {
      const { runId } = await carriedByUs(place, journey, () => ({ ...noFaults(), failAt, mode }));
      expect(await check(runId), `call ${failAt} fails ${mode} it took effect`).toEqual(expected);
    }
  return clean.calls;
}

/** How often each thing is there that a run has made. */
const madeBy = async (runId: string) => {
  const [counts] = await rowsOf<Record<string, number>>(
    harness,
    `SELECT (SELECT count(*) FROM messages WHERE cause GLOB 'run:' || ?1 || ':*') AS messages,
      (SELECT count(*) FROM run_links WHERE key GLOB ?1 || ':*') AS links,
      (SELECT count(*) FROM wa_flow_sessions WHERE run_id = ?1) AS flows,
      (SELECT count(*) FROM form_links WHERE run_id = ?1) AS forms,
      (SELECT count(*) FROM payment_links WHERE run_id = ?1) AS payments,
      (SELECT count(*) - max(seq) FROM run_steps WHERE run_id = ?1) AS gaps,
      (SELECT state = 'failed' FROM runs WHERE id = ?1) AS failed`,
    runId,
  );
  return counts;
};

/** Takes more than a minute, so `npm run bench journey-faults` runs it. */
const isWhole = process.env.WHOLE_SWEEP === "1";

test("a mail that nobody waits for: once, whatever call fails", async () => {
  const place = await prepared();
  const graph = graphOf(
    {
      start: ["start"],
      it: [
        "sendMail",
        { channelId: place.mail?.id, to: "asha@example.test", subject: "Hello", text: "Hello" },
      ],
    },
    ["start > it"],
  );
  const expected = { messages: 1, links: 0, flows: 0, forms: 0, payments: 0, gaps: 0, failed: 0 };
  expect(await sweep(place, graph, madeBy, expected)).toBeGreaterThan(5);
});

test.runIf(isWhole)(
  "links, templates, mails, SMS, calls, databases and payments: each once, whatever call fails",
  async () => {
    const place = await prepared();
    const { owner, templateId, hookId, databaseId, mail, sms } = place;
    const { razorpay } = await withRazorpay(owner);
    const keys = new Map<string, Set<string>>();
    const noting = (kind: string, key: string) => {
      const runId = key.slice(0, key.lastIndexOf(":"));
      const of = `${kind} ${runId}`;
      keys.set(of, (keys.get(of) ?? new Set<string>()).add(key));
    };
    answerOutbound("https://shop.company.com/api", (request) => {
      noting("http", request.headers.get("idempotency-key") ?? "");
      return Response.json({});
    });
    answerOutbound("https://db.company.com/v2/pipeline", async (request) => {
      const { requests } = (await request.json()) as {
        requests: { stmt?: { named_args: { value: { value: string } }[] } }[];
      };
      noting("sql", requests[0]?.stmt?.named_args[0]?.value.value ?? "");
      const result = { cols: [], rows: [], affected_row_count: 1 };
      return Response.json({ results: [{ type: "ok", response: { type: "execute", result } }] });
    });
    const graph = graphOf(
      {
        start: ["start"],
        link: say("Your cart: https://shop.example/cart"),
        send: ["sendTemplate", { templateId }],
        mail: ["sendMail", { channelId: mail?.id, to: "asha@example.test", subject: "Hello", text: "Hello" }],
        sms: ["sendSms", { channelId: sms?.id, to: "+919500000001", text: "Hello" }],
        call: ["http", { request: { authType: 2, configId: hookId, method: "POST", path: "/orders" } }],
        ask: [
          "http",
          { request: { authType: 4, configId: databaseId, statement: "INSERT INTO o VALUES (:call_key)" } },
        ],
        pay: [
          "payment",
          {
            amount: { type: "expression", value: "250" },
            currency: "INR",
            description: "Fee",
            text: "{payment.url}",
          },
        ],
        wait: [
          "waitFor",
          { events: [{ id: "c", kind: "click", of: "link" }], timeout: { amount: 1, unit: "hours" } },
        ],
      },
      [
        ...[
          "start > link",
          "link > send",
          "send > mail",
          "mail > sms",
          "sms > call",
          "call > ask",
          "ask > pay",
        ],
        "pay.paid > wait",
      ],
    );
    const check = async (runId: string) => ({
      ...(await madeBy(runId)),
      http: keys.get(`http ${runId}`)?.size,
      sql: keys.get(`sql ${runId}`)?.size,
    });
    const calls = await sweep(place, graph, check, {
      ...{ messages: 5, links: 1, flows: 1, forms: 0, payments: 1, gaps: 0, failed: 0 },
      ...{ http: 1, sql: 1 },
    });
    expect(calls).toBeGreaterThan(20);
    // A link each run, at the gateway too.
    const references = razorpay.links.map(({ reference_id: reference }) => reference);
    expect(references.length).toBeGreaterThan(2 * calls);
    expect(new Set(references).size).toBe(references.length);
  },
  300_000,
);

test("a form's link and a WhatsApp Flow: each once, whatever call fails", async () => {
  const place = await prepared();
  const { formId, flowId } = place;
  const form = graphOf(
    { start: ["start"], it: ["form", { formId, as: "link", text: "Please", button: "Open" }] },
    ["start > it"],
  );
  const flow = graphOf(
    { start: ["start"], it: ["whatsappFlow", { flowId, text: "Where?", button: "Open" }] },
    ["start > it"],
  );
  const nothing = { messages: 1, links: 0, flows: 0, forms: 0, payments: 0, gaps: 0, failed: 0 };
  expect(await sweep(place, form, madeBy, { ...nothing, forms: 1 })).toBeGreaterThan(3);
  expect(await sweep(place, flow, madeBy, { ...nothing, flows: 1 })).toBeGreaterThan(3);
});
