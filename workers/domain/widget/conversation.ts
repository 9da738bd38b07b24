import { channelTypes } from "#workers/contract/channel-types.ts";
import { WIDGET_PAGE } from "#workers/contract/endpoints/widget.ts";
import type { WidgetMessage } from "#workers/contract/widget.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { iso, type Ctx } from "../ctx.ts";

/** A visitor of a channel, as rules need it: their address is their own alone. */
export interface Visitor {
  channelId: string;
  visitorId: string;
}

export interface Conversation {
  messages: WidgetMessage[];
  cursor: string;
  more: boolean;
}

/** The vendor's id of a visitor's own message: the key that the client gave it, within the visitor. */
export const ownId = (visitorId: string, key: string): string => `web.${visitorId}.${key}`;

/** The messages of one visitor. `?1` the enterprise, `?2` the channel, `?3` the visitor. */
const THEIRS = `FROM addresses a
  JOIN messages m ON m.enterprise_id = a.enterprise_id AND m.identity_id = a.identity_id AND m.channel_id = ?2
  JOIN chats c ON c.id = m.chat_id
  WHERE a.enterprise_id = ?1 AND a.channel_type = ${channelTypes.web} AND a.scope = ?2 AND a.kind = 'user' AND a.address = ?3`;
/**
 * Messages that never left are not shown; those still to leave are read too, since the cursor must not pass them; those
 * that leave later have no place yet.
 */
const SHOWN = `(m.direction = 'in' OR m.held = 0 AND m.status IN ('queued', 'unknown', 'sent', 'delivered', 'read'))`;
const COLUMNS = `m.id, m.direction, m.status, m.vendor_id, m.body, m.at, c.created_at AS opened, c.id AS chat, m.seq`;
const NEWEST = `SELECT ${COLUMNS} ${THEIRS} AND ${SHOWN} ORDER BY c.created_at DESC, c.id DESC, m.seq DESC LIMIT ?4`;
const AFTER = `SELECT ${COLUMNS} ${THEIRS} AND ${SHOWN} AND (c.created_at, c.id, m.seq) > (?4, ?5, ?6)
  ORDER BY c.created_at, c.id, m.seq LIMIT ?7`;

interface Row {
  id: string;
  direction: "in" | "out";
  status: string;
  vendor_id: string | null;
  body: string;
  at: number;
  opened: number;
  chat: string;
  seq: number;
}

/** The newest messages of a visitor, in their order. */
export async function newestMessages(ctx: Ctx, visitor: Visitor): Promise<Conversation> {
  const rows = await read(ctx, NEWEST, visitor, WIDGET_PAGE);
  return conversationOf(rows.toReversed(), visitor, "", false);
}

/** The messages that follow a cursor; all of them where it is none of ours. */
export async function messagesAfter(ctx: Ctx, visitor: Visitor, after: string): Promise<Conversation> {
  const [, opened = "0", chat = "", seq = "0"] = /^(\d{1,15})\.([\w-]{1,64})\.(\d{1,9})$/.exec(after) ?? [];
  const rows = await read(ctx, AFTER, visitor, Number(opened), chat, Number(seq), WIDGET_PAGE + 1);
  const more = rows.length > WIDGET_PAGE;
  return conversationOf(rows.slice(0, WIDGET_PAGE), visitor, chat === "" ? "" : after, more);
}

async function read(
  { db, enterpriseId }: Ctx,
  sql: string,
  { channelId, visitorId }: Visitor,
  ...values: unknown[]
): Promise<Row[]> {
  const { results } = await db.$client
    .prepare(sql)
    .bind(enterpriseId, channelId, visitorId, ...values)
    .all<Row>();
  return results;
}

const isShown = ({ direction, status }: Row): boolean => direction === "in" || status !== "queued";

/** The cursor stays before the first message that is still to leave: it may come while no tab is open. */
function conversationOf(rows: readonly Row[], visitor: Visitor, before: string, more: boolean): Conversation {
  const waits = rows.findIndex((row) => !isShown(row));
  const passed = waits === -1 ? rows.at(-1) : rows[waits - 1];
  return {
    messages: rows.filter(isShown).map((row) => onWire(row, visitor)),
    cursor: passed ? `${passed.opened}.${passed.chat}.${passed.seq}` : before,
    more: more && waits === -1,
  };
}

function onWire(
  { id, direction, vendor_id: vendorId, body, at }: Row,
  { visitorId }: Visitor,
): WidgetMessage {
  const own = ownId(visitorId, "");
  return {
    id: direction === "in" && vendorId?.startsWith(own) ? vendorId.slice(own.length) : id,
    way: direction,
    body: JSON.parse(body) as MessageBody,
    at: iso(at),
  };
}

const AMONG = `SELECT m.id ${THEIRS} AND m.direction = 'out' AND m.id IN (SELECT value FROM json_each(?4))`;

/** Those of these ids that are messages to this visitor. */
export async function theirMessages(
  ctx: Ctx,
  { channelId, visitorId }: Visitor,
  ids: readonly string[],
): Promise<string[]> {
  const { results } = await ctx.db.$client
    .prepare(AMONG)
    .bind(ctx.enterpriseId, channelId, visitorId, JSON.stringify(ids))
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

const NAMES = `SELECT 1 AS there ${THEIRS} AND instr(m.body, ?4) > 0 LIMIT 1`;

/** Whether one of a visitor's messages, either way, names this file. */
export async function namesFile(
  ctx: Ctx,
  { channelId, visitorId }: Visitor,
  fileId: string,
): Promise<boolean> {
  const found = await ctx.db.$client
    .prepare(NAMES)
    .bind(ctx.enterpriseId, channelId, visitorId, JSON.stringify(fileId))
    .first("there");
  return found !== null;
}
