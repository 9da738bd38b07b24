import { sql } from "drizzle-orm";
import type { getAuditEntry as contract } from "#workers/contract/endpoints/audit-trail.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { changesOf } from "./changes.ts";
import { entryOnWire } from "./list.ts";
import { namesOf } from "./people.ts";
import { type BothTrails, entryOf, type TrailRow } from "./trails.ts";

/** One entry with what it changed; notFound when it is not there or another's. */
export async function getAuditEntry(both: BothTrails, id: string): Promise<ReplyOf<typeof contract>> {
  const row = await entryOf(both, id);
  const [nameOf, exists] = await Promise.all([
    namesOf(both.directoryCtx, [row.userId]),
    stillThere(both, row),
  ]);
  return { entry: entryOnWire(row, nameOf), ...changesOf(row, both), exists };
}

/** Tables that hold the objects of a kind, for the kinds that have a screen of their own. */
const TABLES: Record<string, { table: string; in: "tenant" | "directory"; alive?: string }> = {
  agent: { table: "agents", in: "tenant" },
  customer: { table: "customers", in: "tenant", alive: "deleted_at IS NULL" },
  customerField: { table: "customer_fields", in: "tenant", alive: "deleted_at IS NULL" },
  import: { table: "customer_imports", in: "tenant" },
  integration: { table: "integrations", in: "tenant" },
  authConfig: { table: "auth_configs", in: "tenant" },
  channel: { table: "channels", in: "tenant" },
  department: { table: "departments", in: "tenant" },
  user: { table: "users", in: "directory" },
  hook: { table: "hooks", in: "tenant" },
  apiKey: { table: "api_keys", in: "directory", alive: "revoked_at IS NULL" },
};

async function stillThere({ ctx, directoryCtx }: BothTrails, { objectKind, objectId }: TrailRow) {
  const place = Object.hasOwn(TABLES, objectKind) ? TABLES[objectKind] : undefined;
  if (!place) return null;
  const condition = sql`SELECT 1 FROM ${sql.identifier(place.table)}
    WHERE enterprise_id = ${ctx.enterpriseId} AND id = ${objectId} AND ${sql.raw(place.alive ?? "1")} LIMIT 1`;
  const found =
    place.in === "tenant" ? await ctx.db.values(condition) : await directoryCtx.db.values(condition);
  return found.length > 0;
}
