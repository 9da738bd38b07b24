import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { lastOf, numberIn, recipientIdOf, sameIn } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { kindOn } from "../messaging/address-on.ts";
import { settingTimers } from "../messaging/timers.ts";
import { type Making, makingOf, type MakingDeps, recipientsMade } from "./add.ts";
import { type Fate, fateOf, type First, type Unreached } from "./fate.ts";
import { peopleBehind } from "../audience/people.ts";
import { refusedBy } from "./refused.ts";
import type { BroadcastRow } from "./row.ts";
import { rowIn } from "../audience/values.ts";

type Payload = JobPayload<"broadcast.feed">;

/** Recipients of one page, which is one transaction. */
const PAGE = 500;
const CALLS = 8;
/** A fallback is fed no more often than that. */
const LEAST_GAP_MS = 60_000;

const FIRST = `SELECT b.channel_type AS channelType, b.created_at AS createdAt, b.prepared_at AS preparedAt, b.ended_at AS endedAt, c.vendor
  FROM broadcasts b LEFT JOIN channels c ON c.id = b.channel_id WHERE b.enterprise_id = ?1 AND b.id = ?2`;
/** People not reached and without a row in the fallback (`?3`); `?4` the last one who was looked at, `?5` the class. */
const UNREACHED = `SELECT r.id, r.address, r.status, r.code, r.claimed_at AS claimedAt, r.data, coalesce(m.customer, i.customer) AS customer,
    coalesce(${refusedBy("r", "?5")}, 0) OR i.id IS NULL OR i.closed_at IS NOT NULL AS hasRefused
  FROM broadcast_recipients r LEFT JOIN identities i ON i.id = r.identity_id LEFT JOIN identities m ON m.id = i.merged_into
  WHERE r.id > ?4 AND r.id < ${lastOf("?2")} AND +r.enterprise_id = ?1 AND r.status IN ('queued', 'unknown', 'sent', 'failed', 'expired')
    AND r.identity_id IS NOT NULL AND r.replied_at IS NULL AND r.clicked_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM broadcast_recipients f WHERE f.id = ${sameIn("?3", "r.id")})
  ORDER BY r.id LIMIT ${PAGE}`;
/** Null once nobody is added any more: then it is over with whom it has. */
const FED = `UPDATE broadcasts SET fed_to = ?2, updated_at = ?3, revision = revision + 1 WHERE id = ?1 AND fed_to IS NOT NULL`;
const AGAIN = settingTimers(
  "activityFallbacks",
  `SELECT b.enterprise_id, b.id AS subject, ?2 AS seq, ?2 AS due_at FROM broadcasts b
  WHERE b.id = ?1 AND b.state = 'processing' AND b.fed_to IS NOT NULL`,
);

interface Row extends Omit<Unreached, "hasRefused"> {
  id: string;
  address: string;
  customer: number | null;
  data: string | null;
  hasRefused: 0 | 1;
}

/**
 * Adds those not reached in time to a fallback, page by page; a page's rows and the cursor are one transaction. They keep
 * their number, so nobody gets two whatever runs twice. The last page sets the next look, or says that there is none.
 */
export function feedPages(
  ctx: Ctx,
  held: HeldJob,
  payload: Payload,
  deps: MakingDeps,
): () => Promise<PageEnd> {
  const { job } = held;
  let { n, first, nextAt } = payload;
  let making: Making | undefined;
  return async () => {
    making ??= await makingOf(ctx, payload.broadcastId, deps);
    const fallback = making?.broadcast;
    if (!making || !fallback || !isFed(fallback)) return ended(ctx, held);
    const { parent, rows } = await unreached(ctx, fallback, n);
    const now = ctx.now();
    const fates = rows.map((row) => ({
      row,
      place: numberIn(row.id),
      fate: fateOf({ ...row, hasRefused: row.hasRefused === 1 }, parent, { afterMs: fallback.afterMs, now }),
    }));
    const waiting = fates.flatMap(({ place, fate }) =>
      typeof fate === "object" ? [{ place, ...fate }] : [],
    );
    first ||= waiting[0]?.place ?? 0;
    for (const { at } of waiting) nextAt = nextAt === 0 ? at : Math.min(nextAt, at);
    const isLast = rows.length < PAGE || isAhead(fates);
    const before = n;
    n = fates.at(-1)?.place ?? n;
    const next = isLast ? whatNext(fallback, parent, { n, first, nextAt, now }) : undefined;
    const { $client } = ctx.db;
    await underLease(
      $client.batch([
        bindable(ctx, guardLease(ctx, job, { n: before }, isWanted(fallback.id))),
        ...(await recipientsMade(ctx, making, await reachable(ctx, making, parent, fates))),
        ...(next ? [$client.prepare(FED).bind(fallback.id, next.fedTo, now)] : []),
        ...(next?.at ? [$client.prepare(AGAIN).bind(fallback.id, next.at)] : []),
        bindable(
          ctx,
          next ? finished(ctx, job, texts.job.done) : advancing(ctx, job, { payload: { n, first, nextAt } }),
        ),
      ]),
    );
    held.did(CALLS);
    return next ? "done" : "next";
  };
}

