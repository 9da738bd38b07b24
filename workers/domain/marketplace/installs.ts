import { and, eq, sql } from "drizzle-orm";
import { type InstalledThing, marketplaceInstalls } from "#db/tenant/marketplace.ts";
import type { Installed, MadeKind, UsedHere } from "#workers/contract/endpoints/marketplace.ts";
import { audited } from "../audit.ts";
import type { Beside } from "../beside.ts";
import { type Ctx, iso } from "../ctx.ts";
import type { Offer } from "./offer.ts";
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

/** What is used here of each source; one of which nothing is left is not used any more. */
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

/** Statements that note an install beside what it makes, with the marks that all has at the end of the batch. */
export const recording =
  (ctx: Ctx, { source, version, name }: Offer, key: string): Beside<MadeKind> =>
  (made) => {
    const { db, enterpriseId, actor, now, newId } = ctx;
    return [
      db.insert(marketplaceInstalls).select(
        sql`SELECT ${newId()}, ${enterpriseId}, ${source}, ${version}, ${key},
          json_group_array(json_object('part', j.value->>'part', 'of', t."of", 'id', t.id, 'name', t.name, 'mark', t.mark)),
          ${actor.name}, ${now()}
          FROM json_each(${JSON.stringify(made)}) j CROSS JOIN (${thingsNow(ctx, idsOf(made))}) t ON t.id = (j.value->>'id')`,
      ),
      audited(ctx, {
        action: "install",
        kind: "package",
        object: { id: source, name },
        after: { version },
      }),
    ];
  };

/** What an install with this key has made; undefined where none has come about. */
export async function installedBy({ db, enterpriseId }: Ctx, key: string): Promise<Installed | undefined> {
  const [row] = await db
    .select({ version: marketplaceInstalls.version, things: marketplaceInstalls.things })
    .from(marketplaceInstalls)
    .where(and(eq(marketplaceInstalls.enterpriseId, enterpriseId), eq(marketplaceInstalls.key, key)))
    .limit(1);
  return row && { version: row.version, things: row.things.map(({ of, id, name }) => ({ of, id, name })) };
}
