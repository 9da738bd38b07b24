import { broadcastsTexts } from "#texts/broadcasts.ts";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type {
  messageCounts as contract,
  MessageCount,
} from "#workers/contract/endpoints/reports-of-messages.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import { iso, type Ctx } from "../ctx.ts";
import { DAY_MS } from "../reports/grain.ts";
import { localOf, momentOf } from "../reports/zone.ts";
import { BEGUN, CAMPAIGN } from "./arms.ts";
import { type Span, spanOf } from "./sought.ts";

type Query = InputOf<typeof contract>["query"];

/** By whom, of what; `?1` the enterprise, `?2` days with their bounds, `?3` a channel or '', `?4` what sent it or ''. */
const BY = "LEFT JOIN channels h ON h.id = channelId AND h.enterprise_id = ?1";
const SOURCE = `CASE WHEN ${CAMPAIGN} THEN 'campaign' ELSE 'broadcast' END`;
const IS_STATUS = (of: string) => `${of}.status NOT IN ('replied', 'clicked', 'waits')`;
const OF_BROADCASTS = `d.value->>0, b.channel_id, ${SOURCE}, k.status, k.count FROM json_each(?2) d
      CROSS JOIN broadcasts b INDEXED BY broadcasts_begun ON b.enterprise_id = ?1 AND ${BEGUN} >= d.value->>1 AND ${BEGUN} < d.value->>2
      CROSS JOIN`;
/**
 * Recipients of a broadcast are of the day on which they were called; those of whom nobody was (who wait, or were left out), so all
 * that the calls' quarters leave of its counts, of the day on which it began.
 */
export const COUNTED = `SELECT n.day, n.channelId, coalesce(h.name, '') AS channelName, n.source, n.status, sum(n.count) AS count FROM (
    SELECT d.value->>0 AS day, q.channel_id AS channelId, q.by_kind AS source, q.status, q.count FROM json_each(?2) d
      CROSS JOIN message_quarters q ON q.enterprise_id = ?1 AND q.at >= d.value->>1 AND q.at < d.value->>2
    UNION ALL
    SELECT d.value->>0, b.channel_id, ${SOURCE}, q.status, q.count FROM json_each(?2) d
      CROSS JOIN broadcast_quarters q INDEXED BY broadcast_quarters_at ON q.enterprise_id = ?1 AND q.at >= d.value->>1 AND q.at < d.value->>2 AND ${IS_STATUS("q")}
      CROSS JOIN broadcasts b ON b.id = q.broadcast_id AND b.enterprise_id = ?1
    UNION ALL
    SELECT ${OF_BROADCASTS} broadcast_counts k ON k.broadcast_id = b.id AND ${IS_STATUS("k")}
    UNION ALL
    SELECT ${OF_BROADCASTS.replace("k.count", "-k.count")} broadcast_quarters k ON k.broadcast_id = b.id AND ${IS_STATUS("k")}) n ${BY}
  WHERE (?3 = '' OR n.channelId = ?3) AND (?4 = '' OR n.source = ?4)
  GROUP BY n.day, n.channelId, n.source, n.status HAVING sum(n.count) > 0 ORDER BY n.day DESC, channelName, n.channelId, n.source, n.status`;

/** The days of a report in its zone, newest last, with their bounds; one on which clocks change is longer or shorter. */
function daysOf({ since, until, zone }: Span): [day: string, since: number, until: number][] {
  const days: [string, number, number][] = [];
  for (let at = since; at < until;) {
    const midnight = Math.floor(localOf(zone, at) / DAY_MS) * DAY_MS;
    const end = Math.min(until, momentOf(zone, midnight + DAY_MS));
    days.push([new Date(midnight).toISOString().slice(0, 10), at, end]);
    at = end;
  }
  return days;
}

/** Messages by day, channel, source and status, from counts that are kept with each message: no message is read. */
async function countsIn(ctx: Ctx, span: Span, { channelId, source }: Query): Promise<MessageCount[]> {
  const { results } = await ctx.db.$client
    .prepare(COUNTED)
    .bind(ctx.enterpriseId, JSON.stringify(daysOf(span)), channelId, source)
    .all<MessageCount>();
  return results;
}

export const messageCounts = async (ctx: Ctx, query: Query): Promise<{ counts: MessageCount[] }> => ({
  counts: await countsIn(ctx, spanOf(query, ctx.now()), query),
});

/** The same as a CSV. */
export function messageCountsCsv(ctx: Ctx, query: Query): () => ReadableStream<Uint8Array> {
  const span = spanOf(query, ctx.now());
  const { channelId, source } = query;
  return () =>
    csvStream<MessageCount>({
      header: Object.values(texts.countsCsv),
      begin: () =>
        audited(ctx, {
          action: "export",
          kind: "deliveryReport",
          object: { id: "", name: texts.countsFileName },
          after: { from: iso(span.since), to: iso(span.until), channelId, source },
        }),
      // A year of days by channel, source and status is one page.
      next: (after) => (after ? Promise.resolve([]) : countsIn(ctx, span, query)),
      cells: (row) => [
        row.day,
        row.channelName || texts.noChannel,
        texts.sources[row.source],
        broadcastsTexts.view.statuses[row.status],
        String(row.count),
      ],
    });
}