const isFed = ({ state, fedTo }: BroadcastRow): boolean =>
  fedTo !== null && (state === "processing" || state === "paused");
const isWanted = (id: string) =>
  sql`EXISTS (SELECT 1 FROM broadcasts WHERE id = ${id} AND state IN ('processing', 'paused') AND fed_to IS NOT NULL)`;

/** A broadcast that was stopped meanwhile takes nobody any more. */
async function ended(ctx: Ctx, { job }: HeldJob): Promise<PageEnd> {
  if ((await finished(ctx, job, texts.moved.stop)).length === 0) throw new LeaseLost();
  return "done";
}

type Parent = First & { channelType: number };

async function unreached(
  { db: { $client }, enterpriseId }: Ctx,
  { id, fallbackOf, sendClass }: BroadcastRow,
  n: number,
): Promise<{ parent: Parent; rows: Row[] }> {
  const parentId = fallbackOf ?? "";
  const [parent, rows] = await $client.batch([
    $client.prepare(FIRST).bind(enterpriseId, parentId),
    $client.prepare(UNREACHED).bind(enterpriseId, parentId, id, recipientIdOf(parentId, n), sendClass),
  ]);
  const [found] = (parent?.results ?? []) as unknown as (Omit<Parent, "reportsDelivery"> & {
    vendor: number | null;
  })[];
  if (!found) throw new LeaseLost();
  const can = adapterOf(found.vendor ?? -1)?.capabilities(found.channelType);
  return {
    parent: { ...found, reportsDelivery: can?.deliveryReceipts !== false },
    rows: (rows?.results ?? []) as unknown as Row[],
  };
}

interface Fated {
  row: Row;
  place: number;
  fate: Fate;
}

/** Recipients are called in their order: behind a page of whom nobody's time has come, nobody's has, or they wait a little. */
const isAhead = (fates: readonly Fated[]): boolean =>
  fates.every(({ row, fate }) => typeof fate === "object" && row.status !== "unknown");

/** How far everybody is decided, and when to look again; nobody is left once the first broadcast is over and none waits. */
function whatNext(
  { afterMs }: Pick<BroadcastRow, "afterMs">,
  { endedAt }: First,
  { n, first, nextAt, now }: { n: number; first: number; nextAt: number; now: number },
): { fedTo: number | null; at: number | null } {
  if (first === 0 && endedAt !== null) return { fedTo: null, at: null };
  const at = Math.max(now + LEAST_GAP_MS, nextAt === 0 ? now + afterMs : nextAt);
  return { fedTo: first === 0 ? n : first - 1, at };
}

/** Those whose time has come and who have an address on the second channel. */
async function reachable(
  ctx: Ctx,
  { broadcast: { channelType }, fields }: Making,
  parent: Parent,
  fates: readonly Fated[],
) {
  const due = fates.filter(({ fate }) => fate === "now");
  const isSameKind = kindOn(channelType) === kindOn(parent.channelType);
  const people = await peopleBehind(
    ctx,
    { channelType, fields },
    due.map(({ row: { customer, address } }) => ({ customer, address, isSameKind })),
  );
  return due.flatMap(({ place, row: { data } }, index) => {
    const person = people[index];
    return person ? [{ person: { ...person, row: rowIn(data) }, place }] : [];
  });
}

const GAVE_UP = `UPDATE broadcasts SET state = 'failed', reason = ?3, revision = revision + 1, updated_at = ?2
  WHERE id = ?1 AND state IN ('processing', 'paused') AND fed_to IS NOT NULL`;

/** Fails a fallback whose recipients cannot be found; those who wait are ended by its sender. */
export async function feedGaveUp({ db, now }: Ctx, broadcastId: string, reason: string): Promise<void> {
  await db.$client.prepare(GAVE_UP).bind(broadcastId, now(), reason).run();
}
