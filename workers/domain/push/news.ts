import type { DirectoryDb } from "#db/client.ts";
import type { AgentStatus } from "#workers/contract/endpoints/agent-status.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { type Alert, alertsIn, wordsOfAlert } from "#workers/contract/chat-alerts.ts";
import { queuesOf, sees, type Standing } from "#workers/contract/chat-counting.ts";
import type { ChatPart } from "#workers/contract/chat-people.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import type { PushPayload, PushWork } from "#workers/contract/push.ts";
import { permissionsOf } from "#workers/contract/roles.ts";
import {
  type Addressed,
  CHATS_HEARD_WITH,
  isFor,
  type KeptEvent,
  OF_CHATS,
} from "#workers/contract/socket.ts";
import { NOBODY } from "../bare/bare.ts";
import type { Ctx } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { roleSetsOf } from "../roles/rights.ts";
import type { Reached } from "./send.ts";

/** News of one chat for one browser. */
export interface Notice {
  browser: Reached & { id: string };
  payload: PushPayload;
  kind: Alert["kind"];
}

/** Older events are no news any more. */
const STALE_MS = 10 * 60_000;
/** People whose last sign-in is longer ago are told nothing. */
const SIGNED_IN_MS = 14 * 24 * 3_600_000;
const LONGEST_NAME = 100;
const LONGEST_LINE = 200;

const BROWSERS = `SELECT id, user_id AS userId, session_id AS sessionId, endpoint, p256dh, auth FROM push_subscriptions
  WHERE enterprise_id = ?1 AND (?2 IS NULL OR id IN (SELECT value FROM json_each(?2)))`;
const WHICH = `e.enterprise_id = ?1 AND e.seq IN (SELECT value FROM json_each(?2)) AND e.at >= ?3 AND substr(e.body, 1, ${OF_CHATS.length}) = '${OF_CHATS}'`;
const EVENTS = `SELECT e."to", e.body, e.at FROM live_events e WHERE ${WHICH} ORDER BY e.seq`;
/** The chats of those events as they are now, with what a notification says of their person. */
const CHATS = `SELECT c.id, c.state, c.handler, c.department_id AS departmentId, c.people, c.last_at AS lastAt, c.last_text AS lastText, c.unread,
    coalesce(u.name, i.name) AS name,
    (SELECT a.address FROM addresses a WHERE a.enterprise_id = ?1 AND a.identity_id = c.identity_id ORDER BY a.kind, a.created_at LIMIT 1) AS address,
    NOT EXISTS (SELECT 1 FROM department_users d WHERE d.enterprise_id = ?1 AND d.department_id = c.department_id AND d.answers) AS anybodys
  FROM (SELECT DISTINCT j.value->>'id' AS id FROM live_events e CROSS JOIN json_each(e.body, '$.data.chats') j WHERE ${WHICH}) x
  CROSS JOIN chats c ON c.id = x.id AND c.enterprise_id = ?1 AND c.identity_id <> '${NOBODY}'
  JOIN identities i ON i.id = c.identity_id
  LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL`;
const DEPARTMENTS = `SELECT d.user_id AS userId, d.department_id AS departmentId FROM department_users d
  WHERE d.enterprise_id = ?1 AND d.user_id IN (SELECT user_id FROM push_subscriptions WHERE enterprise_id = ?1)`;
/**
 * People to tell at all, by their sessions: active, not offline, with notifications on, and signed in by a session that
 * nobody has ended. One that ended as its time was over counts: that is what push is for.
 */
const PEOPLE = `SELECT s.id AS sessionId, u.id AS userId, u.roles, u.agent_status AS status
  FROM json_each(?1) e CROSS JOIN login_sessions s ON s.id = e.value AND s.enterprise_id = ?2
  JOIN users u ON u.id = s.user_id AND u.enterprise_id = ?2
  WHERE u.state = ${USER_STATE.active} AND u.enable_chat_notification = 1 AND u.agent_status <> 'offline'
    AND (s.ended_at IS NULL OR s.ended_at >= s.expires_at) AND s.expires_at >= ?3`;

type Browser = Notice["browser"] & { userId: string; sessionId: string };
interface ChatNow extends Omit<Standing, "people" | "anybodys"> {
  id: string;
  people: ChatPart[];
  anybodys: boolean;
  lastText: string;
  unread: number;
  name: string;
  address: string | null;
}
interface Told {
  uId: string;
  departments: string[];
  status: AgentStatus;
  permissions: readonly Permission[];
}
interface ToldOf {
  to: Addressed;
  event: Extract<KeptEvent, { action: "chatsChanged" }>;
  at: number;
}

/**
 * Notices for people who asked a browser for them: the news of an open console, for addressees who see the chat now and
 * would find it where the news says. Of one chat a browser gets the last.
 */
