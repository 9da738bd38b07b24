import { sendClasses } from "#db/tenant/messages.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { messagingTexts } from "#texts/messaging.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import { broadcastIdIn, broadcastOf, castOf, sameIn } from "#workers/contract/recipient-ids.ts";
import { UNSUBSCRIBE } from "#workers/contract/short-links.ts";
import type { Ctx } from "../ctx.ts";
import { addressesIn, ADDRESSES_OF, type AddressRow, type Claimed } from "../messaging/claim.ts";
import { offerLimits, type Rules } from "../messaging/offer-rules.ts";
import { asleepAt, MOST_PUT_OFF, QUIET_UNTIL } from "../messaging/quiet-hours.ts";
import { whyExpired } from "../messaging/held-back.ts";
import { kindOn } from "../messaging/address-on.ts";
import { roomOf } from "../usage/stops.ts";
import { refusedBy } from "./refused.ts";
import { PAUSE_LIMITED } from "./usage-limit.ts";
import { bodyFor, type Says } from "../audience/values.ts";

/** Of a broadcast that is stopped or over, so many that wait are ended by one claim: the next ends more. */
const MOST_ENDED = 1_000;
/** Somebody to whom something else is under way waits so long. */
const BUSY_MS = 2_000;

const WAITING = "r.status = 'queued' AND r.claimed_by IS NULL";
const THEIRS = (broadcast: string, recipient: string) =>
  `${castOf(`${recipient}.id`)} = ${castOf(`${broadcast}.id`)}`;

const TEMPLATE = "templates t WHERE t.id = broadcasts.template_id";
/**
 * A broadcast whose template the vendor has taken back, or somebody has deleted, sends to nobody until somebody has looked at it; so does
 * one where the vendor has approved other contents since, as WhatsApp sends what it has under the name, and not what was previewed.
 */
const PAUSE_TEMPLATE = `UPDATE broadcasts SET state = 'paused', reason = CASE (SELECT t.status FROM ${TEMPLATE}) WHEN 'APPROVED' THEN ?4 ELSE
      iif(EXISTS (SELECT 1 FROM ${TEMPLATE}), ?2, ?5) END, revision = revision + 1, updated_at = ?3
  WHERE channel_id = ?1 AND ended_at IS NULL AND state = 'processing' AND NOT EXISTS (SELECT 1 FROM ${TEMPLATE} AND t.status = 'APPROVED'
    AND (broadcasts.channel_type <> ${channelTypes.whatsApp} OR json(t.components) = json(broadcasts.template -> '$.components')))`;
const OVER = (
  states: string,
  time: string,
  why = "code = ?2, reason = ?3",
) => `UPDATE broadcast_recipients SET status = ?2, ${why} WHERE id IN (SELECT r.id FROM broadcasts b
    CROSS JOIN broadcast_recipients r ON ${THEIRS("b", "r")} AND ${WAITING}
    WHERE b.channel_id = ?1 AND b.ended_at IS NULL AND b.state IN (${states}) AND ${time} AND EXISTS (SELECT 1 FROM broadcast_counts c
      WHERE c.broadcast_id = b.id AND c.status = 'queued' AND c.count > 0) LIMIT ${MOST_ENDED}) RETURNING 1`;
/** A paused channel, or a stop of all sending, takes nothing of broadcasts' time: it is given back when they go on. */
const EXPIRE = OVER(
  "'processing'",
  "b.expires_at <= ?4 AND EXISTS (SELECT 1 FROM channels h WHERE h.id = b.channel_id AND h.state = 'active') AND NOT EXISTS (SELECT 1 FROM sending_stops s WHERE s.enterprise_id = b.enterprise_id)",
  whyExpired("broadcast_recipients", { channel: "?1", at: "?4" }, { code: "?2", reason: "?3" }),
);
const CANCEL = OVER("'stopped', 'failed'", "?4 > 0");
/** Everybody has been called, or is not to be called any more. */
const COMPLETE = `UPDATE broadcasts SET state = CASE state WHEN 'processing' THEN 'completed' ELSE state END, ended_at = ?2,
    revision = revision + 1, updated_at = ?2
  WHERE channel_id = ?1 AND ended_at IS NULL AND (state = 'processing' AND prepared_at IS NOT NULL AND fed_to IS NULL AND retried_to IS NULL OR state IN ('stopped', 'failed')) AND NOT EXISTS (SELECT 1 FROM broadcast_counts c
    WHERE c.broadcast_id = broadcasts.id AND c.status = 'queued' AND c.count > 0)`;

