import { msIn } from "#workers/contract/fallback.ts";
import { makingPartsFrom } from "../broadcasts/begin.ts";
import type { Which } from "../broadcasts/moving.ts";
import { settingTimers } from "../messaging/timers.ts";
import type { Place } from "./fallbacks.ts";
import { COMPARED_TEMPLATE } from "./unsendable.ts";

/** Ids of a run's further parts, and of the job that finds message B's recipients. */
export interface PartIds {
  b: string;
  bJob: string;
  rest: string;
}

/** SQL for the people in a thousand whom each of the two messages gets, of a JSON column. */
export const permilleIn = (column: string): string => `(${column} ->> '$.share') * 10`;

const COMPARISON = "activities.comparison";
const SHARE = permilleIn(COMPARISON);
/** Message A stands in the rest's place until one is chosen. */
const PARTS = `SELECT e.value->>1 AS id, p.enterprise_id, p.name, p.channel_id, p.channel_type, p.by_id, p.by_name, p.activity_id, p.run, p.timezone,
    e.value->>3 AS job_id, e.value->>2 AS part, p.id AS test_of,
    CASE e.value->>2 WHEN 'b' THEN ${COMPARED_TEMPLATE} ELSE p.template_id END AS template_id,
    CASE e.value->>2 WHEN 'b' THEN activities.comparison_template ELSE p.template END AS template,
    CASE e.value->>2 WHEN 'b' THEN json_set(p.request, '$.message', json(${COMPARISON} -> '$.message'),
      '$.columnMapping', json(${COMPARISON} -> '$.columnMapping'), '$.trackClicks', json(${COMPARISON} -> '$.trackClicks')) ELSE p.request END AS request,
    CASE e.value->>2 WHEN 'b' THEN ${SHARE} ELSE 2 * ${SHARE} END AS slice_from,
    CASE e.value->>2 WHEN 'b' THEN 2 * ${SHARE} ELSE 1000 END AS slice_to,
    CASE e.value->>2 WHEN 'b' THEN NULL ELSE ?2 + ${msIn(COMPARISON)} END AS start_at
  FROM json_each(?1) e CROSS JOIN broadcasts p ON p.id = e.value->>0 AND p.enterprise_id = ?3 AND p.part = 'a'
    CROSS JOIN activities ON activities.id = p.activity_id AND activities.comparison IS NOT NULL`;
const MAKE = makingPartsFrom(PARTS);

/** Statements that make message B's part and the rest of runs which are in the same transaction, and have the rest be decided. */
export const makingParts = (
  place: Place,
  runs: readonly { broadcastId: string; parts: PartIds }[],
): D1PreparedStatement[] => {
  const rows = runs.flatMap(({ broadcastId, parts: { b, bJob, rest } }) => [
    [broadcastId, b, "b", bJob],
    [broadcastId, rest, "rest", ""],
  ]);
  return [
    place.$client.prepare(MAKE).bind(JSON.stringify(rows), place.at, place.enterpriseId),
    settingDecisions(place, {
      condition: "id IN (SELECT value FROM json_each(?1))",
      value: JSON.stringify(runs.map(({ parts: { rest } }) => rest)),
    }),
  ];
};

const NEXT = (condition: string) =>
  settingTimers(
    "comparisonEnds",
    `SELECT enterprise_id, id AS subject, max(start_at, ?2) AS seq, max(start_at, ?2) AS due_at FROM broadcasts
    WHERE ${condition} AND enterprise_id = ?3 AND part = 'rest' AND state = 'scheduled'
      AND EXISTS (SELECT 1 FROM activities a WHERE a.id = activity_id AND a.state = 2)`,
  );

/** The statement that has messages be chosen for the rests of runs when their time comes. */
export const settingDecisions = (
  { $client, enterpriseId, at }: Place,
  { condition, value }: Which,
): D1PreparedStatement => $client.prepare(NEXT(condition)).bind(value, at, enterpriseId);
