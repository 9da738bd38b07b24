import type { FactTimes } from "#db/tenant/messages.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { CHAT, type ChatState, MISSED, type MissedReason } from "#workers/contract/chat-states.ts";
import { type Address, addressesIn, type InboundEvent } from "#workers/contract/inbound.ts";
import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import { ratingIn } from "#workers/contract/rating.ts";
import { describe } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import { hashedVendorId } from "../bare/bare.ts";
import { RULES_OF, rulesIn } from "./chat-rules.ts";
import {
  addressKey,
  type EndedChat,
  type KnownState,
  type LaneChannel,
  type PageEvent,
  seenKey,
} from "./lane-state.ts";
import type { Beginning } from "./beginnings.ts";
import { CHOICE_OF, choiceIn, CONFIRM_TEXT_OF } from "./opting-in.ts";

interface EventRow {
  n: number;
  raw: string | null;
  attempts: number;
  at: number;
}

const EVENTS = `SELECT n, raw, attempts, at FROM inbound_events
  WHERE channel_id = ?1 AND state = 'pending' ORDER BY n LIMIT ?2`;

/** The oldest events that wait, each in the words of the house. */
export async function pendingEvents(
  { db }: Pick<Ctx, "db">,
  channel: LaneChannel,
  { parse }: Pick<Adapter, "parse">,
  most: number,
): Promise<{ events: PageEvent[]; attempts: number }> {
  const { results } = await db.$client.prepare(EVENTS).bind(channel.id, most).all<EventRow>();
  const events = results.map(({ n, raw, at }): PageEvent => {
    try {
      return { n, at, events: parse(JSON.parse(raw ?? "null"), channel) };
    } catch (error) {
      return { n, at, events: [], unreadable: describe(error).slice(0, 300) };
    }
  });
  return { events, attempts: results[0]?.attempts ?? 0 };
}

/** One who was missed outside the hours and writes again so soon goes on in the same chat. */
const AGAIN_MS = 3 * 24 * 3_600_000;

const KNOWN = `FROM json_each(?1) e CROSS JOIN addresses a ON a.enterprise_id = ?2 AND a.channel_type = ?3
    AND a.scope = e.value->>0 AND a.kind = e.value->>1 AND a.address = e.value->>2`;
/** Somebody whose customer is in the trash has none: with their next message they are one again, a new one. */
const IDENTITIES = `SELECT a.scope, a.kind, a.address, i.id, i.name,
  (SELECT c.number FROM customers c WHERE c.number = i.customer AND c.enterprise_id = ?2 AND c.deleted_at IS NULL) AS customer, (SELECT r.last_in_at FROM reach r
    WHERE r.enterprise_id = ?2 AND r.channel_id = ?4 AND r.identity_id = i.id) AS last_in_at, CASE a.kind WHEN 'number' THEN (SELECT json_group_array(json_array(u.scope, u.address))
    FROM addresses u WHERE u.enterprise_id = ?2 AND u.identity_id = i.id AND u.kind = 'user') END AS users,
  ${CHOICE_OF("?2", "i.id")} AS choice ${KNOWN} JOIN identities i ON i.id = a.identity_id`;
const CHATS = `SELECT DISTINCT c.id, c.identity_id, c.state, c.handler, c.waiting_since, c.missed_reason, c.seq, c.unread, c.revision,
    nullif(f.bot_id, '') AS floorId, CASE f.bot_id WHEN '' THEN f.run_id END AS floorRun ${KNOWN}
  CROSS JOIN chats c ON c.enterprise_id = ?2 AND c.channel_id = ?4 AND c.identity_id = a.identity_id AND c.state NOT IN (3, 4)
  LEFT JOIN floors f ON f.enterprise_id = ?2 AND f.channel_id = ?4 AND f.identity_id = c.identity_id AND f.until > ?5`;
