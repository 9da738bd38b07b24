import { and, asc, eq, sql } from "drizzle-orm";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import { hookDeliveries, hooks } from "#db/tenant/webhooks-out.ts";
import type { Hook, hookFields } from "#workers/contract/endpoints/webhooks-out.ts";
import { BOTH_SIGN_MS, type HookEvent, MOST_HOOKS, WITH_WORDS } from "#workers/contract/webhooks-out.ts";
import { publicAddress, RefusedAddress } from "#workers/outbound/address.ts";
import type { z } from "zod";
import { audited } from "../audit.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { dropSecretsOf, keepSecret, sealSecret, useSecret } from "../secrets/secret.ts";
import { newSigningSecret, secretOwner } from "./secrets.ts";

type Row = typeof hooks.$inferSelect;
type Fields = z.infer<typeof hookFields>;

/** The person who makes or changes a receiver: a customer's words go nowhere by somebody who may not read them. */
interface By {
  allowPrivate: boolean;
  readsChats: boolean;
}

const onWire = (row: Row, now: number): Hook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  on: row.isOn,
  offReason: row.offReason,
  failingSince: isoOrNull(row.failingSince),
  bothSignUntil: row.bothUntil > now ? iso(row.bothUntil) : null,
  revision: row.revision,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});

const thisHook = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(hooks.enterpriseId, enterpriseId), eq(hooks.id, id));

