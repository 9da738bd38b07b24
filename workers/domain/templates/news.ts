import { allOf } from "#workers/contract/permissions.ts";
import type { Addressed } from "#workers/contract/socket.ts";
import type { TemplateNews } from "#workers/contract/inbound.ts";
import type { Ctx } from "../ctx.ts";

/** News of a template, of which account and when. */
export type DatedNews = TemplateNews & { account: string; at: number };

/**
 * The template that is meant, on this channel or another of the same account, by its id where both sides have one: a name
 * may be used again for another. Older news, by the vendor's clock alone, change nothing.
 */
const MEANT = `enterprise_id = ?1 AND channel_id IN (SELECT id FROM channels WHERE enterprise_id = ?1
    AND (id = ?2 OR ?3 <> '' AND settings ->> '$.wabaId' = ?3))
  AND (vendor_id = ?4 OR (vendor_id IS NULL OR ?4 IS NULL) AND name = ?5 AND language = ?6) AND status_at <= ?7`;
/** A draft of ours stays as it is: what the vendor has is an older form of it. */
const unlessDraft = (column: string, value: string) =>
  `CASE WHEN status = 'DRAFT' THEN ${column} ELSE coalesce(${value}, ${column}) END`;
const [STATUS, CATEGORY, REASON] = [
  unlessDraft("status", "?8"),
  unlessDraft("category", "?9"),
  unlessDraft("reason", "?11"),
];
const QUALITY = "coalesce(?10, quality)";
const NOTE = `INSERT INTO template_history (id, enterprise_id, template_id, at, status, category, quality, reason, by)
  SELECT lower(hex(randomblob(16))), ?1, id, ?7, ${STATUS}, ${CATEGORY}, ${QUALITY}, ${REASON}, '' FROM templates WHERE ${MEANT}`;
/** A rating alone holds up nobody's edit. */
const CHANGE = `UPDATE templates SET status = ${STATUS}, category = ${CATEGORY}, quality = ${QUALITY}, reason = ${REASON},
  vendor_id = coalesce(vendor_id, ?4), revision = revision + (status <> 'DRAFT' AND coalesce(?8, ?9) IS NOT NULL), status_at = ?7
  WHERE ${MEANT}`;

/** The live event of a change, for those who see templates. */
const KEEP = `INSERT INTO live_events (enterprise_id, before, "to", body, at)
  SELECT ?1, CASE n WHEN 1 THEN coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ?1), 0)
      ELSE coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'live_events'), 0) + n - 1 END, ?8, json_object('action', 'templateChanged', 'data',
      json_object('id', id, 'status', status, 'category', category, 'quality', quality, 'reason', reason, 'vendorId', vendor_id,
        'revision', revision)), ?9
  FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM templates WHERE ${MEANT} AND status_at = ?7) ORDER BY n RETURNING seq, before, "to", body, at`;
const TO = JSON.stringify({ permission: allOf("MSG_TEMPLATES") } satisfies Addressed);

/**
 * Statements that keep what a channel's vendor has told of its templates, with a line of history for each; the
 * rows of every third are live events.
 */
export const keepingTemplateNews = (
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channelId: string,
  news: readonly DatedNews[],
): D1PreparedStatement[] =>
  news.flatMap(({ account, vendorId, name, language, at, status, category, quality, reason }) => {
    const meant = [enterpriseId, channelId, account, vendorId ?? null, name, language, at];
    const changes = [status ?? null, category ?? null, quality ?? null, reason ?? null];
    return [
      ...[NOTE, CHANGE].map((text) => db.$client.prepare(text).bind(...meant, ...changes)),
      db.$client.prepare(KEEP).bind(...meant, TO, now()),
    ];
  });
