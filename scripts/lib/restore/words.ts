import { indexWords } from "#workers/domain/chat-words/fill.ts";

type Fill = (db: D1Database) => Promise<void>;

const MESSAGES_AT_ONCE = 5_000;
/** As migrations 0034 and 0001 fill them when a row comes. */
const MESSAGES = `INSERT INTO messages_fts (rowid, enterprise, chat, words)
  SELECT w.number, replace(w.enterprise_id, '-', ''), replace(m.chat_id, '-', ''),
    coalesce(m.body ->> '$.text', m.body ->> '$.caption', m.body ->> '$.rendered', m.body ->> '$.label', m.body ->> '$.body.text', '')
  FROM message_words w JOIN messages m ON m.id = w.message_id WHERE w.number > ?1 AND w.number <= ?1 + ${MESSAGES_AT_ONCE}`;
const PASSAGES = `INSERT INTO passages_fts (rowid, agent, heading, text)
  SELECT number, replace(agent_id, '-', ''), heading, text FROM passages`;

/** How each index of words is made anew from its rows; none of them is in an export. */
export const wordIndexes: Record<string, Fill> = {
  customers_fts: async (db) => {
    await db.prepare("INSERT INTO customers_fts (customers_fts) VALUES ('rebuild')").run();
  },
  passages_fts: async (db) => {
    await db.prepare(PASSAGES).run();
  },
  messages_fts: async (db) => {
    const last = (await db.prepare("SELECT max(number) AS n FROM message_words").first<number>("n")) ?? 0;
    for (let after = 0; after < last; after += MESSAGES_AT_ONCE) await db.prepare(MESSAGES).bind(after).run();
  },
  chats_fts: async (db) => {
    for (let after: number | null = -1; after !== null;) after = await indexWords({ $client: db }, after);
  },
};

const INDEXES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' ORDER BY name";

/** Fills every index of words that a database has; answers their entries. Throws for one that nobody has said how to fill. */
export async function fillWordIndexes(db: D1Database): Promise<Record<string, number>> {
  const entries: Record<string, number> = {};
  const { results } = await db.prepare(INDEXES).all<{ name: string }>();
  for (const { name } of results) {
    const fill = wordIndexes[name];
    if (!fill) throw new Error(`nobody has said how the index ${name} is made anew`);
    await fill(db);
    entries[name] = (await db.prepare(`SELECT count(*) AS n FROM "${name}"`).first<number>("n")) ?? 0;
  }
  return entries;
}
