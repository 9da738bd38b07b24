// The inbox of an enterprise with 100,000 chats and 1,000,000 messages, one chat of 50,000 among them: lists, counts, the
// history, a long chat and the search, through the API and as bare SQL on the same file in the same run. `--small` to try.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { startServed } from "#tests/support/served.ts";
import { chatAnalytics } from "#workers/contract/endpoints/chat-analytics.ts";
import { chatSearch } from "#workers/contract/endpoints/chat-search.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import { me } from "#workers/contract/endpoints/profile.ts";
import { buildStale } from "../../scripts/build.ts";
import { tenantFiles } from "../../scripts/lib/sqlite-file.ts";
import { percentile } from "./options.ts";

const IS_SMALL = process.argv.includes("--small");
const CHATS = IS_SMALL ? 5_000 : 100_000;
const MESSAGES = IS_SMALL ? 50_000 : 1_000_000;
const LONG = IS_SMALL ? 2_500 : 50_000;
const ROUNDS = IS_SMALL ? 30 : 120;
/** Milliseconds at p95 for the lists, on a machine that does nothing else. */
const GOAL_MS = 100;
/** Of so many chats one is open. */
const OPEN_OF = 50;
const DAY_MS = 24 * 3_600_000;
const NOW = Date.now();
const EACH = Math.round((MESSAGES - LONG) / CHATS);

const WORDS =
  "card loan account balance branch transfer interest statement charge refund cheque limit payment address".split(
    " ",
  );
/** A word that few messages have, and one that very many do. */
const RARE = "sovereign";
const COMMON = "balance";

interface Filled {
  enterprise: string;
  user: string;
  label: string;
}

