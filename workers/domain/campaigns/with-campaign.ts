import { campaignsTexts as texts } from "#texts/campaigns.ts";
import type { CampaignMove } from "#workers/contract/campaign.ts";
import type { Moving } from "../broadcasts/moving.ts";
import { type Activities, stoppingTimers, theirBroadcasts } from "./running.ts";
import { goingOn } from "./runs.ts";

const SETS = {
  pause: "state = 3, paused_with_campaign = 1 WHERE state IN (1, 2)",
  resume: "state = 2, paused_with_campaign = 0 WHERE state = 3 AND paused_with_campaign = 1",
  stop: "state = 4, paused_with_campaign = 0 WHERE state IN (1, 2, 3)",
  delete: "state = 5 WHERE state IN (0, 4)",
} as const;
type Together = keyof typeof SETS;

const following = (
  { $client, enterpriseId, at, by }: Moving,
  move: Together,
  { activities, value }: Activities,
): D1PreparedStatement =>
  $client
    .prepare(
      `UPDATE activities SET reason = ?5, revision = revision + 1, updated_at = ?3, updated_by = ?4, ${SETS[move]}
        AND enterprise_id = ?2 AND id IN (${activities})`,
    )
    .bind(value, enterpriseId, at, by, texts.withCampaign[move]);

/** Statements that move a campaign's activities, and their runs, along with it. */
export function movingActivities(
  mover: Moving,
  move: CampaignMove,
  which: Activities,
): D1PreparedStatement[] {
  switch (move) {
    case "pause":
    case "stop":
      return [
        following(mover, move, which),
        ...theirBroadcasts(mover, move, which),
        stoppingTimers(mover, which),
      ];
    case "start": {
      // Activities that paused by themselves or by somebody stay so.
      const going = {
        ...which,
        activities: `SELECT g.id FROM activities g WHERE g.state = 2 AND g.id IN (${which.activities})`,
      };
      return [
        following(mover, "resume", which),
        ...theirBroadcasts(mover, "resume", going),
        ...goingOn(mover, going),
      ];
    }
    case "delete":
      return [following(mover, move, which)];
    case "schedule":
      return [];
    default:
      return move satisfies never;
  }
}
