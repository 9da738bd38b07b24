import { and, desc, eq, lt, notInArray, sql } from "drizzle-orm";
import { pushTexts as texts } from "#texts/push.ts";
import type { TenantDb } from "#db/client.ts";
import { pushSubscriptions } from "#db/tenant/push-subscriptions.ts";
import type { listPush, newSubscription } from "#workers/contract/endpoints/push.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { MOST_SUBSCRIPTIONS } from "#workers/contract/push.ts";
import { publicAddress, RefusedAddress } from "#workers/outbound/address.ts";
import { areKeys } from "#workers/outbound/web-push.ts";
import type { z } from "zod";
import { passedOver } from "../bare/fenced.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { digest } from "../identity/digest.ts";

type Shown = ReplyOf<typeof listPush>["subscriptions"][number];

const LONGEST_AGENT = 300;
/** A browser that was not heard of for so long is forgotten. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** The columns of a subscription that are shown: never its endpoint or its keys, with which others could push there. */
const shownColumns = {
  id: pushSubscriptions.id,
  userAgent: pushSubscriptions.userAgent,
  createdAt: pushSubscriptions.createdAt,
  lastOkAt: pushSubscriptions.lastOkAt,
};
const shown = ({
  createdAt,
  lastOkAt,
  ...row
}: {
  id: string;
  userAgent: string;
  createdAt: number;
  lastOkAt: number;
}): Shown => ({
  ...row,
  createdAt: iso(createdAt),
  lastOkAt: iso(lastOkAt),
});

const ofUser = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, userId: string) =>
  and(eq(pushSubscriptions.enterpriseId, enterpriseId), eq(pushSubscriptions.userId, userId));
const own = (ctx: Ctx, id: string) => and(ofUser(ctx, ctx.actor.userId), eq(pushSubscriptions.id, id));

/** The caller's browsers that are told of chats, the one heard of last first. */
export async function listSubscriptions(ctx: Ctx): Promise<Shown[]> {
  const rows = await ctx.db
    .select(shownColumns)
    .from(pushSubscriptions)
    .where(ofUser(ctx, ctx.actor.userId))
    .orderBy(desc(pushSubscriptions.lastOkAt))
    .limit(MOST_SUBSCRIPTIONS);
  return rows.map(shown);
}

/**
 * Tells a browser of the caller's chats from now on, whoever was told there before. Of too many the one that was heard
 * of longest ago goes. Throws invalid for what no push service could be.
 */
export async function saveSubscription(
  ctx: Ctx,
  { endpoint, keys }: z.infer<typeof newSubscription>,
  { sessionId, userAgent, allowPrivate }: { sessionId: string; userAgent: string; allowPrivate: boolean },
): Promise<Shown> {
  if (!allowPrivate) refuseAddress(endpoint);
  if (!(await areKeys(keys))) refuse("keys", texts.notASubscription);
  const { db, enterpriseId, actor, now } = ctx;
  const at = now();
  const changing = {
    userId: actor.userId,
    sessionId,
    ...keys,
    userAgent: userAgent.slice(0, LONGEST_AGENT),
    lastOkAt: at,
  };
  const { enterpriseId: tenant, id } = pushSubscriptions;
  const newest = db
    .select({ id })
    .from(pushSubscriptions)
    .where(ofUser(ctx, actor.userId))
    .orderBy(desc(pushSubscriptions.lastOkAt), desc(pushSubscriptions.createdAt), id)
    .limit(MOST_SUBSCRIPTIONS);
  const [saved] = await db.batch([
    db
      .insert(pushSubscriptions)
      .values({ enterpriseId, id: digest(endpoint), endpoint, createdAt: at, ...changing })
      .onConflictDoUpdate({ target: [tenant, id], set: changing })
      .returning(shownColumns),
    db.delete(pushSubscriptions).where(and(ofUser(ctx, actor.userId), notInArray(id, newest))),
  ]);
  const [row] = saved;
  if (!row) throw new Error("a subscription was saved and is not there");
  return shown(row);
}

function refuseAddress(endpoint: string): void {
  try {
    if (publicAddress(endpoint).protocol === "https:") return;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
  }
  refuse("endpoint", texts.addressRefused);
}

function refuse(field: string, message: string): never {
  throw new DomainError("invalid", { message, errors: { [field]: message } });
}

/** Notes that the caller is signed in at this browser, by this session. Throws notFound where it is not theirs. */
export async function keepSubscription(ctx: Ctx, id: string, sessionId: string): Promise<void> {
  const kept = await ctx.db
    .update(pushSubscriptions)
    .set({ sessionId, lastOkAt: ctx.now() })
    .where(own(ctx, id))
    .returning({ id: pushSubscriptions.id });
  if (kept.length === 0) throw new DomainError("notFound");
}

/** Throws notFound. */
export async function removeSubscription(ctx: Ctx, id: string): Promise<void> {
  const removed = await ctx.db
    .delete(pushSubscriptions)
    .where(own(ctx, id))
    .returning({ id: pushSubscriptions.id });
  if (removed.length === 0) throw new DomainError("notFound");
}

/** One of the caller's own, with what sending needs. Throws notFound. */
export async function ownSubscription(ctx: Ctx, id: string) {
  const { endpoint, p256dh, auth } = pushSubscriptions;
  const [row] = await ctx.db
    .select({ endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .where(own(ctx, id))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Forgets all browsers of a person who is deactivated. */
export const forgetSubscriptions = (ctx: Ctx, userId: string) =>
  ctx.db.delete(pushSubscriptions).where(ofUser(ctx, userId));

/** Forgets the browsers of one database that were not heard of for long. */
export const tidySubscriptions = (db: TenantDb, now: number) =>
  db
    .delete(pushSubscriptions)
    .where(and(lt(pushSubscriptions.lastOkAt, now - KEPT_MS), sql.raw(passedOver("enterprise_id"))));
