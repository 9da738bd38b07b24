import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { eventually } from "#tests/support/eventually.ts";
import { makeCustomer } from "#tests/support/customers.ts";
import { saveDefinition } from "#tests/support/customer-fields.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, newPhone } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saidOn,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { fillPeople } from "#tests/support/sent-messages.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { othersAside, runsOf, startedJourney } from "#tests/support/runs.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { workRuns } from "#workers/domain/runs/carry-on.ts";
import { Crowd } from "#workers/domain/runs/due.ts";
import { entering } from "#workers/domain/runs/enter.ts";

const simulated = (_vendor: number, type: number) => simulatorCapabilities(type);
const DEPS = {
  capabilities: simulated,
  placeOf: async () => ({ zone: "UTC", country: "IN" }),
  formLink: () => ({ token: "", url: "" }),
  linksOf: () => Promise.reject(new Error("nobody waits for a click")),
};

/** Journeys as they run: rows, clock, lane and senders together. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

async function begin(graph: ReturnType<typeof graphOf>, keyword = "start it") {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const journey = await startedJourney(harness, channel, graph, { keyword });
  return { owner, channel, ...journey };
}

/** The messages of a channel so far, in order. */
const said = (channel: TestChannel): Promise<string[]> => saidOn(harness, channel);

const asking = graphOf(
  {
    start: ["start"],
    hello: ["sendMessage", { variants: [{ channel: -1, content: { kind: "text", text: "Hello" } }] }],
    city: ["ask", { text: "Which city?", save: { to: "variable", name: "answer" } }],
    bye: [
      "sendMessage",
      { variants: [{ channel: -1, content: { kind: "text", text: "{vars.answer} it is" } }] },
    ],
    end: ["end", { outcome: "done" }],
  },
  ["start > hello", "hello > city", "city > bye", "bye > end"],
);

test("words lead into a journey, which asks, hears the answer and ends; the person is told each thing once", async () => {
  const { owner, channel, instanceId } = await begin(asking);
  const who = newPhone();
  const first = saying(who, "Start it!");
  await deliver(harness, channel, [first]);
  await deliver(harness, channel, [first]);
  await eventually(async () => expect(await said(channel)).toEqual(["Hello", "Which city?"]));
  const answer = saying(who, "Pune");
  await deliver(harness, channel, [answer]);
  await deliver(harness, channel, [answer]);
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed", wake_at: null }]),
  );
  expect(await said(channel)).toEqual(["Hello", "Which city?", "Pune it is"]);
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).map(({ status }) => status)).toEqual(
      expect.not.arrayContaining(["queued", "claimed"]),
    ),
  );
  const speakers = (await messagesOf(harness, channel)).flatMap(({ speaker }) => speaker ?? []);
  expect(speakers).toEqual(["journey", "floor"]);
  expect(await rowsOf(harness, "SELECT * FROM floors WHERE channel_id = ?", channel.id)).toEqual([]);
  await deliver(harness, channel, [saying(newPhone(), "start it")]);
  await eventually(async () => expect((await runsOf(harness, instanceId)).length).toBe(2));
  await eventually(async () => expect((await said(channel)).length).toBe(5));
  await expectNoDrift(harness, owner.enterpriseId);
});

