import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, test } from "vitest";
import { GONE_MS, HEARTBEAT_MS, SILENT_MS } from "#workers/contract/socket.ts";
import { Presence, type Sign } from "#workers/realtime/presence.ts";

const NOON = 1_000_000_000;

/** A hub's presence with its own clock, and what the directory has been told. */
function desk() {
  const database = new DatabaseSync(":memory:");
  const sql = {
    exec: (text: string, ...values: SQLInputValue[]) => {
      const rows = database.prepare(text).all(...values);
      return { toArray: () => rows };
    },
  } as unknown as SqlStorage;
  let signs: Sign[] = [];
  const made = () => new Presence(sql, () => signs);
  const told: string[] = [];
  const all = { presence: made(), now: NOON, fails: false, told };
  const tell = async (_: string, people: readonly { userId: string; isHere: boolean }[]) => {
    for (const { userId, isHere } of people) told.push(`${userId} ${isHere ? "here" : "gone"}`);
    if (all.fails) throw new Error("unreachable");
  };
  return Object.assign(all, {
    open: (userId: string, { wasGone = false, pingedAt = 0 } = {}) => {
      signs.push({ socket: {} as WebSocket, userId, pingedAt });
      return all.presence.opened(userId, "bank", { wasGone, now: all.now });
    },
    close: (userId: string) => {
      signs = signs.filter((sign) => sign.userId !== userId);
      return all.presence.left(userId, all.now);
    },
    /** Every socket goes, and nobody hears of it. */
    restart: () => {
      signs = [];
      all.presence = made();
    },
    look: () => all.presence.settle(tell, () => all.now),
  });
}

test("whoever is without a socket for 45 seconds is gone, and back with the next; in between nobody is told", async () => {
  const at = desk();
  at.open("asha");
  await at.look();
  expect(at.close("asha")).toBe(NOON + GONE_MS);
  at.now += GONE_MS - 1;
  expect(await at.look()).toBe(NOON + GONE_MS);
  at.open("asha");
  at.now += 10 * GONE_MS;
  await at.look();
  expect(at.told).toEqual([]);
  at.close("asha");
  at.now += GONE_MS;
  await at.look();
  expect(at.told).toEqual(["asha gone"]);
  await at.look();
  // Looked at at once.
  expect(at.open("asha")).toBe(at.now);
  await at.look();
  await at.look();
  expect(at.told).toEqual(["asha gone", "asha here"]);
});

test("a restart that nobody hears of takes away whoever does not come back", async () => {
  const at = desk();
  at.open("asha");
  at.open("bela");
  at.restart();
  await at.look();
  at.open("bela");
  at.now += GONE_MS;
  await at.look();
  expect(at.told).toEqual(["asha gone"]);
});

test("an answer that was lost is asked for again, and somebody who came back meanwhile is not left gone", async () => {
  const at = desk();
  at.open("asha");
  at.close("asha");
  at.now += GONE_MS;
  at.fails = true;
  expect(await at.look()).toBeGreaterThan(at.now);
  expect(at.open("asha")).toBe(at.now);
  at.fails = false;
  await at.look();
  expect(at.told).toEqual(["asha gone", "asha here"]);
});

test("whom the directory takes to be gone is said to be back, by a hub that knows nobody too", async () => {
  const at = desk();
  expect(at.open("asha", { wasGone: true })).toBe(NOON);
  await at.look();
  expect(at.told).toEqual(["asha here"]);
});

test("a client that pinged and has been silent for three heartbeats is lost, one that never pings is not", () => {
  const at = desk();
  at.open("asha", { pingedAt: NOON });
  at.open("bela");
  expect(at.presence.silent(NOON + SILENT_MS - 1)).toEqual([]);
  expect(at.presence.silent(NOON + SILENT_MS).map(({ userId }) => userId)).toEqual(["asha"]);
});

test("it looks again before the next may be silent, and at most once a heartbeat", async () => {
  const at = desk();
  at.open("asha", { pingedAt: NOON - SILENT_MS });
  expect(await at.look()).toBe(NOON + HEARTBEAT_MS);
  at.close("asha");
  at.open("bela", { pingedAt: NOON - 1_000 });
  expect(await at.look()).toBe(NOON + GONE_MS);
  at.now += GONE_MS;
  expect(await at.look()).toBe(at.now + SILENT_MS - 1_000 - GONE_MS);
});
