import type { Cost } from "#workers/contract/cost.ts";
import type { Bill, BilledKind } from "#workers/contract/endpoints/prices.ts";
import type { Price } from "#workers/contract/prices.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { costOf, type Messages } from "./cost.ts";
import { countryOf } from "./country-of.ts";
import { together } from "./together.ts";

/** Where the thing (`?2`) is, and its broadcasts `b`. */
const OF: Readonly<Record<BilledKind, { table: string; which: string }>> = {
  broadcast: { table: "broadcasts", which: "b.id = ?2" },
  activity: { table: "activities", which: "b.activity_id = ?2" },
  campaign: {
    table: "campaigns",
    which:
      "b.activity_id IN (SELECT a.id FROM activities a WHERE a.campaign_id = ?2 AND a.enterprise_id = ?1)",
  },
};
const THERE = (table: string) => `SELECT 1 FROM ${table} WHERE enterprise_id = ?1 AND id = ?2`;
const BILLS = (
  which: string,
  of = "?2",
) => `SELECT ${of} AS id, b.channel_id AS channelId, b.channel_type AS channelType,
    lower(b.template ->> '$.category') AS planned, k.category, k.billable, k.billed_to AS billedTo, sum(k.count) AS count
  FROM broadcasts b CROSS JOIN broadcast_bills k ON k.broadcast_id = b.id
  WHERE b.enterprise_id = ?1 AND ${which} AND k.count > 0 GROUP BY 1, 2, 3, 4, 5, 6, 7`;
const PRICES = (
  which: string,
) => `SELECT p.channel_id AS channelId, p.country, p.category, p.price, p.currency FROM channel_prices p
  WHERE p.enterprise_id = ?1 AND p.channel_id IN (SELECT b.channel_id FROM broadcasts b WHERE b.enterprise_id = ?1 AND ${which})`;

interface Row {
  id: string;
  channelId: string;
  channelType: number;
  planned: string;
  category: string;
  billable: number;
  billedTo: string;
  count: number;
}

/** Messages that vendors say they charge for, of a broadcast, activity or campaign, with their cost; throws notFound. */
export async function billOf({ db, enterpriseId }: Ctx, kind: BilledKind, id: string): Promise<Bill> {
  const { $client } = db;
  const { table, which } = OF[kind];
  const bound = (text: string) => $client.prepare(text).bind(enterpriseId, id);
  const [there, bills, prices] = await $client.batch([
    bound(THERE(table)),
    bound(BILLS(which)),
    bound(PRICES(which)),
  ]);
  if (there?.results.length === 0) throw new DomainError("notFound");
  return billIn(
    (bills?.results ?? []) as unknown as Row[],
    (prices?.results ?? []) as unknown as ChannelPrice[],
  );
}

/** Statements that read the bills of activities, by a condition on their broadcasts `b` with its values from `?2` on. */
export const readingBills = (
  { db: { $client }, enterpriseId }: Ctx,
  which: string,
  values: readonly unknown[],
): D1PreparedStatement[] =>
  [BILLS(which, "b.activity_id"), PRICES(which)].map((text) =>
    $client.prepare(text).bind(enterpriseId, ...values),
  );

/**
 * Bills by the ids of activities, each with its estimate: the cost of the same messages, had the vendor charged all of them as
 * their template's category. None for an activity without messages.
 */
export function billsIn([bills, found]: readonly D1Result[]): Map<string, { bill: Bill; estimate: Cost }> {
  const prices = (found?.results ?? []) as unknown as ChannelPrice[];
  const of = Map.groupBy((bills?.results ?? []) as unknown as Row[], ({ id }) => id);
  return new Map(
    [...of].map(([id, rows]) => {
      const asPlanned = rows.map((row) => ({ ...row, category: "" }));
      return [id, { bill: billIn(rows, prices), estimate: costIn(asPlanned, prices) }];
    }),
  );
}

type ChannelPrice = Price & { channelId: string };

const costIn = (rows: readonly Row[], prices: readonly ChannelPrice[]): Cost =>
  together(
    [...Map.groupBy(rows, ({ channelId }) => channelId)].map(([channelId, of]) =>
      costOf(
        prices.filter((each) => each.channelId === channelId),
        of[0]?.channelType ?? -1,
        kindsIn(of),
      ),
    ),
  );

function billIn(rows: readonly Row[], prices: readonly ChannelPrice[]): Bill {
  const billed = rows.filter(({ billable }) => billable === 1);
  const sum = (some: readonly Row[]) => some.reduce((total, { count }) => total + count, 0);
  const changed = Map.groupBy(
    billed.filter(({ category, planned }) => isOther(planned, category)),
    ({ category, planned }) => `${planned} ${category}`,
  );
  return {
    billed: sum(billed),
    free: sum(rows) - sum(billed),
    cost: costIn(billed, prices),
    changed: [...changed.values()].map((of) => ({
      from: of[0]?.planned ?? "",
      to: of[0]?.category ?? "",
      messages: sum(of),
    })),
  };
}

/** A category that the vendor made of another one; its own names for the same (`marketing_lite`) are none. */
const isOther = (planned: string, category: string): boolean =>
  category !== "" && category !== planned && !category.startsWith(`${planned}_`);

/** The messages by country and category. */
function kindsIn(rows: readonly Row[]): Messages[] {
  const kinds = new Map<string, Messages>();
  for (const { category, planned, billedTo, count } of rows) {
    const country = countryOf(billedTo);
    // A vendor that names no category means the template's.
    const of = category || planned;
    const key = `${country ?? ""} ${of}`;
    const kind = kinds.get(key) ?? { country, category: of, people: 0, messages: 0, free: 0 };
    kinds.set(key, { ...kind, people: kind.people + count, messages: kind.messages + count });
  }
  return [...kinds.values()];
}
