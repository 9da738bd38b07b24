import { and, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { hookDeliveries } from "#db/tenant/webhooks-out.ts";
import type { Delivery, listDeliveries as contract } from "#workers/contract/endpoints/webhooks-out.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { MOST_REPLAYED, TEST_EVENT, WITH_WORDS } from "#workers/contract/webhooks-out.ts";
import { audited, auditedIf } from "../audit.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { attempt, type HookDeps } from "./attempt.ts";
import { hookRow } from "./hooks.ts";
import { signingSecrets } from "./secrets.ts";

type Row = typeof hookDeliveries.$inferSelect;

const onWire = (row: Row, readsChats: boolean): Delivery => ({
  id: row.id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  at: iso(row.at),
  nextAt: row.state === "waiting" && row.attempts > 0 ? iso(row.nextAt) : null,
  triedAt: isoOrNull(row.triedAt),
  status: row.status,
  answer: row.answer,
  body: readsChats || row.type === TEST_EVENT || !WITH_WORDS.includes(row.type) ? row.body : null,
});

const ofHook = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, hookId: string) =>
  and(eq(hookDeliveries.enterpriseId, enterpriseId), eq(hookDeliveries.hookId, hookId));

/** A page of what was sent to a receiver, the newest first. Throws notFound. */
export async function listDeliveries(
  ctx: Ctx,
  hookId: string,
  { state, type, before, perPage }: InputOf<typeof contract>["query"],
  readsChats: () => boolean,
): Promise<ReplyOf<typeof contract>> {
  const { seq } = hookDeliveries;
  const [{ url }, rows] = await Promise.all([
    hookRow(ctx, hookId),
    ctx.db
      .select()
      .from(hookDeliveries)
      .where(
        and(
          ofHook(ctx, hookId),
          state && eq(hookDeliveries.state, state),
          type && eq(hookDeliveries.type, type),
          before === undefined ? undefined : lt(seq, before),
        ),
      )
      .orderBy(desc(seq))
      .limit(perPage + 1),
  ]);
  const shown = rows.slice(0, perPage);
  return {
    url,
    // Asked once the rows are there: that needs the session.
    deliveries: shown.map((row) => onWire(row, readsChats())),
    next: rows.length > perPage ? (shown.at(-1)?.seq ?? null) : null,
  };
}

/** As at the beginning: it has all its tries again. */
const anew = (now: number) => ({ state: "waiting" as const, attempts: 0, nextAt: now, leaseUntil: 0 });
const isOn = (hookId: string) => sql`EXISTS (SELECT 1 FROM hooks h WHERE h.id = ${hookId} AND h.is_on = 1)`;

/** Sends again what has ended, with the same id. Throws notFound for what waits, or whose receiver is off. */
export async function replayDelivery(ctx: Ctx, hookId: string, id: string): Promise<void> {
  const { db, now } = ctx;
  const ended = and(ofHook(ctx, hookId), eq(hookDeliveries.id, id), ne(hookDeliveries.state, "waiting"));
  const [, replayed] = await db.batch([
    auditedIf(
      ctx,
      { action: "replay", kind: "hook", object: { id: hookId, name: "" }, after: { delivery: id } },
      sql`EXISTS (SELECT 1 FROM ${hookDeliveries} WHERE ${ended} AND ${isOn(hookId)})`,
    ),
    db
      .update(hookDeliveries)
      .set(anew(now()))
      .where(and(ended, isOn(hookId)))
      .returning({ id: hookDeliveries.id }),
  ]);
  if (replayed.length === 0) throw new DomainError("notFound");
}

/** Sends again what failed since a time, the oldest first. Throws notFound. */
export async function replayFailed(ctx: Ctx, hookId: string, since: number): Promise<{ replayed: number }> {
  const { db, now } = ctx;
  const { url } = await hookRow(ctx, hookId);
  const failed = db
    .select({ seq: hookDeliveries.seq })
    .from(hookDeliveries)
    .where(
      and(ofHook(ctx, hookId), eq(hookDeliveries.state, "failed"), sql`${hookDeliveries.at} >= ${since}`),
    )
    .orderBy(hookDeliveries.seq)
    .limit(MOST_REPLAYED);
  const [replayed] = await db.batch([
    db
      .update(hookDeliveries)
      .set(anew(now()))
      .where(and(inArray(hookDeliveries.seq, failed), isOn(hookId)))
      .returning({ seq: hookDeliveries.seq }),
    audited(ctx, {
      action: "replay",
      kind: "hook",
      object: { id: hookId, name: url },
      after: { since: iso(since) },
    }),
  ]);
  return { replayed: replayed.length };
}

/** Sends a test at once and answers what came of it; it is tried no second time by itself. Throws notFound. */
export async function sendTest(ctx: Ctx, ring: KeyRing, deps: HookDeps, hookId: string): Promise<Delivery> {
  const { db, enterpriseId, now, newId } = ctx;
  const hook = await hookRow(ctx, hookId);
  const at = now();
  const id = `msg_${newId()}`;
  const body = JSON.stringify({ type: TEST_EVENT, timestamp: iso(at), revision: 0, data: {} });
  const secrets = await signingSecrets(ctx, ring, hook);
  const tried = await attempt(deps, { url: hook.url, secrets }, { id, body });
  const state = tried.outcome === "taken" ? "delivered" : "failed";
  const [row] = await db
    .insert(hookDeliveries)
    .values({
      ...{ id, enterpriseId, hookId, type: TEST_EVENT, chatId: "", cause: id, body, state, attempts: 1 },
      ...{ nextAt: at, triedAt: now(), status: tried.status, answer: tried.answer, at },
    })
    .returning();
  if (!row) throw new Error("a test was noted and is not there");
  return onWire(row, false);
}
