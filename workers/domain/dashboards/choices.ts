import { and, asc, eq, sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import { agents } from "#db/tenant/bots.ts";
import { channels } from "#db/tenant/channels.ts";
import { dashboards } from "#db/tenant/dashboards.ts";
import { departments } from "#db/tenant/departments.ts";
import { CHOICES_PAGE, type searchDashboardChoices } from "#workers/contract/endpoints/own-dashboards.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { DashboardSchedule } from "#workers/contract/own-dashboards.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import { page } from "../page.ts";
import { active, byName } from "../person-named.ts";

/** Things that tiles can be narrowed down to, each with the part of a tile's filter that names it. */
const filters = {
  channels: { table: channels, part: "$.filter.channelId" },
  bots: { table: agents, part: "$.filter.botId" },
  departments: { table: departments, part: "$.filter.departmentId" },
} as const;
type Filtered = keyof typeof filters;
type Asked = InputOf<typeof searchDashboardChoices>;

const amongThese = (ids: readonly string[]) => sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Those of a kind that a name is part of, or those of some ids; a page of them. */
export async function searchChoices(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  { of }: Asked["params"],
  { name, ids }: Asked["query"],
): Promise<ReplyOf<typeof searchDashboardChoices>> {
  // So many ids at most are asked for: none of them is on another page.
  const { limit, cut } = page({ from: 0, perPage: Math.max(CHOICES_PAGE, ids.length) });
  const found =
    of === "people"
      ? await people(directoryCtx, { name, ids }).limit(limit)
      : await choosing(ctx, of, { name, ids }).limit(limit);
  const { rows, more } = cut(found);
  return { choices: rows, more };
}

function choosing({ db, enterpriseId }: Ctx, of: Filtered, { name, ids }: Asked["query"]) {
  const { table } = filters[of];
  const key = nameKey(name);
  return db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(
      and(
        eq(table.enterpriseId, enterpriseId),
        key ? sql`instr(${table.nameKey}, ${key}) > 0` : undefined,
        ids.length > 0 ? sql`${table.id} ${amongThese(ids)}` : undefined,
      ),
    )
    .orderBy(asc(table.nameKey), asc(table.id));
}

const people = ({ db, enterpriseId }: DirectoryCtx, { name, ids }: Asked["query"]) =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(active(enterpriseId, name), ids.length > 0 ? sql`${users.id} ${amongThese(ids)}` : undefined))
    .orderBy(...byName);

/** The statement that names what a dashboard's tiles are narrowed down to. */
export function choosingChosen({ db, enterpriseId }: Ctx, of: Filtered, dashboardId: string) {
  const { table, part } = filters[of];
  const chosen = sql`SELECT json_extract(tile.value, ${part}) FROM ${dashboards}, json_each(${dashboards.content}, '$.tiles') tile
    WHERE ${dashboards.enterpriseId} = ${enterpriseId} AND ${dashboards.id} = ${dashboardId}`;
  return db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.enterpriseId, enterpriseId), sql`${table.id} IN (${chosen})`));
}

/** The colleagues to whom it is mailed, as far as they are still there. */
export const recipientsOf = async (directoryCtx: DirectoryCtx, schedule: DashboardSchedule | null) =>
  schedule === null || schedule.people.length === 0
    ? []
    : people(directoryCtx, { name: "", ids: schedule.people });
