import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { automationLaunchTexts as texts } from "#texts/automation-launch.ts";
import type { Ctx } from "../ctx.ts";
import { settingTimers } from "../messaging/timers.ts";
import { cancellingJob } from "../jobs/open.ts";

const { scheduled, started, paused, stopped } = INSTANCE;

const ON = "SELECT o.id FROM automation_instances o WHERE o.channel_id = ?1 AND o.enterprise_id = ?2";
const FREE = "DELETE FROM automation_triggers WHERE channel_id = ?1 AND enterprise_id = ?2";
const START_NO_MORE = `DELETE FROM timers WHERE enterprise_id = ?2 AND kind = 'instanceStarts' AND subject IN (${ON})`;
const CLOSE = cancellingJob("instance.enter", ON);
const STOP = `UPDATE automation_instances SET state = ${stopped}, end_reason = 'channelDeleted', ended_at = ?3, start_at = NULL, updated_by = ?4, updated_at = ?3,
    revision = revision + 1 WHERE id IN (${ON}) AND state IN (${scheduled}, ${started}, ${paused})`;
/** The clock ends whoever is in them, a page at a time. */
const ENDING = (column: "channel_id" | "automation_id") =>
  settingTimers(
    "instanceEnds",
    `SELECT i.enterprise_id, i.id AS subject, ?3 AS seq, ?3 AS due_at FROM automation_instances i WHERE i.${column} = ?1 AND i.enterprise_id = ?2
      AND EXISTS (SELECT 1 FROM runs r WHERE r.instance_id = i.id AND r.state = 'waiting')`,
  );
const ENDS = { channel: ENDING("channel_id"), automation: ENDING("automation_id") } as const;

/** Statements by which whatever is at work on a channel is over, for the batch that deletes it: nobody can answer there any more. */
export function endingWithChannel(ctx: Ctx, channelId: string): D1PreparedStatement[] {
  const { db, enterpriseId, now, actor } = ctx;
  const bound = (text: string, ...more: unknown[]) =>
    db.$client.prepare(text).bind(channelId, enterpriseId, ...more);
  ctx.after.live = true;
  return [
    bound(FREE),
    bound(START_NO_MORE),
    bound(CLOSE, now(), texts.job.stopped),
    bound(STOP, now(), actor.name),
    endingRunsOf(ctx, "channel", channelId),
  ];
}

/** The statement by which everybody leaves what was on a channel, or all instances of an automation. */
export function endingRunsOf(
  { db, enterpriseId, now, after }: Ctx,
  of: keyof typeof ENDS,
  id: string,
): D1PreparedStatement {
  after.clock = true;
  return db.$client.prepare(ENDS[of]).bind(id, enterpriseId, now());
}
