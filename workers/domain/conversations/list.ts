import { chatSearchTexts } from "#texts/chat-search.ts";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import {
  type Conversation,
  type ConversationFilter,
  CONVERSATIONS_PAGE,
  type listConversations,
} from "#workers/contract/endpoints/conversations.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { folded } from "#workers/contract/folded.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { audited } from "../audit.ts";
import { excerptOf, isTooShort } from "../chats/found-words.ts";
import type { Reader } from "../chats/chat-row.ts";
import { SEEN } from "../messaging/seen.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { describe, DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { textOf } from "../speech/voice-messages.ts";
import { type Asked, askedBy, MATCH, MOST_CUSTOMERS } from "./asked.ts";
import { BEHIND, BEHIND_MS } from "../chat-words/fill.ts";

/** Hits that one call looks at beyond its page: those that the reader does not see any more are found only by looking. */
const LOOKED_BEYOND = 300;
/** The latest messages of each chat in which the words are looked for, to be shown. */
const SHOWN_OF_ONE = 200;

/** Hits before the number `?4`, from `?8` on, `?9` of them. */
const HITS = `SELECT rowid AS number FROM chats_fts WHERE chats_fts MATCH ${MATCH} AND rowid < ?4 AND rowid >= ?8 ORDER BY rowid DESC LIMIT ?9`;
const NAMES = (list: string, name: string) =>
  `(SELECT json_group_array(json_object('id', e.value, 'name', coalesce(${name}, ''))) FROM json_each(${list}) e)`;
/** A person's name, by what they did in this chat: people are in the other database. */
const AGENT = `(SELECT g.name FROM chat_agents g WHERE g.enterprise_id = ?1 AND g.user_id = e.value),
  (SELECT x.by_name FROM chat_actions x WHERE x.enterprise_id = ?1 AND x.chat_id = c.id AND x.by_id = e.value LIMIT 1), CASE e.value WHEN c.handler THEN c.handler_name END`;
const FOUND = `WITH hits AS (${HITS})
  SELECT f.number, c.id AS chatId, c.state, c.last_at AS lastAt, c.last_text AS lastText, h.name AS channelName, h.type AS channelType, coalesce(d.name, '') AS departmentName,
    u.id AS customerId, coalesce(u.name, i.name) AS name, w.messages,
    (SELECT a.address FROM addresses a WHERE a.enterprise_id = ?1 AND a.identity_id = c.identity_id ORDER BY a.kind, a.created_at LIMIT 1) AS address,
    ${NAMES("w.bots", "(SELECT b.name FROM agents b WHERE b.enterprise_id = ?1 AND b.id = e.value)")} AS bots,
    ${NAMES("w.agents", AGENT)} AS agents,
    (SELECT json_group_array(json_object('id', e.value, 'name', coalesce(j.name, ''), 'kind', coalesce(j.kind, 'journey'))) FROM json_each(w.journeys) e
      LEFT JOIN automations j ON j.enterprise_id = ?1 AND j.id = e.value AND j.deleted_at IS NULL) AS journeys
  FROM hits f CROSS JOIN chat_words w ON w.number = f.number CROSS JOIN chats c ON c.id = w.chat_id AND c.enterprise_id = ?1 AND ${SEEN}
    JOIN channels h ON h.id = c.channel_id JOIN identities i ON i.id = c.identity_id
    LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
    LEFT JOIN departments d ON d.enterprise_id = ?1 AND d.id = c.department_id
  ORDER BY f.number DESC LIMIT ?10`;
/** The last hit that was looked at, and how many were. */
const LOOKED_AT = `SELECT min(number) AS last, count(*) AS count FROM (${HITS})`;
/** Messages of the chats `?2`, the newest first, in which words may be; of voice messages with what was heard. */
const SAID = `SELECT c.id AS chatId, m.seq, m.body,
    CASE m.kind WHEN 'audio' THEN (SELECT s.segments FROM speech_jobs s WHERE s.enterprise_id = ?1 AND s.message_id = m.id AND s.state = 'done') END AS heard FROM json_each(?2) e CROSS JOIN chats c ON c.id = e.value AND c.enterprise_id = ?1
  CROSS JOIN messages m ON m.enterprise_id = ?1 AND m.chat_id = c.id AND m.seq > c.seq - ${SHOWN_OF_ONE} AND m.held = 0 AND m.by_kind <> 'system' ORDER BY c.id, m.seq DESC`;

export interface FoundRow {
  number: number;
  chatId: string;
  state: number;
  lastAt: number;
  lastText: string;
  channelName: string;
  channelType: number;
  departmentName: string;
  customerId: string | null;
  name: string;
  address: string | null;
  messages: number;
  bots: string;
  agents: string;
  journeys: string;
}

/** A page of what is found before a number, and the number before which the next page is; null where there is none. */
export interface FoundPage {
  rows: FoundRow[];
  next: number | null;
}

interface Place {
  before?: number | undefined;
  size: number;
}

/** The two statements that read a page, in this order; `pageIn` reads their results. */
export function finding(
  { db: { $client } }: Ctx,
  asked: Asked,
  { before, size }: Place,
): D1PreparedStatement[] {
  const values = [...asked.values(before ?? Number.MAX_SAFE_INTEGER), asked.least, size + LOOKED_BEYOND];
  return [$client.prepare(FOUND).bind(...values, size + 1), $client.prepare(LOOKED_AT).bind(...values)];
}

