import type { TenantDb } from "#db/client.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { UNSUBSCRIBE } from "#workers/contract/short-links.ts";
import { isDouble } from "../error.ts";
import { noEffects } from "../messaging/effects.ts";
import { peopleWritten, type Some } from "../messaging/write-people.ts";
import { isGenuine, type Named } from "./codes.ts";
import { NO_BROADCAST } from "./shorten.ts";

const FIND = `SELECT l.key, l.enterprise_id AS enterpriseId, l.broadcast_id AS broadcastId, coalesce(b.channel_type, ${channelTypes.email}) AS channelType
  FROM links l LEFT JOIN broadcasts b ON b.id = l.broadcast_id
  WHERE l.n = ?1 AND l.url = '${UNSUBSCRIBE}' AND (b.id IS NOT NULL OR l.broadcast_id = '${NO_BROADCAST}')`;
/** The identity by now, and its last consent; nobody who is being erased. */
const WHO = (
  row: string,
) => `SELECT i.id, (SELECT json_array(c.id, c.given) FROM consents c WHERE c.enterprise_id = i.enterprise_id AND c.identity_id = i.id
    AND c.purpose = 'marketing' ORDER BY c.at DESC, c.id DESC LIMIT 1) AS last
  FROM ${row} r CROSS JOIN identities s ON s.id = r.identity_id CROSS JOIN identities i ON i.id = coalesce(s.merged_into, s.id)
  WHERE r.id = ?1 AND i.closed_at IS NULL`;
const WHO_OF = {
  recipient: `${WHO("broadcast_recipients")} AND r.address <> ''`,
  message: `${WHO("messages")} AND r.enterprise_id = i.enterprise_id`,
};

interface Mailed {
  enterpriseId: string;
  channelType: number;
  /** A broadcast's recipient, or a message that belongs to none. */
  kind: keyof typeof WHO_OF;
  id: string;
}

/** The mail that a code names; undefined for a code that is not ours. */
export async function mailedTo(
  { $client }: Pick<TenantDb, "$client">,
  named: Named,
): Promise<Mailed | undefined> {
  const link = await $client
    .prepare(FIND)
    .bind(named.n)
    .first<{ key: string; enterpriseId: string; broadcastId: string; channelType: number }>();
  if (!link || !(await isGenuine(named, link.key))) return undefined;
  const { enterpriseId, channelType, broadcastId } = link;
  const { recipient } = named;
  if ((typeof recipient === "string") !== (broadcastId === NO_BROADCAST)) return undefined;
  return typeof recipient === "string"
    ? { enterpriseId, channelType, kind: "message", id: recipient }
    : { enterpriseId, channelType, kind: "recipient", id: recipientIdOf(broadcastId, recipient) };
}

/**
 * Notes that somebody wants no more offers by mail, with the mail that said where to press as the proof. Twice is once: who
 * has said so last is not noted again, and of two presses at once the second finds the first's row.
 */
export async function unsubscribe(
  { $client }: Pick<TenantDb, "$client">,
  { enterpriseId, channelType, kind, id }: Mailed,
  at: number,
): Promise<void> {
  const who = await $client.prepare(WHO_OF[kind]).bind(id).first<{ id: string; last: string | null }>();
  if (!who) return;
  const [lastId, given] = who.last === null ? ["", 1] : (JSON.parse(who.last) as [string, 0 | 1]);
  if (given === 0) return;
  const source = `unsubscribe:${id}`;
  const some: Some = (rows, text, ...more) =>
    rows.length === 0 ? [] : [$client.prepare(text).bind(JSON.stringify(rows), enterpriseId, ...more)];
  const refusal = {
    identityId: who.id,
    given: false,
    purposes: ["marketing" as const],
    wording: "",
    source,
    at,
  };
  const effects = { ...noEffects(), consents: [refusal] };
  // A press after the same last consent makes the same id, so that two at once write one row.
  const newId = () => `${source}:${lastId}`;
  const statements = await peopleWritten(some, { type: channelType }, effects, {
    at,
    newId,
    hash: async () => "",
  });
  try {
    await $client.batch(statements);
  } catch (error) {
    if (!isDouble(error)) throw error;
  }
}
