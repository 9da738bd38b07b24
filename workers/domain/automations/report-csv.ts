import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import {
  byWeekday,
  cameIn,
  figuresOf,
  HOURS,
  milestonesOf,
  pathTitle,
  wayTitle,
} from "#workers/contract/automation/report-rows.ts";
import type { journeyReportCsv, ReportPart } from "#workers/contract/endpoints/journey-report.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import type { Ctx } from "../ctx.ts";
import { reportOf } from "./report.ts";
import { reportPartsOf } from "./report-parts.ts";

type Asked = InputOf<typeof journeyReportCsv>["query"];
type Cell = string | number | null;

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1_000));
const share = (part: number, whole: number): string => (whole === 0 ? "" : (part / whole).toFixed(4));

/** The rows of one table, in the order and with the names that its screen has. */
async function rowsOf(ctx: Ctx, { part, timezone, ...asked }: Asked): Promise<readonly Cell[][]> {
  if (part === "steps" || part === "milestones") {
    const { graph, steps, milestones } = await reportOf(ctx, asked);
    const entered = cameIn(graph, steps);
    if (part === "milestones")
      return milestonesOf(graph, milestones, entered).map(({ id, reached, before, medianMs, value }) => [
        id,
        reached,
        share(reached, entered),
        share(reached, before),
        seconds(medianMs),
        value,
      ]);
    return figuresOf(graph, steps).map((step) => [
      step.title,
      step.entered,
      share(step.entered, entered),
      step.here,
      step.ways.map(({ label, left }) => texts.way(label, String(left))).join("; "),
      step.dropped,
      share(step.dropped, step.entered),
      step.errors,
      step.timedOut,
      seconds(step.medianMs),
    ]);
  }
  const parts = await reportPartsOf(ctx, { ...asked, timezone });
  return rowsOfParts(part, parts);
}

function rowsOfParts(
  part: Exclude<ReportPart, "steps" | "milestones">,
  { graph, people, paths, splits, channels, hours }: Awaited<ReturnType<typeof reportPartsOf>>,
): readonly Cell[][] {
  switch (part) {
    case "paths":
      return paths.map(({ nodes, state, runs }) => [
        pathTitle(graph, nodes),
        texts.states[state],
        runs,
        share(runs, people),
      ]);
    case "variants":
      return splits.flatMap(({ node, variants }) =>
        variants.map(({ port, runs, reached, difference, tells }) => {
          const { step, way } = wayTitle(graph, node, port);
          const said = difference === null ? texts.compared : tells ? texts.tells : texts.notEnough;
          const interval = difference
            ? [difference.value.toFixed(4), difference.low.toFixed(4), difference.high.toFixed(4)]
            : ["", "", ""];
          return [step, way, runs, reached, share(reached, runs), ...interval, said];
        }),
      );
    case "channels":
      return channels.map(({ name, entered, here, reached }) => [
        name ?? texts.channelGone,
        entered,
        here,
        reached,
      ]);
    case "hours":
      return byWeekday(hours).map((row, weekday) => [texts.weekdays[weekday] ?? "", ...row]);
    default:
      return part satisfies never;
  }
}

/** One table of a journey's report as a file; who took it stands in the audit trail. */
export async function reportCsv(ctx: Ctx, asked: Asked): Promise<ReadableStream<Uint8Array>> {
  // Before the file begins: what is refused is refused with a sentence.
  const rows = await rowsOf(ctx, asked);
  const { part, id } = asked;
  return csvStream<readonly Cell[]>({
    header: part === "hours" ? [...texts.csv.hours, ...HOURS.map(String)] : texts.csv[part],
    begin: () =>
      audited(ctx, {
        action: "export",
        kind: "journey",
        object: { id, name: texts.title },
        after: { ...asked },
      }),
    next: (after) => Promise.resolve(after === undefined ? rows : []),
    cells: (row) => row.map((cell) => (cell === null ? "" : String(cell))),
  });
}
