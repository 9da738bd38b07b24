import { automations } from "#db/tenant/automations.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { getEncapMilestones } from "#workers/contract/endpoints/automation-launch.ts";
import type { Logger } from "#workers/contract/endpoints/automation-logger.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { thisAutomation } from "./automation.ts";

async function find(ctx: Ctx, kind: AutomationKind, id: string) {
  const [row] = await ctx.db
    .select()
    .from(automations)
    .where(thisAutomation(ctx, kind, id))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** How much is kept of the steps of runs, and how long. */
export async function loggerOf(ctx: Ctx, kind: AutomationKind, id: string): Promise<Logger> {
  const { logLevel: level, logDays: days } = await find(ctx, kind, id);
  return { level, days };
}

/** Sets what is kept from now on; what is older than its days goes in the night. */
export async function setLogger(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  { level, days }: Logger,
): Promise<Logger> {
  const row = await find(ctx, kind, id);
  await ctx.db.batch([
    ctx.db
      .update(automations)
      .set({ logLevel: level, logDays: days })
      .where(thisAutomation(ctx, kind, id)),
    audited(ctx, {
      action: "update",
      kind,
      object: row,
      before: { level: row.logLevel, days: row.logDays },
      after: { level, days },
    }),
  ]);
  return { level, days };
}

const HITS = `SELECT h.milestone_id AS id, count(*) AS hits FROM automation_instances i
  CROSS JOIN milestone_hits h ON h.instance_id = i.id WHERE i.enterprise_id = ?1 AND i.automation_id = ?2 GROUP BY h.milestone_id`;

/** How many runs of all launches came to each milestone. */
export async function milestonesOf(ctx: Ctx, id: string): Promise<ReplyOf<typeof getEncapMilestones>> {
  const { db, enterpriseId } = ctx;
  const [, { results }] = await Promise.all([
    find(ctx, "encap", id),
    db.$client.prepare(HITS).bind(enterpriseId, id).all<{ id: string; hits: number }>(),
  ]);
  return { milestones: results };
}
