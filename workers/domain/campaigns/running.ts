import { endingSearch, moving, type Moving, readingSenders, type Which } from "../broadcasts/moving.ts";

/** Activities by SQL for their ids, whose `?1` is the value. */
export interface Activities {
  activities: string;
  value: string;
}
export const byIds = (ids: readonly string[]): Activities => ({
  activities: "SELECT value FROM json_each(?1)",
  value: JSON.stringify(ids),
});
/** Those of campaigns; `also` is one more condition on an activity `a`. */
export const ofCampaigns = (ids: readonly string[], also = ""): Activities => ({
  activities: `SELECT a.id FROM activities a WHERE a.campaign_id IN (SELECT value FROM json_each(?1))${also}`,
  value: JSON.stringify(ids),
});

export const broadcastsOf = ({ activities, value }: Activities): Which => ({
  condition: `activity_id IN (${activities})`,
  value,
});

/** Statements that move the runs of activities, as those of a broadcast. */
export const theirBroadcasts = (
  mover: Moving,
  action: "pause" | "resume" | "stop",
  which: Activities,
): D1PreparedStatement[] => [
  moving(mover, action, broadcastsOf(which)),
  ...(action === "stop" ? endingSearch(mover, broadcastsOf(which)) : []),
];

/** The statement by which nothing of them runs by itself any more. */
export const stoppingTimers = (
  { $client, enterpriseId }: Pick<Moving, "$client" | "enterpriseId">,
  { activities, value }: Activities,
): D1PreparedStatement =>
  $client
    .prepare(
      `DELETE FROM timers WHERE enterprise_id = ?2 AND (kind = 'activityRuns' AND subject IN (${activities})
        OR kind IN ('activityFallbacks', 'comparisonEnds') AND subject IN (SELECT b.id FROM broadcasts b WHERE b.activity_id IN (${activities})))`,
    )
    .bind(value, enterpriseId);

/** The statement that reads who sends them just now. */
export const theirSenders = (mover: Pick<Moving, "$client">, which: Activities): D1PreparedStatement =>
  readingSenders(mover, broadcastsOf(which));
