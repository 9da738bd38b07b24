import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { COHORT_WEEKS } from "#workers/contract/automation/cohorts.ts";
import {
  byWeekday,
  cameIn,
  figuresOf,
  HOURS,
  milestonesOf,
  pathTitle,
  type StepCounts,
  wayTitle,
} from "#workers/contract/automation/report-rows.ts";
import type { journeyReportCsv, ReportPart } from "#workers/contract/endpoints/journey-report.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { reportOf } from "./report.ts";
import { cohortsIn } from "./report-cohorts.ts";
import { reportPartsOf } from "./report-parts.ts";
import { segmentOf } from "./report-segment.ts";

type Asked = InputOf<typeof journeyReportCsv>["query"];
type Cell = string | number | null;

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1_000));
const share = (part: number, whole: number): string => (whole === 0 ? "" : (part / whole).toFixed(4));

/** Steps in the order and with the figures that their screens have. */
const stepRows = (graph: Graph | null, steps: readonly StepCounts[], entered: number): Cell[][] =>
  figuresOf(graph, steps).map((step) => [
    step.title,
    step.entered,
    share(step.entered, entered),
    step.here,
    step.ways.map(({ label, left }) => texts.way(label, String(left))).join("; "),
    step.dropped,
    share(step.dropped, step.entered),
    step.errors,
    step.timedOut,
    step.expired,
    seconds(step.medianMs),
  ]);

/** The rows of one table, in the order and with the names that its screen has. */
async function rowsOf(
  ctx: Ctx,
  { part, timezone, version, milestone, groups, tags, ...asked }: Asked,
): Promise<readonly Cell[][]> {
  if (version !== undefined && part !== "steps") {
    const message = texts.versionStepsOnly;
    throw new DomainError("invalid", { message, errors: { version: message } });
  }
  switch (part) {
    case "steps": {
      const { graph, steps } = await reportOf(ctx, { ...asked, version });
      return stepRows(graph, steps, cameIn(graph, steps));
    }
    case "segment": {
      const { graph, steps, people } = await segmentOf(ctx, { ...asked, groups, tags });
      return stepRows(graph, steps, people);
    }
    case "milestones": {
      const { graph, steps, milestones } = await reportOf(ctx, asked);
      const entered = cameIn(graph, steps);
      return milestonesOf(graph, milestones, entered).map(({ id, reached, before, medianMs, value }) => [
        ...[id, reached, share(reached, entered), share(reached, before), seconds(medianMs), value],
      ]);
    }
    case "cohorts": {
      const { cohorts } = await cohortsIn(ctx, { ...asked, milestone });
      return cohorts.map(({ week, entered, reached, ever }) => [
        ...[week, entered],
        ...Array.from({ length: COHORT_WEEKS + 1 }, (_, after) => reached[after] ?? null),
        ever,
      ]);
    }
    default:
      return rowsOfParts(part, await reportPartsOf(ctx, { ...asked, timezone }));
  }
}

function rowsOfParts(
  part: Exclude<ReportPart, "steps" | "milestones" | "cohorts" | "segment">,
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

function headerOf(part: ReportPart): readonly string[] {
  if (part === "hours") return [...texts.csv.hours, ...HOURS.map(String)];
  if (part === "segment") return texts.csv.steps;
  if (part !== "cohorts") return texts.csv[part];
  const weeks = Array.from({ length: COHORT_WEEKS + 1 }, (_, after) => texts.weeksLater(after));
  return [...texts.csv.cohorts, ...weeks, texts.ever];
}

/** One table of a journey's report as a file; who took it stands in the audit trail. */
export async function reportCsv(ctx: Ctx, asked: Asked): Promise<ReadableStream<Uint8Array>> {
  // Before the file begins: what is refused is refused with a sentence.
  const rows = await rowsOf(ctx, asked);
  const { part, id } = asked;
  return csvStream<readonly Cell[]>({
    header: headerOf(part),
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
