import { adapterOf } from "#workers/channels/registry.ts";
import type { ChatLabel } from "#workers/contract/chat-labels.ts";
import type { ChatPart } from "#workers/contract/chat-people.ts";
import { CHAT, isWindowCode } from "#workers/contract/chat-states.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { LONGEST_TEXT, quietKinds } from "#workers/contract/message-body.ts";
import type { VideoChat } from "#workers/contract/video.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { LABELS_OF } from "../live-events/label-names.ts";
import { LAST_CODE } from "../live-events/message-facts.ts";

/** SQL: whether the reader, `?2`, keeps a chat on top; `?1` is the enterprise. */
export const PINNED = `EXISTS (SELECT 1 FROM chat_pins n WHERE n.enterprise_id = ?1 AND n.chat_id = c.id AND n.user_id = ?2)`;
const QUIET = quietKinds.map((kind) => `'${kind}'`).join(", ");
/**
 * SQL: since when the customer of a chat `c` that somebody has waits for an answer of a person; null where they have it. Before the first
 * answer since they began to wait for one, so that no more is read than what was said since the last.
 */
export const AWAITING = `CASE WHEN c.state <> ${CHAT.ongoing} THEN NULL WHEN c.first_response_ms IS NULL AND c.asked_at IS NOT NULL THEN c.asked_at ELSE
    (SELECT m.at FROM messages m WHERE m.enterprise_id = ?1 AND m.chat_id = c.id AND m.held = 0 AND m.direction = 'in' AND m.kind NOT IN (${QUIET})
      AND m.seq > coalesce((SELECT o.seq FROM messages o WHERE o.enterprise_id = ?1 AND o.chat_id = c.id AND o.held = 0 AND o.by_kind = 'person'
        ORDER BY o.seq DESC LIMIT 1), 0) ORDER BY m.seq LIMIT 1) END`;
/** SQL: what `onWire` reads of a chat `c`. */
export const COLUMNS = `c.id, c.channel_id, h.name AS channel_name, h.type, h.vendor, c.identity_id, i.name, u.id AS customer_id, u.name AS customer_name,
    (SELECT a.address FROM addresses a WHERE a.enterprise_id = ?1 AND a.identity_id = c.identity_id ORDER BY a.kind, a.created_at LIMIT 1) AS address,
    c.state, c.department_id, d.name AS department_name, c.handler, c.handler_name, c.people, ${LABELS_OF("c")} AS labels, c.missed_reason, c.waiting_since, ${AWAITING} AS awaiting_since, CASE c.state WHEN ${CHAT.suspended} THEN c.suspended_until END AS suspended_until, c.unread, c.seq, c.last_at, c.last_text,
    c.revision, c.rating, r.window_until, ${PINNED} AS pinned,
    CASE WHEN EXISTS (SELECT 1 FROM video_rooms v WHERE v.enterprise_id = ?1 AND v.chat_id = c.id AND v.state <> 'ended') THEN 'calling'
      WHEN coalesce((SELECT w.rules ->> '$.videoCalls' FROM chat_rules w WHERE w.id = ?1), 0) THEN 'on' ELSE 'off' END AS video,
    ${LAST_CODE} AS last_code`;
export const FROM = (
  chats = "chats c",
) => `FROM ${chats} JOIN channels h ON h.id = c.channel_id JOIN identities i ON i.id = c.identity_id
  LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
  LEFT JOIN departments d ON d.enterprise_id = ?1 AND d.id = c.department_id
  LEFT JOIN reach r ON r.enterprise_id = ?1 AND r.channel_id = c.channel_id AND r.identity_id = c.identity_id`;

export interface ChatRow {
  id: string;
  channel_id: string;
  channel_name: string;
  type: number;
  vendor: number;
  identity_id: string;
  name: string;
  customer_id: string | null;
  customer_name: string | null;
  address: string | null;
  state: number;
  department_id: string | null;
  department_name: string | null;
  handler: string | null;
  handler_name: string;
  people: string;
  labels: string;
  missed_reason: number | null;
  pinned: 0 | 1;
  video: VideoChat;
  waiting_since: number | null;
  awaiting_since: number | null;
  suspended_until: number | null;
  unread: number;
  seq: number;
  last_at: number;
  last_text: string;
  revision: number;
  rating: number | null;
  window_until: number | null;
  /** Why the last message to them failed; null where it did not, or they have written since. */
  last_code: string | null;
}

/** Numbers and addresses are masked for whoever may not see customers. Asked once the rows are there: that needs the session. */
export interface Reader {
  mayUnmask: () => boolean;
  /** Whether a channel's window is over depends on it. */
  now: Ctx["now"];
}

/** A chat as its reader sees it. */
export function onWire(row: ChatRow, { mayUnmask, now }: Reader): ChatEntry {
  const shown = mayUnmask() ? (text: string) => text : masked;
  const can = adapterOf(row.vendor)?.capabilities(row.type);
  const windowHours = can?.windowHours ?? null;
  return {
    chatId: row.id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    channelType: row.type,
    person: {
      identityId: row.identity_id,
      name: shown(row.customer_name ?? row.name),
      customerId: row.customer_id,
      address: shown(row.address ?? ""),
    },
    state: row.state,
    departmentId: row.department_id,
    departmentName: row.department_name ?? "",
    handlingAgent: row.handler,
    handlerName: row.handler_name,
    people: JSON.parse(row.people) as ChatPart[],
    labels: JSON.parse(row.labels) as ChatLabel[],
    pinned: row.pinned === 1,
    missedReason: row.missed_reason,
    waitingSince: isoOrNull(row.waiting_since),
    awaitingSince: isoOrNull(row.awaiting_since),
    suspendedUntil: isoOrNull(row.suspended_until),
    newMsgCount: row.unread,
    seq: row.seq,
    lastAt: iso(row.last_at),
    lastMessage: shown(row.last_text),
    revision: row.revision,
    rating: row.rating,
    // Nobody has written here yet, so nothing but a template may go out.
    windowUntil: windowHours === null ? null : iso(row.window_until ?? 0),
    videoChat: row.video,
    carries: {
      text: Math.min(LONGEST_TEXT, can?.text ?? LONGEST_TEXT),
      caption: Math.min(LONGEST_TEXT, can?.caption ?? LONGEST_TEXT),
    },
    isJITRequired: windowHours !== null && ((row.window_until ?? 0) <= now() || isWindowCode(row.last_code)),
  };
}

/** A chat for somebody who hears that what they did was done, and sees the chat no more: nothing that was said or changed since. */
export const withoutNews = (chat: ChatEntry): ChatEntry => ({
  ...chat,
  lastMessage: "",
  labels: [],
  person: { ...chat.person, name: "", address: "" },
});
