import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { UNSUBSCRIBE } from "#workers/contract/short-links.ts";
import type { ArchiveReader } from "../archives/files.ts";
import { lineAt } from "../archives/read.ts";
import { isDouble } from "../error.ts";
import { noEffects } from "../messaging/effects.ts";
import { peopleWritten, type Some } from "../messaging/write-people.ts";
import { isGenuine, type Named } from "./codes.ts";

const FIND = `SELECT l.key, l.enterprise_id AS enterpriseId, l.broadcast_id AS broadcastId, b.channel_type AS channelType
  FROM links l JOIN broadcasts b ON b.id = l.broadcast_id WHERE l.n = ?1 AND l.url = '${UNSUBSCRIBE}'`;
/** The identity by now, and its last consent; nobody who is being erased. */
const WHO = `SELECT i.id, (SELECT json_array(c.id, c.given) FROM consents c WHERE c.enterprise_id = i.enterprise_id AND c.identity_id = i.id
    AND c.purpose = 'marketing' ORDER BY c.at DESC, c.id DESC LIMIT 1) AS last
  FROM identities s CROSS JOIN identities i ON i.id = coalesce(s.merged_into, s.id) WHERE i.closed_at IS NULL
    AND s.id = coalesce((SELECT r.identity_id FROM broadcast_recipients r WHERE r.id = ?1 AND r.address <> ''), ?2)`;
const IS_HERE = "SELECT 1 FROM broadcast_recipients WHERE id = ?1";

interface Mailed {
  enterpriseId: EnterpriseId;
  channelType: number;
  broadcastId: string;
  number: number;
  recipientId: string;
}

/** The recipient of a mail whom a code names; undefined for a code that is not ours. */
export async function mailedTo(
  { $client }: Pick<TenantDb, "$client">,
  named: Named,
): Promise<Mailed | undefined> {
  const link = await $client
    .prepare(FIND)
    .bind(named.n)
    .first<{ key: string; enterpriseId: EnterpriseId; broadcastId: string; channelType: number }>();
  if (!link || !(await isGenuine(named, link.key))) return undefined;
  const { enterpriseId, channelType, broadcastId } = link;
  const number = named.recipient;
  return { enterpriseId, channelType, broadcastId, number, recipientId: recipientIdOf(broadcastId, number) };
}

/**
 * Notes that somebody wants no more offers by mail, with the mail that said where to press as the proof. Twice is once: who
 * has said so last is not noted again, and of two presses at once the second finds the first's row.
 */
export async function unsubscribe(
  { $client }: Pick<TenantDb, "$client">,
  { enterpriseId, channelType, broadcastId, number, recipientId }: Mailed,
  archive: ArchiveReader,
  at: number,
): Promise<void> {
  // Such an address has no end: the recipient may be in a file by now.
  const isHere = await $client.prepare(IS_HERE).bind(recipientId).first();
  const place = { broadcastId, id: recipientId, number };
  const line = isHere ? undefined : await lineAt({ db: { $client }, enterpriseId }, archive, place);
  const who = await $client
    .prepare(WHO)
    .bind(recipientId, line?.identityId ?? "")
    .first<{ id: string; last: string | null }>();
  if (!who) return;
  const [lastId, given] = who.last === null ? ["", 1] : (JSON.parse(who.last) as [string, 0 | 1]);
  if (given === 0) return;
  const source = `unsubscribe:${recipientId}`;
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
