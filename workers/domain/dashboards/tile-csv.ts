import { dashboardsTexts } from "#texts/dashboards.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { type Measure, measureOf, sourcesOf } from "#workers/contract/dashboards.ts";
import { partName, tileTitle } from "#workers/contract/own-dashboards.ts";
import { unitsOf } from "#workers/contract/payments/amount.ts";
import { csvLine, UTF8_MARK } from "../csv-cells.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { type TileShown, tilesShown } from "./figures.ts";
import { seenDashboard } from "./own.ts";
import type { DaysAsked } from "./read.ts";
import type { Viewer } from "./viewer.ts";

/** A measure's name with its unit, as the cells below have it. */
export function measureTitle(measure: Measure, currency: string): string {
  const { unit } = measureOf(measure);
  const said = unit === "money" ? currency && ` (${currency})` : texts.csvUnits[unit];
  return dashboardsTexts.measures[measure] + said;
}

/** As the screen rounds it: shares in whole percent. */
export function cellOf(measure: Measure, value: number | null, currency: string): string {
  if (value === null) return "";
  const { unit } = measureOf(measure);
  if (unit === "money") return String(unitsOf(value, currency));
  if (unit === "share") return String(Math.round(value * 100));
  return String(unit === "rating" ? Math.round(value * 100) / 100 : Math.round(value));
}

function linesOf(
  { kind, measures, compare, figures, rows }: TileShown,
  days: readonly string[],
  currency: string,
): string[][] {
  const titles = measures.map((measure) => measureTitle(measure, currency));
  if (kind === "table") {
    const [source = "sent"] = sourcesOf(measures);
    return [
      [dashboardsTexts.tables[source][1], ...titles],
      ...rows.map(({ values, ...part }) => [
        partName(source, part),
        ...measures.map((measure, at) => cellOf(measure, values[at] ?? null, currency)),
      ]),
    ];
  }
  if (kind === "number")
    return [
      [texts.csvFigure, texts.csvValue, ...(compare ? [texts.csvBefore] : [])],
      ...figures.map(({ measure, value, before }) => [
        measureTitle(measure, currency),
        cellOf(measure, value, currency),
        ...(compare ? [cellOf(measure, before, currency)] : []),
      ]),
    ];
  return [
    [dashboardsTexts.day, ...titles],
    ...days.map((day, at) => [
      day,
      ...figures.map((figure) => cellOf(figure.measure, figure.days[at] ?? null, currency)),
    ]),
  ];
}

/** The figures of a tile, formula-safe; forbidden where the person sees a sentence in their place. */
export async function tileCsv(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  viewer: Viewer,
  { id, tileId }: { id: string; tileId: string },
  asked: DaysAsked,
): Promise<{ name: string; csv: string }> {
  const row = await seenDashboard(ctx, viewer, id);
  const tile = row.content.tiles.find((each) => each.id === tileId);
  if (!tile) throw new DomainError("notFound");
  const {
    days,
    currency,
    tiles: [shown],
  } = await tilesShown({ ...ctx, directoryCtx }, [tile], asked, viewer.permissions);
  if (!shown || shown.isHidden) throw new DomainError("forbidden", { message: texts.hidden });
  return {
    name: `${tileTitle(tile)}.csv`,
    csv:
      UTF8_MARK +
      linesOf(shown, days, currency)
        .map((cells) => csvLine(cells))
        .join(""),
  };
}
