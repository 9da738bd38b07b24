import { expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { tenantInMemory } from "#tests/support/file-database.ts";
import { FORGOTTEN, OF_CHATS } from "#workers/contract/socket.ts";
import { tidyLiveEvents } from "#workers/domain/live-events/keep.ts";

const NOW = 10_000_000_000;
const HOUR = 3_600_000;
const CHATS = `${OF_CHATS},"data":{"chats":[]}}`;

/** A database in which nobody has written what receivers are to be told, as while the jobs Worker stands still. */
async function stood({ isOn = 1, since = 0 } = {}) {
  const { file, database } = await tenantInMemory();
  const db = tenantDatabase({ TENANT_1: database, TENANT_2: database } as never, "TENANT_1");
  file
    .prepare(
      `INSERT INTO hooks (id, enterprise_id, url, description, events, is_on, since, owner_id, revision, updated_by, created_at, updated_at)
       VALUES ('h', 'told', 'https://a.example', '', '["message.received"]', ?, ?, 'o', 1, '', 1, 1)`,
    )
    .run(isOn, since);
  const event = (seq: number, enterprise: string, hoursAgo: number, body = CHATS) =>
    file
      .prepare(
        `INSERT INTO live_events (seq, enterprise_id, "before", "to", body, at) VALUES (?, ?, 0, '{}', ?, ?)`,
      )
      .run(seq, enterprise, body, NOW - hoursAgo * HOUR);
  event(1, "told", 25);
  event(2, "told", 5);
  event(3, "told", 5, '{"action":"broadcastsChanged","data":{}}');
  event(4, "deaf", 5);
  event(5, "deaf", 4);
  event(6, "told", 4);
  const left = async () => {
    await tidyLiveEvents(db, NOW);
    return file.prepare("SELECT seq, body FROM live_events ORDER BY seq").all() as {
      seq: number;
      body: string;
    }[];
  };
  return { file, left };
}

test("what receivers are still to be told outlives the hubs' half an hour, a day at most", async () => {
  const { file, left } = await stood();
  // Of others the newest alone stays, without its words.
  expect(await left()).toEqual([
    { seq: 2, body: CHATS },
    { seq: 5, body: FORGOTTEN },
    { seq: 6, body: CHATS },
  ]);
  file.exec("INSERT INTO hook_cursor (id, seq) VALUES (1, 6)");
  expect(await left()).toEqual([
    { seq: 5, body: FORGOTTEN },
    { seq: 6, body: FORGOTTEN },
  ]);
});

test("nothing is kept for a receiver that is off, or that is told only of what came after", async () => {
  for (const hook of [{ isOn: 0 }, { since: 6 }]) {
    const { left } = await stood(hook);
    expect((await left()).map(({ seq, body }) => [seq, body === FORGOTTEN])).toEqual([
      [5, true],
      [6, true],
    ]);
  }
});
