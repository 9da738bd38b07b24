import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

const DAY_MS = 86_400_000;
/** A call takes 20 seconds at most, and its outcome a second: a claim that is older has lost its sender. */
const LONG_CLAIM_MS = 60_000;

/** How far a channel is behind, in milliseconds since the oldest of what waits; null where nothing does. */
export interface ChannelFigures {
  enterpriseId: EnterpriseId;
  channelId: string;
  vendor: number;
  /** Events that the vendor was told 200 for, and that are not worked. */
  eventsMs: number | null;
  /** Bots' turns that wait. */
  turnsMs: number | null;
  /** Messages that could leave, and since when the oldest could. */
  waiting: number;
  waitingMs: number | null;
  /** Claims that are older than a minute. */
  longClaims: number;
  /** Messages of the last day of which nobody knows whether they went out. */
  unknown: number;
}

const BEHIND = `SELECT c.enterprise_id AS enterpriseId, c.id AS channelId, c.vendor,
    ?1 - (SELECT i.at FROM inbound_events i WHERE i.channel_id = c.id AND i.state = 'pending' ORDER BY i.n LIMIT 1) AS eventsMs,
    ?1 - (SELECT t.at FROM message_turns t WHERE t.channel_id = c.id AND t.state = 'waiting' ORDER BY t.n LIMIT 1) AS turnsMs,
    coalesce(w.waiting, 0) AS waiting, ?1 - w.since AS waitingMs,
    (SELECT count(*) FROM messages u WHERE u.channel_id = c.id AND u.status = 'unknown' AND u.at > ?1 - ${DAY_MS}) AS unknown
  FROM channels c LEFT JOIN (SELECT m.channel_id, count(*) AS waiting, min(max(m.at, m.not_before)) AS since FROM messages m
    WHERE m.status = 'queued' AND m.claimed_by IS NULL AND m.not_before <= ?1 GROUP BY 1) w ON w.channel_id = c.id`;
const CLAIMS = `SELECT channel_id AS channelId, count(*) AS claims FROM messages
  WHERE claimed_by IS NOT NULL AND claimed_at < ?1 - ${LONG_CLAIM_MS} GROUP BY 1`;

type Behind = Omit<ChannelFigures, "longClaims">;

/** The channels of a database that have something to tell. */
export async function messagingFigures(
  { $client }: Pick<TenantDb, "$client">,
  now: number,
): Promise<ChannelFigures[]> {
  const [behind, claims] = await $client.batch([
    $client.prepare(BEHIND).bind(now),
    $client.prepare(CLAIMS).bind(now),
  ]);
  const held = new Map(
    ((claims?.results ?? []) as { channelId: string; claims: number }[]).map((each) => [
      each.channelId,
      each.claims,
    ]),
  );
  return ((behind?.results ?? []) as unknown as Behind[])
    .map((each) => ({ ...each, longClaims: held.get(each.channelId) ?? 0 }))
    .filter(
      ({ eventsMs, turnsMs, waiting, longClaims, unknown }) =>
        eventsMs !== null || turnsMs !== null || waiting + longClaims + unknown > 0,
    );
}

/** Ages from which somebody has to look, whatever the load. */
const LONG_MS = 60_000;

/** Alerts for an operator; see "Alerts" in docs/operations.md. A long queue alone is none: a broadcast makes one. */
export const alertsIn = ({ eventsMs, turnsMs, longClaims }: ChannelFigures): string[] => [
  ...((eventsMs ?? 0) > LONG_MS ? ["events"] : []),
  ...((turnsMs ?? 0) > LONG_MS ? ["turns"] : []),
  ...(longClaims > 0 ? ["claims"] : []),
];
