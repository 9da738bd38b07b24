import type { TenantDb } from "#db/client.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { NOBODY } from "../bare/bare.ts";
import { passedOver } from "../bare/fenced.ts";

/** Chats that one look finds, and messages that one transaction reads; a chat of more goes alone. */
const LOOKED_AT = 1_000;
const MOST_MESSAGES = 2_000;
const MOST_CHATS = 100;
/** The latest messages of a chat that are found by their words. */
const MOST_OF_ONE = 5_000;
/** A change is committed this long after its time at most: what was overtaken is found by its revision. */
const LATE_MS = 60_000;
/** A chat that has waited for longer is said on the screen. */
export const BEHIND_MS = 20_000;

/** The sweeper has come so far; `now` is the parameter of that name. */
const SINCE = (now: string) =>
  `min(${now}, coalesce((SELECT changed_at FROM chat_words ORDER BY changed_at DESC LIMIT 1), 0)) - ${LATE_MS}`;
const UNKNOWN_SINCE = (since: string) =>
  `FROM chats c INDEXED BY chats_changed LEFT JOIN chat_words w ON w.chat_id = c.id
  WHERE c.updated_at >= ${since} AND c.identity_id <> '${NOBODY}' AND w.revision IS NOT c.revision`;
const CHANGED = (now: string) => `${UNKNOWN_SINCE(SINCE(now))} AND ${passedOver("c.enterprise_id")}`;
const DUE = `SELECT c.id, c.seq ${CHANGED("?1")} ORDER BY c.updated_at LIMIT ${LOOKED_AT}`;
/** When the first chat changed that the archive doesn't know as it is; of all enterprises, as one sweeper works for all. */
export const BEHIND = `SELECT min(at) AS at FROM (SELECT c.updated_at AS at ${CHANGED("?1")} ORDER BY c.updated_at LIMIT 1)`;

const SAID = `m.enterprise_id = c.enterprise_id AND m.chat_id = c.id`;
/** Somebody said it, and it was not taken back before it left. */
const SHOWN = `m.held = 0 AND m.by_kind <> 'system' AND m.status <> 'cancelled'`;
const BY_RUN = `m.by_kind = 'bot' AND m.cause GLOB 'run:*'`;
const BY_BOT = `m.by_kind = 'bot' AND m.by_id <> '' AND coalesce(m.cause, '') NOT GLOB 'run:*'`;
const ids = (text: string) => `(SELECT json_group_array(id) FROM (${text}))`;
/** Later chats have higher numbers, so that what is found comes newest first without being sorted. */
const FIRST_OF = `(c.last_at * 1024)`;
const NUMBER = `coalesce((SELECT max(o.number) + 1 FROM chat_words o WHERE o.number >= ${FIRST_OF} AND o.number < ${FIRST_OF} + 1024), ${FIRST_OF})
  + row_number() OVER (PARTITION BY c.last_at ORDER BY c.id) - 1`;
/** `?1` are the chats, `?2` the latest change that is noted, if any. One more than a thousand of one millisecond waits until its chat changes. */
const ROWS = `INSERT OR IGNORE INTO chat_words (number, enterprise_id, chat_id, revision, changed_at, messages, bots, journeys, agents)
  SELECT ${NUMBER}, c.enterprise_id, c.id, c.revision, min(c.updated_at, coalesce(?2, c.updated_at)),
    (SELECT count(*) FROM messages m WHERE ${SAID} AND ${SHOWN}),
    ${ids(`SELECT DISTINCT m.by_id AS id FROM messages m WHERE ${SAID} AND ${BY_BOT}`)},
    ${ids(`SELECT DISTINCT i.automation_id AS id FROM messages m CROSS JOIN automation_instances i ON i.id = m.by_id AND i.enterprise_id = m.enterprise_id WHERE ${SAID} AND ${BY_RUN}`)},
    ${ids(`SELECT c.handler AS id WHERE c.handler IS NOT NULL UNION SELECT m.by_id FROM messages m WHERE ${SAID} AND m.by_kind = 'person' AND m.by_id <> '' AND m.held = 0`)}
  FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value AND c.identity_id <> '${NOBODY}'`;

