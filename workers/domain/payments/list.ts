import { paymentsTexts as texts } from "#texts/payments.ts";
import type { listPayments as contract, Payment } from "#workers/contract/endpoints/payments.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { LinkNote, LinkState } from "#workers/contract/payments/states.ts";
import { unitsOf } from "#workers/contract/payments/amount.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";

/** The newest first; behind the row (time, id) that a page ended with. */
const LIST = `SELECT l.id, l.created_at AS createdAt, l.ended_at AS endedAt, l.until, l.state, l.note, l.problem, l.amount, l.paid, l.currency, l.description,
    l.payment_id AS paymentId, l.instance_id AS instanceId, a.id AS automationId, a.name AS automation, a.kind, c.id AS customerId, c.name AS customer
  FROM payment_links l LEFT JOIN automation_instances i ON i.id = l.instance_id AND i.enterprise_id = l.enterprise_id
  LEFT JOIN automations a ON a.id = i.automation_id AND a.enterprise_id = l.enterprise_id
  LEFT JOIN customers c ON c.enterprise_id = l.enterprise_id AND c.number = l.customer AND c.deleted_at IS NULL
  WHERE l.enterprise_id = ?1 AND (l.created_at, l.id) < (?2, ?3)`;
const ALL = `${LIST} ORDER BY l.created_at DESC, l.id DESC LIMIT ?4`;
const IN_STATE = `${LIST} AND l.state = ?5 ORDER BY l.created_at DESC, l.id DESC LIMIT ?4`;

interface Row {
  id: string;
  createdAt: number;
  endedAt: number | null;
  until: number;
  state: LinkState;
  note: LinkNote;
  problem: string;
  amount: number;
  paid: number;
  currency: string;
  description: string;
  paymentId: string;
  instanceId: string | null;
  automationId: string | null;
  automation: string | null;
  kind: "journey" | "encap" | null;
  customerId: string | null;
  customer: string | null;
}

type Query = InputOf<typeof contract>["query"];

const END = [Number.MAX_SAFE_INTEGER, "~"] as const;
/** Where a page ended, as it is in an address. */
const placeOf = (before: string | undefined): readonly [number, string] => {
  const [, at, id] = /^(\d{1,16})\.(.{1,64})$/.exec(before ?? "") ?? [];
  return at === undefined || id === undefined ? END : [Number(at), id];
};

async function rowsOf(
  { db, enterpriseId }: Ctx,
  { state, before, perPage }: Pick<Query, "state" | "before" | "perPage">,
): Promise<Row[]> {
  const [at, id] = placeOf(before);
  const values = [enterpriseId, at, id, perPage];
  const asking =
    state === undefined
      ? db.$client.prepare(ALL).bind(...values)
      : db.$client.prepare(IN_STATE).bind(...values, state);
  return (await asking.all<Row>()).results;
}

/** A page of payments that customers were asked for. People who may not look at customers see no names. */
export async function listPayments(
  ctx: Ctx,
  query: Query,
  /** Asked behind the list: who asks is read beside it. */
  seesCustomers: () => boolean,
): Promise<ReplyOf<typeof contract>> {
  const { perPage } = query;
  const rows = await rowsOf(ctx, { ...query, perPage: perPage + 1 });
  const shown = rows.slice(0, perPage);
  const last = shown.at(-1);
  const sees = seesCustomers();
  return {
    payments: shown.map((row) => onWire(row, sees)),
    next: rows.length > perPage && last ? `${last.createdAt}.${last.id}` : null,
  };
}

const onWire = (row: Row, seesCustomers: boolean): Payment => ({
  id: row.id,
  at: iso(row.createdAt),
  endedAt: isoOrNull(row.endedAt),
  until: iso(row.until),
  state: row.state,
  note: row.note,
  problem: row.problem,
  amount: unitsOf(row.amount, row.currency),
  paid: unitsOf(row.paid, row.currency),
  currency: row.currency,
  description: row.description,
  paymentId: row.paymentId,
  automation:
    row.automationId === null || row.automation === null || row.kind === null || row.instanceId === null
      ? null
      : { id: row.automationId, name: row.automation, kind: row.kind, instanceId: row.instanceId },
  customer:
    row.customerId === null || !seesCustomers ? null : { id: row.customerId, name: row.customer ?? "" },
});

const PAGE = 1_000;

/** All of them as a CSV, the newest first. */
export const paymentsCsv = (ctx: Ctx, state: LinkState | undefined, seesCustomers: boolean) => () =>
  csvStream<Row>({
    header: Object.values(texts.csv),
    begin: () =>
      audited(ctx, {
        action: "export",
        kind: "paymentAccount",
        object: { id: "", name: texts.tableOf },
        after: { state: state ?? null },
      }),
    next: (after) => rowsOf(ctx, { state, before: after && `${after.createdAt}.${after.id}`, perPage: PAGE }),
    cells: (row) => cellsOf(onWire(row, seesCustomers)),
  });

/** A word that a later version wrote is left as it is. */
const wordIn = (words: Readonly<Record<string, string>>, value: string): string => words[value] ?? value;

const cellsOf = (payment: Payment): string[] => [
  payment.id,
  payment.at,
  payment.endedAt ?? "",
  wordIn(texts.states, payment.state),
  String(payment.amount),
  String(payment.paid),
  payment.currency,
  payment.description,
  payment.customer?.name ?? "",
  payment.automation?.name ?? "",
  payment.paymentId,
  wordIn(texts.notes, payment.note),
  payment.problem,
];
