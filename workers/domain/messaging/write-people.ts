import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { searchTextOf } from "../customers/search-text.ts";
import type { AddressHash } from "./address-hash.ts";
import type { Effects } from "./effects.ts";
import type { LaneChannel } from "./lane-state.ts";
import { PENDING } from "./opting-in.ts";

const ADD_CUSTOMERS = `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, revision, updated_by, created_at, updated_at)
  SELECT value->>0, ?2, value->>1, value->>2, value->>3, value->>3, '{}', value->>4, 1, '', ?3, ?3 FROM json_each(?1)`;
const ADD_IDENTITIES = `INSERT INTO identities (id, enterprise_id, channel_type, name, customer, perhaps_other, created_at, updated_at)
  SELECT e.value->>0, ?2, ?3, e.value->>1,
    coalesce(e.value->>2, (SELECT c.number FROM customers c WHERE c.id = e.value->>3)), e.value->>4, ?4, ?4 FROM json_each(?1) e`;
const ADD_ADDRESSES = `INSERT INTO addresses (id, enterprise_id, identity_id, channel_type, scope, kind, address, hash, created_at)
  SELECT value->>0, ?2, value->>1, ?3, value->>2, value->>3, value->>4, value->>5, ?4 FROM json_each(?1)`;
// Here and below a plus or an IN keeps the planner from reading all rows of the enterprise for each page.
const LINK = `UPDATE identities SET customer = coalesce(e.value->>1, (SELECT c.number FROM customers c WHERE c.id = e.value->>2)), updated_at = ?3
  FROM json_each(?1) e WHERE identities.id = e.value->>0 AND +identities.enterprise_id = ?2`;
const MOVE = `UPDATE addresses SET identity_id = e.value->>1, moved_from = e.value->>0 FROM json_each(?1) e
  WHERE addresses.enterprise_id = ?2 AND addresses.channel_type = ?3 AND addresses.scope = e.value->>2 AND addresses.kind = e.value->>3
    AND addresses.address = e.value->>4`;
/** An identity joined to one that is joined itself now follows it: nobody is more than one step from their addresses. */
const MERGE = `UPDATE identities SET merged_into = e.value->>1, updated_at = CASE WHEN identities.id = e.value->>0 THEN ?3 ELSE identities.updated_at END
  FROM json_each(?1) e WHERE (identities.id = e.value->>0 OR identities.merged_into = e.value->>0) AND +identities.enterprise_id = ?2`;
/** The vendor's name of the conversation that was told last. */
export const LATER_SESSION = `session = CASE WHEN excluded.session_at >= coalesce(session_at, 0) THEN excluded.session ELSE session END,
    session_at = nullif(max(coalesce(session_at, 0), coalesce(excluded.session_at, 0)), 0)`;
/** The condition of a consent `c` that an entry of the blacklist wrote: the entry takes it back. */
const FROM_BLACKLIST = "c.source GLOB 'blacklist*'";
/** SQL for the id of somebody's last word about messages of service. */
const LAST_OF = (identity: string) =>
  `(SELECT l.id FROM consents l WHERE l.enterprise_id = ?2 AND l.identity_id = ${identity} AND l.purpose = 'service' ORDER BY l.at DESC, l.id DESC LIMIT 1)`;
/**
 * Joins two identities: addresses, how they can be reached, what they refused (the newest first: an older refusal that was taken
 * back ends no run), and the open chat where the other has none. Runs that come to somebody who refuses end as by a refusal.
 */