/** One who writes again outside the hours is missed once; by their last message. */
const MISSED_LATELY = `SELECT DISTINCT c.id, c.identity_id, c.state, NULL AS handler, NULL AS waiting_since, c.missed_reason, c.seq, c.unread, c.revision,
    NULL AS floorId, NULL AS floorRun ${KNOWN}
  CROSS JOIN chats c ON c.enterprise_id = ?2 AND c.channel_id = ?4 AND c.identity_id = a.identity_id AND c.state = ${CHAT.missed}
    AND c.missed_reason = ${MISSED.outOfHours} AND c.handler IS NULL AND c.last_at > ?5 - ${AGAIN_MS}
  ORDER BY c.last_at`;
/** The last closed chat of each who may be rating it. */
const ENDED = `SELECT DISTINCT c.id, c.identity_id, c.state, c.handler, c.waiting_since, c.missed_reason, c.seq, c.unread, c.revision,
    NULL AS floorId, NULL AS floorRun, CASE WHEN c.rating IS NULL THEN c.rate_until END AS rateUntil ${KNOWN}
  CROSS JOIN chats c ON c.id = (SELECT x.id FROM chats x WHERE x.enterprise_id = ?2 AND x.channel_id = ?4 AND x.identity_id = a.identity_id
    AND x.state = ${CHAT.closed} ORDER BY x.last_at DESC LIMIT 1)`;
const BEGINNINGS = `SELECT t.kind, t.key, t.instance_id AS instanceId FROM automation_triggers t
  CROSS JOIN automation_instances i ON i.id = t.instance_id AND i.state = ${INSTANCE.started}
  WHERE t.channel_id = ?1 AND t.kind IN ('keyword', 'starts', 'contains', 'message') ORDER BY i.started_at, t.id`;
const CUSTOMERS = `SELECT c.phone, c.number FROM json_each(?1) e
  CROSS JOIN customers c ON c.enterprise_id = ?2 AND c.phone = e.value AND c.deleted_at IS NULL`;
const OTHERS = `SELECT c.id, c.contact_id AS contactId FROM json_each(?1) e CROSS JOIN channels c ON c.enterprise_id = ?2
    AND c.type = ?3 AND c.vendor = (SELECT vendor FROM channels WHERE id = ?4) AND c.contact_id = e.value AND c.id <> ?4`;
/** A recipient of a broadcast is a message too; the channel is its broadcast's. */
const OF_CHANNEL = `m.enterprise_id = ?2 AND (SELECT b.channel_id FROM broadcasts b WHERE b.id = ${broadcastOf("m.id")}) = ?3`;
const BY_OWN_ID = `SELECT m.id, m.vendor_id, m.status, m.facts FROM json_each(?1) e
  CROSS JOIN messages m ON m.id = e.value AND m.enterprise_id = ?2 AND m.channel_id = ?3
  UNION ALL SELECT m.id, m.vendor_id, m.status, m.facts FROM json_each(?1) e
  CROSS JOIN broadcast_recipients m ON m.id = e.value AND ${OF_CHANNEL}`;
const BY_VENDOR_ID = `SELECT m.id, m.vendor_id, m.status, m.facts FROM json_each(?1) e
  CROSS JOIN messages m ON m.enterprise_id = ?2 AND m.channel_id = ?3 AND m.vendor_id = e.value
  UNION ALL SELECT m.id, m.vendor_id, m.status, m.facts FROM json_each(?1) e
  CROSS JOIN broadcast_recipients m ON m.vendor_id = e.value AND ${OF_CHANNEL}`;

/** Messages that went out before and were not told as read: the latest ones, which is where people begin to read. */
const SEEN = `SELECT m.id, m.vendor_id, m.status, m.facts, e.value->>3 AS until, a.scope, a.kind, a.address ${KNOWN}
  CROSS JOIN messages m ON m.enterprise_id = ?2 AND m.identity_id = a.identity_id AND m.channel_id = ?4 AND m.direction = 'out'
    AND m.status IN ('sent', 'delivered') AND coalesce(m.facts ->> '$.sent[0]', m.at) <= e.value->>3
  ORDER BY m.at DESC LIMIT 200`;

