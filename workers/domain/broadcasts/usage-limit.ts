import type { TenantDb } from "#db/client.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { isStopped } from "../usage/stops.ts";
import { SEEN } from "./outcomes.ts";

/** Broadcasts of a channel, ?1, of an enterprise that has come to a hard limit of its plan. */
export const PAUSE_LIMITED = `UPDATE broadcasts SET state = 'paused', reason = ?2, revision = revision + 1, updated_at = ?3
  WHERE channel_id = ?1 AND ended_at IS NULL AND state = 'processing' AND ${isStopped("broadcasts.enterprise_id")}`;

/** A run of an activity waits for a person, as its campaign may be over. */
const GO_ON = `UPDATE broadcasts SET state = 'processing', reason = '', ${SEEN},
    revision = revision + 1, updated_at = ?2
  WHERE ended_at IS NULL AND state = 'paused' AND reason = ?3 AND activity_id IS NULL
    AND enterprise_id IN (SELECT value FROM json_each(?1)) AND NOT ${isStopped("broadcasts.enterprise_id")} RETURNING channel_id AS id`;

/** The statement by which broadcasts that a limit has paused go on where it is lifted; it answers their channels. */
export const resumingLimited = (
  { $client }: Pick<TenantDb, "$client">,
  enterprises: readonly EnterpriseId[],
  now: number,
): D1PreparedStatement => $client.prepare(GO_ON).bind(JSON.stringify(enterprises), now, texts.paused.usage);
