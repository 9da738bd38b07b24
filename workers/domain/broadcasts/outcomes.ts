import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { leftOutCodes } from "#workers/contract/broadcast.ts";
import { USUAL_PAUSE } from "#workers/contract/pause-rules.ts";
import { broadcastIdIn, broadcastOf } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { isLimitSpent } from "../channel-health/health.ts";
import { HELD_BACK, resting } from "../messaging/held-back.ts";
import { type CalledChannel, type Ended, idsWith, isMadeAgain, notingCalls } from "../messaging/outcomes.ts";
import { pausingReported, pausingTemplate, SPAM, TEMPLATE_PAUSED } from "../messaging/pause-reported.ts";

/** The bound that pauses a broadcast: its channel's rule, else that of all channels, else the usual one. */
const PAUSE = (of: keyof typeof USUAL_PAUSE): string =>
  `coalesce((SELECT r.value ->> '$.${of}' FROM offer_rules o, json_each(o.pauses) r WHERE o.id = broadcasts.enterprise_id
    AND r.value ->> '$.channelId' IN (broadcasts.channel_id, '') ORDER BY r.value ->> '$.channelId' DESC LIMIT 1), ${USUAL_PAUSE[of]})`;
/** Stands in the reason for the share. */
const SHARE = "{share}";

const NOT_CALLED = leftOutCodes.map((each) => `'${each}'`).join();
const CALLS = `(SELECT coalesce(sum(c.count), 0) FROM broadcast_counts c WHERE c.broadcast_id = broadcasts.id
    AND (c.status IN ('sent', 'delivered', 'read') OR c.status = 'failed' AND c.code NOT IN (${NOT_CALLED})))`;
/** Whom the vendor holds back for a day is no failure of the broadcast. */
const FAILURES = `(SELECT coalesce(sum(c.count), 0) FROM broadcast_counts c WHERE c.broadcast_id = broadcasts.id
    AND c.status = 'failed' AND c.code NOT IN (${NOT_CALLED}, '${HELD_BACK}'))`;
const PAUSE_FAILING = `UPDATE broadcasts SET state = 'paused', reason = replace(?2, '${SHARE}', ${PAUSE("share")}), revision = revision + 1, updated_at = ?3
  WHERE id IN (SELECT value FROM json_each(?1)) AND state = 'processing' AND ${CALLS} - calls_before >= ${PAUSE("calls")}
    AND 100 * (${FAILURES} - failures_before) >= ${PAUSE("share")} * (${CALLS} - calls_before)`;

/**
 * A call that the vendor didn't answer weighs so much against one that it took, so that silence adds up once over 30 % of the
 * calls meet it; twenty in a row pause the broadcast. Nobody can be sent those again by themselves, as they may have got it.
 */
const SILENT = 7;
const TAKEN = 3;
const MOST_SILENCE = 20 * SILENT;
/** It runs before the rows are noted: a call that a new instance, or a run after an error, notes once more counts only once. */
const LISTEN = `UPDATE broadcasts SET silence = max(0, silence + h.more) FROM (
    SELECT ${broadcastOf("r.id")} AS id, sum(e.value->>1) AS more FROM json_each(?1) e
      CROSS JOIN broadcast_recipients r ON r.id = e.value->>0 AND r.claimed_by = ?2 GROUP BY 1) h
  WHERE broadcasts.id = h.id AND (h.more > 0 OR silence > 0)`;
const PAUSE_SILENT = `UPDATE broadcasts SET state = 'paused', reason = ?2, revision = revision + 1, updated_at = ?3
  WHERE id IN (SELECT value FROM json_each(?1)) AND state = 'processing' AND silence >= ${MOST_SILENCE}`;

/** A person who resumes has seen what went wrong: it counts no more. */
export const SEEN = `calls_before = ${CALLS}, failures_before = ${FAILURES}, silence = 0`;

/** How much more silent the vendor is by each of these calls. A sender that broke off itself has heard nothing of it. */
function silenceOf(ended: readonly Ended[], idempotent: boolean): [recipientId: string, more: number][] {
  const weightOf = (each: Ended) => {
    const { outcome, code } = each.result;
    if (outcome === "sent") return -TAKEN;
    return outcome === "unknown" && code !== undefined && !isMadeAgain(each, idempotent) ? SILENT : 0;
  };
  return ended.map((each) => [each.id, weightOf(each)]);
}

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
  const heard = silenceOf(ended, channel.idempotent);
  const broadcastIds = JSON.stringify([...new Set(ended.map(({ id }) => broadcastIdIn(id)))]);
  const reported = idsWith(SPAM, ended);
  const isSpent = reported.length > 0 && (await isLimitSpent(ctx, channel.id));
  const results = await $client.batch([
    $client.prepare(LISTEN).bind(JSON.stringify(heard), sender),
    ...notingCalls(ctx, "broadcast_recipients", channel, sender, ended),
    ...(heard.some(([, more]) => more > 0)
      ? [$client.prepare(PAUSE_SILENT).bind(broadcastIds, texts.paused.silence, at)]
      : []),
    $client.prepare(PAUSE_FAILING).bind(broadcastIds, texts.paused.failures(SHARE), at),
    ...pausingReported(ctx, reported.map(broadcastIdIn), isSpent),
    ...pausingTemplate(ctx, idsWith(TEMPLATE_PAUSED, ended).map(broadcastIdIn)),
    ...resting(ctx, "broadcast_recipients", channel.id, idsWith(HELD_BACK, ended)),
  ]);
  const [, , , , woken] = results;
  return { events: (woken?.meta.changes ?? 0) > 0 };
}
