import type { OutgoingMessage } from "#workers/channels/adapter.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Address } from "#workers/contract/inbound.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import { messagingTexts } from "#texts/messaging.ts";
import { templatesTexts } from "#texts/templates.ts";
import type { RegisteredText } from "#workers/contract/templates/registered.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { keepingMarked, keptRows } from "../live-events/keep-chats.ts";
import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import { namedRules, offerLimits, type Rules, RULES, RULES_NAME } from "./offer-rules.ts";
import { whyExpired } from "./held-back.ts";
import { asleepAt, puttingOff } from "./quiet-hours.ts";
import { takingPlaces } from "./take-places.ts";
import type { Outer } from "../bare/outer.ts";

/** A message that a sender may call now. */
export interface Claimed extends OutgoingMessage {
  identityId: string;
  attempts: number;
}

/**
 * Ends messages that must not be called any more: too late, outside the service window, or refused by the person. They
 * are marked until the batch has kept the live events about them.
 */
const EXPIRE = `UPDATE messages SET status = 'expired', ${whyExpired("messages", { channel: "?1", at: "?2" }, { code: "code", reason: "?3" })}, claimed_by = ?4 WHERE channel_id = ?1 AND status = 'queued' AND claimed_by IS NULL
  AND expires_at <= ?2 RETURNING 1`;
const REFUSE_WINDOW = `UPDATE messages SET status = 'failed', code = '470', reason = ?3, claimed_by = ?5 WHERE channel_id = ?1 AND status = 'queued'
  AND claimed_by IS NULL AND kind <> 'template' AND ?4 AND NOT EXISTS (SELECT 1 FROM reach r WHERE r.enterprise_id = messages.enterprise_id
    AND r.channel_id = messages.channel_id AND r.identity_id = messages.identity_id AND r.window_until > ?2) RETURNING 1`;
const REFUSE_CONSENT = `UPDATE messages SET status = 'failed', code = 'optOut', reason = ?2, claimed_by = ?3 WHERE channel_id = ?1 AND status = 'queued'
  AND claimed_by IS NULL AND send_class >= ${sendClasses.transactional} AND (SELECT c.given FROM consents c
    WHERE c.enterprise_id = messages.enterprise_id AND c.identity_id = messages.identity_id
      AND c.purpose = CASE messages.send_class WHEN ${sendClasses.marketing} THEN 'marketing' ELSE 'service' END
    ORDER BY c.at DESC, c.id DESC LIMIT 1) = 0 RETURNING 1`;
/** Of what the vendor has taken back nothing more is tried: a template of which we know nothing is the vendor's to judge. */
const REFUSE_TEMPLATE = `UPDATE messages SET status = 'failed', code = 'template', reason = ?2, claimed_by = ?3 WHERE channel_id = ?1 AND status = 'queued'
  AND claimed_by IS NULL AND kind = 'template' AND EXISTS (SELECT 1 FROM templates t WHERE t.enterprise_id = messages.enterprise_id
    AND t.channel_id = messages.channel_id AND t.name = messages.body ->> '$.name' AND t.language = messages.body ->> '$.language'
    AND t.status <> 'APPROVED') RETURNING 1`;
/** Somebody has had, or is getting just now, what a row `o` says. */
const HAD =
  "(o.status IN ('sent', 'delivered', 'read', 'unknown') OR o.status = 'queued' AND o.claimed_by IS NOT NULL)";
/** Offers leave under the rules that hold now: a sender that believes others learns these, and asks again. */
const believedAt = (enterprise: Outer, name: string) => `${RULES_NAME(enterprise)} = ${name}`;
/** Whom the vendor holds back gets no offer before their rest is over; the whole minute is when the rules judge it anew. */
const PUT_OFF_HELD_BACK = `UPDATE messages SET not_before = (SELECT (r.refused_until + 59999) / 60000 * 60000 FROM reach r WHERE r.enterprise_id = messages.enterprise_id
    AND r.channel_id = messages.channel_id AND r.identity_id = messages.identity_id) WHERE channel_id = ?1 AND status = 'queued' AND claimed_by IS NULL
  AND send_class = ${sendClasses.marketing} AND held = 0 AND not_before <= ?2 AND EXISTS (SELECT 1 FROM reach r WHERE r.enterprise_id = messages.enterprise_id
    AND r.channel_id = messages.channel_id AND r.identity_id = messages.identity_id AND r.refused_until > ?2)`;
