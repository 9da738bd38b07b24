import type { RecipientStatus } from "#workers/contract/broadcast.ts";
import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { messagesArm, type Place, recipientsArm } from "./arms.ts";
import type { Sought } from "./sought.ts";

export interface SentRow extends Place {
  id: string;
  /** When a recipient's turn came; null before it. */
  claimedAt: number | null;
  status: RecipientStatus;
  facts: string;
  code: string | null;
  reason: string | null;
  vendorId: string | null;
  repliedAt: number | null;
  clickedAt: number | null;
  kind: string;
  template: string;
  byKind: "person" | "bot" | "system" | "api" | null;
  chatId: string | null;
  chatState: number | null;
  broadcastId: string | null;
  broadcast: string | null;
  resourceType: string | null;
  channelId: string;
  channelName: string | null;
  channelType: number | null;
  contactId: string | null;
  address: string | null;
  customerId: string | null;
  name: string | null;
}

const COLUMNS = `p.arm, p.at, p.place, coalesce(m.id, r.id) AS id, r.claimed_at AS claimedAt, coalesce(m.status, r.status) AS status,
    coalesce(m.facts, r.facts) AS facts, coalesce(m.code, r.code) AS code, coalesce(m.reason, r.reason) AS reason,
    coalesce(m.vendor_id, r.vendor_id) AS vendorId, r.replied_at AS repliedAt, r.clicked_at AS clickedAt, coalesce(m.kind, 'template') AS kind,
    coalesce(CASE m.kind WHEN 'template' THEN m.body ->> '$.name' END, b.template ->> '$.name', '') AS template,
    m.by_kind AS byKind, m.chat_id AS chatId, t.state AS chatState, b.id AS broadcastId, b.name AS broadcast, b.request ->> '$.resourceType' AS resourceType,
    coalesce(m.channel_id, b.channel_id) AS channelId, h.name AS channelName, coalesce(h.type, b.channel_type) AS channelType, h.contact_id AS contactId,
    coalesce(r.address, (SELECT a.address FROM addresses a WHERE a.enterprise_id = ?1 AND a.identity_id = m.identity_id
      ORDER BY a.kind = 'number' DESC, a.id LIMIT 1)) AS address, c.id AS customerId, c.name`;
/** A plus leaves the place its own type: compared as a number, an id is looked for in every row. */
const JOINS = `LEFT JOIN messages m ON p.arm = 'm' AND m.rowid = +p.place LEFT JOIN broadcast_recipients r ON p.arm = 'r' AND r.id = +p.place
  LEFT JOIN broadcasts b ON b.id = ${broadcastOf("r.id")} LEFT JOIN chats t ON t.id = m.chat_id
  LEFT JOIN channels h ON h.id = coalesce(m.channel_id, b.channel_id) LEFT JOIN identities i ON i.id = coalesce(m.identity_id, r.identity_id)
  LEFT JOIN customers c ON c.number = i.customer AND c.enterprise_id = ?1 AND c.deleted_at IS NULL`;
const NEWEST = (of: string) => `${of}at DESC, ${of}arm, ${of}place DESC`;

/**
 * The statement that reads sent messages, newest first, from a number of rows or after a place on. It reads about as many as it
 * passes and answers, however many there are.
 */
export function readingSent(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  sought: Sought,
  { offset = 0, limit, after }: { offset?: number; limit: number; after?: Place | undefined },
): D1PreparedStatement {
  const bound: (string | number)[] = [enterpriseId];
  const value = (one: string | number): string => `?${bound.push(one)}`;
  const arm = { sought, need: offset + limit, after, value };
  const arms = [messagesArm(arm), recipientsArm(arm)].filter((each) => each !== null);
  const page = `SELECT arm, at, place FROM (${arms.join(" UNION ALL ")}) ORDER BY ${NEWEST("")} LIMIT ${value(limit)} OFFSET ${value(offset)}`;
  const text = `SELECT ${COLUMNS} FROM (${page}) p ${JOINS} ORDER BY ${NEWEST("p.")}`;
  return db.$client.prepare(text).bind(...bound);
}
