import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { getUsage } from "#workers/contract/endpoints/enterprise-billing.ts";
import { billingTexts as texts } from "#texts/billing.ts";
import { forecastOf, fullAt, levelsOf, usedIn } from "#workers/contract/billing/forecast.ts";
import {
  dayOf,
  daysOf,
  monthName,
  monthOf,
  startOf,
  type UsageKind,
  usageKindNames,
} from "#workers/contract/billing/usage.ts";
import { csvLine, UTF8_MARK } from "../csv-cells.ts";
import { type DirectoryCtx, iso } from "../ctx.ts";
import { countedFrom, SUBSCRIBED, type SubscribedRow, subscriptionIn } from "./subscriptions.ts";

/** Days before a month of which the forecast takes the average. */
const BEFORE = 7;
const DAYS =
  "SELECT kind, day, count FROM usage_daily WHERE enterprise_id = ?1 AND day >= ?2 AND day < ?3 ORDER BY day, kind";
const FIRST = "SELECT min(day) AS day FROM usage_daily WHERE enterprise_id = ?1";

interface Day {
  kind: UsageKind;
  day: number;
  count: number;
}

const monthIn = (name: string): number => Number(name.slice(0, 4)) * 12 + Number(name.slice(5)) - 1;
const dayName = (day: number): string => iso(startOf(day)).slice(0, 10);

/** An enterprise's usage in a month, against its plan: one batch. */
export async function usageOf(
  ctx: DirectoryCtx,
  asked: string | undefined,
): Promise<ReplyOf<typeof getUsage>> {
  const {
    db: { $client },
    enterpriseId,
    now,
  } = ctx;
  const at = now();
  const present = monthOf(at);
  const month = asked === undefined ? present : monthIn(asked);
  const { from, to } = daysOf(month);
  const [rows, subscribed, firsts] = await $client.batch([
    $client.prepare(DAYS).bind(enterpriseId, from - BEFORE, to),
    $client.prepare(`${SUBSCRIBED} WHERE s.enterprise_id = ?1`).bind(enterpriseId),
    $client.prepare(FIRST).bind(enterpriseId),
  ]);
  const days = (rows?.results ?? []) as unknown as Day[];
  const [row] = (subscribed?.results ?? []) as unknown as SubscribedRow[];
  const subscription = row ? subscriptionIn(row) : null;
  const plan = subscription?.plan ?? null;
  // Of the month in which the first plan was chosen the days from then on count, of one before it all are shown.
  const begun = subscription ? countedFrom(subscription, month) : from;
  const since = begun < to ? begun : from;
  const first = (firsts?.results[0] as { day: number | null } | undefined)?.day ?? dayOf(at);
  const meters = usageKindNames.flatMap((kind) => {
    const theirs = days.filter((each) => each.kind === kind);
    const used = usedIn(
      theirs.filter(({ day }) => day >= since),
      month,
    );
    const term = plan?.terms[kind];
    if (used === 0 && !term) return [];
    const full = fullAt(term);
    return [
      {
        kind,
        used,
        forecast: month === present ? forecastOf(theirs, at, used) : null,
        full,
        level: levelsOf(used, full).at(-1) ?? null,
        isOver: term?.limit?.isHard === true && used >= term.limit.at,
      },
    ];
  });
  return {
    month: monthName(month),
    first: monthName(Math.min(monthOf(startOf(first)), present)),
    plan,
    countedFrom: since > from ? dayName(since) : null,
    isStopped: month === present && meters.some(({ isOver }) => isOver),
    meters: meters.map(({ isOver: _, ...meter }) => meter),
    days: days
      .filter(({ day }) => day >= from)
      .map(({ day, kind, count }) => ({ day: dayName(day), kind, count })),
  };
}

/** The days of a month as a CSV: some hundred lines. */
export async function usageCsvOf(
  { db: { $client }, enterpriseId }: DirectoryCtx,
  asked: string,
): Promise<string> {
  const { from, to } = daysOf(monthIn(asked));
  const { results } = await $client.prepare(DAYS).bind(enterpriseId, from, to).all<Day>();
  const lines = results.map(({ day, kind, count }) =>
    csvLine([dayName(day), texts.kinds[kind], String(count)]),
  );
  return [UTF8_MARK, csvLine(Object.values(texts.usageCsv)), ...lines].join("");
}
