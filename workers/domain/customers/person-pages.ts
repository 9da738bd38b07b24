import { CHAT, MISSED } from "#workers/contract/chat-states.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { FactTimes } from "#db/tenant/messages.ts";
import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import type { ArchiveReader } from "../archives/files.ts";
import { archivedOf } from "../archives/person.ts";
import { iso, isoOrNull, type Ctx } from "../ctx.ts";
import { type FileEntry, filesIn, PAGE } from "./copied-files.ts";

/** Pages of what somebody wrote, was written and has: each is one statement, and begins behind the last row of the one before. */
export interface PersonPages {
  chats: () => AsyncGenerator<unknown[]>;
  messages: () => AsyncGenerator<unknown[]>;
  broadcasts: () => AsyncGenerator<unknown[]>;
  files: () => AsyncGenerator<FileEntry[]>;
  botSessions: () => AsyncGenerator<unknown[]>;
  botMessages: () => AsyncGenerator<unknown[]>;
  journeys: () => AsyncGenerator<unknown[]>;
}

export const personPages = (
  ctx: Ctx,
  identities: readonly string[],
  archive: ArchiveReader,
): PersonPages => ({
  chats: () => ofEach(ctx, identities, chatsAfter),
  messages: () => ofEach(ctx, identities, messagesAfter),
  broadcasts: () => broadcastsIn(ctx, identities, archive),
  files: () => filesIn(ctx, identities),
  botSessions: () => ofEach(ctx, identities, sessionsAfter),
  botMessages: () => ofEach(ctx, identities, botMessagesAfter),
  journeys: () => ofEach(ctx, identities, journeysAfter),
});

interface Reading<Row> {
  sql: string;
  /** Values that say where a page begins: behind this row, or at the very beginning. */
  after: (row: Row | undefined) => unknown[];
  shown: (row: Row) => unknown;
}

/** One identity after the other, each in pages along its own index. */
async function* ofEach<Row>(
  { db: { $client }, enterpriseId }: Ctx,
  identities: readonly string[],
  { sql: text, after, shown }: Reading<Row>,
): AsyncGenerator<unknown[]> {
  for (const identity of identities) {
    for (let last: Row | undefined; ;) {
      const { results } = await $client
        .prepare(text)
        .bind(enterpriseId, identity, PAGE, ...after(last))
        .all<Row>();
      if (results.length > 0) yield results.map(shown);
      if (results.length < PAGE) break;
      last = results.at(-1);
    }
  }
}

const nameIn = (names: Readonly<Record<string, number>>, value: number | null): string | null =>
  Object.entries(names).find(([, each]) => each === value)?.[0] ?? null;

interface ChatRow {
  id: string;
  channel: string | null;
  department: string | null;
  state: number;
  missed_reason: number | null;
  created_at: number;
  closed_at: number | null;
  handler_name: string;
  rating: number | null;
  labels: string;
}
const chatsAfter: Reading<ChatRow> = {
  sql: `SELECT c.id, ch.name AS channel, d.name AS department, c.state, c.missed_reason, c.created_at, c.closed_at, c.handler_name, c.rating,
      (SELECT json_group_array(l.name) FROM json_each(c.labels) e JOIN chat_labels l ON l.id = e.value AND l.enterprise_id = ?1) AS labels
    FROM chats c LEFT JOIN channels ch ON ch.id = c.channel_id LEFT JOIN departments d ON d.id = c.department_id
    WHERE c.enterprise_id = ?1 AND c.identity_id = ?2 AND c.id > ?4 ORDER BY c.id LIMIT ?3`,
  after: (row) => [row?.id ?? ""],
  shown: (row) => ({
    id: row.id,
    channel: row.channel,
    department: row.department,
    state: nameIn(CHAT, row.state),
    missedBecause: nameIn(MISSED, row.missed_reason),
    begunAt: iso(row.created_at),
    endedAt: isoOrNull(row.closed_at),
    handledBy: row.handler_name,
    labels: JSON.parse(row.labels) as string[],
    rating: row.rating,
  }),
};