/** No mail goes to an address from which mails come back for good: the sender's name suffers by each. Codes and colleagues' own answers do: they were asked for. */
const REFUSE_UNREACHABLE = `UPDATE messages SET status = 'failed', code = 'unreachable', reason = ?2, claimed_by = ?3 WHERE ?4 AND channel_id = ?1 AND status = 'queued'
  AND claimed_by IS NULL AND send_class > ${sendClasses.person} AND EXISTS (SELECT 1 FROM reach r WHERE r.enterprise_id = messages.enterprise_id AND r.channel_id = messages.channel_id
    AND r.identity_id = messages.identity_id AND r.reachable = 0) RETURNING 1`;
/** Offers of chats and of broadcasts count together, on all channels on which somebody is the same customer. */
const REFUSE_CAP = `UPDATE messages SET status = 'failed', code = 'offerCap', reason = ?3, claimed_by = ?4 WHERE channel_id = ?1 AND status = 'queued'
  AND claimed_by IS NULL AND send_class = ${sendClasses.marketing} AND not_before <= ?2 AND ${believedAt("?7", "?8")} AND ?5 IS NOT NULL AND ?5 <= (SELECT sum(n) FROM (
    WITH same AS (SELECT messages.identity_id AS id UNION SELECT p.id FROM identities i CROSS JOIN identities p
      ON p.enterprise_id = i.enterprise_id AND p.customer = i.customer WHERE i.id = messages.identity_id)
    SELECT count(*) AS n FROM same CROSS JOIN broadcast_recipients o ON o.identity_id = same.id AND o.claimed_at > ?6
      CROSS JOIN broadcasts b ON b.id = ${broadcastOf("o.id")} AND b.send_class = ${sendClasses.marketing} WHERE ${HAD}
    UNION ALL SELECT count(*) FROM same CROSS JOIN messages o ON o.enterprise_id = messages.enterprise_id AND o.identity_id = same.id
      AND o.send_class = ${sendClasses.marketing} AND o.claimed_at > ?6 WHERE ${HAD})) RETURNING 1`;
/** Broadcasts have a table of their own, which is asked only where one is going on or has to be ended. */
const CASTS = `SELECT 1 FROM broadcasts b WHERE b.channel_id = ?1 AND b.ended_at IS NULL
  AND (b.state = 'processing' AND b.prepared_at IS NOT NULL OR b.state IN ('stopped', 'failed')) LIMIT 1`;
/** Texts that an SMS must be like; none is read for a block of nothing. */
const REGISTERED = `SELECT name, language, components ->> '$.dlt.templateId' AS templateId, components ->> '$.body.text' AS text,
    components ->> '$.dlt.links' AS links FROM templates WHERE enterprise_id = ?1 AND channel_id = ?2 AND status = 'APPROVED'
    AND components ->> '$.dlt.templateId' <> '' AND (EXISTS (SELECT 1 FROM messages m WHERE m.claimed_by = ?3)
      OR EXISTS (SELECT 1 FROM broadcasts b WHERE b.channel_id = ?2 AND b.ended_at IS NULL AND b.state = 'processing'))
  ORDER BY updated_at DESC`;
const UNMARK = "UPDATE messages SET claimed_by = NULL WHERE claimed_by = ?1";
/**
 * A message in no chat waits for its own class and those before it, and in a chat nothing waits for an offer, so that
 * neither a code nor an answer waits until the quiet hours are over.
 */
const ALONE = "m.chat_id = m.identity_id";
const HOLDS_IT = `(o.claimed_by IS NOT NULL OR o.send_class <= m.send_class OR NOT ${ALONE} AND o.send_class < ${sendClasses.marketing})`;
const PASSES_IT = `(${ALONE} OR m.send_class = ${sendClasses.marketing}) AND EXISTS (SELECT 1 FROM messages o WHERE o.enterprise_id = m.enterprise_id
        AND o.chat_id = m.chat_id AND o.seq > m.seq AND o.status = 'queued' AND o.held = 0
        AND (o.send_class < m.send_class OR o.claimed_by IS NOT NULL))`;
/** A call for the same person that is no message of the same chat; few rows are claimed at any time. */
const CALLED_ELSEWHERE = `EXISTS (SELECT 1 FROM messages o INDEXED BY messages_claimed WHERE o.claimed_by IS NOT NULL
        AND o.identity_id = m.identity_id AND o.chat_id <> m.chat_id)`;
const SAID = "id, identity_id, body, quoted, attempts";
/**
 * Claims one message of each person once the last has its outcome and the vendor's limit for one allows; none waits for a
 * `held` one. Nothing is claimed on a paused channel, while the enterprise's sending is stopped, or for the erased.
 */
