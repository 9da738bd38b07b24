import { alertsOf, byGravity } from "#workers/contract/channel-alerts.ts";
import type { dashboardSummary as contract, Tile } from "#workers/contract/endpoints/dashboard.ts";
import { tiles } from "#workers/contract/endpoints/dashboard.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { countingUsed, FACTS, factsIn, usedIn } from "../channel-health/health.ts";
import { bindable } from "../guard.ts";
import { readingToday } from "./today.ts";
import { isoOrNull, type DirectoryCtx, type Ctx } from "../ctx.ts";

/** Counts stop here and are shown as "more than": the dashboard stays fast at a million. */
const MOST = 10_000;
/** Channels of which the dashboard tells what is wrong. */
const MOST_CHANNELS = 100;

const PERMISSIONS: Record<Tile, readonly Permission[]> = {
  customers: ["CUSTOMER.VIEW"],
  bots: ["NLP.VIEW"],
  imports: ["CUSTOMER.VIEW"],
  users: ["USERS.VIEW", "USERS.EDIT"],
  invitations: ["USERS.ADD"],
};

/** Rows of each tile, by an index: ?1 is the enterprise, ?2 the time. */
const IN_TENANT: Partial<Record<Tile, string>> = {
  customers: "customers WHERE enterprise_id = ?1 AND deleted_at IS NULL",
  bots: "agents WHERE enterprise_id = ?1",
  imports: "customer_imports WHERE enterprise_id = ?1 AND state IN ('WAITING', 'PROCESSING')",
};
const IN_DIRECTORY: Partial<Record<Tile, string>> = {
  users: "users WHERE enterprise_id = ?1 AND state = 1",
  invitations: "invitations WHERE enterprise_id = ?1 AND state = 'open' AND expires_at > ?2",
};

/** The first of those of which there may be something to say. */
const TROUBLED = `SELECT id, name, last_error AS lastError, last_error_at AS lastErrorAt, last_success_at AS lastSuccessAt,
    ${FACTS} AS health FROM channels WHERE enterprise_id = ?1 AND (last_error_at > coalesce(last_success_at, 0)
    OR EXISTS (SELECT 1 FROM channel_health h WHERE h.enterprise_id = ?1 AND h.channel_id = channels.id))
  ORDER BY name_key, id LIMIT ${MOST_CHANNELS}`;
/**
 * The counts of the tiles that these permissions allow, what matters today, and what is wrong with channels: one batch a
 * database.
 */
export async function dashboardSummary(
  ctx: Ctx,
  { db: directory }: DirectoryCtx,
  held: readonly Permission[],
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId, now } = ctx;
  const may = (anyOf: readonly Permission[]) => anyOf.some((permission) => held.includes(permission));
  const open = tiles.filter((tile) => may(PERMISSIONS[tile]));
  const seesChannels = may(["CHANNELS.CREATE", "CHANNELS.EDIT", "CHANNELS.VIEW"]);
  const names = (of: Partial<Record<Tile, string>>) => open.filter((tile) => tile in of);
  const counting = ({ $client }: { $client: D1Database }, of: Partial<Record<Tile, string>>) =>
    names(of).map((tile) => {
      const rows = of[tile] ?? "";
      const values = rows.includes("?2") ? [enterpriseId, now()] : [enterpriseId];
      return $client
        .prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${rows} LIMIT ${MOST + 1})`)
        .bind(...values);
    });
  const asking = seesChannels
    ? [db.$client.prepare(TROUBLED).bind(enterpriseId), bindable(ctx, countingUsed(ctx))]
    : [];
  const today = readingToday(ctx, held);
  const tiled = counting(db, IN_TENANT);
  const [tenant, rest] = await Promise.all([
    batchOf(db.$client, [...asking, ...tiled, ...today.statements]),
    batchOf(directory.$client, counting(directory, IN_DIRECTORY)),
  ]);
  const [troubled, used] = tenant.slice(0, asking.length);
  const counts = new Map<Tile, number>([
    ...names(IN_TENANT).map((tile, at) => [tile, countIn(tenant[asking.length + at])] as const),
    ...names(IN_DIRECTORY).map((tile, at) => [tile, countIn(rest[at])] as const),
  ]);
  return {
    tiles: open.map((tile) => {
      const count = counts.get(tile) ?? 0;
      return { tile, count: Math.min(count, MOST), more: count > MOST };
    }),
    alerts: alertsIn(troubled, usedIn(used), now()),
    today: today.read(tenant.slice(asking.length + tiled.length)),
  };
}

interface TroubledRow {
  id: string;
  name: string;
  lastError: string | null;
  lastErrorAt: number | null;
  lastSuccessAt: number | null;
  health: string;
}

/** The channels that need action, the gravest first. */
function alertsIn(rows: unknown[] = [], used: Record<string, number>, now: number) {
  const alerts = (rows as TroubledRow[]).flatMap(({ id, name, ...row }) => {
    const condition = {
      health: factsIn(row.health),
      used: used[id] ?? null,
      lastError: row.lastError,
      lastErrorAt: isoOrNull(row.lastErrorAt),
      lastSuccessAt: isoOrNull(row.lastSuccessAt),
    };
    return alertsOf(condition, now).map((alert) => ({ channelId: id, name, alert }));
  });
  return alerts.toSorted((a, b) => byGravity(a.alert, b.alert));
}

const batchOf = async (client: D1Database, statements: D1PreparedStatement[]): Promise<unknown[][]> =>
  statements.length === 0 ? [] : (await client.batch(statements)).map(({ results }) => results);

const countIn = (rows: unknown[] | undefined): number => (rows?.[0] as { n: number } | undefined)?.n ?? 0;