test("no reply in time goes another way, by the clock and nobody asking", async () => {
  const { owner, channel, instanceId } = await begin(
    graphOf(
      {
        start: ["start"],
        city: ["ask", { text: "Which city?", timeout: { amount: 1, unit: "seconds" } }],
        late: [
          "sendMessage",
          { variants: [{ channel: -1, content: { kind: "text", text: "Another time" } }] },
        ],
      },
      ["start > city", "city.noReply > late"],
    ),
  );
  await deliver(harness, channel, [saying(newPhone(), "start it")]);
  await eventually(async () => expect(await said(channel)).toEqual(["Which city?", "Another time"]));
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]);
  const steps = await rowsOf<{ outcome: string; port: string | null }>(
    harness,
    "SELECT outcome, port FROM run_steps WHERE run_id = (SELECT id FROM runs WHERE instance_id = ?) AND node = 'city' ORDER BY seq",
    instanceId,
  );
  expect(steps).toEqual([
    { outcome: "ok", port: null },
    { outcome: "timeout", port: "noReply" },
  ]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a button's press moves the run on, and an older one does nothing", async () => {
  const { owner, channel, instanceId } = await begin(
    graphOf(
      {
        start: ["start"],
        ask: [
          "buttons",
          {
            text: "Tea?",
            options: [
              { id: "y", label: "Yes" },
              { id: "n", label: "No" },
            ],
          },
        ],
        yes: ["sendMessage", { variants: [{ channel: -1, content: { kind: "text", text: "Served" } }] }],
        again: ["ask", { text: "Sugar?" }],
      },
      ["start > ask", "ask.option:y > yes", "yes > again"],
    ),
  );
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "start it")]);
  await eventually(async () => expect(await said(channel)).toEqual(["Tea?"]));
  const [asked] = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "out");
  const body = JSON.parse(asked?.body ?? "{}") as Extract<MessageBody, { kind: "buttons" }>;
  const [button] = body.buttons;
  const token = button?.kind === "reply" ? button.token : "";
  const press = (): MessageBody => ({ kind: "formAnswer", token, label: "Yes" });
  await deliver(harness, channel, [saying(who, press())]);
  await eventually(async () => expect(await said(channel)).toEqual(["Tea?", "Served", "Sugar?"]));
  await deliver(harness, channel, [saying(who, press())]);
  const waits = () =>
    rowsOf(
      harness,
      "SELECT n FROM run_inbox WHERE enterprise_id = ? AND done_at IS NULL",
      owner.enterpriseId,
    );
  await eventually(async () => expect((await messagesOf(harness, channel)).length).toBe(6));
  await eventually(async () => expect(await waits()).toEqual([]));
  expect(await said(channel)).toEqual(["Tea?", "Served", "Sugar?"]);
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: "again" }]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("words that a run cannot use go to whoever would have had them without it", async () => {
  const { owner, channel, instanceId } = await begin(
    graphOf(
      {
        start: ["start"],
        ask: ["buttons", { text: "Tea?", options: [{ id: "y", label: "Yes" }] }],
      },
      ["start > ask"],
    ),
  );
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "start it")]);
  await eventually(async () => expect(await said(channel)).toEqual(["Tea?"]));
  await deliver(harness, channel, [saying(who, "where is my order")]);
  await eventually(async () =>
    expect(
      await rowsOf(
        harness,
        "SELECT waiting_since IS NOT NULL AS waits FROM chats WHERE channel_id = ?",
        channel.id,
      ),
    ).toEqual([{ waits: 1 }]),
  );
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: "ask" }]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a hand-over makes the chat wait for a person, who then gets the words", async () => {
  const { owner, channel, instanceId } = await begin(
    graphOf({ start: ["start"], over: ["handOver"] }, ["start > over"]),
  );
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "start it")]);
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]),
  );
  const chats = () =>
    rowsOf(
      harness,
      "SELECT state, waiting_since IS NOT NULL AS waits FROM chats WHERE channel_id = ?",
      channel.id,
    );
  expect(await chats()).toEqual([{ state: 1, waits: 1 }]);
  await deliver(harness, channel, [saying(who, "start it")]);
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).flatMap(({ speaker }) => speaker ?? [])).toEqual([
      "journey",
      "person",
    ]),
  );
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a journey runs another one and goes on with what that gave", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const inner = await startedJourney(
    harness,
    channel,
    graphOf(
      {
        start: ["start"],
        set: ["setVariables", { set: [{ variable: "answer", type: "static", value: "inside" }] }],
        end: ["end"],
      },
      ["start > set", "set > end"],
    ),
    { name: "Inner" },
  );
  const outer = await startedJourney(
    harness,
    channel,
    graphOf(
      {
        start: ["start"],
        run: ["runJourney", { journeyId: inner.automationId, save: "thing" }],
        told: [
          "sendMessage",
          { variants: [{ channel: -1, content: { kind: "text", text: "Got {vars.thing.answer}" } }] },
        ],
      },
      ["start > run", "run.completed > told"],
    ),
    { keyword: "outer" },
  );
  await deliver(harness, channel, [saying(newPhone(), "outer")]);
  await eventually(async () => expect(await said(channel)).toEqual(["Got inside"]));
  expect(await runsOf(harness, outer.instanceId)).toMatchObject([{ state: "completed" }]);
  expect(await runsOf(harness, inner.instanceId)).toMatchObject([{ state: "completed" }]);
  await expectNoDrift(harness, owner.enterpriseId);
});

/** Writes a field of the customer, and says it. */
const labelling = graphOf(
  {
    start: ["start"],
    label: [
      "updateCustomer",
      { changes: [{ kind: "field", field: "city", value: { type: "static", value: "Pune" } }] },
    ],
    told: [
      "sendMessage",
      { variants: [{ channel: -1, content: { kind: "text", text: "From {contact.city}" } }] },
    ],
  },
  ["start > label", "label > told"],
);

