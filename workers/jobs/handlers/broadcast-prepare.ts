import { eq } from "drizzle-orm";
import { directory } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { preparePages } from "#workers/domain/broadcasts/prepare.ts";
import { readBroadcast } from "#workers/domain/broadcasts/row.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { addressHash } from "#workers/domain/messaging/address-hash.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** Finds the recipients of a broadcast and sets its sender to work. */
export const broadcastPrepare = (env: JobsEnv): JobHandler<"broadcast.prepare"> => ({
  pages: (ctx, held, payload) => {
    const page = preparePages(ctx, held, payload, () => addressHash(ctx, keyRing(env.DATA_KEY)));
    return async () => {
      const end = await page();
      if (end === "done") await wakeSender(env, ctx, payload.broadcastId);
      return end;
    };
  },
  failure: broadcastsTexts.job.failed,
});

/** The sweeper wakes it, too. */
async function wakeSender(env: JobsEnv, ctx: Ctx, broadcastId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const [broadcast, [enterprise]] = await Promise.all([
    readBroadcast(ctx, broadcastId),
    directory(env)
      .select({ database: enterprises.database })
      .from(enterprises)
      .where(eq(enterprises.id, enterpriseId)),
  ]);
  if (!broadcast || !enterprise) return;
  const place = { database: enterprise.database, enterpriseId, channelId: broadcast.channelId };
  await senderOf(env, place)
    .wake(place)
    .catch(() => undefined);
}
