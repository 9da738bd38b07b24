import { LayoutDashboard, Lock } from "lucide-react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import type { DayRange } from "#app/lib/day-range.ts";
import { dashboardsTexts } from "#texts/dashboards.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { sourcesOf } from "#workers/contract/dashboards.ts";
import type { CallOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { ownTileCsv, type showOwnDashboard } from "#workers/contract/endpoints/own-dashboards.ts";
import { tileTitle, type TileSize } from "#workers/contract/own-dashboards.ts";
import { OwnPages } from "./own-pages.tsx";
import { ChartTile, NumberTile, TableTile } from "./tiles.tsx";

type Shown = ReplyOf<typeof showOwnDashboard>;
type Tile = Shown["tiles"][number];
type Days = NonNullable<CallOf<typeof ownTileCsv>["query"]>;

const SPANS: Record<TileSize, string> = {
  small: "md:col-span-2",
  medium: "md:col-span-3",
  wide: "md:col-span-6",
};

/** The tiles of a dashboard that somebody has made, in their order. */
export function OwnTiles({ shown, days }: { shown: Shown; days: Days }) {
  const edit = shown.mayEdit && (
    <ButtonLink to={`/admin/analytics/config/${shown.id}`}>{texts.edit}</ButtonLink>
  );
  if (shown.tiles.length + shown.pages.length === 0)
    return (
      <EmptyState icon={<LayoutDashboard />} title={texts.noOwnTiles} action={edit}>
        {texts.noOwnTilesText}
      </EmptyState>
    );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold [overflow-wrap:anywhere]">{shown.name}</h2>
        {edit}
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-6">
        {shown.tiles.map((tile) => (
          <div
            key={tile.id}
            role="group"
            aria-label={shownName(tile)}
            className={cx("flex min-w-0 flex-col", SPANS[tile.size])}
          >
            {tile.isHidden ? (
              <Card className="flex items-start gap-2 p-4 text-muted">
                <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
                <p className="min-w-0">
                  <span className="block font-medium text-ink [overflow-wrap:anywhere]">
                    {shownName(tile)}
                  </span>
                  {texts.hidden}
                </p>
              </Card>
            ) : (
              <>
                <Figures tile={tile} days={shown.days} currency={shown.currency} range={days} />
                <div className="mt-1 flex flex-wrap justify-end gap-2">
                  <ExportButton
                    size="sm"
                    tone="ghost"
                    endpoint={ownTileCsv}
                    input={{ params: { id: shown.id, tileId: tile.id }, query: days }}
                    fileName={`${tileTitle(tile)}.csv`}
                    label={texts.csv}
                    failed={texts.csvFailed}
                  />
                </div>
              </>
            )}
          </div>
        ))}
      </div>
      <OwnPages pages={shown.pages} days={days} />
    </>
  );
}

/** A picture that is named after its measures says that they are by the day. */
const shownName = (tile: Tile): string =>
  tile.title === "" && (tile.kind === "bars" || tile.kind === "line")
    ? dashboardsTexts.byDay(tileTitle(tile))
    : tileTitle(tile);

function Figures({
  tile,
  days,
  currency,
  range,
}: {
  tile: Tile;
  days: readonly string[];
  currency: string;
  range: DayRange;
}) {
  const { kind, measures, figures, compare: compared } = tile;
  const beside = {
    title: shownName(tile),
    currency,
    channelId: tile.filter.channelId,
    filter: tile.filter,
    range,
    ...(tile.filteredBy.length > 0 && {
      more: texts.only(tile.filteredBy.map((name) => name || texts.filterGone).join(", ")),
    }),
  };
  const [measure = "sent"] = measures;
  if (kind === "table") {
    const [source = "sent"] = sourcesOf(measures);
    return <TableTile tile={{ kind, source, measures }} rows={tile.rows} {...beside} />;
  }
  if (kind === "number")
    return (
      <dl className="grid grow">
        {figures.map((figure) => (
          <NumberTile
            key={figure.measure}
            tile={{ kind, measure }}
            figure={figure}
            {...{ compared }}
            {...beside}
          />
        ))}
      </dl>
    );
  return <ChartTile tile={{ kind, measures }} {...{ days, figures, compared }} {...beside} />;
}
