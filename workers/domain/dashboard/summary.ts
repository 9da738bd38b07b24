import { sql, type SQL } from "drizzle-orm";
import { invitations, users } from "#db/directory/users.ts";
import { agents } from "#db/tenant/bots.ts";
import { customers } from "#db/tenant/customers.ts";
import { customerImports } from "#db/tenant/imports.ts";
import { type Tile, tiles } from "#workers/contract/endpoints/dashboard.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";

/** Counts stop here and are shown as "more than": the dashboard stays fast at a million. */
const MOST = 10_000;

const PERMISSIONS: Record<Tile, readonly Permission[]> = {
  customers: ["CUSTOMER.VIEW"],
  bots: ["NLP.VIEW"],
  imports: ["CUSTOMER.VIEW"],
  users: ["USERS.VIEW", "USERS.EDIT"],
  invitations: ["USERS.ADD"],
};

/** Returns the counts of the tiles that these permissions allow, each from an index. */
export async function dashboardSummary(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  held: readonly Permission[],
): Promise<{ tiles: { tile: Tile; count: number; more: boolean }[] }> {
  const { enterpriseId } = ctx;
  const open = tiles.filter((tile) => PERMISSIONS[tile].some((permission) => held.includes(permission)));
  const counted: Record<Tile, () => Promise<unknown[][]>> = {
    customers: () =>
      ctx.db.values(capped(sql`${customers} WHERE enterprise_id = ${enterpriseId} AND deleted_at IS NULL`)),
    bots: () => ctx.db.values(capped(sql`${agents} WHERE enterprise_id = ${enterpriseId}`)),
    imports: () =>
      ctx.db.values(
        capped(
          sql`${customerImports} WHERE enterprise_id = ${enterpriseId} AND state IN ('WAITING', 'PROCESSING')`,
        ),
      ),
    users: () =>
      directoryCtx.db.values(capped(sql`${users} WHERE enterprise_id = ${enterpriseId} AND state = 1`)),
    invitations: () =>
      directoryCtx.db.values(
        capped(
          sql`${invitations} WHERE enterprise_id = ${enterpriseId} AND state = 'open' AND expires_at > ${ctx.now()}`,
        ),
      ),
  };
  return {
    tiles: await Promise.all(
      open.map(async (tile) => {
        const count = Number((await counted[tile]())[0]?.[0] ?? 0);
        return { tile, count: Math.min(count, MOST), more: count > MOST };
      }),
    ),
  };
}

const capped = (rows: SQL): SQL => sql`SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${MOST + 1})`;