/** Fills the file with rows as the lane and people leave them: the same tables, indexes and triggers. */
function fill(file: string, user: string): Filled {
  // The server that has just been ended may still be letting go of it.
  const db = new DatabaseSync(file, { timeout: 30_000 });
  db.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000");
  const { enterprise, channel } = db
    .prepare("SELECT enterprise_id AS enterprise, id AS channel FROM channels WHERE agent_id IS NULL LIMIT 1")
    .get() as { enterprise: string; channel: string };
  const label = String(db.prepare("SELECT id FROM chat_labels LIMIT 1").get()?.["id"]);
  const person = db.prepare(
    "INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at) VALUES (?1, ?2, 1, ?3, ?4, ?4)",
  );
  const chat = db.prepare(
    `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, handler, handler_name, labels, waiting_since, closed_at, seq, unread, last_at, last_text, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, ?11, 'the last words of it', ?12, ?11)`,
  );
  const message = db.prepare(
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
     VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, 'text', ?7, ?8, '', ?9, '{}', ?10)`,
  );
  for (let at = 0; at < CHATS;) {
    db.exec("BEGIN");
    for (const until = Math.min(at + 2_000, CHATS); at < until; at++) {
      const id = `bench-${String(at).padStart(6, "0")}`;
      const isLong = at === CHATS - 1;
      const isOpen = isLong || at % OPEN_OF === 0;
      const began = NOW - Math.floor((1 - at / CHATS) * 365 * DAY_MS);
      const ended = began + 1_800_000;
      const isMine = at % 4 !== 0 || isLong;
      const state = isOpen ? (isMine ? 2 : 1) : isMine ? 3 : 4;
      const count = isLong ? LONG : EACH;
      person.run(id, enterprise, `Customer ${at}`, began);
      chat.run(
        ...[id, enterprise, channel, state, isMine ? user : null, isMine ? "Asha Rao" : ""],
        ...[
          at % 20 === 0 ? JSON.stringify([label]) : "[]",
          state === 1 ? began : null,
          isOpen ? null : ended,
        ],
        ...[count, ended, began],
      );
      for (let seq = 1; seq <= count; seq++) {
        const isIn = seq % 2 === 1;
        const words = [0, 3, 7, 11].map((step) => WORDS[(at * 5 + seq + step) % WORDS.length]).join(" ");
        const text = `about my ${words}${(at + seq) % 50_000 === 7 ? ` ${RARE}` : ""}`;
        message.run(
          ...[`${id}-${seq}`, enterprise, channel, id, seq, isIn ? "in" : "out"],
          ...[
            JSON.stringify({ kind: "text", text }),
            isIn ? "customer" : "person",
            isIn ? "received" : "read",
          ],
          began + seq * 1_000,
        );
      }
    }
    db.exec("COMMIT");
  }
  db.close();
  return { enterprise, user, label };
}

const took = async (work: (round: number) => unknown): Promise<number[]> => {
  for (let round = 0; round < 5; round++) await work(round);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work(round);
    times.push(performance.now() - began);
  }
  return times;
};

await buildStale();
const state = mkdtempSync(join(tmpdir(), "chatbird-inbox-"));
let served = await startServed({ state, seed: true });
let missed = false;
try {
  const connect = () => signIn((path, init) => fetch(served.url + path, init), DEMO);
  const { uId } = await (await connect()).call(me);
  await served.kill("SIGTERM");
  const file = tenantFiles(state).find((path) => {
    const db = new DatabaseSync(path, { readOnly: true });
    const has = db.prepare("SELECT 1 FROM channels LIMIT 1").get() !== undefined;
    db.close();
    return has;
  });
  if (file === undefined) throw new Error("no database has the demo's channels");
  const began = performance.now();
  const { enterprise, user, label } = fill(file, uId);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${CHATS} chats and ${CHATS * EACH + LONG} messages filled in ${seconds} s`);
  served = await startServed({ state });
  const client = await connect();
  const bare = new DatabaseSync(file, { readOnly: true });
  const long = `bench-${String(CHATS - 1).padStart(6, "0")}`;
  const { next } = await client.call(chatsApi.chatSummary, { query: { queue: "mine" } });
  const range = { since: new Date(NOW - 90 * DAY_MS).toISOString(), until: new Date(NOW).toISOString() };
  const compact = enterprise.replaceAll("-", "");
  const mine = "SELECT * FROM chats WHERE enterprise_id = ? AND handler = ? AND state NOT IN (3, 4)";
  const page = "ORDER BY last_at DESC, id DESC LIMIT 51";
  const match = "SELECT rowid FROM messages_fts WHERE messages_fts MATCH ? ORDER BY rowid DESC LIMIT 31";
  const middle = (round: number) => Math.floor(LONG / 2) - round * 10;
  type Case = [
    name: string,
    isList: boolean,
    api: (round: number) => unknown,
    sql: string,
    bind: (round: number) => (string | number)[],
  ];
  const cases: Case[] = [
    [
      "one's own chats",
      true,
      () => client.call(chatsApi.chatSummary, { query: { queue: "mine" } }),
      `${mine} ${page}`,
      () => [enterprise, user],
    ],
    [
      "the page after",
      true,
      () => client.call(chatsApi.chatSummary, { query: { queue: "mine", before: next ?? "" } }),
      `${mine} AND last_at < ? ${page}`,
      () => [enterprise, user, Number(next?.split(".")[1] ?? NOW)],
    ],
    [
      "all open chats",
      true,
      () => client.call(chatsApi.chatSummary, { query: { queue: "all" } }),
      `SELECT * FROM chats WHERE enterprise_id = ? AND state NOT IN (3, 4) ${page}`,
      () => [enterprise],
    ],
    [
      "the counts",
      true,
      () => client.call(chatsApi.chatCount),
      "SELECT state, sum(count) FROM chat_counts WHERE enterprise_id = ? GROUP BY 1",
      () => [enterprise],
    ],
    [
      "the history",
      true,
      () => client.call(chatsApi.chatHistory, { query: {} }),
      `SELECT * FROM chats WHERE enterprise_id = ? AND state IN (3, 4) ${page}`,
      () => [enterprise],
    ],
    [
      "the history of a label, of 90 days",
      true,
      () => client.call(chatsApi.chatHistory, { query: { label, ...range } }),
      `SELECT * FROM chats WHERE enterprise_id = ? AND state IN (3, 4) AND closed_at >= ? AND instr(labels, ?) > 0 ${page}`,
      () => [enterprise, NOW - 90 * DAY_MS, label],
    ],
    [
      "open the long chat",
      false,
      () => client.call(chatsApi.getChat, { params: { id: long }, query: {} }),
      "SELECT * FROM messages WHERE enterprise_id = ? AND chat_id = ? ORDER BY seq DESC LIMIT 51",
      () => [enterprise, long],
    ],
    [
      "a page up in its middle",
      false,
      (round) => client.call(chatsApi.getChat, { params: { id: long }, query: { before: middle(round) } }),
      "SELECT * FROM messages WHERE enterprise_id = ? AND chat_id = ? AND seq < ? ORDER BY seq DESC LIMIT 51",
      (round) => [enterprise, long, middle(round)],
    ],
    [
      "search in it, very many match",
      false,
      () => client.call(chatSearch, { query: { words: COMMON, chatId: long } }),
      match,
      () => [`enterprise:${compact} AND chat:${long.replaceAll("-", "")} AND words:${COMMON}*`],
    ],
    [
      "search over all, few match",
      false,
      () => client.call(chatSearch, { query: { words: RARE } }),
      match,
      () => [`enterprise:${compact} AND words:${RARE}*`],
    ],
    [
      "search over all, very many match",
      false,
      () => client.call(chatSearch, { query: { words: COMMON } }),
      match,
      () => [`enterprise:${compact} AND words:${COMMON}*`],
    ],
    [
      "the analytics of 90 days",
      false,
      () => client.call(chatAnalytics, { query: range }),
      "SELECT sum(started), sum(closed) FROM chat_figures WHERE enterprise_id = ? AND kind = 'all' AND hour >= ?",
      () => [enterprise, NOW - 90 * DAY_MS],
    ],
  ];
  const ms = (value: number): string => value.toFixed(1).padStart(7);
  console.log(`${"".padEnd(36)}   API p50     p95 | SQL p50     p95 | ratio of p50`);
  for (const [name, isList, api, sql, bind] of cases) {
    const statement = bare.prepare(sql);
    const [through, alone] = [await took(api), await took((round) => statement.all(...bind(round)))];
    const [p50, p95] = [percentile(through, 0.5), percentile(through, 0.95)];
    const over = isList && p95 > GOAL_MS;
    missed ||= over;
    console.log(
      `${name.padEnd(36)} ${ms(p50)} ${ms(p95)} | ${ms(percentile(alone, 0.5))} ${ms(percentile(alone, 0.95))} | ${(p50 / percentile(alone, 0.5)).toFixed(1)}${over ? `  over the goal of ${GOAL_MS} ms` : ""}`,
    );
  }
  const ping = await took(() => client.call(me));
  console.log(
    `a signed-in call that reads no chat: p50 ${ms(percentile(ping, 0.5))}, p95 ${ms(percentile(ping, 0.95))}`,
  );
  bare.close();
} finally {
  await served.stop();
  rmSync(state, { recursive: true, force: true });
}
process.exit(missed ? 1 : 0);
