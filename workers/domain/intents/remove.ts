import { intents } from "#db/tenant/intents.ts";
import { contentChanged } from "../agents/agent.ts";
import { audited } from "../audit.ts";
import type { Scope } from "../scope.ts";
import { getIntent, thisIntent, type IntentPath } from "./intent.ts";

/** Deletes an intent; its phrases go with it. */
export async function removeIntent(scope: Scope, path: IntentPath): Promise<void> {
  const before = await getIntent(scope, path);
  await scope.db.batch([
    scope.db.delete(intents).where(thisIntent(scope, path)),
    contentChanged(scope, path.agentId),
    audited(scope, {
      action: "delete",
      kind: "intent",
      object: before,
      before: { name: before.name, phraseCount: before.utteranceCount },
    }),
  ]);
}