const CLAIM = `UPDATE messages SET claimed_by = ?3, claimed_at = ?2, attempts = attempts + 1 WHERE id IN (
    SELECT m.id FROM messages m WHERE m.channel_id = ?1 AND m.status = 'queued' AND m.claimed_by IS NULL AND m.held = 0 AND m.not_before <= ?2
      AND (m.send_class < ${sendClasses.marketing} OR ${believedAt("?6", "?7")}) AND NOT EXISTS (SELECT 1 FROM messages o WHERE o.enterprise_id = m.enterprise_id AND o.chat_id = m.chat_id AND o.direction = 'out' AND ${HOLDS_IT}
        AND o.seq < m.seq AND o.status = 'queued' AND o.held = 0) AND NOT (${PASSES_IT}) AND NOT ${CALLED_ELSEWHERE}
      AND NOT EXISTS (SELECT 1 FROM identities e WHERE e.id = m.identity_id AND e.closed_at IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM broadcast_recipients o WHERE o.claimed_by IS NOT NULL AND o.identity_id = m.identity_id)
      AND (?5 IS NULL OR NOT EXISTS (SELECT 1 FROM reach r WHERE r.enterprise_id = m.enterprise_id AND r.channel_id = m.channel_id
        AND r.identity_id = m.identity_id AND r.pair_at > ?2 + ?5))
    ORDER BY m.send_class, m.id LIMIT ?4)
  AND EXISTS (SELECT 1 FROM channels c WHERE c.id = ?1 AND c.state = 'active'
    AND NOT EXISTS (SELECT 1 FROM sending_stops s WHERE s.enterprise_id = c.enterprise_id))
  RETURNING ${SAID}`;
/** Of what was marked, what is left once those who sleep were put off. */
const CLAIM_MARKED = `UPDATE messages SET claimed_by = ?2 WHERE claimed_by = ?1 RETURNING ${SAID}`;
/** Addresses of those whom a sender (`?1`) has claimed rows of a table for. Those of an identity that was joined to another lie there. */
export const ADDRESSES_OF = (
  table: "messages" | "broadcast_recipients",
): string => `SELECT m.identity_id, a.kind, a.scope, a.address, r.session FROM ${table} m JOIN identities i ON i.id = m.identity_id
  JOIN addresses a ON a.enterprise_id = m.enterprise_id AND a.identity_id = coalesce(i.merged_into, i.id)
  LEFT JOIN reach r ON r.enterprise_id = m.enterprise_id AND r.channel_id = ?2 AND r.identity_id = a.identity_id
  WHERE m.claimed_by = ?1`;
const WHEN = "max(m.not_before, coalesce(r.pair_at - ?3, 0))";
const NEXT = `SELECT min(${WHEN}) AS at FROM messages m
  LEFT JOIN reach r ON r.enterprise_id = m.enterprise_id AND r.channel_id = m.channel_id AND r.identity_id = m.identity_id
  WHERE m.channel_id = ?1 AND m.status = 'queued' AND m.claimed_by IS NULL AND ${WHEN} > ?2`;

export interface AddressRow {
  identity_id: string;
  kind: Address["kind"];
  scope: string;
  address: string;
  session: string | null;
}

interface Row {
  id: string;
  identity_id: string;
  body: string;
  quoted: string | null;
  attempts: number;
}

/** The window closes so early for us that no call begins after it. */
export const EARLY_MS = 120_000;

/** How many messages ended before a call, by their reason. */
export interface Refused {
  expired: number;
  windowClosed: number;
  optedOut: number;
  notApproved: number;
  capped: number;
  unreachable: number;
}

export interface ClaimedBlock {
  block: Claimed[];
  /** When the next message that waits for its time may go out. */
  nextAt: number | null;
  refused: Refused;
  /** Live events for the enterprise's hub. */
  kept: KeptRow[];
  /** The enterprise's rules for offers. */
  offers: Rules | undefined;
  /** Whether others were believed, or some were put off: then there may be more to claim. */
  again: boolean;
  /** Whether a broadcast of the channel has something to send, or to end. */
  casts: boolean;
  /** For SMS: the texts of the channel that are registered with the operators. */
  registered: RegisteredText[];
}

/**
 * Claims a channel's next block for a sender in one batch, after checks in it: no call begins later than one block's time
 * after an opt-out, a pause or a window's end. A message that waits for another, or for its channel, is woken by it.
 */
