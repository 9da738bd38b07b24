import { eq } from "drizzle-orm";
import { enterprises } from "#db/directory/enterprises.ts";
import { deletionStops } from "#db/tenant/sending.ts";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import type { Ctx } from "../ctx.ts";
import { setSending, sendingState } from "../messaging/stop-sending.ts";
import { untilSettled } from "../after-commit/until-settled.ts";
import type { UserTaskDeps } from "../users/tasks.ts";

/** Automatic work (journeys, deliveries, scheduled mails) rests for as long as the deletion can be taken back. */
async function restWhile({ db, enterpriseId, now }: Ctx, stops: boolean): Promise<void> {
  const theirs = eq(deletionStops.enterpriseId, enterpriseId);
  if (stops) await db.insert(deletionStops).values({ enterpriseId, at: now() }).onConflictDoNothing();
  else await db.delete(deletionStops).where(theirs);
}

/**
 * Stops what leaves an enterprise that will be deleted, or lets it go on where that was taken back; one that had stopped it
 * before stays stopped.
 */
export async function deletionChanged({
  directoryCtx,
  ctx,
}: Pick<UserTaskDeps, "directoryCtx" | "ctx">): Promise<void> {
  const { db, enterpriseId } = directoryCtx;
  await untilSettled(
    async () => {
      const [row] = await db
        .select({ deletesAt: enterprises.deletesAt })
        .from(enterprises)
        .where(eq(enterprises.id, enterpriseId));
      return { stops: typeof row?.deletesAt === "number" };
    },
    async ({ stops }) => {
      await restWhile(ctx, stops);
      if (stops) await setSending(ctx, { reason: texts.stopReason });
      else if ((await sendingState(ctx)).stopped?.reason === texts.stopReason) await setSending(ctx, null);
    },
  );
}
