import type { TenantDb } from "#db/client.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { UNSUBSCRIBE } from "#workers/contract/short-links.ts";
import type { ArchiveReader } from "../archives/files.ts";
import { lineAt } from "../archives/read.ts";
import { isDouble } from "../error.ts";
import { noEffects } from "../messaging/effects.ts";
import { peopleWritten, type Some } from "../messaging/write-people.ts";
import { isGenuine, type Named } from "./codes.ts";
import { NO_BROADCAST } from "./shorten.ts";
import { liesHere } from "../bare/fenced.ts";

const FIND = `SELECT l.key, l.enterprise_id AS enterpriseId, l.broadcast_id AS broadcastId, coalesce(b.channel_type, ${channelTypes.email}) AS channelType
  FROM links l LEFT JOIN broadcasts b ON b.id = l.broadcast_id
  WHERE l.n = ?1 AND l.url = '${UNSUBSCRIBE}' AND ${liesHere("l.enterprise_id")} AND (b.id IS NOT NULL OR l.broadcast_id = '${NO_BROADCAST}')`;
/** The identity by now, and its last consent; nobody who is being erased. */
const WHO = `SELECT i.id, (SELECT json_array(c.id, c.given) FROM consents c WHERE c.enterprise_id = i.enterprise_id AND c.identity_id = i.id
    AND c.purpose = 'marketing' ORDER BY c.at DESC, c.id DESC LIMIT 1) AS last
  FROM identities s CROSS JOIN identities i ON i.id = coalesce(s.merged_into, s.id)
  WHERE s.id = ?1 AND s.enterprise_id = ?2 AND i.closed_at IS NULL`;
const RECIPIENT = "SELECT iif(address <> '', identity_id, '') AS id FROM broadcast_recipients WHERE id = ?1";
const MESSAGE = "SELECT identity_id AS id FROM messages WHERE id = ?1";

interface Mailed {
  enterpriseId: EnterpriseId;
  channelType: number;
  broadcastId: string;
  /** A recipient's number; of a mail that belongs to no broadcast, its message's id. */
  recipient: number | string;
}

/** The mail that a code names; undefined for a code that is not ours. */
export async function mailedTo(
  { $client }: Pick<TenantDb, "$client">,
  named: Named,
): Promise<Mailed | undefined> {
  const link = await $client
    .prepare(FIND)
    .bind(named.n)
    .first<{ key: string; enterpriseId: EnterpriseId; broadcastId: string; channelType: number }>();
  if (!link || !(await isGenuine(named, link.key))) return undefined;
  const { recipient } = named;
  if ((typeof recipient === "string") !== (link.broadcastId === NO_BROADCAST)) return undefined;
  const { enterpriseId, channelType, broadcastId } = link;
  return { enterpriseId, channelType, broadcastId, recipient };
}

const idOf = ({ broadcastId, recipient }: Mailed): string =>
  typeof recipient === "string" ? recipient : recipientIdOf(broadcastId, recipient);

/** The identity whom a mail went to. Its address has no end, so a broadcast's recipient may be in a file by now. */
async function identityOf(
  { $client }: Pick<TenantDb, "$client">,
  mailed: Mailed,
  archive: ArchiveReader,
): Promise<string> {
  const { enterpriseId, broadcastId, recipient } = mailed;
  const id = idOf(mailed);
  const here = await $client
    .prepare(typeof recipient === "string" ? MESSAGE : RECIPIENT)
    .bind(id)
    .first<{ id: string }>();
  if (here || typeof recipient === "string") return here?.id ?? "";
  const line = await lineAt({ db: { $client }, enterpriseId }, archive, {
    broadcastId,
    id,
    number: recipient,
  });
  return line?.identityId ?? "";
}

/**
 * Notes that somebody wants no more offers by mail, with the mail that said where to press as the proof. Twice is once: who
 * has said so last is not noted again, and of two presses at once the second finds the first's row.
 */
export async function unsubscribe(
  { $client }: Pick<TenantDb, "$client">,
  mailed: Mailed,
  archive: ArchiveReader,
  at: number,
): Promise<void> {
  const { enterpriseId, channelType } = mailed;
  const identityId = await identityOf({ $client }, mailed, archive);
  const who = await $client
    .prepare(WHO)
    .bind(identityId, enterpriseId)
    .first<{ id: string; last: string | null }>();
  if (!who) return;
  const [lastId, given] = who.last === null ? ["", 1] : (JSON.parse(who.last) as [string, 0 | 1]);
  if (given === 0) return;
  const source = `unsubscribe:${idOf(mailed)}`;
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
