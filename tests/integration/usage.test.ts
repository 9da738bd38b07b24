import { expect, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { deliver, makeChannel, messagesOf, rowsOf, saying, stating } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { dayOf } from "#workers/contract/billing/usage.ts";
import { carryUsage, noteStored } from "#workers/domain/billing/carry.ts";
import { recountUsage } from "#workers/domain/usage/recount.ts";
import { eventually } from "#tests/support/eventually.ts";

const harness = await startHarness();
const tenant = () => tenantDatabase(harness.env, "TENANT_1");
const today = dayOf(Date.now());

const usedBy = async ({ enterpriseId }: Pick<Person, "enterpriseId">) =>
  Object.fromEntries(
    (
      await rowsOf<{ kind: string; count: number }>(
        harness,
        "SELECT kind, sum(count) AS count FROM usage_days WHERE enterprise_id = ? GROUP BY kind",
        enterpriseId,
      )
    ).map(({ kind, count }) => [kind, count]),
  );
const known = async ({ enterpriseId }: Pick<Person, "enterpriseId">) =>
  (
    await harness.env.DIRECTORY.prepare(
      "SELECT kind, day, count FROM usage_daily WHERE enterprise_id = ? ORDER BY kind, day",
    )
      .bind(enterpriseId)
      .all<{ kind: string; day: number; count: number }>()
  ).results;

test("a message counts once, in the transaction that has it: what comes in when it is there, what leaves when it is accepted", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const who = "919812300001";
  const events = [saying(who, "hello"), saying(who, "again")];
  await deliver(harness, channel, events);
  await deliver(harness, channel, events);
  await eventually(async () => expect(await usedBy(owner)).toMatchObject({ messageIn: 2 }));
  // The channel answers by itself, once; the simulator accepts that answer in its own time.
  // Where its status comes back, "sent" is passed on the way to "delivered" sooner than anybody looks.
  await eventually(async () => {
    const out = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "out");
    expect(out.map(({ status }) => ["sent", "delivered", "read"].includes(status))).toEqual([true]);
  });
  expect(await usedBy(owner)).toMatchObject({ messageOut: 1 });
  const [row] = await rowsOf<{ id: string; chat_id: string; identity_id: string }>(
    harness,
    "SELECT id, chat_id, identity_id FROM messages WHERE channel_id = ? LIMIT 1",
    channel.id,
  );
  // Its beginning is a message's: the version in an id says whether it is one, or a recipient of a broadcast.
  const own = `${row?.id}-own`;
  await harness.env.TENANT_1.prepare(
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
     VALUES (?1, ?2, ?3, ?4, ?5, 900, 'out', 'text', '{"kind":"text","text":"hi"}', 'person', 'u', 'unknown', '{}', ?6)`,
  )
    .bind(own, owner.enterpriseId, channel.id, row?.identity_id, row?.chat_id, Date.now())
    .run();
  expect(await usedBy(owner)).toMatchObject({ messageIn: 2, messageOut: 1 });
  for (const status of ["sent", "delivered", "read", "delivered"] as const)
    expect((await deliver(harness, channel, [stating(own, status)])).status).toBe(200);
  await eventually(async () => expect((await usedBy(owner)).messageOut).toBe(2));
  expect(await recountUsage(harness.env.TENANT_1, owner.enterpriseId)).toMatchObject({ rows: 0 });
});

test("the directory hears whole counts: twice, at once and late end the same, and no older page takes anything back", async () => {
  const owner = await makePerson(harness);
  const add = (kind: string, day: number, count: number) =>
    harness.env.TENANT_1.prepare(
      "INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
    )
      .bind(owner.enterpriseId, kind, day, count)
      .run();
  const carry = () => carryUsage(tenant(), directory(harness.env));
  await add("run", today, 3);
  await add("botTurn", today - 40, 5);
  await Promise.all([carry(), carry()]);
  await add("run", today, 4);
  await carry();
  await carry();
  expect(await known(owner)).toEqual([
    { kind: "botTurn", day: today - 40, count: 5 },
    { kind: "run", day: today, count: 7 },
  ]);
  // An older page that comes late.
  await harness.env.TENANT_1.prepare(
    "UPDATE usage_days SET count = 6, carried = 0 WHERE enterprise_id = ? AND kind = 'run'",
  )
    .bind(owner.enterpriseId)
    .run();
  await carry();
  expect((await known(owner)).find(({ kind }) => kind === "run")?.count).toBe(7);
});

test("what is stored counts as the most of a day, in MB", async () => {
  const owner = await makePerson(harness);
  const file = (id: string, bytes: number) =>
    harness.env.TENANT_1.prepare(
      "INSERT INTO drive_files (id, enterprise_id, use, name, media_type, bytes, key, state, created_by, created_at) VALUES (?, ?, 'media', 'f', 'x', ?, ?, 'ready', 'u', 1)",
    )
      .bind(id, owner.enterpriseId, bytes, id)
      .run();
  await file(`${owner.enterpriseId}-1`, 1_048_577);
  await noteStored(tenant(), today);
  expect(await usedBy(owner)).toEqual({ storedMb: 2 });
  // Less later in the day.
  await harness.env.TENANT_1.prepare("UPDATE drive_files SET bytes = 1 WHERE enterprise_id = ?")
    .bind(owner.enterpriseId)
    .run();
  await noteStored(tenant(), today);
  expect(await usedBy(owner)).toEqual({ storedMb: 2 });
});

test("recordings of video calls are stored too, from their first part on; what is leaving is not", async () => {
  const owner = await makePerson(harness);
  const film = (state: string, bytes: number) =>
    harness.env.TENANT_1.prepare(
      `INSERT INTO video_recordings (id, enterprise_id, room_id, chat_id, state, key, media_type, parts, bytes, created_by, created_name, created_at, updated_at)
        VALUES (?2 || ?1, ?1, ?2 || ?1, 'c', ?2, ?2 || ?1, 'video/webm', 1, ?3, 'u', 'U', 1, 1)`,
    )
      .bind(owner.enterpriseId, state, bytes)
      .run();
  await film("ready", 3_000_000);
  await film("recording", 2_000_000);
  await film("leaving", 90_000_000);
  await film("refused", 0);
  await noteStored(tenant(), today);
  expect(await usedBy(owner)).toEqual({ storedMb: 5 });
});
