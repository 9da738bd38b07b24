import { expect, test, onTestFinished } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { leaveToTest, makeChannel, queueFor } from "#tests/support/messaging.ts";
import { askingForCity } from "#tests/support/journeys.ts";
import { makePerson } from "#tests/support/people.ts";
import { manyRuns, runsOf, startedJourney, othersAside } from "#tests/support/runs.ts";
import { runAlerts, runFigures } from "#workers/domain/runs/figures.ts";
import { channelsToWake } from "#workers/domain/messaging/to-wake.ts";
import { alertsIn, messagingFigures } from "#workers/domain/messaging/figures.ts";

const harness = await startHarness();
const MINUTE = 60_000;
const run = (text: string, ...values: unknown[]) =>
  harness.env.TENANT_1.prepare(text)
    .bind(...values)
    .run();
const db = tenantDatabase(harness.env, "TENANT_1");

test("a channel that is behind is told with its figures, and what needs somebody is an alert", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  const now = Date.now();
  const [claimed, unknown] = await queueFor(harness, channel, { people: 4 });
  await run("UPDATE messages SET at = ? WHERE channel_id = ?", now - 3 * MINUTE, channel.id);
  const figures = async (at = now) =>
    (await messagingFigures(db, at)).find(({ channelId }) => channelId === channel.id);
  expect(await figures()).toMatchObject({
    enterpriseId: owner.enterpriseId,
    eventsMs: null,
    turnsMs: null,
    waiting: 4,
    waitingMs: 3 * MINUTE,
    longClaims: 0,
    unknown: 0,
  });
  const claim = "UPDATE messages SET claimed_by = ?, claimed_at = ? WHERE id = ?";
  try {
    await run(claim, `${channel.id}:0`, now, claimed);
    await run("UPDATE messages SET status = 'unknown' WHERE id = ?", unknown);
    const young = await figures();
    expect(young).toMatchObject({ waiting: 2, longClaims: 0, unknown: 1 });
    expect(young && alertsIn(young)).toEqual([]);
    const old = await figures(now + MINUTE + 1);
    expect(old).toMatchObject({ longClaims: 1 });
    expect(old && alertsIn(old)).toEqual(["claims"]);
  } finally {
    await run("UPDATE messages SET status = 'cancelled', claimed_by = NULL WHERE channel_id = ?", channel.id);
  }
  expect(await figures()).toBeUndefined();
});

test("what a paused channel or a stopped enterprise has waiting keeps nobody else waiting for the sweeper, and still expire", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  await run("UPDATE channels SET state = 'paused' WHERE id = ?", channel.id);
  await queueFor(harness, channel, { people: 1 });
  const isWoken = async () => {
    const { senders } = await channelsToWake(db, Date.now());
    return senders.some(({ channelId }) => channelId === channel.id);
  };
  expect(await isWoken()).toBe(false);
  await run("UPDATE channels SET state = 'active' WHERE id = ?", channel.id);
  const stop = "INSERT INTO sending_stops (enterprise_id, reason, by, at) VALUES (?, 'a test', 'a test', 1)";
  await run(stop, owner.enterpriseId);
  expect(await isWoken()).toBe(false);
  await run("UPDATE messages SET expires_at = ? WHERE channel_id = ?", Date.now() - 1, channel.id);
  expect(await isWoken()).toBe(true);
  await run("UPDATE messages SET status = 'cancelled' WHERE channel_id = ?", channel.id);
});

test("what carries journeys on is told by how late it is, paused ones and waits without an answer aside", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { instanceId } = await startedJourney(harness, channel, askingForCity());
  // Of times to come, so that no clock works them meanwhile.
  const due = Date.now() + 30 * 86_400_000;
  onTestFinished(await othersAside(harness, instanceId));
  await manyRuns(harness, instanceId, { count: 2, nodeId: "city", wakeAt: due });
  const [waiting] = await runsOf(harness, instanceId);
  const runId = waiting?.id ?? "";
  const figures = (ms: number) => runFigures(db, due + ms);
  expect(await figures(-1)).toMatchObject({ runsMs: null, callsMs: null, givenUp: 0 });
  expect(await figures(1_000)).toMatchObject({ runsMs: 1_000 });
  expect(runAlerts(await figures(1_000))).toEqual([]);
  expect(runAlerts(await figures(MINUTE + 1))).toEqual(["runs"]);
  try {
    await run("UPDATE automation_instances SET state = 3 WHERE id = ?", instanceId);
    await run(
      "INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until) VALUES (?, 'figures', 'reply', '', ?, '{}', ?, ?)",
      ...[channel.enterpriseId, runId, due, due + 86_400_000],
    );
    await run("UPDATE runs SET wake_at = -wake_at WHERE instance_id = ?", instanceId);
    expect(await figures(2 * MINUTE)).toMatchObject({ runsMs: null, inboxMs: null });
    await run("UPDATE automation_instances SET state = 2 WHERE id = ?", instanceId);
    expect(await figures(2 * MINUTE)).toMatchObject({ runsMs: null, inboxMs: 2 * MINUTE });
    expect(runAlerts(await figures(2 * MINUTE))).toEqual(["inbox"]);
  } finally {
    await run("DELETE FROM run_inbox WHERE run_id = ?", runId);
    await run("DELETE FROM runs WHERE instance_id = ?", instanceId);
  }
  await run(
    "INSERT INTO run_calls (key, enterprise_id, run_id, seq, kind, effect, due_at) VALUES ('figures', ?, 'nobody', 1, 'http', '{}', ?)",
    ...[channel.enterpriseId, due],
  );
  expect(runAlerts(await figures(2 * MINUTE))).toEqual(["calls"]);
  await run("DELETE FROM run_calls WHERE key = 'figures'");
  await run(
    "INSERT INTO entry_evaluations (enterprise_id, instance_id, event_id, kind, result, at) VALUES (?, ?, 'figures', 'event', 'broken', ?)",
    ...[channel.enterpriseId, instanceId, due],
  );
  expect(runAlerts(await figures(0))).toEqual(["givenUp"]);
  expect((await figures(61 * MINUTE)).givenUp).toBe(0);
  await run("DELETE FROM entry_evaluations WHERE event_id = 'figures'");
});
