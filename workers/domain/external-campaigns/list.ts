import { and, desc, eq, gte, lt, or, type SQL } from "drizzle-orm";
import { externalCampaignsTexts as texts } from "#texts/external-campaigns.ts";
import { externalCampaigns } from "#db/tenant/external-campaigns.ts";
import { channelTypeName } from "#workers/contract/channel-types.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import {
  EXTERNAL_DAYS,
  type ExternalCampaign,
  type externalCampaignsCsv as csvContract,
  type listExternalCampaigns as contract,
} from "#workers/contract/endpoints/external-campaigns.ts";
import { MOST_DAYS } from "#workers/contract/endpoints/reports.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import { iso, isoOrNull, type Ctx } from "../ctx.ts";
import { counting, page } from "../page.ts";
import { spanOf, type Span } from "../reports-of-messages/sought.ts";

type Row = typeof externalCampaigns.$inferSelect;
const PAGE = 1_000;
const CAMPAIGNS = { days: EXTERNAL_DAYS, most: MOST_DAYS };

const between = ({ enterpriseId }: Ctx, { since, until }: Span): SQL | undefined =>
  and(
    eq(externalCampaigns.enterpriseId, enterpriseId),
    gte(externalCampaigns.startedAt, since),
    lt(externalCampaigns.startedAt, until),
  );
const newest = [desc(externalCampaigns.startedAt), desc(externalCampaigns.id)];

/** Campaigns of other systems that began between two times, newest first. */
export async function listExternalCampaigns(
  ctx: Ctx,
  { from, perPage, ...dates }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page({ from, perPage });
  const which = between(ctx, spanOf(dates, ctx.now(), CAMPAIGNS));
  const [found, [counted]] = await ctx.db.batch([
    ctx.db
      .select()
      .from(externalCampaigns)
      .where(which)
      .orderBy(...newest)
      .limit(limit)
      .offset(offset),
    counting(ctx, externalCampaigns, which),
  ]);
  const { rows, more } = cut(found);
  return { campaigns: rows.map(onWire), more, total: counted?.total ?? 0 };
}

/** The same as a CSV, page by page. */
export function externalCampaignsCsv(
  ctx: Ctx,
  dates: InputOf<typeof csvContract>["query"],
): () => ReadableStream<Uint8Array> {
  const span = spanOf(dates, ctx.now(), CAMPAIGNS);
  const below = ({ startedAt, id }: Row) =>
    or(
      lt(externalCampaigns.startedAt, startedAt),
      and(eq(externalCampaigns.startedAt, startedAt), lt(externalCampaigns.id, id)),
    );
  return () =>
    csvStream<Row>({
      header: [...Object.values(texts.head), ...Object.values(texts.csv)],
      begin: () =>
        audited(ctx, {
          action: "export",
          kind: "externalCampaign",
          object: { id: "", name: texts.title },
          after: { from: iso(span.since), to: iso(span.until) },
        }),
      next: (after) =>
        ctx.db
          .select()
          .from(externalCampaigns)
          .where(and(between(ctx, span), after && below(after)))
          .orderBy(...newest)
          .limit(PAGE),
      cells: (row) => [
        row.name,
        channelTypeName(row.channelType),
        iso(row.startedAt),
        isoOrNull(row.endedAt) ?? "",
        ...[row.sent, row.delivered, row.read, row.clicked, row.failed].map(String),
        row.cost === null ? "" : String(row.cost),
        row.externalId,
        row.currency,
        row.url,
        row.by,
        iso(row.updatedAt),
      ],
    });
}

const onWire = ({
  enterpriseId: _,
  createdAt: __,
  startedAt,
  endedAt,
  updatedAt,
  ...row
}: Row): ExternalCampaign => ({
  ...row,
  startedAt: iso(startedAt),
  endedAt: isoOrNull(endedAt),
  updatedAt: iso(updatedAt),
});