/** An answer that no run waits for any more is for whoever answers the chat. */
const FLOW_SESSIONS = `SELECT s.token, EXISTS (SELECT 1 FROM run_waits w WHERE w.enterprise_id = ?2 AND w.kind = 'flow' AND w.key = s.key AND w.run_id = s.run_id) AS isAwaited
  FROM json_each(?1) e CROSS JOIN wa_flow_sessions s ON s.token = e.value AND s.enterprise_id = ?2 AND s.channel_id = ?3 AND s.completed_at IS NULL`;

interface IdentityRow {
  scope: string;
  kind: Address["kind"];
  address: string;
  id: string;
  name: string;
  customer: number | null;
  last_in_at: number | null;
  users: string | null;
  choice: string | null;
}
interface ChatRow {
  id: string;
  identity_id: string;
  state: ChatState;
  handler: string | null;
  waiting_since: number | null;
  missed_reason: MissedReason | null;
  seq: number;
  unread: number;
  revision: number;
  floorId: string | null;
  floorRun: string | null;
}
type EndedRow = ChatRow & Pick<EndedChat, "rateUntil">;
interface SeenRow extends MessageRow {
  until: number;
  scope: string;
  kind: Address["kind"];
  address: string;
}
interface MessageRow {
  id: string;
  vendor_id: string | null;
  status: string;
  facts: string;
}

