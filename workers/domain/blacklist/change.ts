import { and, eq, type SQL } from "drizzle-orm";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { blacklist } from "#db/tenant/blacklist.ts";
import {
  type BlacklistEntry,
  type editBlacklisted as contract,
  MOST_REMOVED,
  type removeManyFromBlacklist as removing,
} from "#workers/contract/endpoints/blacklist.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited, auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { anyOf, idsIn, trailName, unblocking } from "./blocking.ts";
import { type EntryRow, idsMatching, onWire } from "./list.ts";

type Matching = NonNullable<InputOf<typeof removing>["body"]["matching"]>;

const thisEntry = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(blacklist.enterpriseId, enterpriseId), eq(blacklist.id, id));

async function entryRow(ctx: Ctx, id: string): Promise<EntryRow> {
  const [row] = await ctx.db.select().from(blacklist).where(thisEntry(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Changes an entry's reason. Nobody overwrites another person's concurrent edit. */
export async function editBlacklisted(
  ctx: Ctx,
  id: string,
  { reason, revision }: InputOf<typeof contract>["body"],
  mayUnmask: boolean,
): Promise<BlacklistEntry> {
  const { db } = ctx;
  const before = await entryRow(ctx, id);
  refuseStale(before, revision);
  const next = { reason, ...nextRevision(ctx, before) };
  await unlessStale(
    db.batch([
      guardRevision(ctx, blacklist, id, before.revision),
      db.update(blacklist).set(next).where(thisEntry(ctx, id)),
      audited(ctx, {
        action: "update",
        kind: "blacklist",
        object: { id, name: texts.trail(1) },
        before: { reason: before.reason },
        after: { reason },
      }),
    ]),
    () => entryRow(ctx, id),
  );
  return onWire({ ...before, ...next }, mayUnmask);
}

/** Takes entries off in one transaction with what they refused; answers how many there were, notFound for none. */
export async function removeFromBlacklist(ctx: Ctx, ids: readonly string[]): Promise<number> {
  const removed = await take(ctx, idsIn(ids), ids.length === 1 ? String(ids[0]) : "");
  if (removed === 0) throw new DomainError("notFound");
  return removed;
}

/** Takes off what matches, as many as go at once; there may be more then. Nothing that came after `upTo` goes unseen. */
export async function removeMatching(
  ctx: Ctx,
  { search, upTo }: Matching,
  mayUnmask: () => boolean,
): Promise<{ removed: number; more: boolean }> {
  const these = idsMatching(ctx, { search, mayUnmask }, { upTo, limit: MOST_REMOVED });
  const removed = await take(ctx, these, "");
  return { removed, more: removed === MOST_REMOVED };
}

async function take(ctx: Ctx, these: SQL, id: string): Promise<number> {
  const trail = auditedIf(
    ctx,
    { action: "delete", kind: "blacklist", object: { id, name: trailName(these) } },
    anyOf(ctx, these),
  );
  // Before what it counts is gone.
  const [, , , removed] = await ctx.db.batch([trail, ...unblocking(ctx, these)]);
  return removed.length;
}
