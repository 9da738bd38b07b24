import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { broadcastOf, castOf } from "#workers/contract/recipient-ids.ts";
import { senderNamed } from "./objects.ts";
import { passedOver } from "../bare/fenced.ts";

interface Place {
  enterpriseId: EnterpriseId;
  channelId: string;
  sender?: number;
}

/** Channels that one sweep wakes, drawn by lot: those that cannot be helped must not keep the others waiting. */
const MOST = 100;

const LANES = `SELECT c.enterprise_id AS enterpriseId, c.id AS channelId FROM channels c
  WHERE ${passedOver("c.enterprise_id")} AND (EXISTS (SELECT 1 FROM inbound_events i WHERE i.channel_id = c.id AND i.state = 'pending')
    OR EXISTS (SELECT 1 FROM message_turns t WHERE t.channel_id = c.id AND t.state = 'waiting')
    OR EXISTS (SELECT 1 FROM message_media f WHERE f.channel_id = c.id AND f.state = 'waiting' AND f.not_before <= ?1))
  ORDER BY random() LIMIT ${MOST}`;
/** Recipients of a broadcast `b` that wait for their call. */
const LEFT = `coalesce((SELECT k.count FROM broadcast_counts k WHERE k.broadcast_id = b.id AND k.status = 'queued' AND k.code = ''), 0)`;
const SENDERS = `SELECT c.enterprise_id AS enterpriseId, c.id AS channelId FROM channels c
  WHERE ${passedOver("c.enterprise_id")} AND (EXISTS (SELECT 1 FROM messages m WHERE m.channel_id = c.id AND m.status = 'queued' AND m.claimed_by IS NULL
      AND (m.expires_at <= ?1 OR (m.not_before <= ?1 AND c.state = 'active'
        AND NOT EXISTS (SELECT 1 FROM sending_stops s WHERE s.enterprise_id = c.enterprise_id))))
    OR EXISTS (SELECT 1 FROM broadcasts b WHERE b.channel_id = c.id AND b.ended_at IS NULL AND (b.state = 'processing' AND b.prepared_at IS NOT NULL
        AND (c.state = 'active' AND b.expires_at <= ?1 AND NOT EXISTS (SELECT 1 FROM sending_stops s WHERE s.enterprise_id = c.enterprise_id) OR ${LEFT} = 0 AND b.fed_to IS NULL AND b.retried_to IS NULL OR c.state = 'active' AND NOT EXISTS (SELECT 1 FROM sending_stops s WHERE s.enterprise_id = c.enterprise_id)
          AND EXISTS (SELECT 1 FROM broadcast_recipients r WHERE ${castOf("r.id")} = ${castOf("b.id")} AND r.status = 'queued' AND r.claimed_by IS NULL AND r.not_before <= ?1))
      OR b.state IN ('stopped', 'failed')))) ORDER BY random() LIMIT ${MOST}`;
/** Senders with open claims, each by its own name. By the indexes of claims: others have all messages there ever were. */
const CLAIMERS = `SELECT * FROM (SELECT enterprise_id AS enterpriseId, claimed_by AS name FROM messages INDEXED BY messages_claimed
  WHERE claimed_by IS NOT NULL UNION SELECT enterprise_id, claimed_by FROM broadcast_recipients INDEXED BY broadcast_recipients_claimed WHERE claimed_by IS NOT NULL)
  WHERE ${passedOver("enterpriseId")} ORDER BY random() LIMIT ${MOST}`;
/** Whoever is in the archive stays as they are: a status that comes so late is no trouble of anybody's. */
const IN_ARCHIVE = `EXISTS (SELECT 1 FROM broadcasts b WHERE b.id = ${broadcastOf("inbound_events.about")} AND b.enterprise_id = inbound_events.enterprise_id
    AND b.archive_begun_at IS NOT NULL)`;
/**
 * A status of a message that never came: it is kept for an administrator to look at. By the index of those that wait: the
 * one by time holds every event there ever was.
 */
const UNMATCHED = `UPDATE inbound_events INDEXED BY inbound_events_waiting SET state = CASE WHEN ${IN_ARCHIVE} THEN 'done' ELSE 'unmatched' END,
    raw = CASE WHEN ${IN_ARCHIVE} THEN NULL ELSE raw END WHERE state = 'waiting' AND at < ?1 AND ${passedOver("enterprise_id")}`;
/** As long as a call can take, and its answer a sender to write. */
const WAIT_MS = 10 * 60_000;

/** Channels with work that somebody may have left: events, bots' turns, files to fetch, messages to be sent, open claims. */
export async function channelsToWake(
  { $client }: Pick<TenantDb, "$client">,
  now: number,
): Promise<{ lanes: Place[]; senders: Place[] }> {
  const [lanes, senders, claimers] = await $client.batch([
    $client.prepare(LANES).bind(now),
    $client.prepare(SENDERS).bind(now),
    $client.prepare(CLAIMERS),
    $client.prepare(UNMATCHED).bind(now - WAIT_MS),
  ]);
  const claimed = ((claimers?.results ?? []) as { enterpriseId: EnterpriseId; name: string }[]).map(
    ({ enterpriseId, name }) => ({ enterpriseId, ...senderNamed(name) }),
  );
  return {
    lanes: (lanes?.results ?? []) as unknown as Place[],
    senders: [...((senders?.results ?? []) as unknown as Place[]), ...claimed],
  };
}