const GOING = `b.channel_id = ?1 AND b.ended_at IS NULL AND b.state = 'processing' AND b.prepared_at IS NOT NULL AND b.expires_at > ?2`;
const DUE = `${WAITING} AND r.not_before <= ?2`;
/**
 * One broadcast's block: that one whose turn was longest ago. Recipients who were put off go before those whose turn
 * had not come: nobody loses their place by waiting for an hour of theirs.
 */
const MARK = `UPDATE broadcast_recipients SET claimed_by = ?3, claimed_at = ?2, attempts = attempts + 1 WHERE id IN (
    WITH served AS MATERIALIZED (SELECT ${castOf("b.id")} AS cast_id FROM broadcasts b
      WHERE ${GOING} AND (b.send_class < ${sendClasses.marketing} OR ?5 <= ?2)
        AND EXISTS (SELECT 1 FROM broadcast_recipients r WHERE ${THEIRS("b", "r")} AND ${DUE}) ORDER BY b.served_at LIMIT 1)
    SELECT id FROM (SELECT r.id FROM broadcast_recipients r WHERE ${castOf("r.id")} = (SELECT cast_id FROM served)
        AND ${WAITING} AND r.not_before > 0 AND r.not_before <= ?2 ORDER BY r.not_before, r.id LIMIT ?4)
    UNION ALL SELECT id FROM (SELECT r.id FROM broadcast_recipients r WHERE ${castOf("r.id")} = (SELECT cast_id FROM served)
        AND ${WAITING} AND r.not_before = 0 ORDER BY r.id LIMIT ?4)
    LIMIT ${roomOf("?6", "?4")})
  AND EXISTS (SELECT 1 FROM channels c WHERE c.id = ?1 AND c.state = 'active'
    AND NOT EXISTS (SELECT 1 FROM sending_stops s WHERE s.enterprise_id = c.enterprise_id)) RETURNING 1`;
const TURN = `UPDATE broadcasts SET served_at = ?2 WHERE id IN (SELECT ${broadcastOf("id")} FROM broadcast_recipients WHERE claimed_by = ?1)`;
const CLASS_OF = (row: string) =>
  `(SELECT b.send_class FROM broadcasts b WHERE b.id = ${broadcastOf(`${row}.id`)})`;
const CLASS = CLASS_OF("broadcast_recipients");
const LEAVE_OUT = "status = 'failed', claimed_by = NULL, attempts = attempts - 1";
/** Somebody who is being erased is nobody's recipient any more. */
const REFUSE_CLOSED = `UPDATE broadcast_recipients SET status = 'cancelled', code = 'cancelled', claimed_by = NULL, attempts = attempts - 1
  WHERE claimed_by = ?1 AND NOT EXISTS (SELECT 1 FROM identities i WHERE i.id = broadcast_recipients.identity_id AND i.closed_at IS NULL)`;
const REFUSE_CONSENT = `UPDATE broadcast_recipients SET ${LEAVE_OUT}, code = 'optOut', reason = ?2 WHERE claimed_by = ?1
  AND ${refusedBy("broadcast_recipients", CLASS)}`;
