import type {
  campaignReport as contract,
  campaignReportCsv as csvContract,
} from "#workers/contract/endpoints/campaigns.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { failedOf } from "#workers/contract/broadcast.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import type { Cost } from "#workers/contract/cost.ts";
import type { Bill } from "#workers/contract/endpoints/prices.ts";
import { decimalOf } from "#workers/contract/prices.ts";
import { billsIn, readingBills } from "../rates/bill.ts";
import { countsIn, countsOrNull, timeIn } from "../broadcasts/list.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { page } from "../page.ts";
import { countsOf, doublesOf, fallbackCountsOf, firstsOf, runsOf } from "./figures.ts";

/** Runs `b` of activities between two times, `?3` and `?4`. */
const RUNS = (activities: string) =>
  `b.activity_id IN (${activities}) AND (?3 IS NULL OR b.created_at >= ?3) AND (?4 IS NULL OR b.created_at < ?4)`;
const FIGURES = (which: string) => `(SELECT count(*) FROM broadcasts b WHERE ${firstsOf(which)}) AS runs,
    (SELECT max(b.started_at) FROM broadcasts b WHERE ${firstsOf(which)}) AS lastRunAt, ${countsOf(runsOf(which))} AS counts,
    ${fallbackCountsOf(which)} AS byFallback, ${doublesOf(which)} AS doubles`;
const NAMED = `c.enterprise_id = ?1 AND (?2 = '' OR instr(c.name_key, ?2) > 0)`;

const OF_CAMPAIGN = RUNS("SELECT a.id FROM activities a WHERE a.campaign_id = c.id");
const CAMPAIGNS = `SELECT c.id, c.name, c.state, (SELECT count(*) FROM activities a WHERE a.campaign_id = c.id AND a.state <> 5) AS activities,
    ${FIGURES(OF_CAMPAIGN)}
  FROM campaigns c WHERE ${NAMED} AND EXISTS (SELECT 1 FROM broadcasts b WHERE ${OF_CAMPAIGN})
  ORDER BY c.created_at DESC, c.id DESC LIMIT ?5 OFFSET ?6`;
const OF_ACTIVITY = RUNS("SELECT x.id");
const PAGED = `FROM activities x CROSS JOIN campaigns c ON c.id = x.campaign_id
  WHERE x.enterprise_id = ?1 AND ${NAMED} AND (x.created_at, x.id) < (?5, ?6) AND EXISTS (SELECT 1 FROM broadcasts b WHERE ${OF_ACTIVITY})
  ORDER BY x.created_at DESC, x.id DESC LIMIT ?7`;
const ACTIVITIES = `SELECT x.id, x.created_at AS createdAt, c.name AS campaign, c.state AS campaignState, x.name, x.state, ${FIGURES(OF_ACTIVITY)} ${PAGED}`;
/** Their runs of that time. */
const THEIRS = RUNS(`SELECT x.id ${PAGED}`);
const PAGE = 200;

type Filter = Pick<InputOf<typeof csvContract>["query"], "name" | "fromDate" | "toDate">;
interface Figures {
  runs: number;
  lastRunAt: number | null;
  counts: string;
  byFallback: string | null;
  doubles: number;
}

const bound = ({ enterpriseId }: Ctx, { name, fromDate, toDate }: Filter) =>
  [
    enterpriseId,
    nameKey(name),
    timeIn("fromDate", fromDate) ?? null,
    timeIn("toDate", toDate) ?? null,
  ] as const;

/** Campaigns that have sent something between two times, the newest first, with what became of everybody then. */
export async function campaignReport(
  ctx: Ctx,
  { from, perPage, ...filter }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page({ from, perPage });
  const { results } = await ctx.db.$client
    .prepare(CAMPAIGNS)
    .bind(...bound(ctx, filter), limit, offset)
    .all<Figures & { id: string; name: string; state: number; activities: number }>();
  const { rows, more } = cut(results);
  return {
    campaigns: rows.map(({ counts, byFallback, doubles, lastRunAt, ...row }) => ({
      ...row,
      lastRunAt: isoOrNull(lastRunAt),
      counts: countsIn(counts, doubles),
      byFallback: countsOrNull(byFallback),
    })),
    more,
  };
}

interface ActivityRow extends Figures {
  id: string;
  createdAt: number;
  campaign: string;
  campaignState: number;
  name: string;
  state: number;
}

interface Billed extends ActivityRow {
  billed: { bill: Bill; estimate: Cost } | undefined;
}

/** The same as a CSV, one row an activity, with what vendors say that they charge. */
export function campaignReportCsv(ctx: Ctx, filter: Filter): ReadableStream<Uint8Array> {
  const values = bound(ctx, filter);
  return csvStream<Billed>({
    header: Object.values(texts.csv),
    begin: () =>
      audited(ctx, {
        action: "export",
        kind: "campaign",
        object: { id: "", name: texts.fileName },
        after: filter,
      }),
    next: async (after) => {
      const binds = [...values.slice(1), after?.createdAt ?? Number.MAX_SAFE_INTEGER, after?.id ?? "", PAGE];
      const [rows, ...bills] = await ctx.db.$client.batch([
        ctx.db.$client.prepare(ACTIVITIES).bind(ctx.enterpriseId, ...binds),
        ...readingBills(ctx, THEIRS, binds),
      ]);
      const of = billsIn(bills);
      return ((rows?.results ?? []) as unknown as ActivityRow[]).map((row) => ({
        ...row,
        billed: of.get(row.id),
      }));
    },
    cells: cellsOf,
  });
}

/** A cost as cells have it, such as "12.30 USD + 4.00 INR"; empty where none is known. */
const amountsIn = (cost: Cost | undefined): string =>
  (cost?.totals ?? []).map(({ currency, amount }) => `${decimalOf(amount)} ${currency}`).join(" + ");

function cellsOf(row: Billed): string[] {
  const counts = countsIn(row.counts, row.doubles);
  const { total, sent, delivered, read, replied, clicked, unknown } = counts;
  // Somebody who has read it was sent it, too.
  const second = countsIn(row.byFallback ?? "{}", 0);
  const atLeast = [
    total,
    sent + delivered + read,
    delivered + read,
    read,
    failedOf(counts),
    replied,
    clicked,
    unknown,
    second.sent + second.delivered + second.read,
    second.delivered + second.read,
  ];
  const state = (number: number) => texts.states[number] ?? "";
  return [
    row.campaign,
    state(row.campaignState),
    row.name,
    state(row.state),
    String(row.runs),
    row.lastRunAt === null ? "" : iso(row.lastRunAt),
    ...atLeast.map(String),
    amountsIn(row.billed?.estimate),
    String(row.billed?.bill.billed ?? 0),
    amountsIn(row.billed?.bill.cost),
  ];
}
