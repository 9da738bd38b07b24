import { sql } from "drizzle-orm";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { blacklistRemoved } from "#db/tenant/blacklist.ts";
import { MOST_REMOVED, type undoRemoval as contract } from "#workers/contract/endpoints/blacklist.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { openJobsAbout } from "../jobs/open.ts";
import { anyOf, trailName } from "./blocking.ts";
import { startBulk } from "./bulk.ts";
import { idsTakenOff, puttingBack, takenOffBy } from "./removed.ts";

/** Puts back what a piece of work took off, very many by a job; notFound where there is nothing (left), or it goes on. */
export async function undoRemoval(ctx: Ctx, work: string): Promise<ReplyOf<typeof contract>> {
  const { db } = ctx;
  const [[kept], open] = await db.batch([
    db
      .select({ total: sql<number>`count(*)` })
      .from(blacklistRemoved)
      .where(takenOffBy(ctx, work)),
    openJobsAbout(ctx, work),
  ]);
  const total = kept?.total ?? 0;
  if (total === 0 || open.length > 0) throw new DomainError("notFound", { message: texts.nothingToUndo });
  if (total > MOST_REMOVED) {
    return { restored: 0, job: await startBulk(ctx, { action: "restore", of: work, total }) };
  }
  const these = idsTakenOff(ctx, work, MOST_REMOVED);
  const { entries, holding, forgetting } = puttingBack(ctx, these);
  const [back] = await db.batch([
    entries,
    ...holding,
    auditedIf(
      ctx,
      { action: "restore", kind: "blacklist", object: { id: "", name: trailName(these) } },
      anyOf(ctx, these),
    ),
    forgetting,
  ]);
  return { restored: back.length, job: null };
}