interface MessageRow {
  place: number;
  chat: string;
  at: number;
  channel: string | null;
  direction: "in" | "out";
  by: string;
  name: string | null;
  status: string;
  facts: string;
  reason: string | null;
  body: string;
}
/** Colleagues are known by the name that they had in the chat. Messages never sent (`held`) are left out. */
const messagesAfter: Reading<MessageRow> = {
  sql: `SELECT m.rowid AS place, m.chat_id AS chat, m.at, ch.name AS channel, m.direction, m.by_kind AS "by", CASE m.by_kind
      WHEN 'person' THEN coalesce(iif(m.by_id = c.handler, c.handler_name, NULL), (SELECT a.by_name FROM chat_actions a
        WHERE a.enterprise_id = ?1 AND a.chat_id = m.chat_id AND a.by_id = m.by_id LIMIT 1))
      WHEN 'bot' THEN (SELECT b.name FROM agents b WHERE b.enterprise_id = ?1 AND b.id = m.by_id) END AS name,
      m.status, m.facts, m.reason, m.body
    FROM messages m LEFT JOIN channels ch ON ch.id = m.channel_id LEFT JOIN chats c ON c.id = m.chat_id
    WHERE m.enterprise_id = ?1 AND m.identity_id = ?2 AND m.held = 0 AND (m.at, m.rowid) > (?4, ?5) ORDER BY m.at, m.rowid LIMIT ?3`,
  after: (row) => [row?.at ?? -1, row?.place ?? 0],
  shown: ({ place: _, at, by, name, facts, body, ...row }) => ({
    at: iso(at),
    ...row,
    by,
    byName: name,
    states: Object.fromEntries(
      Object.entries(JSON.parse(facts) as FactTimes).map(([fact, [, ours]]) => [fact, iso(ours)]),
    ),
    ...(JSON.parse(body) as MessageBody),
  }),
};

interface BroadcastRow {
  id: string;
  broadcast: string;
  channel: string | null;
  address: string;
  status: string;
  facts: string;
  reason: string | null;
  data: string | null;
  replied_at: number | null;
  clicked_at: number | null;
  template: string;
}
const broadcastsAfter: Reading<BroadcastRow> = {
  sql: `SELECT r.id, b.name AS broadcast, ch.name AS channel, r.address, r.status, r.facts, r.reason, r.data, r.replied_at, r.clicked_at, b.template ->> '$.name' AS template
    FROM broadcast_recipients r JOIN broadcasts b ON b.id = ${broadcastOf("r.id")} LEFT JOIN channels ch ON ch.id = b.channel_id
    WHERE r.enterprise_id = ?1 AND r.identity_id = ?2 AND r.id > ?4 ORDER BY r.id LIMIT ?3`,
  after: (row) => [row?.id ?? ""],
  shown: ({ id: _, facts, data, replied_at: repliedAt, clicked_at: clickedAt, ...row }) => ({
    ...row,
    values: JSON.parse(data ?? "{}") as Record<string, string>,
    states: Object.fromEntries(
      Object.entries(JSON.parse(facts) as FactTimes).map(([fact, [, ours]]) => [fact, iso(ours)]),
    ),
    repliedAt: isoOrNull(repliedAt),
    clickedAt: isoOrNull(clickedAt),
  }),
};

/** Those in the database, and those in files; what moves in between is in both, and told once. */
async function* broadcastsIn(
  ctx: Ctx,
  identities: readonly string[],
  archive: ArchiveReader,
): AsyncGenerator<unknown[]> {
  const told = new Set<string>();
  const shown = (row: BroadcastRow) => {
    told.add(row.id);
    return broadcastsAfter.shown(row);
  };
  yield* ofEach(ctx, identities, { ...broadcastsAfter, shown });
  for await (const found of archivedOf(ctx, archive, identities)) {
    yield found
      .filter(({ line }) => !told.has(line.id))
      .map(({ line, file: { broadcast, channel, template } }) => {
        const { id, address, status, facts, reason, data, repliedAt, clickedAt } = line;
        return broadcastsAfter.shown({
          ...{ id, broadcast, channel, address, status, reason, template },
          facts: JSON.stringify(facts),
          data: JSON.stringify(data ?? {}),
          replied_at: repliedAt,
          clicked_at: clickedAt,
        });
      });
  }
}