/** A condition on the recipient of the first message, `o`, whose fallback this is. */
const BEFORE = (
  is: string,
) => `EXISTS (SELECT 1 FROM broadcasts b CROSS JOIN broadcast_recipients o ON o.id = ${sameIn("b.fallback_of", "broadcast_recipients.id")}
    WHERE b.id = ${broadcastOf("broadcast_recipients.id")} AND b.fallback_of IS NOT NULL AND ${is})`;
/** Nobody gets a fallback whom the first message has reached by now. */
const REFUSE_REACHED = `UPDATE broadcast_recipients SET status = 'cancelled', code = 'reached', reason = ?2, claimed_by = NULL, attempts = attempts - 1
  WHERE claimed_by = ?1 AND ${BEFORE("(o.status IN ('delivered', 'read') OR o.replied_at IS NOT NULL OR o.clicked_at IS NOT NULL)")}`;
/** A refusal on the first channel is not evaded by the second. */
const REFUSE_ROUND_ABOUT = `UPDATE broadcast_recipients SET ${LEAVE_OUT}, code = 'optOut', reason = ?2 WHERE claimed_by = ?1
  AND ${BEFORE(refusedBy("o", CLASS))}`;
/** No mail goes to an address from which mails come back for good: the sender's name suffers by each. */
const REFUSE_UNREACHABLE = `UPDATE broadcast_recipients SET ${LEAVE_OUT}, code = 'unreachable', reason = ?2 WHERE ?3 AND claimed_by = ?1
  AND EXISTS (SELECT 1 FROM reach r WHERE r.enterprise_id = broadcast_recipients.enterprise_id AND r.channel_id = ?4
    AND r.identity_id = broadcast_recipients.identity_id AND r.reachable = 0)`;
/**
 * Offers of chats and of broadcasts count together, on all channels on which somebody is the same customer. Of two addresses of theirs
 * in one block only the one behind counts the other, so that the first one gets what the cap still allows.
 */
const REFUSE_CAP = `UPDATE broadcast_recipients SET ${LEAVE_OUT}, code = 'offerCap', reason = ?2 WHERE claimed_by = ?1 AND ?3 IS NOT NULL
  AND ${CLASS} = ${sendClasses.marketing} AND ?3 <= (SELECT sum(n) FROM (
    WITH same AS (SELECT broadcast_recipients.identity_id AS id UNION SELECT p.id FROM identities i CROSS JOIN identities p
      ON p.enterprise_id = i.enterprise_id AND p.customer = i.customer WHERE i.id = broadcast_recipients.identity_id)
    SELECT count(*) AS n FROM same CROSS JOIN messages o ON o.enterprise_id = ?5 AND o.identity_id = same.id
      AND o.send_class = ${sendClasses.marketing} AND o.claimed_at > ?4
      WHERE o.status IN ('sent', 'delivered', 'read', 'unknown') OR o.status = 'queued' AND o.claimed_by IS NOT NULL
    UNION ALL SELECT count(*) FROM same CROSS JOIN broadcast_recipients o ON o.identity_id = same.id AND o.claimed_at > ?4
      AND o.id <> broadcast_recipients.id AND (o.claimed_by IS NOT ?1 OR o.id < broadcast_recipients.id) CROSS JOIN broadcasts b ON b.id = ${broadcastOf("o.id")} AND b.send_class = ${sendClasses.marketing}
      WHERE o.status IN ('sent', 'delivered', 'read', 'unknown') OR o.status = 'queued' AND o.claimed_by IS NOT NULL))`;
const PUT_OFF = "claimed_by = NULL, attempts = attempts - 1";
/** The whole minute at or after a time: what somebody waits for is counted by it. */
const MINUTE_AFTER = (time: string) => `(${time} + 59999) / 60000 * 60000`;
/** One call is open for one person; and the vendor may want a rest for them. */
const PUT_OFF_BUSY = `UPDATE broadcast_recipients SET ${PUT_OFF}, not_before = ?2 + ${BUSY_MS} WHERE claimed_by = ?1
  AND (EXISTS (SELECT 1 FROM messages m WHERE m.claimed_by IS NOT NULL AND m.identity_id = broadcast_recipients.identity_id)
    OR EXISTS (SELECT 1 FROM broadcast_recipients o WHERE o.claimed_by IS NOT NULL AND o.claimed_by <> ?1 AND o.identity_id = broadcast_recipients.identity_id))`;
