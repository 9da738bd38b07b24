import { ChartColumn, Lock } from "lucide-react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { UpdatedAgo } from "#app/components/updated-ago.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { goneOf } from "#app/kit/gone-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { zoneName } from "#app/lib/zone.ts";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import { ownDashboardsTexts as ownTexts } from "#texts/own-dashboards.ts";
import { dashboards, measuresOf, sourcesOf } from "#workers/contract/dashboards.ts";
import { figuresAgeTexts } from "#texts/figures-age.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import { listOwnDashboards, showOwnDashboard } from "#workers/contract/endpoints/own-dashboards.ts";
import type { Route } from "./+types/analytics.ts";
import { Choices, type Parts } from "./choices.tsx";
import { OwnTiles } from "./own-tiles.tsx";
import { queryIn } from "./shown.ts";
import { ChartTile, NumberTile, TableTile } from "./tiles.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title,
  lead,
  failed,
  wide: true,
  Gone: goneOf({ title, gone: ownTexts.gone, back: ownTexts.back }, "/admin/analytics"),
});

/** The dashboard, its days and its channel are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const query = queryIn(new URL(url).searchParams);
  const { ownId: id, fromDate, toDate, timeZone } = query;
  const [own, dashboard, shownOwn] = await Promise.all([
    load(listOwnDashboards),
    id === "" ? load(showDashboard, { query }) : undefined,
    id === "" ? undefined : load(showOwnDashboard, { params: { id }, query: { fromDate, toDate, timeZone } }),
  ]);
  return { query, own, dashboard, shownOwn };
});

type Shown = ReplyOf<typeof showDashboard>;
type Data = Route.ComponentProps["loaderData"];

/** One of the enterprise's dashboards, or one that somebody has made: figures beside those of as many days before. */
export default function Analytics({ loaderData: { query, own, dashboard, shownOwn } }: Route.ComponentProps) {
  const { dashboards: others } = useLoaded(own).answer;
  const parts = { query, others };
  return (
    <Page
      wide
      title={title}
      lead={lead}
      actions={<ButtonLink to="/admin/analytics/config">{ownTexts.manage}</ButtonLink>}
    >
      {dashboard && <Everybodys {...parts} dashboard={dashboard} />}
      {shownOwn && <Own {...parts} shownOwn={shownOwn} />}
    </Page>
  );
}

function Everybodys({ query, others, dashboard }: Parts & { dashboard: NonNullable<Data["dashboard"]> }) {
  const list = useLoaded(dashboard);
  const shown = list.answer;
  const isHidden = dashboards[query.name]
    .flatMap((tile) => sourcesOf(measuresOf(tile)))
    .every((source) => shown.hidden.includes(source));
  const nothing =
    shown.figures.every(({ value, before }) => !value && !before) &&
    shown.tables.every(({ rows }) => rows.length === 0);
  return (
    <>
      <Choices query={query} others={others} channels={shown.channels} />
      <NotRefreshed list={list} />
      {isHidden ? (
        <EmptyState icon={<Lock />} title={ownTexts.hidden} />
      ) : nothing ? (
        <EmptyState icon={<ChartColumn />} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <Tiles query={query} shown={shown} />
      )}
      <Age list={list} />
    </>
  );
}

function Own({ query, others, shownOwn }: Parts & { shownOwn: NonNullable<Data["shownOwn"]> }) {
  const list = useLoaded(shownOwn);
  const { fromDate, toDate, timeZone } = query;
  return (
    <>
      <Choices query={query} others={others} />
      <NotRefreshed list={list} />
      <OwnTiles shown={list.answer} days={{ fromDate, toDate, timeZone }} />
      <Age list={list} />
    </>
  );
}

const Age = ({
  list: { at, asking, reload },
}: {
  list: { at: number; asking: boolean; reload: () => void };
}) => (
  <UpdatedAgo {...{ at }} busy={asking} onRefresh={reload} className="mt-3">
    {figuresAgeTexts.timesIn(zoneName())}
  </UpdatedAgo>
);

function Tiles({ query, shown }: { query: Parts["query"]; shown: Shown }) {
  const { name, channelId } = query;
  const beside = { channelId, currency: shown.currency, range: query };
  const tiles = dashboards[name];
  const keyOf = (tile: (typeof tiles)[number]) => `${tile.kind} ${measuresOf(tile).join(" ")}`;
  return (
    <div className="grid gap-6">
      <dl className="grid gap-3 min-[26rem]:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-6">
        {tiles.map((tile) => {
          if (tile.kind !== "number") return null;
          const figure = shown.figures.find(({ measure }) => measure === tile.measure);
          return figure && <NumberTile key={keyOf(tile)} {...{ tile, figure }} {...beside} />;
        })}
      </dl>
      <section>
        <h2 className="mb-3 font-semibold">{texts.overTime}</h2>
        <div className="grid gap-4 xl:grid-cols-2">
          {tiles.map((tile) =>
            tile.kind === "bars" || tile.kind === "line" ? (
              <ChartTile
                key={keyOf(tile)}
                days={shown.days}
                figures={shown.figures}
                tile={tile}
                {...beside}
              />
            ) : null,
          )}
        </div>
      </section>
      <div className="grid gap-6 2xl:grid-cols-2">
        {tiles.map((tile) =>
          tile.kind === "table" ? (
            <TableTile
              key={keyOf(tile)}
              rows={shown.tables.find(({ source }) => source === tile.source)?.rows ?? []}
              tile={tile}
              {...beside}
            />
          ) : null,
        )}
      </div>
    </div>
  );
}
