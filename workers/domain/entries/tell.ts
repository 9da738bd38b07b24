import type { HeldKind } from "#workers/contract/automation/triggers.ts";
import type { Ctx } from "../ctx.ts";
import type { Json } from "../flow/json.ts";

/** Something that happened and may let somebody into a journey. */
export interface News {
  /** Unique: the same one again is the same entry. */
  eventId: string;
  kind: HeldKind;
  key: string;
  instanceId?: string;
  channelId?: string;
  /** Whom it is about: a customer by their number, or a person on a channel. */
  customer?: number;
  identityId?: string;
  /** The values that the run knows as `trigger`. */
  data: Record<string, Json>;
  at: number;
}

/** Nothing is written where nobody waits for it. */
const TELL = `INSERT INTO entry_news (enterprise_id, event_id, kind, key, instance_id, channel_id, customer, identity_id, data, at)
  SELECT ?2, e.value->>0, e.value->>1, e.value->>2, e.value->>3, e.value->>4, e.value->>5, e.value->>6, e.value->'$[7]', e.value->>8 FROM json_each(?1) e
  WHERE EXISTS (SELECT 1 FROM automation_triggers t WHERE t.enterprise_id = ?2 AND t.kind = e.value->>1 AND t.key = e.value->>2) ON CONFLICT DO NOTHING`;

/**
 * The statement that tells what has happened, for the transaction in which it did: once it is written, whoever waits for it is
 * entered or refused by the clock, once. Changes of customers, chats and broadcasts are told by triggers (migration `triggers`).
 */
export function tellingEntries(
  { db, enterpriseId, after }: Pick<Ctx, "db" | "enterpriseId" | "after">,
  news: readonly News[],
): D1PreparedStatement[] {
  if (news.length === 0) return [];
  after.clock = true;
  const rows = news.map((each) => [
    each.eventId,
    each.kind,
    each.key,
    each.instanceId,
    each.channelId,
    each.customer,
    each.identityId,
    each.data,
    each.at,
  ]);
  return [
    db.$client
      .prepare(TELL)
      .bind(JSON.stringify(rows.map((row) => row.map((cell) => cell ?? null))), enterpriseId),
  ];
}