interface SessionRow {
  id: string;
  bot: string | null;
  channel: string;
  started_at: number;
  last_at: number;
  turns: number;
  pending: string | null;
}
/** Steps from one bot to the next, so that the index that begins with bots finds a person's sessions. */
const SESSIONS = `conversations s WHERE s.enterprise_id = ?1 AND s.sender_id = ?2 AND s.agent_id IN (WITH RECURSIVE b(id) AS (
  SELECT min(agent_id) FROM conversations WHERE enterprise_id = ?1 UNION ALL
  SELECT (SELECT min(agent_id) FROM conversations WHERE enterprise_id = ?1 AND agent_id > b.id) FROM b WHERE b.id IS NOT NULL)
  SELECT id FROM b WHERE id IS NOT NULL)`;
const sessionsAfter: Reading<SessionRow> = {
  sql: `SELECT s.id, (SELECT b.name FROM agents b WHERE b.enterprise_id = ?1 AND b.id = s.agent_id) AS bot, s.channel, s.started_at,
      s.last_at, s.turns, s.pending
    FROM ${SESSIONS} AND s.id > ?4 ORDER BY s.id LIMIT ?3`,
  after: (row) => [row?.id ?? ""],
  shown: ({ started_at: started, last_at: last, pending, ...row }) => ({
    ...row,
    startedAt: iso(started),
    lastAt: iso(last),
    learned: pending === null ? {} : (JSON.parse(pending) as { values: Record<string, string> }).values,
  }),
};

interface TurnRow {
  id: string;
  session: string;
  at: number;
  text: string;
  answer: string;
  intent: string | null;
  emotion: string | null;
  parameters: string | null;
}
const botMessagesAfter: Reading<TurnRow> = {
  sql: `SELECT t.id, t.conversation_id AS session, t.at, t.text, t.answer, t.intent_name AS intent, t.emotion, t.parameters
    FROM turns t WHERE t.enterprise_id = ?1 AND t.conversation_id IN (SELECT s.id FROM ${SESSIONS} AND s.id >= ?4)
      AND (t.conversation_id, t.at, t.id) > (?4, ?5, ?6) ORDER BY t.conversation_id, t.at, t.id LIMIT ?3`,
  after: (row) => [row?.session ?? "", row?.at ?? 0, row?.id ?? ""],
  shown: ({ id: _, at, parameters, ...row }) => ({
    at: iso(at),
    ...row,
    learned: parameters === null ? {} : (JSON.parse(parameters) as Record<string, string>),
  }),
};

interface RunRow {
  id: string;
  journey: string | null;
  kind: string | null;
  state: string;
  started_at: number;
  ended_at: number | null;
  data: string;
  links: string;
}
const openedIn = (links: string): unknown[] =>
  (JSON.parse(links) as { url: string; openedAt: number }[]).map(({ url, openedAt }) => ({
    url,
    openedAt: iso(openedAt),
  }));
/** A journey's knowledge of somebody is its variables; their own words are among the messages. */
const journeysAfter: Reading<RunRow> = {
  sql: `SELECT r.id, a.name AS journey, a.kind, r.state, r.started_at, r.ended_at, r.data,
      (SELECT json_group_array(json_object('url', l.url, 'openedAt', l.clicked_at)) FROM run_links l
        WHERE l.enterprise_id = ?1 AND l.key > r.id || ':' AND l.key < r.id || ';' AND l.clicked_at IS NOT NULL) AS links
    FROM runs r LEFT JOIN automation_instances i ON i.id = r.instance_id LEFT JOIN automations a ON a.id = i.automation_id
    WHERE r.enterprise_id = ?1 AND r.identity_id = ?2 AND r.id > ?4 ORDER BY r.id LIMIT ?3`,
  after: (row) => [row?.id ?? ""],
  shown: ({ id: _, started_at: enteredAt, ended_at: endedAt, data, links, ...row }) => {
    const { vars = {} } = JSON.parse(data) as { vars?: Record<string, unknown> };
    return {
      ...row,
      enteredAt: iso(enteredAt),
      endedAt: isoOrNull(endedAt),
      values: vars,
      links: openedIn(links),
    };
  },
};