const each = (prefix: string, column: string) =>
  `coalesce((SELECT group_concat(' ${prefix}' || e.value, '') FROM json_each(${column}) e), '')`;
const led = (prefix: string, column: string) => `CASE ${column} WHEN '[]' THEN '' ELSE ' l${prefix}' END`;
/** Facts of a chat as words of their own column: a letter says of what the rest is the id. */
const FACETS = `'e' || c.enterprise_id || ' c' || c.channel_id || ' i' || c.identity_id || ' d' || coalesce(c.department_id, 'none')
    || CASE WHEN c.state IN (${CHAT.closed}, ${CHAT.missed}) THEN ' sended' ELSE ' sopen' END || CASE WHEN c.handler IS NULL THEN ' hnone' ELSE ' p' || c.handler END
    || coalesce((SELECT group_concat(' p' || (e.value ->> 'uId'), '') FROM json_each(c.people) e), '')
    || ${each("b", "w.bots")} || ${each("j", "w.journeys")} || ${each("a", "w.agents")}
    || ${led("bot", "w.bots")} || ${led("journey", "w.journeys")} || ${led("person", "w.agents")}`;
/** The words heard in a voice message. */
const HEARD = `coalesce((SELECT ' ' || group_concat(g.value ->> '$.text', ' ') FROM speech_jobs s CROSS JOIN json_each(s.segments) g
  WHERE s.enterprise_id = m.enterprise_id AND s.message_id = m.id AND s.state = 'done'), '')`;
/** As migration 0034 finds them in the search of messages, and what voices say. */
const WORDS = `coalesce(m.body ->> '$.text', m.body ->> '$.caption', m.body ->> '$.rendered', m.body ->> '$.label', m.body ->> '$.body.text', '')
  || CASE m.kind WHEN 'audio' THEN ${HEARD} ELSE '' END`;
/** Ten digits end an address: as people write their own country's numbers. */
const ADDRESSES = `SELECT group_concat(a.address || CASE WHEN a.address GLOB '+*' THEN ' ' || substr(a.address, -10) ELSE '' END, ' ')
  FROM addresses a WHERE a.enterprise_id = c.enterprise_id AND a.identity_id = c.identity_id`;
const INDEX = `INSERT INTO chats_fts (rowid, facets, name, address, words)
  SELECT w.number, replace(replace(${FACETS}, '-', ''), '_', ''), i.name, coalesce((${ADDRESSES}), ''),
    coalesce((SELECT group_concat(said, ' ') FROM (SELECT ${WORDS} AS said FROM messages m WHERE ${SAID} AND ${SHOWN}
      AND m.seq > c.seq - ${MOST_OF_ONE})), '')
  FROM json_each(?1) e CROSS JOIN chat_words w ON w.chat_id = e.value CROSS JOIN chats c ON c.id = w.chat_id CROSS JOIN identities i ON i.id = c.identity_id`;
/** A trigger takes them out of the index, too. */
const FORGET = "DELETE FROM chat_words WHERE chat_id IN (SELECT value FROM json_each(?1))";

interface Due {
  id: string;
  seq: number;
}

/** Chats in parts, each as much as one transaction reads. */
function partsOf(due: readonly Due[]): string[][] {
  const parts: string[][] = [];
  let messages = 0;
  for (const { id, seq } of due) {
    const last = parts.at(-1);
    messages += seq;
    if (last && messages <= MOST_MESSAGES && last.length < MOST_CHATS) last.push(id);
    else {
      parts.push([id]);
      messages = seq;
    }
  }
  return parts;
}

