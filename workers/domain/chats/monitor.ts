import { and, asc, eq, sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import { CHAT, type ChatState } from "#workers/contract/chat-states.ts";
import { NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import {
  type chatMonitor,
  MOST_MONITORED,
  MOST_MONITORED_CHATS,
  type monitoredChats,
} from "#workers/contract/endpoints/chat-monitor.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { permissionsOf } from "#workers/contract/roles.ts";
import { type Ctx, type DirectoryCtx, iso, isoOrNull } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { roleSetsOf } from "../roles/rights.ts";
import { shownStatus } from "../shown-status.ts";
import { RULES_OF, rulesIn } from "../messaging/chat-rules.ts";
import type { Reader } from "./chat-row.ts";
import { levelsIn, readingLevels } from "./service-level.ts";

/** People of whom those are chosen who answer chats: roles stand as a list in their row. */
const MOST_READ = 5_000;
const DAY_MS = 24 * 3_600_000;
/** Counts are kept by triggers (`chat_counts`); of the rows themselves only those that wait, or were written in, are read. */
const COUNT = (state: ChatState, which = "") =>
  `sum(CASE WHEN k.state = ${state} ${which} THEN k.count ELSE 0 END)`;
/** Departments, and '' for chats of none. */
const QUEUES = `WITH places AS (SELECT id, name, name_key FROM departments WHERE enterprise_id = ?1 UNION ALL SELECT '', '', ''),
  open AS (SELECT k.department_id AS place, ${COUNT(CHAT.started, "AND k.handler = ''")} AS waiting, ${COUNT(CHAT.ongoing)} AS ongoing,
      ${COUNT(CHAT.created)} AS withBot, ${COUNT(CHAT.suspended)} AS suspended
    FROM chat_counts k WHERE k.enterprise_id = ?1 AND k.state NOT IN (${CHAT.closed}, ${CHAT.missed}) AND k.count > 0 GROUP BY 1),
  waits AS (SELECT coalesce(c.department_id, '') AS place, min(c.waiting_since) AS since FROM chats c
    WHERE c.enterprise_id = ?1 AND c.state = ${CHAT.started} AND c.handler IS NULL GROUP BY 1),
  day AS (SELECT department_id AS place, sum(attended) AS attended, sum(missed) AS missed, sum(pickup_ms) AS ms
    FROM chat_hours WHERE enterprise_id = ?1 AND hour > ?2 GROUP BY 1)
  SELECT p.id, p.name, o.waiting, w.since, o.ongoing, o.withBot, o.suspended, d.attended, d.missed, d.ms
  FROM places p LEFT JOIN open o ON o.place = p.id LEFT JOIN waits w ON w.place = p.id LEFT JOIN day d ON d.place = p.id
  WHERE p.id <> '' OR o.place IS NOT NULL OR d.place IS NOT NULL ORDER BY p.id = '', p.name_key`;
const LOADS = `SELECT k.handler AS uId, sum(k.count) AS open, (SELECT count(*) FROM chats c WHERE c.enterprise_id = ?1 AND c.handler = k.handler
      AND c.state NOT IN (${CHAT.closed}, ${CHAT.missed}) AND c.unread > 0) AS unread
  FROM chat_counts k WHERE k.enterprise_id = ?1 AND k.handler <> '' AND k.state NOT IN (${CHAT.closed}, ${CHAT.missed}) AND k.count > 0 GROUP BY 1`;
/** Chats that count for the capacity, as assign.ts counts them: those that go on, and those that somebody is offered. */
const TAKEN = `SELECT uId, sum(n) AS taken FROM (
    SELECT k.handler AS uId, k.count AS n FROM chat_counts k WHERE k.enterprise_id = ?1 AND k.handler <> '' AND k.state = ${CHAT.ongoing} AND k.count > 0
    UNION ALL SELECT p.value->>'uId', 1 FROM chats c CROSS JOIN json_each(c.people) p
      WHERE c.enterprise_id = ?1 AND c.state = ${CHAT.started} AND c.handler IS NULL AND p.value->>'part' IN ('assigned', 'transferred')) GROUP BY 1`;
const RULES = `SELECT ${RULES_OF("?1")} AS rules`;

interface QueueRow {
  id: string;
  name: string;
  waiting: number | null;
  since: number | null;
  ongoing: number | null;
  withBot: number | null;
  suspended: number | null;
  attended: number | null;
  missed: number | null;
  ms: number | null;
}

/** Queues and people as a supervisor sees them: all of the enterprise's, whoever may read the chats. */
export async function monitored(
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  { zone }: InputOf<typeof chatMonitor>["query"],
): Promise<ReplyOf<typeof chatMonitor>> {
  const { $client } = ctx.db;
  const [[queues, loads, levels, counted, set], sets, people] = await Promise.all([
    $client.batch([
      $client.prepare(QUEUES).bind(ctx.enterpriseId, ctx.now() - DAY_MS),
      $client.prepare(LOADS).bind(ctx.enterpriseId),
      readingLevels(ctx, zone),
      $client.prepare(TAKEN).bind(ctx.enterpriseId),
      $client.prepare(RULES).bind(ctx.enterpriseId),
    ]),
    roleSetsOf(directoryCtx),
    directoryCtx.db
      .select({ uId: users.id, name: users.name, roles: users.roles, agentStatus: shownStatus })
      .from(users)
      .where(and(eq(users.enterpriseId, directoryCtx.enterpriseId), eq(users.state, USER_STATE.active)))
      .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
      .limit(MOST_READ),
  ]);
  const load = new Map(
    ((loads?.results ?? []) as unknown as { uId: string; open: number; unread: number }[]).map((row) => [
      row.uId,
      row,
    ]),
  );
  const taken = new Map(
    ((counted?.results ?? []) as unknown as { uId: string; taken: number }[]).map((row) => [
      row.uId,
      row.taken,
    ]),
  );
  const { assignment, capacity } = rulesIn((set?.results[0] as { rules: string | null } | undefined)?.rules);
  const agents = people.filter(({ roles }) => permissionsOf(roles, sets).includes("CHAT.HANDLE"));
  const { targetSeconds, total, levelAt } = levelsIn(levels);
  return {
    targetSeconds,
    level: total,
    queues: ((queues?.results ?? []) as unknown as QueueRow[]).map(({ id, name, since, ms, ...row }) => ({
      departmentId: id === "" ? null : id,
      departmentName: name,
      waiting: row.waiting ?? 0,
      waitingSince: isoOrNull(since),
      ongoing: row.ongoing ?? 0,
      withBot: row.withBot ?? 0,
      suspended: row.suspended ?? 0,
      attended: row.attended ?? 0,
      missed: row.missed ?? 0,
      pickupSeconds: row.attended ? Math.round((ms ?? 0) / row.attended / 100) / 10 : 0,
      level: levelAt(id),
    })),
    agents: agents.slice(0, MOST_MONITORED).map(({ uId, name, agentStatus }) => ({
      uId,
      name,
      agentStatus,
      open: load.get(uId)?.open ?? 0,
      unread: load.get(uId)?.unread ?? 0,
      taken: taken.get(uId) ?? 0,
    })),
    capacity: assignment === "manual" ? null : capacity,
    more: agents.length > MOST_MONITORED || people.length === MOST_READ,
  };
}

/** The chat that has waited longest comes first. */
const CHATS = `SELECT c.id, coalesce(u.name, i.name) AS name, (SELECT a.address FROM addresses a WHERE a.enterprise_id = ?1 AND a.identity_id = c.identity_id
    ORDER BY a.kind, a.created_at LIMIT 1) AS address, h.name AS channel_name, c.state, c.handler_name, c.waiting_since, c.last_at, c.unread
  FROM chats c JOIN channels h ON h.id = c.channel_id JOIN identities i ON i.id = c.identity_id
    LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
  WHERE c.enterprise_id = ?1 AND c.state NOT IN (${CHAT.closed}, ${CHAT.missed}) AND CASE ?2 WHEN '' THEN c.state = ${CHAT.started} AND c.handler IS NULL
    AND coalesce(c.department_id, '${NO_DEPARTMENT}') = ?3 ELSE c.handler = ?2 END
  ORDER BY coalesce(c.waiting_since, c.last_at), c.id LIMIT ${MOST_MONITORED_CHATS + 1}`;

interface ChatRow {
  id: string;
  name: string;
  address: string | null;
  channel_name: string;
  state: number;
  handler_name: string;
  waiting_since: number | null;
  last_at: number;
  unread: number;
}

/** Open chats of a person, or that wait for one of a department. */
export async function monitoredChatsOf(
  { db, enterpriseId }: Ctx,
  { agentId, departmentId }: InputOf<typeof monitoredChats>["query"],
  { mayUnmask }: Pick<Reader, "mayUnmask">,
): Promise<ReplyOf<typeof monitoredChats>> {
  const { results } = await db.$client
    .prepare(CHATS)
    .bind(enterpriseId, agentId, departmentId)
    .all<ChatRow>();
  const shown = mayUnmask() ? (text: string) => text : masked;
  return {
    chats: results.slice(0, MOST_MONITORED_CHATS).map((row) => ({
      chatId: row.id,
      name: shown(row.name || (row.address ?? "")),
      channelName: row.channel_name,
      state: row.state,
      handlerName: row.handler_name,
      waitingSince: isoOrNull(row.waiting_since),
      lastAt: iso(row.last_at),
      newMsgCount: row.unread,
    })),
    more: results.length > MOST_MONITORED_CHATS,
  };
}
