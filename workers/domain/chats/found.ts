import type { SendClass } from "#db/tenant/messages.ts";
import type { ChatPart } from "#workers/contract/chat-people.ts";
import type { ChatLabel } from "#workers/contract/chat-labels.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { type PlainBody, quietKinds } from "#workers/contract/message-body.ts";
import type { Components, Template } from "#workers/contract/templates/template.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { SENT_AGAIN } from "../live-events/message-facts.ts";
import { RULES_OF } from "../messaging/chat-rules.ts";
import type { Place } from "./moves.ts";
import { SEEN, seenBy, WAS_SEEN } from "../messaging/seen.ts";

/** A chat as an action finds it. */
export interface Found {
  id: string;
  state: number;
  handler: string | null;
  handler_name: string;
  department_id: string | null;
  people: string;
  /** Ids of its labels, as JSON. */
  labels: string;
  waiting_since: number | null;
  suspended_until: number | null;
  /** The identity that it is with. */
  person: string;
  channel_id: string;
  type: number;
  vendor: number;
  window_until: number | null;
  /** When the person last wrote on the channel. */
  last_in_at: number | null;
  /** An earlier use of the caller's id: by whom, in which chat, and whether as a message. */
  used_by: string | null;
  used_chat: string | null;
  /** Whether the caller sees the chat now, or only did until somebody else had it. */
  sees: 0 | 1;
  /** The same person's next chat here is open. */
  newer: 0 | 1;
  rules: string | null;
  /** The last answer of a colleague since the number that the caller has seen: whose, and when. */
  answered_by: string | null;
  answered_at: number | null;
  /** Whether the customer has said something since. */
  written: 0 | 1;
}

/** SQL: whether somebody has said something in a chat, to which one could answer, after a place in it. */
export const writtenAfter = (chatId: string, enterpriseId: string, seq: string): string =>
  `EXISTS (SELECT 1 FROM messages w WHERE w.enterprise_id = ${enterpriseId} AND w.chat_id = ${chatId} AND w.seq > ${seq}
      AND w.direction = 'in' AND w.kind NOT IN (${quietKinds.map((kind) => `'${kind}'`).join(", ")}))`;

/** SQL of messages `x` of a chat after a place in it by which another colleague than `who` answers. */
export const answersAfter = (chatId: string, enterpriseId: string, seq: string, who: string): string =>
  `FROM messages x WHERE x.enterprise_id = ${enterpriseId} AND x.chat_id = ${chatId} AND x.seq > ${seq}
      AND x.by_kind = 'person' AND x.by_id <> ${who} AND x.status <> 'cancelled'`;

const FOUND = `SELECT c.id, c.state, c.handler, c.handler_name, c.department_id, c.people, c.labels, c.waiting_since, c.suspended_until, c.channel_id, i.name AS person, h.type, h.vendor,
    r.window_until, r.last_in_at, coalesce(a.by_id, m.by_id) AS used_by, coalesce(a.chat_id, m.chat_id) AS used_chat, ${SEEN} AS sees,
    c.state IN (${CHAT.closed}, ${CHAT.missed}) AND EXISTS (SELECT 1 FROM chats o WHERE o.enterprise_id = ?1 AND o.channel_id = c.channel_id
      AND o.identity_id = c.identity_id AND o.state NOT IN (${CHAT.closed}, ${CHAT.missed})) AS newer, ${RULES_OF("?1")} AS rules,
    s.by_id AS answered_by, s.at AS answered_at, ${writtenAfter("c.id", "?1", "?5")} AS written
  FROM chats c JOIN channels h ON h.id = c.channel_id JOIN identities i ON i.id = c.identity_id
    LEFT JOIN reach r ON r.enterprise_id = ?1 AND r.channel_id = c.channel_id AND r.identity_id = c.identity_id
    LEFT JOIN chat_actions a ON a.id = ?4 LEFT JOIN messages m ON m.id = ?4
    LEFT JOIN messages s ON s.id = (SELECT x.id ${answersAfter("c.id", "?1", "?5", "?2")} ORDER BY x.seq DESC LIMIT 1)
  WHERE c.enterprise_id = ?1 AND c.id = ?3 AND (?6 OR ${WAS_SEEN} OR ?2 IN (a.by_id, m.by_id))`;

/** Files that people may send: a face, or what another customer has sent, is none. */
const FILE = `SELECT id, name, media_type AS mime, bytes FROM drive_files
  WHERE enterprise_id = ?1 AND id = ?2 AND state = 'ready' AND use IN ('media', 'document', 'attachment')`;
/** Labels, each with whether the chat may have it: its department's, and those of all. `?2` their ids, `?3` the chat. */
const LABELS = `SELECT l.id, l.name, l.department_id IN ('', (SELECT coalesce(c.department_id, '') FROM chats c WHERE c.id = ?3)) AS fits
  FROM json_each(?2) e CROSS JOIN chat_labels l ON l.id = e.value AND l.enterprise_id = ?1`;
/** An approved template of the chat's channel. `?2` its id, `?3` the chat. */
const TEMPLATE = `SELECT t.name, t.language, t.category, t.components, h.type FROM chats c JOIN channels h ON h.id = c.channel_id CROSS JOIN templates t ON t.enterprise_id = ?1 AND t.id = ?2
  AND t.channel_id = c.channel_id AND t.status = 'APPROVED' WHERE c.id = ?3`;
