import { randomUUID } from "node:crypto";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { graphOf } from "#tests/support/flow.ts";
import { makeChannel, type TestChannel } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { manyRuns, othersAside, runsOf, startedJourney } from "#tests/support/runs.ts";
import { dueEntries, NEWS_PAGE } from "#workers/domain/entries/due.ts";
import { Line } from "#workers/domain/runs/crowd.ts";
import { Crowd, dueRuns } from "#workers/domain/runs/due.ts";

/** Whose turn it is where one enterprise has thousands of something. All of it lies in a year that no clock of the deployment knows. */
const harness = await startHarness();
const db = harness.env.TENANT_1;
const looked = () => tenantDatabase(harness.env, "TENANT_1");
const YEAR = 9e13;
const MANY = 5_000;

interface Side {
  channel: TestChannel;
  instanceId: string;
  enterpriseId: never;
}
let [many, one]: Side[] = [];

async function side(runs: number): Promise<Side> {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { instanceId } = await startedJourney(harness, channel, graphOf({ start: ["start"] }));
  await manyRuns(harness, instanceId, { count: runs, nodeId: "start", wakeAt: YEAR });
  // Somebody who is tried again later: what has happened to them waits until then.
  await db.prepare("UPDATE runs SET attempts = 1 WHERE instance_id = ?").bind(instanceId).run();
  return { channel, instanceId, enterpriseId: owner.enterpriseId as never };
}

beforeAll(async () => {
  [many, one] = [await side(MANY), await side(2)];
});

/** Something that has happened to every run of a side. */
async function tell({ instanceId, enterpriseId }: Side, kind: string): Promise<void> {
  await db
    .prepare(
      `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
       SELECT enterprise_id, ?2 || id, ?3, '', id, 0, '{"state":"cancelled","code":"","sentence":""}', 1, ${YEAR * 10} FROM runs WHERE instance_id = ?1`,
    )
    .bind(instanceId, randomUUID(), kind)
    .run();
  onTestFinished(async () => {
    await db.prepare("DELETE FROM run_inbox WHERE enterprise_id = ?").bind(enterpriseId).run();
  });
}

/** News that may let somebody in. */
async function news({ channel, enterpriseId }: Side, kind: string, count: number): Promise<void> {
  const isSaid = kind === "message";
  await db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
       INSERT INTO entry_news (enterprise_id, event_id, kind, key, channel_id, data, at, due_at)
       SELECT ?1, ?2 || i, ?3, '', ?5, '{}', 1, ${YEAR} FROM n`,
    )
    .bind(enterpriseId, randomUUID(), kind, count, isSaid ? channel.id : null)
    .run();
  onTestFinished(async () => {
    await db.prepare("DELETE FROM entry_news WHERE enterprise_id = ?").bind(enterpriseId).run();
  });
}

async function aside(): Promise<void> {
  onTestFinished(await othersAside(harness, ""));
  // The two sides' own are due all the same.
  await db
    .prepare(`UPDATE runs SET wake_at = ${YEAR} WHERE instance_id IN (?, ?)`)
    .bind(many?.instanceId, one?.instanceId)
    .run();
}

test("an answer is heard at once behind thousands who are sent away", async () => {
  if (!many || !one) throw new Error("nobody is there");
  await aside();
  await tell(many, "leave");
  await tell(one, "reply");
  const { of, more } = await dueRuns(looked(), YEAR + 1, new Crowd());
  expect(of.get(one.enterpriseId)?.map(({ cause }) => cause.kind)).toEqual(["event", "event"]);
  expect(more).toBe(true);
});

test("whoever is sent away and answers then is sent away: to a run, things happen in their order", async () => {
  if (!many || !one) throw new Error("nobody is there");
  await aside();
  await tell(many, "leave");
  await tell(one, "leave");
  await tell(one, "reply");
  const { of } = await dueRuns(looked(), YEAR + 1, new Crowd());
  expect(of.get(one.enterpriseId)?.map(({ cause }) => cause.kind)).toEqual(["leave", "leave"]);
  expect((await runsOf(harness, one.instanceId)).length).toBe(2);
});

test("news of one enterprise's messages does not wait until another's thousands are through", async () => {
  if (!many || !one) throw new Error("nobody is there");
  await aside();
  await tell(many, "message");
  await tell(one, "message");
  const crowd = new Crowd();
  const first = await dueRuns(looked(), YEAR + 1, crowd);
  expect(first.of.get(one.enterpriseId)?.filter(({ n }) => n !== null) ?? []).toEqual([]);
  const { of } = await dueRuns(looked(), YEAR + 2, crowd);
  expect(of.get(one.enterpriseId)?.filter(({ n }) => n !== null).length).toBe(2);
});

test("whoever writes is let in before thousands of other news, and so is another enterprise's", async () => {
  if (!many || !one) throw new Error("nobody is there");
  await news(many, "event", MANY);
  await news(one, "event", 2);
  await news(one, "message", 2);
  const line = new Line(NEWS_PAGE);
  const kindsOf = async (now: number) => {
    const found = await dueEntries(looked(), now, line);
    expect(new Set(found.map(({ n }) => n)).size).toBe(NEWS_PAGE);
    return found.filter(({ enterpriseId }) => enterpriseId === one?.enterpriseId).map(({ kind }) => kind);
  };
  expect(await kindsOf(YEAR + 1)).toEqual(["message", "message"]);
  expect(await kindsOf(YEAR + 2)).toEqual(["event", "event", "message", "message"]);
});

test("others who were served once, however many they were, are served again behind the thousands", async () => {
  if (!many || !one) throw new Error("nobody is there");
  await news(many, "event", MANY);
  const line = new Line(NEWS_PAGE);
  const ofOne = async (now: number) =>
    (await dueEntries(looked(), now, line)).filter(({ enterpriseId }) => enterpriseId === one?.enterpriseId);
  expect(await ofOne(YEAR + 1)).toEqual([]);
  await news(one, "event", 60);
  expect(await ofOne(YEAR + 2)).toHaveLength(60);
  await db.prepare("DELETE FROM entry_news WHERE enterprise_id = ?").bind(one.enterpriseId).run();
  await news(one, "event", 1);
  expect(await ofOne(YEAR + 1_000)).toHaveLength(1);
});
