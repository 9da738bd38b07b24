import { Link } from "react-router";
import { Chart } from "#app/components/chart/chart.tsx";
import type { ChartTone } from "#app/components/chart/chart-props.ts";
import { Card } from "#app/components/ui/card.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { Compared } from "#app/features/compared/compared.tsx";
import type { DayRange } from "#app/lib/day-range.ts";
import { useSession } from "#app/session/session.ts";
import { formatDayMonth } from "#app/lib/format.ts";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import {
  type DashboardSource,
  type DashboardTile,
  isSummed,
  measureOf,
  ofChannel,
} from "#workers/contract/dashboards.ts";
import type { showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { NO_FILTER, partName, type TileFilter } from "#workers/contract/own-dashboards.ts";
import { mayOpen, screenOf } from "./opens.ts";
import { said } from "./shown.ts";

type Shown = ReplyOf<typeof showDashboard>;
type Figure = Shown["figures"][number];
type Row = Shown["tables"][number]["rows"][number];
type Of<Kind extends DashboardTile["kind"]> = Extract<DashboardTile, { kind: Kind }>;

const ofUtcDays: ReadonlySet<DashboardSource> = new Set(["usage", "spending", "steps"]);
const TONES: readonly ChartTone[] = ["accent", "success", "danger"];

interface TileProps {
  channelId: string;
  /** Of amounts; '' where no plan was chosen. */
  currency: string;
  /** A filter that narrows its figures down further. */
  filter?: TileFilter;
  /** The days of the figures. */
  range: DayRange;
  /** Instead of the name after its measures. */
  title?: string;
  /** More that is said of it, such as what it is narrowed down to. */
  more?: string;
}

/** A note beside a measure that is counted otherwise than the choices say. */
const noteOf = (
  tile: Of<"number" | "bars" | "line" | "table">,
  { channelId, currency, more = "" }: Pick<TileProps, "channelId" | "currency" | "more">,
): string => {
  const { source } = measureOf(tile.kind === "number" ? tile.measure : (tile.measures[0] ?? "sent"));
  return [
    ...(more === "" ? [] : [more]),
    ...(channelId !== "" && !ofChannel.has(source) ? [texts.allChannels] : []),
    ...(ofUtcDays.has(source) ? [texts.utcDays] : []),
    ...(source === "spending" ? [currency === "" ? texts.noPlan : texts.byPlan] : []),
  ].join(" ");
};

/** A figure with its change since as many days before. */
export function NumberTile({
  tile,
  figure: { measure, value, before },
  title = texts.measures[measure],
  compared = true,
  ...beside
}: TileProps & {
  tile: Of<"number">;
  figure: Figure;
  compared?: boolean;
}) {
  const { unit, isBad } = measureOf(measure);
  const { range, channelId, currency, filter = NO_FILTER } = beside;
  const { profile } = useSession();
  const to = mayOpen(profile, screenOf(measure, range, { ...filter, channelId }));
  const note = noteOf(tile, beside);
  return (
    <Card className="p-4">
      <dt className="text-muted [overflow-wrap:anywhere]">{title}</dt>
      <dd>
        <span className="text-2xl font-semibold tabular-nums">
          {to === undefined ? (
            said(measure, value, currency)
          ) : (
            <Link
              to={to}
              className="finger inline-block min-h-6 min-w-6 rounded text-accent-ink underline underline-offset-2"
            >
              {said(measure, value, currency)}
              <span className="sr-only">{texts.opens(title)}</span>
            </Link>
          )}
        </span>
        <span className="block text-[0.8125rem] text-muted">
          {compared && <Compared {...{ unit, isBad, value, before, currency }} />}
          {note && <span className="block">{note}</span>}
        </span>
      </dd>
    </Card>
  );
}

/** Measures of one unit by the day. */
export function ChartTile({
  tile,
  days,
  figures: all,
  title,
  compared = false,
  ...beside
}: TileProps & {
  tile: Of<"bars" | "line">;
  days: readonly string[];
  figures: readonly Figure[];
  compared?: boolean;
}) {
  const [first = "sent"] = tile.measures;
  const { unit } = measureOf(first);
  const { currency } = beside;
  // Axes have whole numbers: shares are drawn in percent.
  const scale = unit === "share" ? 100 : 1;
  const figures = tile.measures.flatMap((measure) => all.find((each) => each.measure === measure) ?? []);
  const names = tile.measures.map((measure) => texts.measures[measure]).join(", ");
  return (
    <Chart
      kind={tile.kind === "bars" ? "bar" : "line"}
      title={title ?? texts.byDay(names)}
      summary={`${figures.map((figure) => sumOf(figure, compared, currency)).join(", ")}. ${noteOf(tile, beside)}`}
      labelName={texts.day}
      labels={days.map(formatDayMonth)}
      format={(value) => said(first, value / scale, currency)}
      {...(unit === "share" && { most: scale })}
      series={figures.map(({ measure, days: values }, at) => ({
        name: texts.measures[measure],
        tone: TONES[at] ?? "accent",
        values: values.map((value) => value && value * scale),
        ...(!isSummed(unit) && { week: "mean" as const }),
      }))}
    />
  );
}

const sumOf = ({ measure, value, before }: Figure, compared: boolean, currency: string): string =>
  [
    texts.inAll(texts.measures[measure], said(measure, value, currency)),
    ...(compared ? [texts.before(said(measure, before, currency))] : []),
  ].join("; ");

/** A table of whatever has had the most, such as channels. */
export function TableTile({
  tile,
  rows,
  title,
  ...beside
}: TileProps & {
  tile: Of<"table">;
  rows: readonly Row[];
}) {
  const [usual, heading] = texts.tables[tile.source];
  const caption = title ?? usual;
  const note = noteOf(tile, beside);
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
              <Th>{heading}</Th>
              {tile.measures.map((measure) => (
                <FigureTh key={measure}>{texts.measures[measure]}</FigureTh>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ values, ...part }) => (
              <tr key={part.id}>
                <RowTh className="min-w-28 [overflow-wrap:anywhere]">
                  <bdi>{partName(tile.source, part)}</bdi>
                </RowTh>
                {tile.measures.map((measure, at) => (
                  <FigureTd key={measure}>{said(measure, values[at] ?? null, beside.currency)}</FigureTd>
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
