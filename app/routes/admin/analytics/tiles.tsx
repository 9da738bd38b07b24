import { Chart } from "#app/components/chart/chart.tsx";
import type { ChartTone } from "#app/components/chart/chart-props.ts";
import { Card } from "#app/components/ui/card.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatDayMonth } from "#app/lib/format.ts";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import { type DashboardTile, measureOf, ofChannel } from "#workers/contract/dashboards.ts";
import type { showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { changeOf, said } from "./shown.ts";

type Shown = ReplyOf<typeof showDashboard>;
type Figure = Shown["figures"][number];
type Of<Kind extends DashboardTile["kind"]> = Extract<DashboardTile, { kind: Kind }>;

const TONES: readonly ChartTone[] = ["accent", "success", "danger"];

/** What is said beside a measure that is counted otherwise than the choices say. */
const noteOf = (tile: Of<"number" | "bars" | "line" | "table">, channelId: string): string => {
  const { source } = measureOf(tile.kind === "number" ? tile.measure : (tile.measures[0] ?? "sent"));
  return [
    ...(channelId !== "" && !ofChannel.has(source) ? [texts.allChannels] : []),
    ...(source === "usage" || source === "steps" ? [texts.utcDays] : []),
  ].join(" ");
};

/** A figure with its change since as many days before. */
export function NumberTile({
  tile,
  figure: { measure, value, before },
  channelId,
}: {
  tile: Of<"number">;
  figure: Figure;
  channelId: string;
}) {
  const change = changeOf(measure, value, before);
  const note = noteOf(tile, channelId);
  return (
    <Card className="p-4">
      <dt className="text-muted">{texts.measures[measure]}</dt>
      <dd>
        <span className="text-2xl font-semibold tabular-nums">{said(measure, value)}</span>
        <span className="block text-[0.8125rem] text-muted">
          {change ? (
            <>
              <span
                className={cx(
                  change.isBetter === true && "text-success",
                  change.isBetter === false && "text-danger",
                )}
              >
                {change.text}
              </span>
              {`; ${texts.before(said(measure, before))}`}
            </>
          ) : (
            texts.noBefore
          )}
          {note && <span className="block">{note}</span>}
        </span>
      </dd>
    </Card>
  );
}

/** Measures of one unit by the day. */
export function ChartTile({
  tile,
  shown,
  channelId,
}: {
  tile: Of<"bars" | "line">;
  shown: Shown;
  channelId: string;
}) {
  const [first = "sent"] = tile.measures;
  const { unit } = measureOf(first);
  // Axes have whole numbers: shares are drawn in percent.
  const scale = unit === "share" ? 100 : 1;
  const figures = tile.measures.flatMap(
    (measure) => shown.figures.find((each) => each.measure === measure) ?? [],
  );
  const names = tile.measures.map((measure) => texts.measures[measure]).join(", ");
  return (
    <Chart
      kind={tile.kind === "bars" ? "bar" : "line"}
      title={texts.byDay(names)}
      summary={`${figures.map(({ measure, value }) => texts.inAll(texts.measures[measure], said(measure, value))).join(", ")}. ${noteOf(tile, channelId)}`}
      labelName={texts.day}
      labels={shown.days.map(formatDayMonth)}
      format={(value) => said(first, value / scale)}
      {...(unit === "share" && { most: scale })}
      series={figures.map(({ measure, days }, at) => ({
        name: texts.measures[measure],
        tone: TONES[at] ?? "accent",
        values: days.map((value) => value && value * scale),
        ...(unit !== "count" && { week: "mean" as const }),
      }))}
    />
  );
}

/** What has had the most, such as channels. */
export function TableTile({
  tile,
  shown,
  channelId,
}: {
  tile: Of<"table">;
  shown: Shown;
  channelId: string;
}) {
  const rows = shown.tables.find(({ source }) => source === tile.source)?.rows ?? [];
  const [caption, part] = texts.tables[tile.source];
  const note = noteOf(tile, channelId);
  return (
    <section className="min-w-0">
      {rows.length === 0 ? (
        <>
          <h2 className="mb-2 font-semibold">{caption}</h2>
          <p className="text-muted">{texts.noRows}</p>
        </>
      ) : (
        <Table caption={caption} captionHidden={false} className="relative">
          <thead>
            <tr>
              <Th>{part}</Th>
              {tile.measures.map((measure) => (
                <FigureTh key={measure}>{texts.measures[measure]}</FigureTh>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, values }) => (
              <tr key={id}>
                <RowTh className="min-w-28 [overflow-wrap:anywhere]">
                  <bdi>{name || texts.noName}</bdi>
                </RowTh>
                {tile.measures.map((measure, at) => (
                  <FigureTd key={measure}>{said(measure, values[at] ?? null)}</FigureTd>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {note && <p className="mt-1 text-[0.8125rem] text-muted">{note}</p>}
    </section>
  );
}
