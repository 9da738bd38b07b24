import { useQueryOf } from "#app/data/query.ts";
import { shareOf, StepsTable } from "#app/features/automation-runs/steps-table.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { figuresOf, milestonesOf } from "#workers/contract/automation/report-rows.ts";
import { journeySegment, SEGMENT_OF } from "#workers/contract/endpoints/journey-report.ts";
import { type Asked, TableHead } from "./csv-button.tsx";
import type { Segment } from "./segment.ts";

/** The figures of those who are in some groups, or have some labels, now. */
export function SegmentFigures({ asked, segment, graph }: { asked: Asked; segment: Segment; graph: Graph }) {
  const query = { ...asked, groups: [...segment.groups], tags: [...segment.tags] };
  const { answer, failure } = useQueryOf(journeySegment, { query }, { keepsLast: true });
  if (!answer) {
    return failure ? <LoadFailure error={failure} title={texts.segmentFailed} /> : <SkeletonRows rows={6} />;
  }
  const { looked, people, completed, steps } = answer;
  if (people === 0) {
    return (
      <div className="grid gap-2">
        <p>{texts.segmentNobody}</p>
        <p className="text-muted">{texts.segmentText(people, looked, SEGMENT_OF)}</p>
      </div>
    );
  }
  const reached = answer.milestones.map((each) => ({ ...each, value: null, medianMs: null }));
  const rows = [
    { id: "", title: texts.finished, reached: completed },
    ...milestonesOf(graph, reached, people).map((each) => ({
      ...each,
      title: texts.milestoneNamed(each.id),
    })),
  ];
  return (
    <div className="grid gap-6">
      <p className="text-muted">{texts.segmentText(people, looked, SEGMENT_OF)}</p>
      <div className="grid gap-2">
        <TableHead title={texts.segmentTable} part="segment" asked={query} />
        <StepsTable caption={texts.segmentTable} steps={figuresOf(graph, steps)} entered={people} />
      </div>
      <Table caption={texts.segmentReached}>
        <thead>
          <tr>
            <Th>{texts.segmentReached}</Th>
            <FigureTh>{texts.people}</FigureTh>
            <FigureTh>{texts.share}</FigureTh>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <RowTh className="[overflow-wrap:anywhere]">{row.title}</RowTh>
              <FigureTd>{formatCount(row.reached)}</FigureTd>
              <FigureTd>{shareOf(row.reached, people)}</FigureTd>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