const PUT_OFF_PAIR = `UPDATE broadcast_recipients SET ${PUT_OFF}, not_before = max(coalesce(r.pair_at - ?3, 0), ?2 + 1, CASE ${CLASS} WHEN ${sendClasses.marketing} THEN ${MINUTE_AFTER("coalesce(r.refused_until, 0)")} ELSE 0 END)
  FROM reach r WHERE broadcast_recipients.claimed_by = ?1 AND r.enterprise_id = broadcast_recipients.enterprise_id AND r.channel_id = ?4
    AND r.identity_id = broadcast_recipients.identity_id AND (r.pair_at > ?2 + ?3 OR ${CLASS} = ${sendClasses.marketing} AND r.refused_until > ?2)`;
/** Until when the person of a row sleeps; `?2` says who does. */
const quietUntil = (row: string) => QUIET_UNTIL.broadcast_recipients(row, "?2");
/** Where one of a block sleeps, others behind them do, too: so many at once are put off before the block itself. */
const PUT_OFF_SLEEPERS = `UPDATE broadcast_recipients SET not_before = ${quietUntil("broadcast_recipients")} WHERE id IN (
    SELECT r.id FROM broadcast_recipients r WHERE ${castOf("r.id")} = (SELECT ${castOf("m.id")} FROM broadcast_recipients m
        WHERE m.claimed_by = ?1 AND ${CLASS_OF("m")} = ${sendClasses.marketing} AND ${quietUntil("m")} > 0 LIMIT 1)
      AND ${WAITING} AND r.not_before <= ?3 ORDER BY r.not_before, r.id LIMIT ${MOST_PUT_OFF})
  AND ${quietUntil("broadcast_recipients")} > 0`;
const PUT_OFF_QUIET = `UPDATE broadcast_recipients SET ${PUT_OFF}, not_before = ${quietUntil("broadcast_recipients")}
  WHERE claimed_by = ?1 AND ${CLASS} = ${sendClasses.marketing} AND ${quietUntil("broadcast_recipients")} > 0`;
const CLAIM = `UPDATE broadcast_recipients SET claimed_by = ?2 WHERE claimed_by = ?1 RETURNING id, identity_id, address, data, attempts`;
const SAYS = `SELECT b.id, b.template, b.request, b.channel_type AS channelType FROM broadcasts b
  WHERE b.id IN (SELECT ${broadcastOf("r.id")} FROM broadcast_recipients r WHERE r.claimed_by = ?1)`;
const NEXT = `SELECT min(max((SELECT min(r.not_before) FROM broadcast_recipients r WHERE ${THEIRS("b", "r")} AND ${WAITING}),
    CASE WHEN b.send_class < ${sendClasses.marketing} THEN 0 ELSE ?3 END)) AS at FROM broadcasts b WHERE ${GOING}`;

/** Where this recipient says that they want no more of them; mails with offers alone have it. */
const unsubscribeUrlIn = (data: string | null): string | undefined =>
  data?.includes(UNSUBSCRIBE) ? (JSON.parse(data) as Record<string, string>)[UNSUBSCRIBE] : undefined;

interface Row {
  id: string;
  identity_id: string;
  address: string;
  data: string | null;
  attempts: number;
}

export interface ClaimedRecipients {
  block: Claimed[];
  nextAt: number | null;
  /** Whether some were ended, left out or put off, so that there may be more to claim. */
  again: boolean;
}

/**
 * Claims a sender's next block of broadcasts in one batch: marks it first and checks it alone, so that its cost does not
 * grow with the broadcast. Refuses by consent, cap and erasure; puts off those to whom something is on its way.
 */