async function take(
  $client: TenantDb["$client"],
  due: readonly Due[],
  most: number | null = null,
): Promise<void> {
  for (const part of partsOf(due)) {
    const these = JSON.stringify(part);
    // The rows to write are read in the same transaction, so that anything erased meanwhile stays away.
    await $client.batch(taking($client, these, most));
  }
}

const taking = ($client: TenantDb["$client"], these: string, most: number | null): D1PreparedStatement[] => [
  $client.prepare(FORGET).bind(these),
  $client.prepare(ROWS).bind(these, most),
  $client.prepare(INDEX).bind(these),
];

/** The chat of a message, and how far the sweeper is. */
const CHAT_OF =
  "SELECT chat_id AS id, (SELECT max(changed_at) FROM chat_words) AS newest FROM messages WHERE enterprise_id = ?1 AND id = ?2 AND chat_id IS NOT NULL";

/** Statements that take the words of a message's chat once more, as its transcript is none of the chat's changes. */
export async function takingAgain(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  messageId: string,
): Promise<D1PreparedStatement[]> {
  const chat = await $client
    .prepare(CHAT_OF)
    .bind(enterpriseId, messageId)
    .first<{ id: string; newest: number | null }>();
  return chat ? taking($client, JSON.stringify([chat.id]), chat.newest) : [];
}

/** How far the sweeper is: one enterprise's chats, taken out of turn, must not let it pass over others' older ones. */
const NEWEST = "SELECT changed_at AS at FROM chat_words ORDER BY changed_at DESC LIMIT 1";
const newestOf = ($client: TenantDb["$client"]): Promise<number | null> =>
  $client.prepare(NEWEST).first<number>("at");

/**
 * Takes the words of chats that changed since, the oldest change first; done twice or by two at once it ends the same.
 * Answers how many chats it took: none says that all are known.
 */
export async function takeWords({ $client }: Pick<TenantDb, "$client">, now: number): Promise<number> {
  const { results } = await $client.prepare(DUE).bind(now).all<Due>();
  await take($client, results);
  return results.length;
}

const UNKNOWN = `SELECT c.id, c.seq FROM chats c WHERE c.enterprise_id = ?1 AND c.id > ?2 AND c.identity_id <> '${NOBODY}'
  ORDER BY c.id LIMIT ${MOST_CHATS}`;

/** Takes the words of an enterprise's chats behind an id, whenever they changed; answers the last one, null where none is left. */
export async function takeWordsOf(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  after: string,
): Promise<string | null> {
  const { results } = await $client.prepare(UNKNOWN).bind(enterpriseId, after).all<Due>();
  await take($client, results, await newestOf($client));
  return results.at(-1)?.id ?? null;
}

const CHANGED_OF = `SELECT c.id, c.seq ${UNKNOWN_SINCE("?3")} AND c.enterprise_id = ?1 AND c.id > ?2 ORDER BY c.id LIMIT ${MOST_CHATS}`;

/** The same of those that changed since a time and are not known as they are. */
export async function takeChangedWords(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  { after, since }: { after: string; since: number },
): Promise<string | null> {
  const { results } = await $client.prepare(CHANGED_OF).bind(enterpriseId, after, since).all<Due>();
  await take($client, results, await newestOf($client));
  return results.at(-1)?.id ?? null;
}

/** Chats that the archive knows, of which a restored database lacks the index; in the order of their numbers behind one. */
const KNOWN = `SELECT w.number, w.chat_id AS id, w.messages AS seq FROM chat_words w WHERE w.number > ?1 ORDER BY w.number LIMIT ${MOST_CHATS}`;

/** Indexes the words of known chats behind a number anew; answers the last one's number, null where none is left. */
export async function indexWords(
  { $client }: Pick<TenantDb, "$client">,
  after: number,
): Promise<number | null> {
  const { results } = await $client.prepare(KNOWN).bind(after).all<Due & { number: number }>();
  for (const part of partsOf(results)) await $client.prepare(INDEX).bind(JSON.stringify(part)).run();
  return results.at(-1)?.number ?? null;
}
