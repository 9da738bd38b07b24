import { and, eq, sql } from "drizzle-orm";
import { type InstalledThing, marketplaceInstalls } from "#db/tenant/marketplace.ts";
import type { Installed, MadeKind, UsedHere } from "#workers/contract/endpoints/marketplace.ts";
import { audited } from "../audit.ts";
import type { Beside } from "../beside.ts";
import { type Ctx, iso } from "../ctx.ts";
import type { Offer } from "./offer.ts";
import { sumsOf } from "./sums.ts";
import { idsOf, leftOf, type ThingNow, thingsNow } from "./things.ts";

export interface InstallRow {
  source: string;
  version: number;
  things: InstalledThing[];
  by: string;
  at: number;
}

/** The newest install of each source; with `source` of that one alone. Rows of one index, none of another enterprise's. */
export const readingInstalls = ({ db, enterpriseId }: Ctx, source?: string) =>
  db
    .select({
      source: marketplaceInstalls.source,
      version: marketplaceInstalls.version,
      things: marketplaceInstalls.things,
      by: marketplaceInstalls.installedBy,
      // SQLite takes the other columns of the row that has it.
      at: sql<number>`max(${marketplaceInstalls.installedAt})`.as("newest_at"),
    })
    .from(marketplaceInstalls)
    .where(
      and(
        eq(marketplaceInstalls.enterpriseId, enterpriseId),
        source === undefined ? undefined : eq(marketplaceInstalls.source, source),
      ),
    )
    .groupBy(marketplaceInstalls.source);

/** Things used here of each source; one of which nothing is left is not used any more. */
export async function usedHere(ctx: Ctx, installs: readonly InstallRow[]): Promise<Map<string, UsedHere>> {
  if (installs.length === 0) return new Map();
  const now = await ctx.db.all<ThingNow>(thingsNow(ctx, idsOf(installs.flatMap(({ things }) => things))));
  return new Map(
    installs.flatMap(({ source, version, things, by, at }) => {
      const left = leftOf(things, now).map(({ of, id, name, altered }) => ({ of, id, name, altered }));
      return left.length > 0 ? [[source, { version, at: iso(at), by, things: left }] as const] : [];
    }),
  );
}

/**
 * Statements that note an install beside what it makes, with the marks that all has at the end of the batch, and with what the
 * install before it has made and this one leaves alone: an update still knows that.
 */
export const recording =
  (ctx: Ctx, { source, version, name, content }: Offer, key: string): Beside<MadeKind> =>
  (made) => {
    const { db, enterpriseId, actor, now, newId } = ctx;
    const sums = sumsOf(content);
    const parts = JSON.stringify(made.map((each) => ({ ...each, sum: sums.get(each.part) ?? null })));
    const before = sql`(SELECT b.things FROM marketplace_installs b WHERE b.enterprise_id = ${enterpriseId} AND b.source = ${source}
      ORDER BY b.installed_at DESC LIMIT 1)`;
    return [
      db.insert(marketplaceInstalls).select(
        sql`SELECT ${newId()}, ${enterpriseId}, ${source}, ${version}, ${key}, (SELECT json_group_array(json(x.thing)) FROM (
            SELECT json_object('part', j.value->>'part', 'of', t."of", 'id', t.id, 'name', t.name, 'mark', t.mark, 'sum', j.value->>'sum') AS thing
              FROM json_each(${parts}) j CROSS JOIN (${thingsNow(ctx, idsOf(made))}) t ON t.id = (j.value->>'id')
            UNION ALL SELECT json_set(p.value, '$.kept', json('true')) FROM json_each(${before}) p
              WHERE p.value->>'part' NOT IN (SELECT value->>'part' FROM json_each(${parts}))) x),
          ${actor.name}, ${now()}`,
      ),
      audited(ctx, {
        action: "install",
        kind: "package",
        object: { id: source, name },
        after: { version },
      }),
    ];
  };

/** The install made under this key, with its things; undefined where none has come about. */
export async function installedBy({ db, enterpriseId }: Ctx, key: string): Promise<Installed | undefined> {
  const [row] = await db
    .select({ version: marketplaceInstalls.version, things: marketplaceInstalls.things })
    .from(marketplaceInstalls)
    .where(and(eq(marketplaceInstalls.enterpriseId, enterpriseId), eq(marketplaceInstalls.key, key)))
    .limit(1);
  if (!row) return undefined;
  const made = row.things.filter(({ kept }) => !kept);
  return { version: row.version, things: made.map(({ of, id, name }) => ({ of, id, name })) };
}