/** Throws notFound. */
export async function hookRow(ctx: Pick<Ctx, "db" | "enterpriseId">, id: string): Promise<Row> {
  const [row] = await ctx.db.select().from(hooks).where(thisHook(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

export async function listHooks(ctx: Ctx): Promise<{ hooks: Hook[] }> {
  const rows = await ctx.db
    .select()
    .from(hooks)
    .where(eq(hooks.enterpriseId, ctx.enterpriseId))
    .orderBy(asc(hooks.createdAt), asc(hooks.id))
    .limit(MOST_HOOKS);
  return { hooks: rows.map((row) => onWire(row, ctx.now())) };
}

/** Events up to now are none of a receiver's that is made, or switched on, now. */
const NEWEST = sql<number>`coalesce((SELECT max(seq) FROM live_events), 0)`;

const shown = ({ url, description, events, isOn }: Pick<Row, "url" | "description" | "events" | "isOn">) => ({
  url,
  description,
  events,
  on: isOn,
});

/** Tells an address of events from now on. Its secret is answered once. Throws invalid, or hooksFull for one too many. */
export async function createHook(
  ctx: Ctx,
  ring: KeyRing,
  { on, ...fields }: Fields,
  { allowPrivate, readsChats }: By,
): Promise<{ hook: Hook; secret: string }> {
  const { db, enterpriseId, actor, now, newId } = ctx;
  refuseAddress(fields.url, allowPrivate);
  if (!readsChats) refuseWords(fields.events);
  const id = newId();
  const secret = newSigningSecret();
  const sealed = await sealSecret(ctx, ring, secretOwner(id, "secret"), secret);
  const row = {
    ...fields,
    id,
    enterpriseId,
    isOn: on,
    ownerId: actor.userId,
    createdAt: now(),
    ...nextRevision(ctx, null),
  };
  try {
    const [, [made]] = await db.batch([
      guard(
        ctx,
        sql`(SELECT count(*) FROM ${hooks} WHERE ${hooks.enterpriseId} = ${enterpriseId}) < ${MOST_HOOKS}`,
      ),
      db
        .insert(hooks)
        .values({ ...row, since: NEWEST })
        .returning(),
      keepSecret(ctx, secretOwner(id, "secret"), sealed),
      audited(ctx, { action: "create", kind: "hook", object: { id, name: row.url }, after: shown(row) }),
    ]);
    if (!made) throw new Error("a webhook was made and is not there");
    return { hook: onWire(made, now()), secret };
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("hooksFull");
    throw error;
  }
}

/** Throws invalid, notFound, or changedMeanwhile where somebody else was faster. */
export async function updateHook(
  ctx: Ctx,
  id: string,
  { on, revision, ...fields }: Fields & { revision?: number | undefined },
  { allowPrivate, readsChats }: By,
): Promise<Hook> {
  const { db, actor, now } = ctx;
  refuseAddress(fields.url, allowPrivate);
  const before = await hookRow(ctx, id);
  refuseStale(before, revision);
  const isElsewhere = fields.url !== before.url;
  if (!readsChats)
    refuseWords(fields.events.filter((event) => isElsewhere || !before.events.includes(event)));
  const row = { ...fields, isOn: on, ...nextRevision(ctx, before) };
  const turnedOn = on && !before.isOn;
  const [, [changed]] = await unlessStale(
    db.batch([
      guardRevision(ctx, hooks, id, before.revision),
      db
        .update(hooks)
        .set({
          ...row,
          ...(turnedOn && { since: NEWEST, ownerId: actor.userId }),
          ...(on && { offReason: null, offAt: null }),
          // Another address, or a fresh start, has failed at nothing yet.
          ...((turnedOn || isElsewhere) && { failingSince: null }),
        })
        .where(thisHook(ctx, id))
        .returning(),
      givingUp(ctx, id),
      audited(ctx, {
        action: "update",
        kind: "hook",
        object: { id, name: fields.url },
        before: shown(before),
        after: shown(row),
      }),
    ]),
    () => hookRow(ctx, id),
  );
  if (!changed) throw new DomainError("notFound");
  return onWire(changed, now());
}

/** Deliveries that wait for a receiver that is off have failed. */
const givingUp = ({ db }: Pick<Ctx, "db">, id: string) =>
  db
    .update(hookDeliveries)
    .set({ state: "failed", leaseUntil: 0, answer: texts.outcomes.switchedOff })
    .where(
      and(
        eq(hookDeliveries.hookId, id),
        eq(hookDeliveries.state, "waiting"),
        sql`NOT EXISTS (SELECT 1 FROM ${hooks} WHERE ${hooks.id} = ${id} AND ${hooks.isOn} = 1)`,
      ),
    );

/** Makes a new secret; for a day the one before signs as well. Throws notFound, or changedMeanwhile. */
export async function renewSecret(
  ctx: Ctx,
  ring: KeyRing,
  id: string,
): Promise<{ hook: Hook; secret: string }> {
  const { db, now } = ctx;
  const [before, former] = await Promise.all([
    hookRow(ctx, id),
    useSecret(ctx, ring, secretOwner(id, "secret")),
  ]);
  const secret = newSigningSecret();
  const [sealed, sealedFormer] = await Promise.all([
    sealSecret(ctx, ring, secretOwner(id, "secret"), secret),
    sealSecret(ctx, ring, secretOwner(id, "former"), former ?? secret),
  ]);
  const [, [changed]] = await unlessStale(
    db.batch([
      guardRevision(ctx, hooks, id, before.revision),
      db
        .update(hooks)
        .set({ ...nextRevision(ctx, before), bothUntil: now() + BOTH_SIGN_MS })
        .where(thisHook(ctx, id))
        .returning(),
      keepSecret(ctx, secretOwner(id, "secret"), sealed),
      keepSecret(ctx, secretOwner(id, "former"), sealedFormer),
      audited(ctx, { action: "renewSecret", kind: "hook", object: { id, name: before.url } }),
    ]),
    () => hookRow(ctx, id),
  );
  if (!changed) throw new DomainError("notFound");
  return { hook: onWire(changed, now()), secret };
}

/** Throws notFound. */
export async function removeHook(ctx: Ctx, id: string): Promise<void> {
  const { db } = ctx;
  const { url, ...row } = await hookRow(ctx, id);
  await db.batch([
    db.delete(hooks).where(thisHook(ctx, id)),
    db
      .delete(hookDeliveries)
      .where(and(eq(hookDeliveries.enterpriseId, ctx.enterpriseId), eq(hookDeliveries.hookId, id))),
    dropSecretsOf(ctx, { kind: "hook", id }),
    audited(ctx, {
      action: "delete",
      kind: "hook",
      object: { id, name: url },
      before: shown({ url, ...row }),
    }),
  ]);
}

function refuseWords(events: readonly HookEvent[]): void {
  if (!events.some((event) => WITH_WORDS.includes(event))) return;
  throw new DomainError("invalid", { message: texts.wordsNotHeld, errors: { events: texts.wordsNotHeld } });
}

/** By its spelling alone: what a name leads to is checked with every call. */
function refuseAddress(url: string, allowPrivate: boolean): void {
  if (allowPrivate && URL.canParse(url)) return;
  try {
    if (publicAddress(url).protocol === "https:") return;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
  }
  throw new DomainError("invalid", { message: texts.urlRefused, errors: { url: texts.urlRefused } });
}
