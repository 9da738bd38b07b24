import { eq } from "drizzle-orm";
import { enterprises } from "#db/directory/enterprises.ts";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import { setSending, sendingState } from "../messaging/stop-sending.ts";
import { untilSettled } from "../after-commit/until-settled.ts";
import type { UserTaskDeps } from "../users/tasks.ts";

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
      if (stops) await setSending(ctx, { reason: texts.stopReason });
      else if ((await sendingState(ctx)).stopped?.reason === texts.stopReason) await setSending(ctx, null);
    },
  );
}
