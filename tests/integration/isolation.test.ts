import { readdirSync } from "node:fs";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { intentBody, nlp, nothingOfAnybody, people, type Rows } from "#tests/support/isolation.ts";
import { everythingOf, fill, nowhere } from "#tests/support/isolation-owner.ts";
import { keepJobs } from "#tests/support/jobs.ts";
import { makePerson, sessionFor, signedInAs } from "#tests/support/people.ts";
import { Tries } from "#tests/support/tries.ts";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { callLimitOf, SEARCHED } from "#workers/contract/call-limits.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { jobKinds, wakeOf } from "#workers/contract/jobs.ts";
import { takeWords } from "#workers/domain/chat-words/fill.ts";

/**
 * S-01: nobody reaches another enterprise's data by naming its ids. Every call of the contract has a row in a file of
 * isolation/, which is read as a folder; a call without one fails here.
 */
const folder = new URL("isolation/", import.meta.url);
const files = await Promise.all(
  readdirSync(folder).map(
    async (name) => (await import(/* @vite-ignore */ new URL(name, folder).href)) as { rows: Rows },
  ),
);
const named = files.flatMap(({ rows }) => Object.entries(rows));
const rows: Rows = Object.fromEntries(named);
const calls = allEndpoints.map(({ endpoint }) => ({ endpoint, key: `${endpoint.method} ${endpoint.path}` }));

const harness = await startHarness();
const owner = await makePerson(harness, { database: "TENANT_1" });
const strangers = [
  { who: "somebody in the same database", person: await makePerson(harness, { database: "TENANT_1" }) },
  { who: "somebody in another database", person: await makePerson(harness, { database: "TENANT_2" }) },
];
const { theirs, trained } = await fill(harness, owner);
const missing = nowhere(theirs);
const MINUTES = 300_000;

test("the owner's bot is trained, so that there is something to steal", () => {
  expect(trained).toBe(true);
});

test("every call of the contract has one row here, and every row a call", () => {
  expect(named.map(([key]) => key).toSorted()).toEqual(calls.map(({ key }) => key).toSorted());
});

test("a stranger gets for an id what an id that does not exist gets", { timeout: MINUTES }, async () => {
  const tries = new Tries("isolation: stranger × call");
  // The sweeper takes the words of the owner's chats, which is nobody's doing.
  for (
    let looks = 0;
    looks < 50 && (await takeWords({ $client: harness.env.TENANT_1 }, Date.now())) > 0;
    looks++
  );
  const before = await everythingOf(harness, owner);
  for (const { who, person } of strangers) {
    const attacks = calls.flatMap(({ key, endpoint }) => {
      const row = rows[key];
      if (typeof row !== "function") return [];
      const unknown = row(missing);
      return row(theirs).map((attempt, at) => ({ key, endpoint, attempt, nobodys: unknown[at] }));
    });
    const name = ({ key }: (typeof attacks)[number]) => `${who}, ${key}`;
    await tries.all(attacks, name, async ({ endpoint, attempt, nobodys }) => {
      const response = await person.send(endpoint.method, attempt.path, attempt.body);
      const text = await response.text();
      expect(response.status, text).toBe(404);
      const other = await person.send(endpoint.method, nobodys?.path ?? "", nobodys?.body);
      expect(text).toBe(await other.text());
    });
    const after = await everythingOf(harness, owner);
    for (const [table, held] of Object.entries(after)) {
      await tries.try(`${who} changes nothing in ${table}`, () => expect(held).toEqual(before[table]));
    }
  }
  tries.report();
});

/**
 * Query fields whose words are looked for, of lists that name no id: each is asked for the beginning of a word that the
 * owner's things have, since some say what they were asked.
 */
const searched = calls.flatMap(({ key, endpoint }) => {
  const limit =
    endpoint.method === "GET" && rows[key] === nothingOfAnybody ? callLimitOf(endpoint) : undefined;
  const { query } = endpoint;
  const fields = SEARCHED.filter((name) => limit !== undefined && query !== undefined && name in query.shape);
  // Conditions have a form of their own.
  return fields.filter((name) => name !== "fields").map((name) => `/api${endpoint.path}?${name}=canar`);
});