export async function claimBlock(
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channel: { id: string; type: number; hasWindow: boolean; pair: Capabilities["pair"] },
  sender: string,
  most: number,
  offers?: Rules,
): Promise<ClaimedBlock> {
  const { $client } = db;
  const at = now();
  const { pair } = channel;
  // Milliseconds that a person's bucket holds beside the message that is claimed.
  const ahead = pair && (pair.bucket - 1) * pair.refillMs;
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(...values);
  const ended = `${sender}!`;
  const { cap } = offerLimits(offers, at);
  const believed = [enterpriseId, namedRules(offers)];
  const isSms = channel.type === channelTypes.sms;
  // While anybody sleeps, a block is marked before it is claimed.
  const asleep = asleepAt(offers, channel.type, at);
  const mark = asleep === undefined ? sender : `${sender}?`;
  const putOff = asleep === undefined ? [] : puttingOff($client, mark, asleep, at, channel.id);
  const [, expired, windowClosed, optedOut, notApproved, capped, unreachable, , , kept, , marked, ...rest] =
    await $client.batch([
      bound(PUT_OFF_HELD_BACK, channel.id, at),
      bound(EXPIRE, channel.id, at, messagingTexts.expired, ended),
      bound(
        REFUSE_WINDOW,
        channel.id,
        at + EARLY_MS,
        messagingTexts.windowClosed,
        channel.hasWindow ? 1 : 0,
        ended,
      ),
      bound(REFUSE_CONSENT, channel.id, messagingTexts.optedOut, ended),
      bound(REFUSE_TEMPLATE, channel.id, templatesTexts.notApproved, ended),
      bound(
        REFUSE_CAP,
        channel.id,
        at,
        messagingTexts.capped,
        ended,
        cap?.most ?? null,
        cap?.since ?? 0,
        ...believed,
      ),
      bound(
        REFUSE_UNREACHABLE,
        channel.id,
        messagingTexts.unreachable,
        ended,
        channel.type === channelTypes.email ? 1 : 0,
      ),
      ...takingPlaces($client, channel.id, at, ended),
      keepingMarked({ db, enterpriseId, now }, ended),
      bound(UNMARK, ended),
      bound(CLAIM, channel.id, at, mark, most, ahead, ...believed),
      ...putOff,
      ...(mark === sender ? [] : [bound(CLAIM_MARKED, mark, sender)]),
      bound(ADDRESSES_OF("messages"), sender, channel.id),
      bound(NEXT, channel.id, at, ahead),
      bound(RULES, enterpriseId),
      bound(CASTS, channel.id),
      ...(isSms ? [bound(REGISTERED, enterpriseId, channel.id, sender)] : []),
    ]);
  const claimed = mark === sender ? marked : rest[putOff.length];
  const [addressed, next, ruled, casts, texts] = mark === sender ? rest : rest.slice(putOff.length + 1);
  const registered = ((texts?.results ?? []) as (Omit<RegisteredText, "links"> & { links: string })[]).map(
    (each) => ({ ...each, links: JSON.parse(each.links) as string[] }),
  );
  const { of, sessions } = addressesIn((addressed?.results ?? []) as unknown as AddressRow[]);
  const block = ((claimed?.results ?? []) as unknown as Row[])
    .map(({ id, identity_id: identityId, body: text, quoted, attempts }) => ({
      id,
      identityId,
      to: of.get(identityId) ?? [],
      ...bodyIn(text),
      quoted: quoted ?? undefined,
      session: sessions.get(identityId),
      attempts,
      ...(isSms && { registered }),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const rules = ruled?.results[0] as unknown as Rules | undefined;
  const changed = (result: D1Result | undefined) => result?.results.length ?? 0;
  return {
    block,
    nextAt: (next?.results[0] as { at: number | null } | undefined)?.at ?? null,
    refused: {
      expired: changed(expired),
      windowClosed: changed(windowClosed),
      optedOut: changed(optedOut),
      notApproved: changed(notApproved),
      capped: changed(capped),
      unreachable: changed(unreachable),
    },
    kept: keptRows(kept),
    offers: rules,
    again: namedRules(rules) !== namedRules(offers) || changed(marked) > block.length,
    casts: changed(casts) > 0,
    registered,
  };
}

/** A message's words, and where a mail says that its person ends such offers. */
function bodyIn(text: string): Pick<OutgoingMessage, "body" | "unsubscribeUrl"> {
  const body = JSON.parse(text) as MessageBody;
  return body.kind === "template" && body.unsubscribeUrl !== undefined
    ? { body, unsubscribeUrl: body.unsubscribeUrl }
    : { body };
}

/** The addresses of each identity, each once, and the vendor's names of their conversations. */
export function addressesIn(rows: readonly AddressRow[]): {
  of: Map<string, Address[]>;
  sessions: Map<string, string>;
} {
  const of = new Map<string, Address[]>();
  const sessions = new Map<string, string>();
  for (const { identity_id: identityId, kind, scope, address: value, session } of rows) {
    if (session !== null) sessions.set(identityId, session);
    const known = of.get(identityId) ?? [];
    if (!known.some((each) => each.kind === kind && each.scope === scope && each.value === value)) {
      of.set(identityId, [...known, { kind, scope, value }]);
    }
  }
  return { of, sessions };
}
