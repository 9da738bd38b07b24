import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { HealthFact } from "#workers/contract/channel-health.ts";
import type { Ctx } from "../ctx.ts";

/** A number's quality is low: in a statement about `channel_health`, or about facts of JSON. */
const IS_LOW = (fact: string, value: string) =>
  `(${fact} = 'quality' AND ${value} = 'red' OR ${fact} = 'flag' AND ${value} = 'yes')`;
/** Only where the fact is news: an older one, or one that says what is known, pauses nothing that somebody has resumed since. */
const PAUSE_LOW = `UPDATE broadcasts SET state = 'paused', reason = ?4, resume_at = NULL, revision = revision + 1, updated_at = ?5
  WHERE channel_id = ?3 AND enterprise_id = ?2 AND ended_at IS NULL AND state = 'processing' AND EXISTS (SELECT 1 FROM json_each(?1) e
    LEFT JOIN channel_health h ON h.enterprise_id = ?2 AND h.channel_id = ?3 AND h.fact = e.value->>0
    WHERE ${IS_LOW("e.value->>0", "e.value->>1")} AND (h.value IS NULL OR h.value <> e.value->>1 AND e.value->>2 > h.at)
      AND NOT EXISTS (SELECT 1 FROM json_each(?1) n WHERE n.value->>0 = e.value->>0 AND n.value->>2 > e.value->>2))`;

/** A statement, before the one that keeps the facts, that pauses a channel's broadcasts where its quality falls; else none. */
export const pausingForQuality = (
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channelId: string,
  facts: readonly (HealthFact & { at: number })[],
): D1PreparedStatement[] => {
  const told = facts.filter(({ fact }) => fact === "quality" || fact === "flag");
  if (told.length === 0) return [];
  const rows = JSON.stringify(told.map(({ fact, value, at }) => [fact, value, at]));
  return [db.$client.prepare(PAUSE_LOW).bind(rows, enterpriseId, channelId, texts.paused.quality, now())];
};

/** SQL about a channel whose quality is low by now. */
export const NOW_LOW = `EXISTS (SELECT 1 FROM channel_health h WHERE h.enterprise_id = broadcasts.enterprise_id
    AND h.channel_id = broadcasts.channel_id AND ${IS_LOW("h.fact", "h.value")})`;
