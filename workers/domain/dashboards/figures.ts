import { maySee, sourcesOf } from "#workers/contract/dashboards.ts";
import type { showOwnDashboard } from "#workers/contract/endpoints/own-dashboards.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { hostOf, type OwnTile } from "#workers/contract/own-dashboards.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { type Ctx, type DirectoryCtx, iso } from "../ctx.ts";
import { type DashboardRow, type Place, seenDashboard } from "./own.ts";
import { type DaysAsked, type Reading, type TileRead, tilesRead } from "./read.ts";
import { mayEdit, type Viewer } from "./viewer.ts";

/** A tile with its figures; none where the person may not open the screen that has them. */
export type TileShown = OwnTile & TileRead & { isHidden: boolean; filteredBy: string[] };

/** Names of what tiles are narrowed down to. */
const NAMES = `SELECT id, name FROM channels WHERE enterprise_id = ?1 AND id IN (SELECT value FROM json_each(?2))
  UNION ALL SELECT id, name FROM agents WHERE enterprise_id = ?1 AND id IN (SELECT value FROM json_each(?2))
  UNION ALL SELECT id, name FROM departments WHERE enterprise_id = ?1 AND id IN (SELECT value FROM json_each(?2))`;
const idsIn = ({ filter }: OwnTile): string[] => Object.values(filter).filter((id) => id !== "");

const nothing: TileRead = { figures: [], rows: [] };

/** Tiles with their figures, as somebody with these permissions sees them. */
export async function tilesShown(
  ctx: Reading,
  tiles: readonly OwnTile[],
  asked: DaysAsked,
  permissions: readonly Permission[],
): Promise<{ days: string[]; currency: string; tiles: TileShown[] }> {
  const isSeen = ({ measures }: OwnTile) =>
    sourcesOf(measures).every((source) => maySee(source, permissions));
  const visible = tiles.filter(isSeen);
  const ids = JSON.stringify(visible.flatMap(idsIn));
  const read = await tilesRead(ctx, visible, asked, [
    ctx.db.$client.prepare(NAMES).bind(ctx.enterpriseId, ids),
  ]);
  const rowsOfNames = (read.beside[0]?.results ?? []) as { id: string; name: string }[];
  const names = new Map(rowsOfNames.map(({ id, name }) => [id, name]));
  const of = new Map(visible.map(({ id }, at) => [id, read.tiles[at] ?? nothing]));
  return {
    days: read.days,
    currency: read.currency,
    tiles: tiles.map((tile) => {
      const { figures, rows } = of.get(tile.id) ?? nothing;
      return {
        ...tile,
        isHidden: !of.has(tile.id),
        filteredBy: of.has(tile.id) ? idsIn(tile).map((id) => names.get(id) ?? "") : [],
        figures: figures.map((figure) => (tile.compare ? figure : { ...figure, before: null })),
        rows,
      };
    }),
  };
}

/** A dashboard of somebody's with its figures. */
export async function ownDashboardShown(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  viewer: Viewer,
  { id, host }: Place,
  asked: DaysAsked,
): Promise<ReplyOf<typeof showOwnDashboard>> {
  const row: DashboardRow = await seenDashboard(ctx, viewer, id);
  const shown = await tilesShown({ ...ctx, directoryCtx }, row.content.tiles, asked, viewer.permissions);
  return {
    id,
    name: row.name,
    makerName: row.makerName,
    mayEdit: mayEdit(row, viewer),
    ...shown,
    pages: (row.content.pages ?? []).map((page) => ({ ...page, isAllowed: hostOf(page.address) === host })),
    updatedAt: iso(ctx.now()),
  };
}
