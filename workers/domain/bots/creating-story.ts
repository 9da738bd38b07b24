import { stories } from "#db/tenant/stories.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";

/** The statements that create a story in an agent, with its entry in the audit trail; `at` for one that comes with it. */
export function creatingStory(
  ctx: Ctx,
  agentId: string,
  { id, name, at = ctx.now() }: { id: string; name: string; at?: number },
) {
  const { enterpriseId } = ctx;
  return [
    ctx.db
      .insert(stories)
      .values({ id, enterpriseId, agentId, name, nameKey: nameKey(name), createdAt: at, updatedAt: at }),
    audited(ctx, { action: "create", kind: "story", object: { id, name }, after: { name } }),
  ] as const;
}
