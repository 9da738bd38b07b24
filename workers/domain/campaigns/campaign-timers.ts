import { and, eq } from "drizzle-orm";
import { type TimerKind, timers } from "#db/tenant/timers.ts";
import type { Ctx } from "../ctx.ts";
import type { TimerHandler } from "../messaging/timers.ts";
import { ofCampaigns } from "./running.ts";
import { movingActivities } from "./with-campaign.ts";

/** The statement that has a campaign start or end by itself at a time; null: not any more. */
export const settingCampaignTimer = (
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  kind: Extract<TimerKind, "campaignStarts" | "campaignEnds">,
  id: string,
  dueAt: number | null,
) =>
  dueAt === null
    ? db
        .delete(timers)
        .where(and(eq(timers.enterpriseId, enterpriseId), eq(timers.kind, kind), eq(timers.subject, id)))
    : db
        .insert(timers)
        .values({ enterpriseId, kind, subject: id, seq: dueAt, dueAt })
        .onConflictDoUpdate({
          target: [timers.enterpriseId, timers.kind, timers.subject],
          set: { seq: dueAt, dueAt, attempts: 0, failure: null },
        });

const MOVED = (to: number, from: string) =>
  `UPDATE campaigns SET state = ${to}, revision = revision + 1, updated_at = ?2, updated_by = ''
  WHERE enterprise_id = ?3 AND state IN (${from}) AND id IN (SELECT value FROM json_each(?1))`;

/** Scheduled campaigns start. */
export const campaignStarts: TimerHandler = ({ $client }, { enterpriseId, timers: due, now }) => [
  $client.prepare(MOVED(2, "1")).bind(JSON.stringify(due.map(({ subject }) => subject)), now, enterpriseId),
];

/** Campaigns stop whose end has come, with whatever of them runs. */
export const campaignEnds: TimerHandler = ({ $client }, { enterpriseId, timers: due, now }) => {
  const ids = due.map(({ subject }) => subject);
  return [
    $client.prepare(MOVED(4, "1, 2, 3")).bind(JSON.stringify(ids), now, enterpriseId),
    ...movingActivities({ $client, enterpriseId, at: now, by: "" }, "stop", ofCampaigns(ids)),
  ];
};
