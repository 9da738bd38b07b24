import {
  dashboardSources,
  dashboards,
  type DashboardTile,
  maySee,
  measuresOf,
  sourcesOf,
} from "#workers/contract/dashboards.ts";
import type { showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { NO_FILTER } from "#workers/contract/own-dashboards.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { iso } from "../ctx.ts";
import { askedOf, type Reading, tilesRead } from "./read.ts";

const CHANNELS = "SELECT id, name FROM channels WHERE enterprise_id = ?1 ORDER BY name_key, id LIMIT 200";

/** All tiles of a dashboard that every enterprise has, but for figures whose own screen the person may not open. */
export async function dashboardShown(
  ctx: Reading & { now: () => number },
  query: InputOf<typeof showDashboard>["query"],
  permissions: readonly Permission[],
): Promise<ReplyOf<typeof showDashboard>> {
  const isSeen = (tile: DashboardTile) =>
    sourcesOf(measuresOf(tile)).every((source) => maySee(source, permissions));
  const tiles = dashboards[query.name].filter(isSeen);
  const filter = { ...NO_FILTER, channelId: query.channelId };
  const {
    db: { $client },
    enterpriseId,
    now,
  } = ctx;
  const read = await tilesRead(
    ctx,
    tiles.map((tile) => askedOf(tile, filter)),
    query,
    [$client.prepare(CHANNELS).bind(enterpriseId)],
  );
  const figures = new Map(
    read.tiles.flatMap((tile) => tile.figures).map((figure) => [figure.measure, figure]),
  );
  return {
    days: read.days,
    currency: read.currency,
    figures: [...figures.values()],
    tables: tiles.flatMap((tile, at) =>
      tile.kind === "table" ? [{ source: tile.source, rows: read.tiles[at]?.rows ?? [] }] : [],
    ),
    hidden: dashboardSources.filter((source) => !maySee(source, permissions)),
    channels: (read.beside[0]?.results ?? []) as { id: string; name: string }[],
    updatedAt: iso(now()),
  };
}
