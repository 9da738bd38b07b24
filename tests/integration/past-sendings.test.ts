import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendFile } from "#db/seed/send-file.ts";
import { Together } from "#db/seed/past/player/aside.ts";
import { SendingPlayer, type SendingTools } from "#db/seed/past/player/send.ts";
import type { PastSending } from "#db/seed/past/past-sending.ts";
import { planSendings } from "#db/seed/past/sendings.ts";
import { demoTemplates } from "#db/seed/templates.ts";
import { tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { chatDrift, leaveToTest, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { components } from "#workers/contract/templates/template.ts";
import { checks } from "#workers/domain/consistency/checks.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import type { LaneChannel } from "#workers/domain/messaging/lane-state.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** Broadcasts, campaigns and imports of the demo's past, as they are played beside the living Workers. */
const harness = await startHarness();
const db = harness.env.TENANT_1;
const DAY_MS = 86_400_000;
const UNTIL = Date.now() - 3_600_000;
const SYSTEM = { userId: "system", name: "", address: "", requestId: "" };

beforeAll(() => {
  vi.stubGlobal("scheduler", { wait: (ms: number) => new Promise((done) => setTimeout(done, ms)) });
});
afterAll(() => void vi.unstubAllGlobals());

interface World {
  person: Person;
  channels: Record<"whatsApp" | "sms" | "rcs", string>;
  templates: Record<string, string>;
  tools: SendingTools;
}

async function makeWorld(): Promise<World> {
  const person = await makePerson(harness);
  const made = async (type: number) => {
    const channel = await makeChannel(harness, person, { type });
    return channel.id;
  };
  const channels = {
    whatsApp: await made(channelTypes.whatsApp),
    sms: await made(channelTypes.sms),
    rcs: await made(channelTypes.rcs),
  };
  const templates: Record<string, string> = {};
  for (const { on, ...template } of demoTemplates) {
    const id = randomUUID();
    templates[template.name] = id;
    await db
      .prepare(
        `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'APPROVED', ?8, ?8, ?8)`,
      )
      .bind(
        ...[id, person.enterpriseId, channels[on], template.name, template.language, template.category],
        ...[JSON.stringify(components.parse(template.components)), Date.now()],
      )
      .run();
  }
  const ctx = ctxOf(tenantDatabase(harness.env, "TENANT_1"), enterpriseId.parse(person.enterpriseId), SYSTEM);
  const hash = await addressHash(ctx, keyRing(harness.secrets.DATA_KEY));
  const lanes = await rowsOf<LaneChannel>(
    harness,
    "SELECT id, type, contact_id AS contactId, department_id AS departmentId, agent_id AS agentId FROM channels WHERE enterprise_id = ?",
    person.enterpriseId,
  );
  const tools = {
    env: harness.env as unknown as SendingTools["env"],
    database: db,
    together: new Together(db),
    channels: new Map(lanes.map((lane) => [lane.id, lane])),
    hash,
  };
  return { person, channels, templates, tools };
}

/** All that the seed plays, in its order; each file is handed in once. */
async function planned({ person, channels, templates }: World): Promise<PastSending[]> {
  const owner = { uId: person.userId, name: "Asha Rao" };
  const maker = { uId: randomUUID(), name: "Kiran Desai" };
  const all = planSendings({ until: UNTIL, channels, templates, owner, maker });
  const sendings: PastSending[] = [];
  for (const { key, file, steps } of all) {
    const path = file ? await sendFile(harness.fetch, person, file.rows.join("\n"), file.name) : "";
    sendings.push(pastOf(person, key, steps(path)));
  }
  return sendings;
}

const pastOf = ({ enterpriseId: theirs }: Person, key: string, steps: PastSending["steps"]): PastSending => ({
  database: "TENANT_1",
  enterpriseId: theirs,
  before: UNTIL + 1_800_000,
  key,
  steps,
});

/** Counts of all that the sweeper, the clock, senders and lanes of today look for. */
const WORK = `SELECT (SELECT count(*) FROM jobs WHERE enterprise_id = ?1 AND state IN ('waiting', 'running')) AS jobs,
  (SELECT count(*) FROM broadcasts WHERE enterprise_id = ?1 AND state IN ('processing', 'paused', 'later')) AS going,
  (SELECT count(*) FROM broadcast_recipients WHERE enterprise_id = ?1 AND claimed_by IS NOT NULL) AS claimed,
  (SELECT count(*) FROM inbound_events WHERE enterprise_id = ?1 AND state = 'pending') AS events,
  (SELECT count(*) FROM timers WHERE enterprise_id = ?1) AS timers,
  (SELECT count(*) FROM live_events WHERE enterprise_id = ?1 AND body ->> '$.action' = 'activityChanged') AS rings`;
const NO_WORK = { jobs: 0, going: 0, claimed: 0, events: 0, timers: 0, rings: 0 };
const workOf = async ({ person }: World) => (await rowsOf(harness, WORK, person.enterpriseId))[0];

const ALL = `SELECT (SELECT count(*) FROM broadcasts WHERE enterprise_id = ?1) AS broadcasts,
  (SELECT count(*) FROM broadcast_recipients WHERE enterprise_id = ?1) AS recipients,
  (SELECT count(*) FROM activities WHERE enterprise_id = ?1) AS activities,
  (SELECT count(*) FROM customer_imports WHERE enterprise_id = ?1) AS imports,
  (SELECT count(*) FROM customers WHERE enterprise_id = ?1) AS customers,
  (SELECT count(*) FROM messages WHERE enterprise_id = ?1) AS messages,
  (SELECT count(*) FROM audit_trail WHERE enterprise_id = ?1) AS steps`;
const allOf = async ({ person }: World) => (await rowsOf(harness, ALL, person.enterpriseId))[0];

const play = (world: World, past: PastSending, tools = world.tools) => new SendingPlayer(past, tools).play();

const LONG_MS = 120_000;

test(
  "three weeks of sendings lie in their days, agree with their counts, and are work of nobody",
  { timeout: LONG_MS },
  async () => {
    const world = await makeWorld();
    const { person } = world;
    const sendings = await planned(world);
    for (const past of sendings) {
      await play(world, past);
      expect(await workOf(world)).toEqual(NO_WORK);
    }

    const broadcasts = await rowsOf<{ state: string; name: string; started: number; ended: number }>(
      harness,
      "SELECT name, state, started_at AS started, ended_at AS ended FROM broadcasts WHERE enterprise_id = ? ORDER BY started_at",
      person.enterpriseId,
    );
    expect(broadcasts.map(({ state }) => state)).toEqual(broadcasts.map(() => "completed"));
    const dayOf = (at: number) => Math.floor(at / DAY_MS);
    expect(new Set(broadcasts.map(({ started }) => dayOf(started))).size).toBeGreaterThan(7);
    for (const { started, ended } of broadcasts) {
      expect(started).toBeGreaterThan(UNTIL - 22 * DAY_MS);
      expect(dayOf(ended)).toBe(dayOf(started));
    }
    const counts = await rowsOf<{ status: string; code: string; n: number }>(
      harness,
      "SELECT status, code, sum(count) AS n FROM broadcast_counts WHERE enterprise_id = ? GROUP BY 1, 2 HAVING sum(count) > 0",
      person.enterpriseId,
    );
    const named = new Set(counts.map(({ status, code }) => (code ? `${status} ${code}` : status)));
    expect([...named].toSorted()).toEqual(
      ["delivered", "failed 131026", "failed invalidNumber", "failed optOut", "read", "replied"].toSorted(),
    );
    const activities = await rowsOf<{ name: string; state: number; approval: string }>(
      harness,
      "SELECT name, state, approval FROM activities WHERE enterprise_id = ? ORDER BY created_at",
      person.enterpriseId,
    );
    expect(activities.map(({ state, approval }) => [state, approval])).toEqual([
      [4, "approved"],
      [0, "rejected"],
      [4, "approved"],
      [0, "pending"],
    ]);
    const imports = await rowsOf<{ state: string; completed: number }>(
      harness,
      "SELECT state, completed_at AS completed FROM customer_imports WHERE enterprise_id = ? ORDER BY created_at",
      person.enterpriseId,
    );
    expect(imports.map(({ state }) => state)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED"]);
    expect(new Set(imports.map(({ completed }) => dayOf(completed))).size).toBe(3);

    // Whatever counts what lies in rows says the same as the rows.
    expect(await chatDrift(harness, person.enterpriseId)).toBe(0);
    const place = { tenant: db, directory: harness.env.DIRECTORY, enterpriseId: person.enterpriseId };
    for (const { kind, page } of checks) {
      const found = await page({ ...place, now: Date.now(), repair: false }, "");
      expect([kind, found.wrong, found.example]).toEqual([kind, 0, null]);
    }

    const before = await allOf(world);
    for (const past of sendings) await play(world, past);
    expect(await allOf(world)).toEqual(before);
    expect(await workOf(world)).toEqual(NO_WORK);
  },
);

test(
  "what broke off anywhere is no work of today, and goes on where it was",
  { timeout: LONG_MS },
  async () => {
    const world = await makeWorld();
    const [, customers, statements] = await planned(world);
    if (!customers || !statements) throw new Error("Nothing is planned.");
    await playInCuts(world, customers);
    const database = cutAfterClaim();
    await expect(play(world, statements, { ...world.tools, database })).rejects.toThrow("cut off");
    expect(await workOf(world)).toEqual(NO_WORK);
    await playInCuts(world, statements);
    const found = await rowsOf(
      harness,
      `SELECT (SELECT count(*) FROM customer_imports WHERE enterprise_id = ?1 AND state = 'COMPLETED') AS imports,
       (SELECT count(*) FROM customers WHERE enterprise_id = ?1) AS customers,
       (SELECT count(*) FROM broadcasts WHERE enterprise_id = ?1 AND state = 'completed') AS broadcasts,
       (SELECT count(*) FROM broadcast_recipients WHERE enterprise_id = ?1 AND status IN ('delivered', 'read')) AS reached,
       (SELECT count(*) FROM broadcast_recipients WHERE enterprise_id = ?1 AND replied_at IS NOT NULL) AS replied`,
      world.person.enterpriseId,
    );
    expect(found).toEqual([{ imports: 1, customers: 10, broadcasts: 1, reached: 10, replied: 2 }]);

    /** Breaks off after the first transaction, then after the second, and so on, each time in the state that the last has left. */
    async function playInCuts(of: World, past: PastSending): Promise<void> {
      for (let most = 1; most < 60; most++) {
        const cut = cutAfter(most);
        const tools = { ...of.tools, database: cut, together: new Together(cut) };
        const ended = await play(of, past, tools).then(
          () => true,
          () => false,
        );
        expect(await workOf(of)).toEqual(NO_WORK);
        if (ended) return;
      }
      throw new Error("It never ends.");
    }
  },
);

/** The database, until so many transactions are done. */
function cutAfter(most: number): D1Database {
  let done = 0;
  return {
    prepare: (sql: string) => db.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => {
      if (++done > most) throw new Error("cut off");
      return db.batch(statements);
    },
  } as unknown as D1Database;
}

/** The database, until people of a broadcast are claimed: nobody has noted yet that they were called. */
function cutAfterClaim(): D1Database {
  let isClaimed = false;
  let isOver = false;
  return {
    prepare: (sql: string) => {
      isClaimed ||= sql.includes("served_at LIMIT 1");
      return db.prepare(sql);
    },
    batch: (statements: D1PreparedStatement[]) => {
      if (isOver) throw new Error("cut off");
      isOver = isClaimed;
      return db.batch(statements);
    },
  } as unknown as D1Database;
}

test("a broadcast of today on the same channel is not sent by the past", async () => {
  const world = await makeWorld();
  const { person, channels, templates } = world;
  const sendings = await planned(world);
  const [, customers, statements] = sendings;
  if (!customers || !statements) throw new Error("Nothing is planned.");
  await leaveToTest(harness, { id: channels.whatsApp });
  const id = `${randomUUID().slice(0, 28)}00000000`;
  const recipient = `${id.slice(0, 28)}00000001`;
  const at = Date.now();
  await db.batch([
    db
      .prepare(
        `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class,
           by_id, by_name, timezone, started_at, prepared_at, expires_at, created_at, updated_at)
         SELECT ?1, ?2, 'Today', ?3, 4, t.id, json_object('name', t.name, 'language', 'en', 'category', t.category, 'components', json(t.components)),
           '{}', 'processing', 0, '', '', 'UTC', ?5, ?5, ?5 + 86400000, ?5, ?5 FROM templates t WHERE t.id = ?4`,
      )
      .bind(id, person.enterpriseId, channels.whatsApp, templates["statement_ready"] ?? "", at),
    db
      .prepare(
        "INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, status, facts) VALUES (?, ?, NULL, '+919800000001', 'queued', '{}')",
      )
      .bind(recipient, person.enterpriseId),
  ]);
  await play(world, customers);
  await play(world, statements);
  expect(
    await rowsOf(
      harness,
      "SELECT b.state, r.status, r.claimed_at AS claimed FROM broadcasts b CROSS JOIN broadcast_recipients r ON r.id = ?2 WHERE b.id = ?1",
      id,
      recipient,
    ),
  ).toEqual([{ state: "processing", status: "queued", claimed: null }]);
});