test("a customer's fields and labels change with the step, and the history says so", async () => {
  const { owner, channel } = await begin(labelling);
  await saveDefinition(owner, "city", { search: true });
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "start it")]);
  await eventually(async () => expect(await said(channel)).toEqual(["From Pune"]));
  const [customer] = await rowsOf<{ data: string; search: string }>(
    harness,
    "SELECT data, search FROM customers WHERE enterprise_id = ? AND phone = ?",
    owner.enterpriseId,
    who,
  );
  expect(Object.values(JSON.parse(customer?.data ?? "{}") as object)).toEqual(["Pune"]);
  expect(customer?.search).toContain("pune");
  await expectNoDrift(harness, owner.enterpriseId);
});

const run = (sql: string, ...values: unknown[]) =>
  harness.env.TENANT_1.prepare(sql)
    .bind(...values)
    .run();
const ending = graphOf({ start: ["start"], end: ["end"] }, ["start > end"]);

/** Runs that are due, of people who are there, on a channel that no sender serves. */
async function dueRunsOf(count: number, graph = asking) {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const journey = await startedJourney(harness, channel, graph);
  const prefix = `${randomUUID()}-`;
  await fillPeople({ database: harness.env.TENANT_1, enterpriseId: owner.enterpriseId }, count, prefix);
  // They wrote just now.
  await harness.env.TENANT_1.prepare(
    `INSERT OR REPLACE INTO reach (enterprise_id, channel_id, identity_id, window_until, reachable)
     SELECT enterprise_id, ?2, id, ?3, 1 FROM identities WHERE enterprise_id = ?1`,
  )
    .bind(owner.enterpriseId, channel.id, Date.now() + 86_400_000)
    .run();
  const ctx = watchedCtx(harness, owner, () => {});
  const ids = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM identities WHERE enterprise_id = ?",
    owner.enterpriseId,
  );
  const people = ids.map(({ id }) => ({ identityId: id, entryKey: `by hand ${id}` }));
  /** Due at a later hour, they are left to the test by the deployment's clock. */
  const enter = (at = Date.now()) =>
    entering({ ...ctx, now: () => at }, { id: journey.instanceId, channelId: channel.id }, people).run();
  return { owner, channel, enter, ids: people.map(({ identityId }) => identityId), ...journey };
}
const HOUR_MS = 3_600_000;

/** Works the runs that are due then, while somebody else does something before the first page is written. */
async function overtakenAt(
  at: number,
  { owner, instanceId }: Pick<Awaited<ReturnType<typeof dueRunsOf>>, "owner" | "instanceId">,
  other: () => Promise<unknown>,
) {
  onTestFinished(await othersAside(harness, instanceId));
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "SELECT CASE WHEN\n    NOT EXISTS", other);
  await workRuns(ctx.db, DEPS, () => at);
  expect(wasOvertaken()).toBe(true);
}
const lookAt = (at: number) => workRuns(tenantDatabase(harness.env, "TENANT_1"), DEPS, () => at);