export async function claimRecipients(
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channel: { id: string; type: number; pair: Capabilities["pair"] },
  sender: string,
  most: number,
  offers: Rules | undefined,
): Promise<ClaimedRecipients> {
  const { $client } = db;
  const at = now();
  const { pair } = channel;
  const ahead = pair ? (pair.bucket - 1) * pair.refillMs : Number.MAX_SAFE_INTEGER / 4;
  const { quietUntil: ours, cap } = offerLimits(offers, at);
  // Where all are judged by the enterprise's own clock, the broadcast waits as one.
  const waitsUntil = kindOn(channel.type) === "number" || offers?.zoneField ? 0 : ours;
  const asleep = asleepAt(offers, channel.type, at) ?? "{}";
  const mark = `${sender}!`;
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(...values);
  const [, , expired, cancelled, marked, , , , , , , , , , , , , claimed, addressed, says, next] =
    await $client.batch([
      bound(
        PAUSE_TEMPLATE,
        channel.id,
        texts.paused.template,
        at,
        texts.paused.changed,
        texts.paused.deleted,
      ),
      bound(PAUSE_LIMITED, channel.id, texts.paused.usage, at),
      bound(EXPIRE, channel.id, "expired", texts.reasons["expired"]?.[0] ?? "", at),
      bound(CANCEL, channel.id, "cancelled", texts.reasons["cancelled"]?.[0] ?? "", at),
      bound(MARK, channel.id, at, mark, most, waitsUntil, enterpriseId),
      bound(TURN, mark, at),
      bound(REFUSE_CLOSED, mark),
      bound(REFUSE_CONSENT, mark, messagingTexts.optedOut),
      bound(
        REFUSE_UNREACHABLE,
        mark,
        texts.reasons["unreachable"]?.[0] ?? "",
        channel.type === channelTypes.email ? 1 : 0,
        channel.id,
      ),
      bound(REFUSE_REACHED, mark, texts.reasons["reached"]?.[0] ?? ""),
      bound(REFUSE_ROUND_ABOUT, mark, messagingTexts.optedOut),
      bound(REFUSE_CAP, mark, messagingTexts.capped, cap?.most ?? null, cap?.since ?? 0, enterpriseId),
      bound(PUT_OFF_BUSY, mark, at),
      bound(PUT_OFF_PAIR, mark, at, ahead, channel.id),
      bound(PUT_OFF_SLEEPERS, mark, asleep, at),
      bound(PUT_OFF_QUIET, mark, asleep),
      bound(COMPLETE, channel.id, at),
      bound(CLAIM, mark, sender),
      bound(ADDRESSES_OF("broadcast_recipients"), sender, channel.id),
      bound(SAYS, sender),
      bound(NEXT, channel.id, at, waitsUntil),
    ]);
  const { of, sessions } = addressesIn((addressed?.results ?? []) as unknown as AddressRow[]);
  const broadcasts = new Map(
    ((says?.results ?? []) as { id: string; template: string; request: string; channelType: number }[]).map(
      ({ id, template, request, channelType }): [string, Says] => [
        id,
        {
          template: JSON.parse(template) as Template,
          request: JSON.parse(request) as BroadcastRequest,
          channelType,
        },
      ],
    ),
  );
  const rows = (claimed?.results ?? []) as unknown as Row[];
  const block = rows
    .map(({ id, identity_id: identityId, data, attempts }): Claimed => ({
      id,
      identityId,
      to: of.get(identityId) ?? [],
      body: bodyFor(broadcasts.get(broadcastIdIn(id)) as Says, data),
      unsubscribeUrl: unsubscribeUrlIn(data),
      session: sessions.get(identityId),
      attempts,
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const changed = (result: D1Result | undefined) => result?.results.length ?? 0;
  return {
    block,
    nextAt: (next?.results[0] as { at: number | null } | undefined)?.at ?? null,
    again: changed(marked) > block.length || changed(expired) + changed(cancelled) >= MOST_ENDED,
  };
}