/** Reads the people and messages of a page, in one batch. */
export async function knownState(
  { db, enterpriseId, now }: Ctx,
  channel: LaneChannel,
  events: readonly InboundEvent[],
): Promise<KnownState> {
  const { $client } = db;
  const addresses = events.flatMap(addressesIn);
  const typed = events.flatMap((event) => (event.type === "message" ? (event.from.typed ?? []) : []));
  const names = JSON.stringify(
    [...addresses, ...typed].map(({ scope, kind, value }) => [scope, kind, value]),
  );
  const phones = JSON.stringify(
    [...addresses, ...typed].flatMap(({ kind, value }) => (kind === "number" ? [value] : [])),
  );
  const ownIds = events.flatMap((event) => (event.type === "status" && event.ownId ? [event.ownId] : []));
  const vendorIds = events.flatMap((event) =>
    "vendorId" in event && event.vendorId !== undefined ? [event.vendorId] : [],
  );
  const hashed = new Map(vendorIds.map((each) => [hashedVendorId(each), each]));
  const contacts = new Set(events.flatMap(({ contactId }) => contactId ?? []));
  contacts.delete(channel.contactId);
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(...values);
  const read = events.flatMap((event) =>
    event.type === "seen"
      ? event.from.addresses.map(({ scope, kind, value }) => [scope, kind, value, event.until])
      : [],
  );
  const rating = events.flatMap((event) =>
    event.type === "message" && ratingIn(event.body)
      ? event.from.addresses.map(({ scope, kind, value }) => [scope, kind, value])
      : [],
  );
  const tokens = events.flatMap((event) =>
    event.type === "message" && event.body.kind === "formAnswer" && event.body.values !== undefined
      ? [event.body.token]
      : [],
  );
  const [people, open, missed, rules, customers, others, own, theirs, beginnings, ...more] =
    await $client.batch([
      bound(IDENTITIES, names, enterpriseId, channel.type, channel.id),
      bound(CHATS, names, enterpriseId, channel.type, channel.id, now()),
      bound(MISSED_LATELY, names, enterpriseId, channel.type, channel.id, now()),
      bound(`SELECT ${RULES_OF("?1")} AS rules, ${CONFIRM_TEXT_OF("?1")} AS confirmText`, enterpriseId),
      bound(CUSTOMERS, phones, enterpriseId),
      bound(OTHERS, JSON.stringify([...contacts]), enterpriseId, channel.type, channel.id),
      bound(BY_OWN_ID, JSON.stringify(ownIds), enterpriseId, channel.id),
      bound(BY_VENDOR_ID, JSON.stringify([...vendorIds, ...hashed.keys()]), enterpriseId, channel.id),
      bound(BEGINNINGS, channel.id),
      ...(rating.length > 0
        ? [bound(ENDED, JSON.stringify(rating), enterpriseId, channel.type, channel.id)]
        : []),
      ...(tokens.length > 0 ? [bound(FLOW_SESSIONS, JSON.stringify(tokens), enterpriseId, channel.id)] : []),
      ...(read.length > 0 ? [bound(SEEN, JSON.stringify(read), enterpriseId, channel.type, channel.id)] : []),
    ]);
  const ended = rating.length > 0 ? more[0] : undefined;
  const sessions = tokens.length > 0 ? more[rating.length > 0 ? 1 : 0] : undefined;
  const before = read.length > 0 ? more.at(-1) : undefined;
  const rows = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  const found = [...rows<MessageRow>(own), ...rows<MessageRow>(theirs), ...rows<SeenRow>(before)];
  const [asked] = rows<{ rules: string | null; confirmText: string | null }>(rules);
  const messages: KnownState["messages"] = new Map();
  for (const { id, vendor_id: vendorId, status, facts } of found) {
    const message = { id, vendorId, status, facts: JSON.parse(facts) as FactTimes };
    messages.set(id, message);
    if (vendorId !== null) messages.set(hashed.get(vendorId) ?? vendorId, message);
  }
  return {
    identities: new Map(
      rows<IdentityRow>(people).map(({ scope, kind, address, id, name, customer, last_in_at, users }) => [
        addressKey({ kind, scope, value: address }),
        { id, name, customer, lastInAt: last_in_at, users: usersIn(users) },
      ]),
    ),
    beginnings: rows<Beginning>(beginnings),
    rules: rulesIn(asked?.rules),
    confirmText: asked?.confirmText ?? null,
    choices: new Map(
      rows<IdentityRow>(people).flatMap(({ id, choice }) =>
        choice === null ? [] : [[id, choiceIn(choice)] as const],
      ),
    ),
    chats: new Map(
      // The open one, where there is one.
      [...rows<ChatRow>(missed), ...rows<ChatRow>(open)].map((chat) => [chat.identity_id, chatIn(chat)]),
    ),
    ended: new Map(rows<EndedRow>(ended).map((chat) => [chat.identity_id, chatIn(chat)])),
    customers: new Map(
      rows<{ phone: string; number: number }>(customers).map(({ phone, number }) => [phone, number]),
    ),
    others: new Map(
      rows<{ id: string; contactId: string }>(others).map(({ id, contactId }) => [contactId, id]),
    ),
    messages,
    flowSessions: new Map(
      rows<{ token: string; isAwaited: number }>(sessions).map(({ token, isAwaited }) => [
        token,
        { isAwaited: isAwaited === 1 },
      ]),
    ),
    seen: seenIn(rows<SeenRow>(before)),
  };
}

/** Of a row, whatever more it has. */
const chatIn = <Row extends ChatRow>({
  identity_id: identityId,
  waiting_since: waitingSince,
  missed_reason: missedReason,
  ...chat
}: Row) => ({ ...chat, identityId, waitingSince, missedReason });

function seenIn(rows: readonly SeenRow[]): KnownState["seen"] {
  const seen: KnownState["seen"] = new Map();
  for (const { id, until, scope, kind, address } of rows) {
    const key = seenKey({ scope, kind, value: address }, until);
    seen.set(key, [...(seen.get(key) ?? []), id]);
  }
  return seen;
}

const usersIn = (users: string | null): Map<string, string> =>
  new Map(
    (JSON.parse(users ?? "[]") as [scope: string, value: string][]).map(([scope, value]) => [
      addressKey({ kind: "user", scope, value }),
      scope,
    ]),
  );
