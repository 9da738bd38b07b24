import { and, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { directoryAudit } from "#db/directory/audit.ts";
import { auditTrail } from "#db/tenant/audit.ts";
import type { TenantDb } from "#db/client.ts";
import type { exportAuditTrail } from "#workers/contract/endpoints/audit-trail.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { DomainError } from "../error.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";

export type Filter = InputOf<typeof exportAuditTrail>["query"];
export type TrailRow = typeof auditTrail.$inferSelect;

/** The enterprise's two databases, each with an audit trail of its own. */
export interface BothTrails {
  ctx: Ctx;
  directoryCtx: DirectoryCtx;
  /** Customers' phone numbers and mail addresses are masked for a reader who may not see customers. */
  readonly seesCustomers: boolean;
}

/** Position of an entry in the trail; a page continues with older entries. */
export interface Position {
  at: number;
  id: string;
}

export const positionText = ({ at, id }: Position): string => `${at}_${id}`;

/** Throws malformed for anything that `positionText` did not produce. */
export function readPosition(text: string): Position {
  const [, at, id] = /^(\d{1,15})_([\w-]{1,64})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw new DomainError("malformed");
  return { at: Number(at), id };
}

interface Trail {
  db: TenantDb;
  table: typeof auditTrail;
}

/** Both tables have the same columns and differ in name only, which the query types cannot express: hence the cast. */
const trailsOf = ({ ctx, directoryCtx }: BothTrails): Trail[] => [
  { db: ctx.db, table: auditTrail },
  {
    db: directoryCtx.db as unknown as TenantDb,
    table: directoryAudit as unknown as typeof auditTrail,
  },
];

/**
 * Returns the newest `limit` entries after a position, both trails merged. Each is read by its index from that position
 * on, so the thousandth page costs the same as the first.
 */
export async function entriesAfter(
  both: BothTrails,
  filter: Filter,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<TrailRow[]> {
  const { enterpriseId } = both.ctx;
  const pages = await Promise.all(
    trailsOf(both).map(({ db, table }) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.enterpriseId, enterpriseId), ...conditions(table, filter, after)))
        .orderBy(desc(table.at), desc(table.id))
        .limit(limit),
    ),
  );
  return pages.flat().toSorted(newestFirst).slice(0, limit);
}

/** Returns one entry from whichever trail holds it. */
export async function entryOf(both: BothTrails, id: string): Promise<TrailRow> {
  const { enterpriseId } = both.ctx;
  const found = await Promise.all(
    trailsOf(both).map(({ db, table }) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.enterpriseId, enterpriseId), eq(table.id, id)))
        .limit(1),
    ),
  );
  const [row] = found.flat();
  if (!row) throw new DomainError("notFound");
  return row;
}

function conditions(
  table: Trail["table"],
  { who, kind, action, objectId, object, fromDate, toDate }: Filter,
  after: Position | undefined,
): (SQL | undefined)[] {
  return [
    after && sql`(${table.at}, ${table.id}) < (${after.at}, ${after.id})`,
    who ? eq(table.userId, who) : undefined,
    kind ? eq(table.objectKind, kind) : undefined,
    action ? eq(table.action, action) : undefined,
    objectId ? eq(table.objectId, objectId) : undefined,
    object ? sql`instr(lower(${table.objectName}), ${object.toLowerCase()}) > 0` : undefined,
    fromDate ? gte(table.at, Date.parse(fromDate)) : undefined,
    toDate ? lt(table.at, Date.parse(toDate)) : undefined,
  ];
}

const newestFirst = (one: TrailRow, other: TrailRow): number =>
  other.at - one.at || (other.id > one.id ? 1 : other.id < one.id ? -1 : 0);
