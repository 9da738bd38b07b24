import { and, eq, type SQL, sql } from "drizzle-orm";
import { blacklist } from "#db/tenant/blacklist.ts";
import { consents } from "#db/tenant/identities.ts";
import { suppressions } from "#db/tenant/sending.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { allChannelTypes, EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import type { Address } from "#workers/contract/inbound.ts";
import type { Ctx } from "../ctx.ts";
import type { AddressHash } from "../messaging/address-hash.ts";

/** The ids of a list as a query: a statement may bind few values. */
export const idsIn = (ids: readonly string[]): SQL =>
  sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;

/** The same of the rows of new entries. */
export const idsOfRows = (rows: string): SQL => sql`SELECT value->>0 FROM json_each(${rows})`;

/** How many of these entries there are, for the trail, which outlives the person: it names no address. */
export const trailName = (ids: SQL): SQL =>
  sql`(SELECT CASE count(*) WHEN 1 THEN ${texts.trail(1)} ELSE count(*) || ${texts.trail(0).slice(1)} END FROM blacklist WHERE id IN (${ids}))`;

/** The condition that there are any. */
export const anyOf = ({ enterpriseId }: Ctx, ids: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM blacklist WHERE enterprise_id = ${enterpriseId} AND id IN (${ids}))`;

const PURPOSES = JSON.stringify(["marketing", "service"]);
const TYPES = JSON.stringify(allChannelTypes);

export interface Listed {
  address: Address;
  channelType: number;
  reason: string;
}
type Source = { source: "screen" | "import"; by: string };

/** Rows of new entries, by address and channel type once each. */
export async function entriesOf(
  { newId }: Ctx,
  listed: readonly Listed[],
  hash: AddressHash,
): Promise<unknown[][]> {
  const once = new Map(listed.map((each) => [`${each.channelType} ${each.address.value}`, each]));
  return Promise.all(
    [...once.values()].map(async ({ address, channelType, reason }) => [
      newId(),
      address.value,
      channelType,
      await hash(address),
      reason,
    ]),
  );
}

/** The statement that adds entries, but for those that are there; the other statements follow it in its batch. */
export function adding({ db, enterpriseId, now }: Ctx, rows: string, { source, by }: Source) {
  const at = now();
  return db
    .insert(blacklist)
    .select(
      sql`SELECT value->>0, ${enterpriseId}, value->>1, value->>2, value->>3, value->>4, ${source}, ${by}, 1, ${by}, ${at}, ${at}
        FROM json_each(${rows}) WHERE true ON CONFLICT DO NOTHING`,
    )
    .returning({ id: blacklist.id });
}

/**
 * Statements that make entries hold which were added, by a query of their ids: by their hash for whoever comes, and for who is
 * known already.
 */
export function blocking({ db, enterpriseId, now, newId }: Ctx, ids: SQL) {
  const at = now();
  return [
    db.insert(suppressions).select(
      sql`SELECT b.enterprise_id, b.channel_type, b.hash, 'blocked', 'blacklist:' || b.id, ${at}
        FROM blacklist b WHERE b.enterprise_id = ${enterpriseId} AND b.id IN (${ids}) ON CONFLICT DO NOTHING`,
    ),
    db.insert(consents).select(
      sql`SELECT ${newId()} || '-' || b.id || '-' || a.id || '-' || p.value, a.enterprise_id, a.identity_id, a.channel_type, p.value, 0, '', 'blacklist:' || b.id, ${at}
        FROM blacklist b ${known(enterpriseId)}, json_each(${PURPOSES}) p WHERE b.id IN (${ids})`,
    ),
  ] as const;
}

/** Joins the addresses of who is known by an entry `b`, of all channel types that it is for. */
const known = (enterpriseId: string): SQL =>
  sql`CROSS JOIN json_each(${TYPES}) t ON b.channel_type IN (${EVERY_CHANNEL}, t.value)
    CROSS JOIN addresses a ON a.enterprise_id = ${enterpriseId} AND b.enterprise_id = a.enterprise_id AND a.channel_type = t.value AND a.scope = ''
      AND a.kind = CASE WHEN instr(b.address, '@') > 0 THEN 'mail' ELSE 'number' END AND a.address = b.address`;

/**
 * Statements that take entries off, by a query of their ids: their hashes, then the refusals of who is known by them and by
 * no other entry. The last word of the person themselves holds again: who said stop stays refused.
 */
export function unblocking(ctx: Ctx, ids: SQL) {
  const { db, enterpriseId, now, newId } = ctx;
  const these = and(eq(blacklist.enterpriseId, enterpriseId), sql`${blacklist.id} IN (${ids})`);
  const isListed = (source: SQL) => sql`${source} GLOB 'blacklist*'`;
  const last = (column: string, also: SQL = sql`1`) =>
    sql`(SELECT ${sql.raw(`c.${column}`)} FROM consents c WHERE c.enterprise_id = ${enterpriseId} AND c.identity_id = w.id
      AND c.purpose = p.value AND ${also} ORDER BY c.at DESC, c.id DESC LIMIT 1)`;
  // Somebody back after an erasure is known by their hash alone, which no index has: it is counted once, before.
  const hasErased = sql`(SELECT count(*) FROM blacklist WHERE ${these} AND address IS NULL) > 0`;
  const own = sql`NOT ${isListed(sql`c.source`)}`;
  return [
    db
      .delete(suppressions)
      .where(
        and(
          eq(suppressions.enterpriseId, enterpriseId),
          eq(suppressions.why, "blocked"),
          sql`(${suppressions.channelType}, ${suppressions.hash}) IN (SELECT channel_type, hash FROM blacklist WHERE ${these})`,
        ),
      ),
    db.insert(consents).select(
      sql`WITH who AS (
          SELECT b.id AS entry, a.channel_type, a.identity_id AS id FROM blacklist b ${known(enterpriseId)} WHERE b.id IN (${ids})
          UNION SELECT b.id, a.channel_type, a.moved_from FROM blacklist b ${known(enterpriseId)} WHERE b.id IN (${ids}) AND a.moved_from IS NOT NULL
          UNION SELECT b.id, a.channel_type, a.identity_id FROM addresses a CROSS JOIN blacklist b ON b.enterprise_id = a.enterprise_id
            AND b.channel_type IN (${EVERY_CHANNEL}, a.channel_type) AND b.hash = a.hash AND b.address IS NULL AND b.id IN (${ids})
          WHERE a.enterprise_id = ${enterpriseId} AND ${hasErased})
        SELECT ${newId()} || '-' || w.id || '-' || p.value, ${enterpriseId}, w.id, w.channel_type, p.value,
          coalesce(${last("given", own)}, 1), coalesce(${last("wording", own)}, ''), 'blacklist.off:' || min(w.entry), max(${now()}, ${last("at")})
        FROM who w, json_each(${PURPOSES}) p
        WHERE ${last("given")} = 0 AND ${isListed(last("source"))}
          AND NOT EXISTS (SELECT 1 FROM addresses x CROSS JOIN suppressions s ON s.enterprise_id = x.enterprise_id
            AND s.channel_type IN (${EVERY_CHANNEL}, x.channel_type) AND s.hash = x.hash AND s.why = 'blocked'
            WHERE x.enterprise_id = ${enterpriseId} AND x.identity_id = w.id)
        GROUP BY w.id, p.value`,
    ),
    db.delete(blacklist).where(these).returning({ id: blacklist.id }),
  ] as const;
}
