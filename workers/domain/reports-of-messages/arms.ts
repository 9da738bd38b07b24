import { type RecipientStatus } from "#workers/contract/broadcast.ts";
import { allChannelTypes } from "#workers/contract/channel-types.ts";
import { broadcastOf, lastOf } from "#workers/contract/recipient-ids.ts";
import { QUARTER_MS } from "../reports/grain.ts";
import type { Sought } from "./sought.ts";

/** A row's place in the report: its time, its table (`m` before `r`), and its rowid or id. */
export interface Place {
  at: number;
  arm: "m" | "r";
  place: number | string;
}

/** The input of both arms of the report: `?1` is the enterprise, `need` how many rows of each are enough. */
interface Arm {
  sought: Sought;
  need: number;
  after: Place | undefined;
  value: (one: string | number) => string;
}

/** When a broadcast's messages leave; as the index has it, on `b`. */
export const BEGUN = "coalesce(b.started_at, b.start_at, b.created_at)";
export const CAMPAIGN = "coalesce(b.request ->> '$.resourceType', '') = 'CAMPAIGN'";
/** As the partial index says it. */
const TROUBLE = "status IN ('failed', 'unknown', 'expired')";
const isTrouble = (status: RecipientStatus | ""): boolean => /^(failed|unknown|expired)$/.test(status);

/** People whom an address reaches: of any channel type, and a customer's others by their number. */
const peopleWith = (value: Arm["value"], { kind, value: address }: NonNullable<Sought["to"]>): string => {
  const [theirs, types] = [value(address), value(JSON.stringify(allChannelTypes))];
  return `SELECT a.identity_id AS id FROM json_each(${types}) t CROSS JOIN addresses a ON a.enterprise_id = ?1
      AND a.channel_type = t.value AND a.scope = '' AND a.kind = ${value(kind)} AND a.address = ${theirs}
    UNION SELECT i.id FROM customers c JOIN identities i ON i.enterprise_id = ?1 AND i.customer = c.number
      WHERE c.enterprise_id = ?1 AND c.phone = ${theirs} AND c.deleted_at IS NULL`;
};

/** Messages of chats that leave, by `at` and rowid; null where none is looked for. */
export function messagesArm({ sought, need, after, value }: Arm): string | null {
  const { source, channelId, status, messageId, to, since } = sought;
  if (source === "broadcast" || source === "campaign") return null;
  const until = after ? Math.min(sought.until, after.arm === "m" ? after.at + 1 : after.at) : sought.until;
  const also = (of: string) =>
    (channelId ? ` AND ${of}.channel_id = ${value(channelId)}` : "") +
    (source ? ` AND ${of}.by_kind = ${value(source)}` : "") +
    (status ? ` AND ${of}.status = ${value(status)}` : "");
  const on =
    after?.arm === "m"
      ? ` AND NOT (x.at = ${value(after.at)} AND x.rowid >= ${value(Number(after.place))})`
      : "";
  const out = `x.enterprise_id = ?1 AND x.direction = 'out'${also("x")}${on}`;
  const newest = `ORDER BY x.at DESC, x.rowid DESC LIMIT ${value(need)}`;
  if (messageId) {
    const sameId = value(messageId);
    return `SELECT 'm' AS arm, x.at, x.rowid AS place FROM (SELECT y.rowid AS row FROM messages y WHERE y.id = ${sameId}
      UNION SELECT y.rowid FROM channels h CROSS JOIN messages y ON y.enterprise_id = ?1 AND y.channel_id = h.id AND y.vendor_id = ${sameId}
        WHERE h.enterprise_id = ?1) w CROSS JOIN messages x ON x.rowid = w.row AND ${out}`;
  }
  const [from, end] = [value(since), value(until)];
  const found = (whose: string, among: string) =>
    `SELECT 'm' AS arm, m.at, m.rowid AS place FROM ${among} CROSS JOIN messages m ON m.rowid IN (SELECT x.rowid FROM messages x ${whose} AND ${out} ${newest})`;
  if (to)
    return found(
      `INDEXED BY messages_identity WHERE x.identity_id = w.id AND x.at >= ${from} AND x.at < ${end}`,
      `(${peopleWith(value, to)}) w`,
    );
  // Only quarters that have what is looked for, as many as the page needs; one that is cut by an edge counts for nothing.
  const quarters = `SELECT q.at, sum(q.count) AS n FROM message_quarters q WHERE q.enterprise_id = ?1 AND q.at > ${from} - ${QUARTER_MS}
      AND q.at < ${end} AND q.count > 0${also("q")} GROUP BY q.at ORDER BY q.at DESC LIMIT ${value(need + 1)}`;
  const wanted = `SELECT at FROM (SELECT at, sum(CASE WHEN at + ${QUARTER_MS} > ${end} THEN 0 ELSE n END)
      OVER (ORDER BY at DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM (${quarters})) WHERE coalesce(before, 0) < ${value(need)}`;
  return found(
    `INDEXED BY messages_out WHERE x.at >= max(w.at, ${from}) AND x.at < min(w.at + ${QUARTER_MS}, ${end})`,
    `(${wanted}) w`,
  );
}

