import { intents } from "#db/tenant/intents.ts";
import { contentChanged } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { getIntent, thisIntent, type IntentPath } from "./intent.ts";

/** Deletes an intent; its phrases go with it. */
export async function removeIntent(ctx: Ctx, path: IntentPath): Promise<void> {
  const before = await getIntent(ctx, path);
  await ctx.db.batch([
    ctx.db.delete(intents).where(thisIntent(ctx, path)),
    contentChanged(ctx, path.agentId),
    audited(ctx, {
      action: "delete",
      kind: "intent",
      object: before,
      before: { name: before.name, phraseCount: before.utteranceCount },
    }),
  ]);
}
