import { sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { activities, campaigns } from "#db/tenant/campaigns.ts";
import type { Ctx } from "../ctx.ts";
import { bindable, guard } from "../guard.ts";
import { guardRevision, nextRevision, unlessStale } from "../revision.ts";
import { type Found, findActivity, thisActivity } from "./activity-row.ts";
import { recording, type Step } from "./record.ts";
import { UNSENDABLE } from "./unsendable.ts";

export interface Change {
  /** Changes of the row; undefined: only the step is written down. */
  set?: SQLiteUpdateSetSource<typeof activities>;
  step: Step;
  /** Whether it has to be one that can be sent, as it is then. */
  sendable?: boolean;
  /** Whether its campaign has to be as it was read. */
  sameCampaign?: boolean;
  /** Statements before it, and after it. */
  before?: readonly D1PreparedStatement[];
  after?: readonly D1PreparedStatement[];
}

/** Makes one step of an activity, all of it or nothing, where nobody has changed it since it was read. */
export async function changing(
  ctx: Ctx,
  { activity, campaign }: Found,
  { set, step, sendable = false, sameCampaign = false, before = [], after = [] }: Change,
): Promise<D1Result[]> {
  const { id, revision } = activity;
  const statements = [
    guardRevision(ctx, activities, id, revision),
    ...(sameCampaign ? [guardRevision(ctx, campaigns, campaign.id, campaign.revision)] : []),
  ].map((each) => bindable(ctx, each));
  if (set) {
    const changed = { ...set, ...nextRevision(ctx, activity) };
    statements.push(
      ...before,
      bindable(ctx, ctx.db.update(activities).set(changed).where(thisActivity(ctx, id))),
    );
  }
  if (sendable) {
    const canBe = sql`(SELECT ${sql.raw(UNSENDABLE)} FROM activities WHERE activities.id = ${id}) IS NULL`;
    statements.push(bindable(ctx, guard(ctx, canBe)));
  }
  const steps = recording(ctx, activity, step).map((each) => bindable(ctx, each));
  return unlessStale(
    ctx.db.$client.batch([...statements, ...steps, ...after]),
    async () => (await findActivity(ctx, id)).activity,
  );
}