/** Those of some people who see a chat. `?2` their ids, `?3` the chat. */
const SEEING = `SELECT e.value AS uId FROM json_each(?2) e CROSS JOIN chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${seenBy("e.value")}`;
/** A message of the chat that is ours. `?2` its id, `?3` the chat. */
const MESSAGE = `SELECT m.id, m.body, m.by_id AS byId, m.status, m.send_class AS sendClass, m.held, m.claimed_by IS NULL AND m.attempts = 0 AS waits, ${SENT_AGAIN} AS again
  FROM messages m WHERE m.enterprise_id = ?1 AND m.id = ?2 AND m.chat_id = ?3 AND m.direction = 'out' AND m.kind <> 'echo'`;
const DEPARTMENT = "SELECT name FROM departments WHERE enterprise_id = ?1 AND id = ?2";

/** A file that goes with an answer. */
export interface DriveMedium {
  id: string;
  name: string;
  mime: string;
  bytes: number;
}

/** A message that something is done about. */
export interface FoundMessage {
  id: string;
  body: PlainBody;
  byId: string;
  status: string;
  sendClass: SendClass;
  held: 0 | 1;
  /** No sender has it, or ever called it. */
  waits: 0 | 1;
  /** Another went out in its place. */
  again: 0 | 1;
}

type NamedLabel = ChatLabel & { fits: 0 | 1 };

/** Things that an action names beside the chat; empty where it names none. */
interface Names {
  departmentId?: string;
  fileId?: string;
  templateId?: string;
  messageId?: string;
  labelIds?: readonly string[];
  mentions?: readonly string[];
  /** Answers of colleagues and the customer's words after this place are looked for. */
  seenSeq?: number;
  /** Whether it is found for somebody who supervises all chats. */
  forSupervisor?: boolean;
}

/** With its channel's type. */
export type NamedTemplate = Template & { type: number };
/** Things that an action names, where they are there. */
export interface Named {
  department: string | null;
  file: DriveMedium | null;
  template: NamedTemplate | null;
  message: FoundMessage | null;
  labels: NamedLabel[];
  /** Ids of those mentioned who see the chat. */
  seeing: ReadonlySet<string>;
}

/** A chat with what an action names, and whether its id was used before. */
export async function find(
  ctx: Ctx,
  chatId: string,
  own: string,
  {
    departmentId = "",
    fileId = "",
    templateId = "",
    messageId = "",
    labelIds = [],
    mentions = [],
    seenSeq = Number.MAX_SAFE_INTEGER,
    forSupervisor = false,
  }: Names = {},
): Promise<Named & { found: Found }> {
  const { db, enterpriseId, actor } = ctx;
  const { $client } = db;
  const [chat, team, files, labels, templates, seeing, said] = await $client.batch([
    $client.prepare(FOUND).bind(enterpriseId, actor.userId, chatId, own, seenSeq, forSupervisor ? 1 : 0),
    $client.prepare(DEPARTMENT).bind(enterpriseId, departmentId),
    $client.prepare(FILE).bind(enterpriseId, fileId),
    $client.prepare(LABELS).bind(enterpriseId, JSON.stringify(labelIds), chatId),
    $client.prepare(TEMPLATE).bind(enterpriseId, templateId, chatId),
    $client.prepare(SEEING).bind(enterpriseId, JSON.stringify(mentions), chatId),
    $client.prepare(MESSAGE).bind(enterpriseId, messageId, chatId),
  ]);
  const [found] = (chat?.results ?? []) as unknown as Found[];
  if (!found) throw new DomainError("notFound");
  const [department] = (team?.results ?? []) as { name: string }[];
  const [template] = (templates?.results ?? []) as unknown as (Omit<NamedTemplate, "components"> & {
    components: string;
  })[];
  const [message] = (said?.results ?? []) as unknown as (Omit<FoundMessage, "body"> & { body: string })[];
  const [file] = (files?.results ?? []) as unknown as DriveMedium[];
  return {
    found,
    department: department?.name ?? null,
    file: file ?? null,
    template: template ? { ...template, components: JSON.parse(template.components) as Components } : null,
    message: message ? { ...message, body: JSON.parse(message.body) as PlainBody } : null,
    labels: (labels?.results ?? []) as unknown as NamedLabel[],
    seeing: new Set(((seeing?.results ?? []) as { uId: string }[]).map(({ uId }) => uId)),
  };
}

/** Whether this was asked for and done before; chatIdUsed where the id was somebody's for something else. */
export function isDone(
  { actor }: Ctx,
  { used_by: by, used_chat: chat }: Found,
  own: string,
  chatId: string,
): boolean {
  if (own === "" || by === null) return false;
  if (by !== actor.userId || chat !== chatId) throw new DomainError("chatIdUsed");
  return true;
}

export const placeOf = (found: Found): Place => ({
  state: found.state,
  handler: found.handler,
  handlerName: found.handler_name,
  departmentId: found.department_id,
  people: JSON.parse(found.people) as ChatPart[],
  waitingSince: found.waiting_since,
  suspendedUntil: found.state === CHAT.suspended ? found.suspended_until : null,
});
