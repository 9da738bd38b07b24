import {
  amountOf,
  baseLine,
  billableOf,
  type InvoiceLine,
  type PlanTerms,
} from "#workers/contract/billing/money.ts";
import {
  dayOf,
  daysOf,
  monthOf,
  startOf,
  type UsageKind,
  usageKindNames,
} from "#workers/contract/billing/usage.ts";
import { SUBSCRIBED, type SubscribedRow, subscriptionIn } from "../billing/subscriptions.ts";
import type { DirectoryCtx } from "../ctx.ts";

/** Money of dashboards: each day's part of what its month's invoice asks for, so that the days of a month make its lines. */

const SUBSCRIPTION = `${SUBSCRIBED} WHERE s.enterprise_id = ?1`;
const INVOICED = `SELECT month, body -> '$.terms' AS terms, body ->> '$.lines[0].amount' AS base FROM invoices
  WHERE enterprise_id = ?1 AND kind = 'invoice'`;

export interface UsedRow {
  kind: UsageKind;
  day: number;
  count: number;
}
interface Priced {
  /** Of the whole month, or of what was left of it when the first plan was chosen. */
  base: number;
  terms: PlanTerms;
}
/** By what months are priced: that of an invoice as it was, any other as the present plan has it. */
export interface Billed {
  currency: string;
  begunOn: number;
  today: number;
  plan: Priced;
  invoiced: ReadonlyMap<number, Priced>;
}
type What = InvoiceLine["what"];
type Spent = Partial<Record<What | "total", number>>;

/** The prices of an enterprise; null before a plan is chosen. One batch. */
export async function billedOf(
  { db: { $client }, now }: Pick<DirectoryCtx, "db" | "now">,
  enterpriseId: string,
): Promise<Billed | null> {
  const [subscribed, invoices] = await $client.batch([
    $client.prepare(SUBSCRIPTION).bind(enterpriseId),
    $client.prepare(INVOICED).bind(enterpriseId),
  ]);
  const [row] = (subscribed?.results ?? []) as unknown as SubscribedRow[];
  if (!row) return null;
  const { plan, begunOn } = subscriptionIn(row);
  const rows = (invoices?.results ?? []) as { month: number; terms: string; base: number }[];
  return {
    currency: plan.currency,
    begunOn,
    today: dayOf(now()),
    plan,
    invoiced: new Map(
      rows.map(({ month, terms, base }) => [month, { base, terms: JSON.parse(terms) as PlanTerms }]),
    ),
  };
}

/** The cost of each day from one to the other, by kind and in all; nothing without a plan, before it and after today. */
export function spentByDay(
  used: readonly UsedRow[],
  { from, to }: { from: number; to: number },
  billed: Billed | null,
): ReadonlyMap<number, Spent> {
  const spent = new Map<number, Spent>();
  if (!billed) return spent;
  const counts = new Map(used.map(({ kind, day, count }) => [`${kind} ${day}`, count]));
  const until = Math.min(to, billed.today);
  const add = (day: number, what: What, amount: number) => {
    if (day < from || day > until || amount === 0) return;
    const of = spent.get(day) ?? {};
    spent.set(day, { ...of, [what]: amount, total: (of.total ?? 0) + amount });
  };
  for (let month = monthOf(startOf(from)); month <= monthOf(startOf(until)); month++) {
    const bounds = daysOf(month);
    const begun = Math.max(bounds.from, billed.begunOn);
    if (begun >= bounds.to) continue;
    const { terms, base } = pricesOf(billed, month);
    const baseUntil = (day: number) => Math.round((base * (day - begun)) / (bounds.to - begun));
    const totals = new Map<UsageKind, number>();
    for (let day = begun; day < bounds.to && day <= until; day++) {
      add(day, "base", baseUntil(day + 1) - baseUntil(day));
      for (const kind of usageKindNames) {
        const before = totals.get(kind) ?? 0;
        const after = before + (counts.get(`${kind} ${day}`) ?? 0);
        if (after === before) continue;
        totals.set(kind, after);
        const { included = 0, price = 0 } = terms[kind] ?? {};
        const cost = (total: number) =>
          amountOf({ kind, quantity: billableOf(total, 0, included), price }, billed.currency);
        add(day, kind, cost(after) - cost(before));
      }
    }
  }
  return spent;
}

function pricesOf({ plan, begunOn, invoiced }: Billed, month: number): Priced {
  const known = invoiced.get(month);
  if (known) return known;
  const { from, to } = daysOf(month);
  const days = { all: to - from, used: to - Math.max(from, begunOn) };
  return { terms: plan.terms, base: baseLine(plan.base, month, days).amount };
}

/** The same by kind, the dearest first; `id` is the kind, or "base". */
export function spentByPart(
  spent: ReadonlyMap<number, Spent>,
): { id: string; name: string; total: number; [what: string]: string | number }[] {
  const sums = new Map<string, number>();
  for (const { total: _, ...kinds } of spent.values())
    for (const [what, amount] of Object.entries(kinds)) sums.set(what, (sums.get(what) ?? 0) + amount);
  return [...sums]
    .map(([id, total]) => ({ id, name: "", [id]: total, total }))
    .toSorted((one, other) => other.total - one.total);
}
