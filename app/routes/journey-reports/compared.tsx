import { useQueryOf } from "#app/data/query.ts";
import { shareOf } from "#app/features/automation-runs/steps-table.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import { cameIn, figuresOf, milestonesOf } from "#workers/contract/automation/report-rows.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { journeyReport } from "#workers/contract/endpoints/journey-report.ts";
import { BEFORE } from "./before.ts";
import type { Asked } from "./csv-button.tsx";

type Report = ReplyOf<typeof journeyReport>;

const DAY_MS = 86_400_000;

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What is asked for beside a report: another launch in the same days, or as many days before in the same launches. */
function besides(asked: Asked, other: string): Asked {
  if (other !== BEFORE) return { ...asked, instanceId: other };
  const [from, to] = [Date.parse(asked.from), Date.parse(asked.to)];
  return { ...asked, from: dayAt(from - (to - from) - DAY_MS), to: dayAt(from - DAY_MS) };
}

/** A report beside another one: how many came to each step and milestone, and which part of all that is. */
export function Compared({
  report,
  asked,
  other,
  names,
}: {
  report: Report;
  asked: Asked;
  other: string;
  /** Of this one and the other. */
  names: readonly [string, string];
}) {
  const { answer, failure } = useQueryOf(journeyReport, { query: besides(asked, other) });
  if (!answer) {
    return failure ? <LoadFailure error={failure} title={texts.compareFailed} /> : <SkeletonRows rows={4} />;
  }
  const [own, theirs] = [rowsOf(report.graph, report), rowsOf(report.graph, answer)];
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold">{texts.sideBySide(...names)}</h2>
      <Table caption={texts.sideBySide(...names)}>
        <thead>
          <tr>
            <Th>{texts.step}</Th>
            {names.map((name) => (
              <FigureTh key={name}>{name}</FigureTh>
            ))}
            {names.map((name) => (
              <FigureTh key={name}>{texts.shareIn(name)}</FigureTh>
            ))}
          </tr>
        </thead>
        <tbody>
          {own.rows.map(({ id, title, count }) => {
            const there = theirs.rows.find((each) => each.id === id)?.count ?? 0;
            return (
              <tr key={id}>
                <RowTh className="max-w-72 min-w-40 [overflow-wrap:anywhere]">{title}</RowTh>
                <FigureTd>{formatCount(count)}</FigureTd>
                <FigureTd>{formatCount(there)}</FigureTd>
                <FigureTd>{shareOf(count, own.entered)}</FigureTd>
                <FigureTd>{shareOf(there, theirs.entered)}</FigureTd>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

/** Steps and milestones in the order of one drawing, so that the two have the same rows. */
function rowsOf(graph: Report["graph"], { steps, milestones }: Pick<Report, "steps" | "milestones">) {
  const entered = cameIn(graph, steps);
  return {
    entered,
    rows: [
      ...figuresOf(graph, steps).map(({ id, title, entered: count }) => ({ id, title, count })),
      ...milestonesOf(graph, milestones, entered).map(({ id, reached }) => ({
        id: `milestone ${id}`,
        title: texts.milestoneNamed(id),
        count: reached,
      })),
    ],
  };
}