const JOIN = [
  `UPDATE addresses SET identity_id = e.value->>1, moved_from = coalesce(addresses.moved_from, e.value->>0) FROM json_each(?1) e
  WHERE addresses.enterprise_id = ?2 AND addresses.identity_id = e.value->>0 AND addresses.identity_id IN (SELECT value->>0 FROM json_each(?1))`,
  `INSERT INTO reach (enterprise_id, channel_id, identity_id, window_until, last_in_at, last_out_at, refused_until, pair_at, reachable, session, session_at)
  SELECT r.enterprise_id, r.channel_id, e.value->>1, r.window_until, r.last_in_at, r.last_out_at, r.refused_until, r.pair_at, r.reachable, r.session, r.session_at
  FROM json_each(?1) e CROSS JOIN channels c ON c.enterprise_id = ?2
    CROSS JOIN reach r ON r.enterprise_id = ?2 AND r.channel_id = c.id AND r.identity_id = e.value->>0 WHERE true
  ON CONFLICT (enterprise_id, channel_id, identity_id) DO UPDATE SET
    ${LATER_SESSION},
    window_until = nullif(max(coalesce(window_until, 0), coalesce(excluded.window_until, 0)), 0),
    last_in_at = nullif(max(coalesce(last_in_at, 0), coalesce(excluded.last_in_at, 0)), 0),
    refused_until = nullif(max(coalesce(refused_until, 0), coalesce(excluded.refused_until, 0)), 0),
    pair_at = max(pair_at, excluded.pair_at)`,
  `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
  SELECT c.id || '+' || (e.value->>1), c.enterprise_id, e.value->>1, c.channel_type, c.purpose, c.given, c.wording,
    CASE WHEN ${FROM_BLACKLIST} OR c.source GLOB '${PENDING}*' THEN c.source ELSE 'joined:' || (e.value->>0) END, c.at
  FROM json_each(?1) e CROSS JOIN consents c ON c.enterprise_id = ?2 AND c.identity_id = e.value->>0 WHERE true ORDER BY c.at DESC, c.id DESC ON CONFLICT DO NOTHING`,
  `UPDATE chats SET identity_id = e.value->>1, revision = revision + 1 FROM json_each(?1) e
  WHERE chats.enterprise_id = ?2 AND chats.channel_id IN (SELECT id FROM channels WHERE enterprise_id = ?2)
    AND chats.identity_id IN (SELECT value->>0 FROM json_each(?1)) AND chats.identity_id = e.value->>0
    AND chats.state NOT IN (3, 4) AND NOT EXISTS (SELECT 1 FROM chats o
    WHERE o.enterprise_id = ?2 AND o.channel_id = chats.channel_id AND o.identity_id = e.value->>1 AND o.state NOT IN (3, 4))`,
  `UPDATE OR IGNORE floors SET identity_id = e.value->>1 FROM json_each(?1) e
  WHERE floors.enterprise_id = ?2 AND floors.channel_id IN (SELECT id FROM channels WHERE enterprise_id = ?2)
    AND floors.identity_id IN (SELECT value->>0 FROM json_each(?1)) AND floors.identity_id = e.value->>0`,
  `UPDATE runs SET identity_id = e.value->>1 FROM json_each(?1) e
  WHERE runs.enterprise_id = ?2 AND runs.identity_id IN (SELECT value->>0 FROM json_each(?1)) AND runs.identity_id = e.value->>0 AND runs.state = 'waiting'`,
  `DELETE FROM floors WHERE enterprise_id = ?2 AND channel_id IN (SELECT id FROM channels WHERE enterprise_id = ?2)
    AND identity_id IN (SELECT value->>1 FROM json_each(?1)) AND run_id IS NOT NULL AND effect = ''
    AND (SELECT c.given FROM consents c WHERE c.id = ${LAST_OF("floors.identity_id")}) = 0`,
  `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, 'optOut:' || r.id || ':' || c.id, 'leave', '', r.id,
    json_object('state', 'exited', 'code', CASE WHEN c.source GLOB 'blacklist:*' THEN 'blocked' ELSE 'optOut' END, 'sentence', ''),
    CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER) + ${KEPT_MS}
  FROM json_each(?1) e CROSS JOIN runs r ON r.enterprise_id = ?2 AND r.identity_id = e.value->>1 AND r.state = 'waiting'
    CROSS JOIN consents c ON c.id = ${LAST_OF("r.identity_id")} AND c.given = 0
  WHERE true ON CONFLICT DO NOTHING`,
];
const ADD_CONSENTS = `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
  SELECT (e.value->>0) || p.key, ?2, e.value->>1, ?3, p.value, e.value->>2, e.value->>3, e.value->>4, e.value->>5
  FROM json_each(?1) e, json_each(e.value->'$[6]') p`;
const REFUSED_BEFORE = `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
  SELECT (e.value->>0) || '-' || s.why || s.channel_type || '-' || p.key, ?2, a.identity_id, ?3, p.value, 0, '',
    CASE s.why WHEN 'blocked' THEN s.source ELSE 'suppression:' || s.why END, s.at
  FROM json_each(?1) e CROSS JOIN addresses a ON a.enterprise_id = ?2 AND a.identity_id = e.value->>1 AND a.hash = e.value->>2
    CROSS JOIN suppressions s ON s.enterprise_id = ?2 AND s.channel_type IN (?3, ${EVERY_CHANNEL}) AND s.hash = a.hash,
    json_each(CASE s.why WHEN 'marketing' THEN '["marketing"]' ELSE '["marketing","service"]' END) p`;
const SUPPRESS = `INSERT INTO suppressions (enterprise_id, channel_type, hash, why, source, at)
  SELECT ?2, ?3, a.hash, CASE json_array_length(e.value->'$[6]') WHEN 1 THEN 'marketing' ELSE 'optOut' END, e.value->>4, e.value->>5
    FROM json_each(?1) e
    CROSS JOIN addresses a ON a.enterprise_id = ?2 AND a.identity_id = e.value->>1 AND a.channel_type = ?3 AND a.hash <> ''
  WHERE e.value->>2 = 0 AND e.value->>4 NOT GLOB '${PENDING}*' ORDER BY e.key
  ON CONFLICT DO UPDATE SET why = excluded.why, source = excluded.source, at = excluded.at WHERE suppressions.why = 'marketing'`;
