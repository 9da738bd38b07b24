import { activityDecisions } from "#db/tenant/campaigns.ts";
import type { AuditAction } from "#texts/audit-trail.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import type { ActivityRow } from "./activity-row.ts";

/** A step of an activity, as it is written down. */
export interface Step {
  action: AuditAction;
  note?: string;
  before?: unknown;
  after?: unknown;
}

/** Statements that write down what somebody did with an activity: in the trail, and among its decisions. */
export function recording(
  ctx: Ctx,
  { id, name }: Pick<ActivityRow, "id" | "name">,
  { action, note = "", before, after }: Step,
) {
  const { db, enterpriseId, newId, actor, now } = ctx;
  return [
    audited(ctx, {
      action,
      kind: "activity",
      object: { id, name },
      before,
      after: note === "" ? after : { ...(after as object), note },
    }),
    db.insert(activityDecisions).values({
      id: newId(),
      enterpriseId,
      activityId: id,
      action,
      byId: actor.userId,
      byName: actor.name,
      note,
      at: now(),
    }),
  ] as const;
}