/** Recipients of broadcasts, by when their broadcast began and by id; null where none is looked for. */
export function recipientsArm({ sought, need, after, value }: Arm): string | null {
  const { source, channelId, status, messageId, to, since } = sought;
  if (source !== "" && source !== "broadcast" && source !== "campaign") return null;
  const until = after ? Math.min(sought.until, after.at + 1) : sought.until;
  const ours =
    "b.enterprise_id = ?1" +
    (channelId ? ` AND b.channel_id = ${value(channelId)}` : "") +
    (source ? ` AND ${source === "campaign" ? CAMPAIGN : `NOT ${CAMPAIGN}`}` : "");
  const at = status ? ` AND x.status = ${value(status)}` : "";
  const of = `CROSS JOIN broadcasts b ON b.id = ${broadcastOf("x.id")} AND ${ours}`;
  if (messageId) {
    const sameId = value(messageId);
    return `SELECT 'r' AS arm, ${BEGUN} AS at, x.id AS place FROM (SELECT id, status FROM broadcast_recipients WHERE id = ${sameId}
      UNION SELECT id, status FROM broadcast_recipients WHERE vendor_id = ${sameId}) x ${of} WHERE true${at}`;
  }
  const between = `${BEGUN} >= ${value(since)} AND ${BEGUN} < ${value(until)}`;
  const cut = after?.arm === "r" ? after : undefined;
  const on = cut ? ` AND (${BEGUN}, x.id) < (${value(cut.at)}, ${value(cut.place)})` : "";
  if (to)
    return `SELECT 'r' AS arm, ${BEGUN} AS at, x.id AS place FROM (${peopleWith(value, to)}) w
      CROSS JOIN broadcast_recipients x ON x.identity_id = w.id ${of} AND ${between} WHERE true${at}${on}`;
  // Only broadcasts that have what is looked for, as many as the page needs; the one in which it goes on counts for nothing.
  const isWanted = (word: string) =>
    status ? `${word} = ${value(status)}` : `${word} NOT IN ('replied', 'clicked', 'waits')`;
  // Those in files are none of these rows, though they are counted.
  const counted = `CASE WHEN b.archived_at IS NULL THEN (SELECT sum(k.count) FROM broadcast_counts k WHERE k.broadcast_id = b.id AND ${isWanted("k.status")})
    - coalesce((SELECT sum(t.value->>2) FROM broadcast_archives f, json_each(f.tally) t WHERE f.broadcast_id = b.id AND ${isWanted("t.value->>0")}), 0) ELSE 0 END`;
  const broadcasts = `SELECT b.id, ${BEGUN} AS at, ${counted} AS n FROM broadcasts b INDEXED BY broadcasts_begun
      WHERE ${ours} AND ${between} AND ${counted} > 0 ORDER BY ${BEGUN} DESC, b.id DESC LIMIT ${value(need + 1)}`;
  const whole = cut ? `CASE WHEN at = ${value(cut.at)} THEN 0 ELSE n END` : "n";
  const wanted = `SELECT id, at FROM (SELECT id, at, sum(${whole}) OVER (ORDER BY at DESC, id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM (${broadcasts})) WHERE coalesce(before, 0) < ${value(need)}`;
  const last = lastOf("w.id");
  const below = cut
    ? `CASE WHEN w.at = ${value(cut.at)} THEN min(${last}, ${value(cut.place)}) ELSE ${last} END`
    : last;
  const few = isTrouble(status) ? ` AND x.${TROUBLE}` : "";
  return `SELECT 'r' AS arm, w.at, r.id AS place FROM (${wanted}) w CROSS JOIN broadcast_recipients r ON r.id IN (SELECT x.id FROM broadcast_recipients x
      ${isTrouble(status) ? "INDEXED BY broadcast_recipients_trouble " : ""}WHERE x.id > w.id AND x.id < ${below}${at}${few} ORDER BY x.id DESC LIMIT ${value(need)})`;
}