export async function noticesOf(
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  directory: DirectoryDb,
  { events, subscriptions }: PushWork,
): Promise<Notice[]> {
  const at = now();
  const seqs = JSON.stringify(events);
  const bound = (text: string, ...values: unknown[]) =>
    db.$client.prepare(text).bind(enterpriseId, ...values);
  const [browsers, kept, chats, members] = (
    await db.$client.batch<Record<string, unknown>>([
      bound(BROWSERS, subscriptions ? JSON.stringify(subscriptions) : null),
      bound(EVENTS, seqs, at - STALE_MS),
      bound(CHATS, seqs, at - STALE_MS),
      bound(DEPARTMENTS),
    ])
  ).map(({ results }) => results) as unknown as [
    Browser[],
    { to: string; body: string; at: number }[],
    (Omit<ChatNow, "people" | "anybodys"> & { people: string; anybodys: 0 | 1 })[],
    { userId: string; departmentId: string }[],
  ];
  if (browsers.length === 0 || kept.length === 0) return [];
  const toldOf = kept.map((row): ToldOf => ({
    to: JSON.parse(row.to) as Addressed,
    event: JSON.parse(row.body) as ToldOf["event"],
    at: row.at,
  }));
  const chatOf = new Map(
    chats.map(({ people, anybodys, ...row }): [string, ChatNow] => [
      row.id,
      { ...row, people: JSON.parse(people) as ChatPart[], anybodys: anybodys === 1 },
    ]),
  );
  const people = await peopleOf(directory, { enterpriseId, at, browsers, members });
  return browsers.flatMap((browser) => {
    const person = people.get(browser.sessionId);
    if (person?.uId !== browser.userId) return [];
    const { id, endpoint, p256dh, auth } = browser;
    const news = newsFor(person, toldOf, chatOf, at);
    return news.map(({ kind, payload }) => ({ browser: { id, endpoint, p256dh, auth }, kind, payload }));
  });
}

async function peopleOf(
  directory: DirectoryDb,
  {
    enterpriseId,
    at,
    browsers,
    members,
  }: Pick<Ctx, "enterpriseId"> & {
    at: number;
    browsers: readonly Browser[];
    members: readonly { userId: string; departmentId: string }[];
  },
): Promise<Map<string, Told>> {
  const sessions = JSON.stringify([...new Set(browsers.map(({ sessionId }) => sessionId))]);
  const [{ results: rows }, sets] = await Promise.all([
    directory.$client
      .prepare(PEOPLE)
      .bind(sessions, enterpriseId, at - SIGNED_IN_MS)
      .all<{ sessionId: string; userId: string; roles: string; status: AgentStatus }>(),
    roleSetsOf({ db: directory, enterpriseId }),
  ]);
  return new Map(
    rows.map(({ sessionId, userId, roles, status }) => [
      sessionId,
      {
        uId: userId,
        status,
        permissions: permissionsOf(JSON.parse(roles) as number[], sets),
        departments: members.flatMap((each) => (each.userId === userId ? [each.departmentId] : [])),
      },
    ]),
  );
}

/** The last news of each chat for one person. */
function newsFor(
  person: Told,
  events: readonly ToldOf[],
  chatOf: ReadonlyMap<string, ChatNow>,
  now: number,
): Pick<Notice, "kind" | "payload">[] {
  const { uId, permissions } = person;
  if (!CHATS_HEARD_WITH.some((permission) => permissions.includes(permission))) return [];
  const shown = permissions.includes("CUSTOMER.VIEW") ? (text: string) => text : masked;
  const last = new Map<string, Pick<Notice, "kind" | "payload">>();
  for (const { to, event, at } of events) {
    if (!isFor(to, { userId: uId, permissions })) continue;
    for (const alert of alertsIn(event.data, { uId, now: at })) {
      const chat = chatOf.get(alert.chatId);
      if (!chat || !isStillNews(alert, chat, person, now)) continue;
      const name = shown(chat.name || (chat.address ?? "")).slice(0, LONGEST_NAME);
      const lastMessage = shown(chat.lastText).slice(0, LONGEST_LINE);
      const { kind, chatId, key } = alert;
      last.set(chatId, { kind, payload: { ...wordsOfAlert(alert, { name, lastMessage }), chatId, key } });
    }
  }
  return [...last.values()];
}

/** Whether the person sees the chat now, and it is still where the news says; whoever is away is offered no new chat. */
function isStillNews({ kind }: Alert, chat: ChatNow, person: Told, now: number): boolean {
  const queues = queuesOf(chat, person, now);
  switch (kind) {
    case "new":
      return (
        person.status === "online" && person.permissions.includes("CHAT.HANDLE") && queues.includes("new")
      );
    case "invited":
      return queues.includes("invited");
    case "transferred":
      return queues.includes("transferred") || queues.includes("assigned");
    case "message":
      return queues.includes("mine") && chat.unread > 0;
    case "back":
      return queues.includes("mine");
    case "mentioned":
      return sees(chat, person);
    default:
      return kind satisfies never;
  }
}
