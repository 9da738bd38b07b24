import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { leftOutCodes } from "#workers/contract/broadcast.ts";
import { USUAL_PAUSE } from "#workers/contract/pause-rules.ts";
import { broadcastIdIn } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { isLimitSpent } from "../channel-health/health.ts";
import { pausingReported, SPAM } from "../messaging/pause-reported.ts";
import { type CalledChannel, type Ended, notingCalls } from "../messaging/outcomes.ts";

/** What pauses a broadcast: as its channel's rule says, else that of all channels, else as usual. */
const PAUSE = (of: keyof typeof USUAL_PAUSE): string =>
  `coalesce((SELECT r.value ->> '$.${of}' FROM offer_rules o, json_each(o.pauses) r WHERE o.id = broadcasts.enterprise_id
    AND r.value ->> '$.channelId' IN (broadcasts.channel_id, '') ORDER BY r.value ->> '$.channelId' DESC LIMIT 1), ${USUAL_PAUSE[of]})`;
/** Stands in the reason for the share. */
const SHARE = "{share}";

const NOT_CALLED = leftOutCodes.map((each) => `'${each}'`).join();
const CALLS = `(SELECT coalesce(sum(c.count), 0) FROM broadcast_counts c WHERE c.broadcast_id = broadcasts.id
    AND (c.status IN ('sent', 'delivered', 'read') OR c.status = 'failed' AND c.code NOT IN (${NOT_CALLED})))`;
const FAILURES = `(SELECT coalesce(sum(c.count), 0) FROM broadcast_counts c WHERE c.broadcast_id = broadcasts.id
    AND c.status = 'failed' AND c.code NOT IN (${NOT_CALLED}))`;
const PAUSE_FAILING = `UPDATE broadcasts SET state = 'paused', reason = replace(?2, '${SHARE}', ${PAUSE("share")}), revision = revision + 1, updated_at = ?3
  WHERE id IN (SELECT value FROM json_each(?1)) AND state = 'processing' AND ${CALLS} - calls_before >= ${PAUSE("calls")}
    AND 100 * (${FAILURES} - failures_before) >= ${PAUSE("share")} * (${CALLS} - calls_before)`;
/** The vendor lets this person have no more offers today, whoever sends them: theirs is no bad number. */
const HELD_BACK = "131049";
const DAY_MS = 86_400_000;
const REST = `UPDATE reach SET refused_until = ?3 WHERE channel_id = ?2 AND (enterprise_id, identity_id) IN
  (SELECT r.enterprise_id, r.identity_id FROM json_each(?1) e CROSS JOIN broadcast_recipients r ON r.id = e.value)`;

/** A person who resumes has seen what went wrong: it counts no more. */
export const SEEN = `calls_before = ${CALLS}, failures_before = ${FAILURES}`;

/**
 * Writes how calls of recipients ended, together, only where the row is still this sender's; a broadcast that fails too often
 * is paused in the same transaction. Answers whether events that waited for one of them can be worked now.
 */
export async function noteRecipients(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channel: CalledChannel,
  sender: string,
  ended: readonly Ended[],
): Promise<{ events: boolean }> {
  if (ended.length === 0) return { events: false };
  const { $client } = ctx.db;
  const at = ctx.now();
  const broadcastsOf = (some: readonly Ended[]) =>
    JSON.stringify([...new Set(some.map(({ id }) => broadcastIdIn(id)))]);
  const told = (code: string) => ended.filter(({ result }) => result.code === code);
  const [reported, heldBack] = [told(SPAM), told(HELD_BACK)];
  const isSpent = reported.length > 0 && (await isLimitSpent(ctx, channel.id));
  const results = await $client.batch([
    ...notingCalls(ctx, "broadcast_recipients", channel, sender, ended),
    $client.prepare(PAUSE_FAILING).bind(broadcastsOf(ended), texts.paused.failures(SHARE), at),
    ...pausingReported(
      ctx,
      reported.map(({ id }) => broadcastIdIn(id)),
      isSpent,
    ),
    ...(heldBack.length > 0
      ? [$client.prepare(REST).bind(JSON.stringify(heldBack.map(({ id }) => id)), channel.id, at + DAY_MS)]
      : []),
  ]);
  return { events: (results[3]?.meta.changes ?? 0) > 0 };
}