test(
  "no list, search or file of the contract shows a stranger the owner's words or ids, nor does its head or its line in the log (S-02)",
  { timeout: MINUTES },
  async () => {
    const tries = new Tries("isolation: stranger × list");
    const ids = Object.values(theirs).filter((id) => typeof id === "string");
    const lists = calls
      .filter(({ key, endpoint }) => endpoint.method === "GET" && rows[key] === nothingOfAnybody)
      .map(({ endpoint }) => `/api${endpoint.path}`);
    const searches = [`${nlp}/v2/agent?perPage=-1`, `${nlp}/v2/agent?name=Bot`, `${people}/me`];
    const showsNothing = (text: string) => {
      // There is a time zone of that name.
      expect(text.replaceAll("Atlantic/Canary", "")).not.toMatch(/canary/i);
      for (const id of ids) expect(text).not.toContain(id);
    };
    const theirsIn = async (response: Response) => {
      showsNothing(JSON.stringify([...response.headers]));
      showsNothing(await response.text());
      return response.headers.get("x-request-id") ?? "";
    };
    // The owner finds what the strangers do not: else this says nothing.
    const found = new Set<string>();
    for (const path of searched) {
      const text = await (await owner.send("GET", path)).text();
      if (/canary/i.test(text)) found.add(path);
    }
    console.log(`the owner finds a canary in ${found.size} of ${searched.length} searches`);
    expect(found.size).toBeGreaterThan(searched.length / 2);
    for (const { who, person } of strangers) {
      const requests = new Set<string>();
      harness.logs();
      for (const path of [...lists, ...searches, ...searched]) {
        await tries.try(`${who}, ${path}`, async () => {
          // A session for each call: one of them ends it.
          const caller = signedInAs(harness, person, await sessionFor(harness, person));
          const response = await caller.send("GET", path);
          // A refusal would show nothing, whatever the search does.
          if (found.has(path)) expect(response.status).toBeLessThan(400);
          requests.add(await theirsIn(response));
        });
      }
      const { agentId } = await makeBot(person);
      for (const list of ["conversations", "conversationsReport", "graphReport"]) {
        for (const [whose, id] of Object.entries({ "their own": agentId, "the owner's": theirs.agentId })) {
          await tries.try(`${who}, POST ${list} of ${whose} bot`, async () => {
            const range = { agentId: id, startDate: "1970-01-01T00:00:00", endDate: "2099-01-01T00:00:00" };
            requests.add(await theirsIn(await person.send("POST", `${nlp}/${list}`, range)));
          });
        }
      }
      requests.delete("");
      const lines = harness.logs().filter(({ message }) => [...requests].some((id) => message.includes(id)));
      await tries.try(`${who}, ${lines.length} lines of the log`, () => {
        expect(lines.length).toBeGreaterThan(lists.length);
        showsNothing(JSON.stringify(lines));
      });
    }
    tries.report();
  },
);

test("a message of the queue that names a stranger's enterprise and the owner's work does nothing (S-01)", async () => {
  const restore = await keepJobs(harness, owner);
  const open = Object.keys(jobKinds).map((kind) => ({ id: uuidv7(), kind }));
  await harness.env.TENANT_1.prepare(
    `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, created_at, updated_at)
     SELECT e.value->>'id', ?2, e.value->>'kind', 'canary of the queue', '{}', 'waiting', 0, '', 0, 0, 1, 1 FROM json_each(?1) e`,
  )
    .bind(JSON.stringify(open), owner.enterpriseId)
    .run();
  const theirJobs = async () =>
    (
      await harness.env.TENANT_1.prepare("SELECT * FROM jobs WHERE enterprise_id = ? ORDER BY id")
        .bind(owner.enterpriseId)
        .all()
    ).results;
  const before = await theirJobs();
  expect(before.filter(({ state }) => state === "waiting")).toHaveLength(open.length);
  for (const [at, { who, person }] of strangers.entries()) {
    const own = harness.env[at === 0 ? "TENANT_1" : "TENANT_2"];
    const last = uuidv7();
    // No sweeper takes it: when it is done, the queue has come to it, and so through the messages before it.
    await own
      .prepare(
        `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, woken_at, created_at, updated_at)
         VALUES (?1, ?2, 'agent.forget', ?1, json_object('agentId', ?1), 'waiting', 0, '', 0, 0, unixepoch() * 1000 + 3600000, 1, 1)`,
      )
      .bind(last, person.enterpriseId)
      .run();
    const enterpriseId = person.enterpriseId as EnterpriseId;
    const messages = [...open.map(({ id }) => id), last].map((id) => ({
      body: wakeOf({ id, enterpriseId, requestId: `misled ${at}` }),
    }));
    harness.logs();
    await harness.env.JOBS.sendBatch(messages);
    await eventually(async () => {
      const state = await own.prepare("SELECT state FROM jobs WHERE id = ?").bind(last).first("state");
      expect(state, who).toBe("done");
    });
    expect(await theirJobs(), who).toEqual(before);
    const lines = harness.logs().filter(({ message }) => open.some(({ id }) => message.includes(id)));
    expect(lines, who).toEqual([]);
  }
  await harness.env.TENANT_1.prepare(
    "DELETE FROM jobs WHERE subject = 'canary of the queue' AND enterprise_id = ?",
  )
    .bind(owner.enterpriseId)
    .run();
  await restore();
});

test("no stranger binds the owner's entity into an intent of their own", async () => {
  for (const { person } of strangers) {
    const own = await makeBot(person);
    const response = await person.send("POST", `${nlp}/intent`, {
      ...intentBody({ ...theirs, ...own }),
      entities: [{ id: theirs.entityId, name: "x", required: true, prompts: ["which?"] }],
    });
    expect(response.status).toBe(400);
  }
});

test("nobody becomes somebody else by naming another enterprise (S-04, S-06)", async () => {
  for (const { person } of strangers) {
    const response = await person.send("POST", `${nlp}/agent`, {
      name: "Mine",
      description: "mine",
      eId: owner.enterpriseId,
      enterpriseId: owner.enterpriseId,
      tenantId: owner.enterpriseId,
      createdBy: "x",
    });
    expect(await response.json()).toMatchObject({ data: { eId: person.enterpriseId } });
  }
});