export function pageIn([found, looked]: readonly D1Result[], size: number): FoundPage {
  const all = (found?.results ?? []) as unknown as FoundRow[];
  const rows = all.slice(0, size);
  const [{ last, count }] = (looked?.results ?? []) as [{ last: number | null; count: number }];
  const more = count === size + LOOKED_BEYOND ? last : null;
  return { rows, next: all.length > size ? (rows.at(-1)?.number ?? null) : more };
}

/** The question to the index; invalid where its words leave nothing to look for. */
export function askedOf(
  ctx: Ctx,
  filter: ConversationFilter,
  { mayUnmask }: Pick<Reader, "mayUnmask">,
): Asked {
  const asked = askedBy(ctx, filter, mayUnmask());
  if (filter.words !== "" && isTooShort(asked.terms))
    throw new DomainError("invalid", {
      message: chatSearchTexts.tooShort,
      errors: { words: chatSearchTexts.tooShort },
    });
  return asked;
}

/**
 * Does a search; invalid where SQLite does not know a letter of its words, such as one of a script that came to Unicode
 * later: it parts the word there, and the index keeps no order of words.
 */
export async function readable<Found>(search: () => Promise<Found>): Promise<Found> {
  try {
    return await search();
  } catch (error) {
    if (!describe(error).includes("phrase queries are not supported")) throw error;
    throw new DomainError("invalid", {
      message: texts.unknownLetters,
      errors: { words: texts.unknownLetters },
    });
  }
}

/**
 * Conversations that the reader sees, the one with the latest message first, each with what was found in it. A search by
 * words leaves an entry. Throws invalid where nothing is left to look for.
 */
export async function conversations(
  ctx: Ctx,
  { before, ...filter }: InputOf<typeof listConversations>["query"],
  reader: Pick<Reader, "mayUnmask">,
): Promise<ReplyOf<typeof listConversations>> {
  const { $client } = ctx.db;
  const asked = askedOf(ctx, filter, reader);
  const size = CONVERSATIONS_PAGE;
  const [tooMany, ...sought] = asked.tooMany ?? ["SELECT 0 AS more"];
  const [found, looked, waiting, customers] = await readable(() =>
    $client.batch([
      ...finding(ctx, asked, { before, size }),
      $client.prepare(BEHIND).bind(ctx.now()),
      $client.prepare(tooMany).bind(...sought),
      ...(filter.words === "" || before !== undefined ? [] : [noting(ctx, filter.words)]),
    ]),
  );
  const { rows, next } = pageIn([found, looked] as D1Result[], size);
  const places = await placesOf(ctx, rows, asked.terms);
  const since = (waiting?.results[0] as { at: number | null } | undefined)?.at ?? null;
  return {
    conversations: rows.map((row) => {
      const { excerpt, seq } = places.get(row.chatId) ?? lastOf(row);
      return { ...onWire(row, reader), seq, excerpt: reader.mayUnmask() ? excerpt : masked(excerpt) };
    }),
    terms: [...asked.terms],
    next,
    moreCustomersThan:
      (customers?.results[0] as { more: number } | undefined)?.more === 1 ? MOST_CUSTOMERS : null,
    behindSince: isoOrNull(since !== null && since < ctx.now() - BEHIND_MS ? since : null),
  };
}

/** The entry of who has searched what was said, and for what. */
const noting = (ctx: Ctx, words: string): D1PreparedStatement =>
  bindable(ctx, audited(ctx, { action: "search", kind: "chat", object: { id: "", name: words } }));

type Shown = Pick<Conversation, "excerpt" | "seq">;
const lastOf = ({ lastText }: FoundRow): Shown => ({ excerpt: lastText, seq: null });

/** Where the words are in each chat: in the message that has most of them, the newest of these. */
async function placesOf(
  { db: { $client }, enterpriseId }: Ctx,
  rows: readonly FoundRow[],
  terms: readonly string[],
): Promise<Map<string, Shown>> {
  const best = new Map<string, Shown>();
  const counts = new Map<string, number>();
  if (terms.length === 0 || rows.length === 0) return best;
  const { results } = await $client
    .prepare(SAID)
    .bind(enterpriseId, JSON.stringify(rows.map(({ chatId }) => chatId)))
    .all<{ chatId: string; seq: number; body: string; heard: string | null }>();
  const sought = terms.map(folded);
  for (const { chatId, seq, body, heard } of results) {
    const words = heard === null ? wordsOf(JSON.parse(body) as MessageBody) : textOf(heard);
    const small = folded(words);
    const count = sought.filter((term) => small.includes(term)).length;
    if (count <= (counts.get(chatId) ?? 0)) continue;
    counts.set(chatId, count);
    best.set(chatId, { seq, excerpt: excerptOf(words, terms) });
  }
  return best;
}

export const namesOf = <Name = { id: string; name: string }>(json: string): Name[] =>
  JSON.parse(json) as Name[];

/** A row without its words; numbers are masked for whoever may not see customers. */
export function onWire(
  row: FoundRow,
  { mayUnmask }: Pick<Reader, "mayUnmask">,
): Omit<Conversation, keyof Shown> {
  const shown = mayUnmask() ? (text: string) => text : masked;
  const { chatId, channelName, channelType, departmentName, state, messages } = row;
  return {
    ...{ chatId, channelName, channelType, departmentName, state, messages },
    customer: { id: row.customerId, name: shown(row.name), address: shown(row.address ?? "") },
    bots: namesOf(row.bots),
    journeys: namesOf<{ id: string; name: string; kind: AutomationKind }>(row.journeys),
    agents: namesOf(row.agents),
    lastAt: iso(row.lastAt),
  };
}