const RESTORE = `DELETE FROM suppressions WHERE enterprise_id = ?2 AND channel_type = ?3 AND hash IN (
  SELECT a.hash FROM json_each(?1) e CROSS JOIN addresses a ON a.enterprise_id = ?2 AND a.identity_id = e.value->>1
  WHERE e.value->>2 = 1 AND instr(e.value->'$[6]', 'marketing') > 0 AND (suppressions.why = 'marketing' OR (suppressions.why = 'optOut' AND json_array_length(e.value->'$[6]') > 1)))`;

/** Somebody whom the enterprise blocks stays so after a start word, which counts once they are taken off. */
const BLOCKED_STILL = `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
  SELECT (e.value->>0) || p.key || '-', ?2, e.value->>1, ?3, p.value, 0, '', s.source, e.value->>5
  FROM json_each(?1) e CROSS JOIN addresses a ON a.enterprise_id = ?2 AND a.identity_id = e.value->>1
    CROSS JOIN suppressions s ON s.enterprise_id = ?2 AND s.channel_type IN (?3, ${EVERY_CHANNEL}) AND s.hash = a.hash AND s.why = 'blocked',
    json_each(e.value->'$[6]') p
  WHERE e.value->>2 = 1 GROUP BY e.value->>0, p.key`;

/** A statement for rows, where there are any: it gets them as its first argument and the enterprise as its second. */
export type Some = (rows: readonly unknown[], text: string, ...values: unknown[]) => D1PreparedStatement[];

/** Statements for the people of a page: who is new, who turned out to be whom, and what they refuse. */
export async function peopleWritten(
  some: Some,
  channel: Pick<LaneChannel, "type">,
  { identities, addresses, joins, moves, links, consents }: Effects,
  { at, newId, hash }: { at: number; newId: () => string; hash: AddressHash },
): Promise<D1PreparedStatement[]> {
  const people = [...identities.values()];
  const made = [...people, ...links].flatMap(({ newCustomer }) => (newCustomer ? [newCustomer] : []));
  const joined = joins.map(({ from, into }) => [from, into]);
  const hashed = await Promise.all(
    addresses.map(async (each) => ({ ...each, hash: await hash(each.address) })),
  );
  const moved = await Promise.all(
    moves.map(async ({ into, address }) => [newId(), into, await hash(address)]),
  );
  return [
    ...some(
      made.map(({ id, name, phone }) => [
        id,
        name,
        nameKey(name),
        phone,
        searchTextOf({ ...nobody, name, phone }, []),
      ]),
      ADD_CUSTOMERS,
      at,
    ),
    ...some(
      people.map(({ id, name, customer, newCustomer, perhapsOther }) => [
        id,
        name,
        customer,
        newCustomer?.id ?? null,
        perhapsOther ? 1 : 0,
      ]),
      ADD_IDENTITIES,
      channel.type,
      at,
    ),
    ...some(joined, MERGE, at),
    ...JOIN.flatMap((text) => some(joined, text)),
    ...some(
      moves.map(({ from, into, address: { scope, kind, value } }) => [from, into, scope, kind, value]),
      MOVE,
      channel.type,
    ),
    ...some(
      links.map(({ identityId, customer, newCustomer }) => [identityId, customer, newCustomer?.id ?? null]),
      LINK,
      at,
    ),
    ...some(
      hashed.map(({ identityId, address: { scope, kind, value }, ...each }) => [
        newId(),
        identityId,
        scope,
        kind,
        value,
        each.hash,
      ]),
      ADD_ADDRESSES,
      channel.type,
      at,
    ),
    ...some(
      [...moved, ...hashed.map(({ identityId, ...each }) => [newId(), identityId, each.hash])],
      REFUSED_BEFORE,
      channel.type,
    ),
    ...consentsWritten(some, channel, consents, newId),
  ];
}

/** Statements for what people agree to and refuse: the last word holds, and with it what their addresses refuse. */
export function consentsWritten(
  some: Some,
  channel: Pick<LaneChannel, "type">,
  consents: Effects["consents"],
  newId: () => string,
): D1PreparedStatement[] {
  const said = consents.map(({ identityId, given, wording, source, at, purposes }) => [
    newId(),
    identityId,
    given ? 1 : 0,
    wording,
    source,
    at,
    purposes,
  ]);
  // A refusal by an address is of offers at least: a word about messages of a process alone says nothing of those.
  const ofOffers = said.filter((_, place) => consents[place]?.purposes.includes("marketing"));
  return [
    ...[ADD_CONSENTS, BLOCKED_STILL].flatMap((text) => some(said, text, channel.type)),
    ...[SUPPRESS, RESTORE].flatMap((text) => some(ofOffers, text, channel.type)),
  ];
}

const nobody = { whatsapp: "", facebookId: "", instaId: "", twitterId: "", data: {} };