test("two clocks that look at the same runs make each step and message once", async () => {
  const due = await dueRunsOf(40);
  const { owner, channel, enter, instanceId } = due;
  const at = Date.now() + HOUR_MS;
  await enter(at);
  await enter(at);
  await overtakenAt(at, due, () => lookAt(at));
  const runs = await runsOf(harness, instanceId);
  expect(runs.map(({ node_id }) => node_id)).toEqual(Array.from({ length: 40 }, () => "city"));
  const texts = await said(channel);
  expect(texts.length).toBe(80);
  expect(texts.filter((each) => each === "Hello").length).toBe(40);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a page whose person has a chat by now is written anew, into that chat", async () => {
  const due = await dueRunsOf(1);
  const { owner, channel, enter, instanceId } = due;
  const at = Date.now() + HOUR_MS;
  await enter(at);
  const chatId = randomUUID();
  await overtakenAt(at, due, () =>
    run(
      `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, seq, unread, last_at, last_text, created_at, updated_at)
       VALUES (?, ?, ?, ?, 1, 0, 0, 1, '', 1, 1)`,
      ...[chatId, owner.enterpriseId, channel.id, due.ids[0]],
    ),
  );
  expect(await said(channel)).toEqual([]);
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", seq: 0 }]);
  await lookAt(at);
  expect(await said(channel)).toEqual(["Hello", "Which city?"]);
  expect(await rowsOf(harness, "SELECT id, seq FROM chats WHERE channel_id = ?", channel.id)).toEqual([
    { id: chatId, seq: 2 },
  ]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a page whose customer somebody else has changed is written anew, and neither change is lost", async () => {
  const due = await dueRunsOf(1, labelling);
  const { owner, channel, enter, instanceId, ids } = due;
  await saveDefinition(owner, "city");
  const { id } = await makeCustomer(owner, { name: "Asha", phoneNumber: newPhone() });
  const [customer] = await rowsOf<{ number: number }>(
    harness,
    "SELECT number FROM customers WHERE id = ?",
    id,
  );
  const number = customer?.number;
  await run("UPDATE identities SET customer = ? WHERE id = ?", number, ids[0]);
  const at = Date.now() + HOUR_MS;
  await enter(at);
  await overtakenAt(at, due, () =>
    run("UPDATE customers SET name = 'Meera', revision = revision + 1 WHERE number = ?", number),
  );
  expect(await said(channel)).toEqual([]);
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", seq: 0 }]);
  await lookAt(at);
  expect(await said(channel)).toEqual(["From Pune"]);
  const [changed] = await rowsOf<{ name: string; data: string }>(
    harness,
    "SELECT name, data FROM customers WHERE number = ?",
    number,
  );
  expect([changed?.name, Object.values(JSON.parse(changed?.data ?? "{}") as object)]).toEqual([
    "Meera",
    ["Pune"],
  ]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("news that were taken back while a page was read carry nobody on", async () => {
  const due = await dueRunsOf(1);
  const { owner, enter, instanceId } = due;
  const at = Date.now() + HOUR_MS;
  await enter(at);
  const giveBack = await othersAside(harness, instanceId);
  await lookAt(at);
  await giveBack();
  const [asked] = await runsOf(harness, instanceId);
  expect(asked).toMatchObject({ state: "waiting", node_id: "city" });
  // As one that is set aside: until then nobody looks at it.
  await run("UPDATE runs SET attempts = 1, wake_at = ? WHERE id = ?", at + 1, asked?.id);
  await run(
    `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
     VALUES (?1, 'leave ' || ?2, 'leave', '', ?2, ?3, '{"state":"cancelled","code":"moved","sentence":"Over"}', 1, 9e15)`,
    ...[owner.enterpriseId, asked?.id, asked?.seq],
  );
  await overtakenAt(at + 1, due, () => run("DELETE FROM run_inbox WHERE run_id = ?", asked?.id));
  expect(await runsOf(harness, instanceId)).toMatchObject([
    { state: "waiting", node_id: "city", seq: asked?.seq },
  ]);
  await lookAt(at + 1);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("somebody's run does not wait until another enterprise's thousands are through", async () => {
  const [many, one] = [await dueRunsOf(3_000, ending), await dueRunsOf(1, ending)];
  await many.enter();
  await one.enter();
  const open = async ({ instanceId }: { instanceId: string }) =>
    (await runsOf(harness, instanceId)).filter(({ state }) => state === "waiting").length;
  const [db, crowd] = [tenantDatabase(harness.env, "TENANT_1"), new Crowd()];
  for (let look = 0; look < 2; look++) await workRuns(db, DEPS, Date.now, crowd);
  expect(await open(one)).toBe(0);
  // The deployment's own clock may have worked some of them.
  const left = await open(many);
  if (left === 0) console.log("the deployment's clock was faster");
  while ((await workRuns(db, DEPS, Date.now, crowd)).more);
  expect(await open(many)).toBe(0);
});

test("a customer who is erased, or a channel that is gone, ends a run without a word", async () => {
  const { owner, channel, enter, instanceId } = await dueRunsOf(2);
  await harness.env.TENANT_1.prepare(
    "UPDATE identities SET closed_at = 1 WHERE id = (SELECT min(id) FROM identities WHERE enterprise_id = ?)",
  )
    .bind(owner.enterpriseId)
    .run();
  await enter();
  await workRuns(tenantDatabase(harness.env, "TENANT_1"), DEPS, Date.now);
  await eventually(async () =>
    expect((await runsOf(harness, instanceId)).map(({ state }) => state).toSorted()).toEqual([
      "cancelled",
      "waiting",
    ]),
  );
  expect((await said(channel)).length).toBe(2);
  await expectNoDrift(harness, owner.enterpriseId);
});
