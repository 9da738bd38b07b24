import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { RawEvent } from "#workers/channels/adapter.ts";

/** A raw event above this is not kept: no vendor sends one. */
const LONGEST_RAW = 64 * 1024;

const ACCEPT = `INSERT INTO inbound_events (enterprise_id, channel_id, event_key, raw, state, failure, at)
  SELECT ?1, ?2, value->>0, value->>1, CASE WHEN value->>1 IS NULL THEN 'unreadable' ELSE 'pending' END, value->>2, ?3
  FROM json_each(?4) WHERE true
  ON CONFLICT (enterprise_id, channel_id, event_key) DO NOTHING`;

type Accepting = Parameters<typeof accepting>[0];

/** The one write of a webhook's events. An event that is there already, from an earlier delivery, is left alone. */
export function accepting(
  { db, enterpriseId, now }: { db: TenantDb; enterpriseId: EnterpriseId; now: () => number },
  channelId: string,
  events: readonly RawEvent[],
): D1PreparedStatement {
  const rows = events.map(({ key, raw }) => {
    const text = JSON.stringify(raw);
    return text.length > LONGEST_RAW ? [key, null, `${text.length} characters long`] : [key, text, null];
  });
  return db.$client.prepare(ACCEPT).bind(enterpriseId, channelId, now(), JSON.stringify(rows));
}

/** Writes the events of a webhook's body: whoever is told 200 after it is told the truth. Answers how many were new. */
export async function acceptEvents(
  place: Accepting,
  channelId: string,
  events: readonly RawEvent[],
): Promise<number> {
  const { meta } = await accepting(place, channelId, events).run();
  return meta.changes;
}
