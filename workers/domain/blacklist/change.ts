import { and, eq, type SQL } from "drizzle-orm";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { blacklist } from "#db/tenant/blacklist.ts";
import {
  type BlacklistEntry,
  type editBlacklisted as contract,
  MOST_REMOVED,
  type removeManyFromBlacklist as removing,
} from "#workers/contract/endpoints/blacklist.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { audited, auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { anyOf, idsIn, trailName, unblocking } from "./blocking.ts";
import { startBulk } from "./bulk.ts";
import { countMatching, type EntryRow, idsMatching, onWire } from "./list.ts";
import { keeping } from "./removed.ts";

type Removed = ReplyOf<typeof removing>;
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

/** Takes entries off in one transaction with what they refused; notFound where there are none. */
export async function removeFromBlacklist(ctx: Ctx, ids: readonly string[]): Promise<Removed> {
  const done = await take(ctx, idsIn(ids), ids.length === 1 ? String(ids[0]) : "");
  if (done.removed === 0) throw new DomainError("notFound");
  return done;
}

/** Takes off what matches, of more than go at once by a job. Nothing that came after `upTo` goes unseen. */
export async function removeMatching(
  ctx: Ctx,
  { search, upTo }: Matching,
  mayUnmask: () => boolean,
): Promise<Removed> {
  const which = { search, mayUnmask };
  const total = await countMatching(ctx, which, upTo);
  if (total <= MOST_REMOVED) return take(ctx, idsMatching(ctx, which, { upTo, limit: MOST_REMOVED }), "");
  const job = await startBulk(ctx, { action: "delete", search, unmasked: mayUnmask(), upTo, total });
  return { removed: 0, work: job.jobId, job };
}

async function take(ctx: Ctx, these: SQL, id: string): Promise<Removed> {
  const work = ctx.newId();
  const trail = auditedIf(
    ctx,
    { action: "delete", kind: "blacklist", object: { id, name: trailName(these) } },
    anyOf(ctx, these),
  );
  // Before what it counts is gone.
  const [, , , , removed] = await ctx.db.batch([trail, keeping(ctx, these, work), ...unblocking(ctx, these)]);
  return { removed: removed.length, work, job: null };
}
