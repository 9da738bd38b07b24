import { useSearchParams } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { shareOf } from "#app/features/automation-runs/steps-table.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Cohort } from "#workers/contract/automation/cohorts.ts";
import { journeyCohorts } from "#workers/contract/endpoints/journey-report.ts";
import { type Asked, TableHead } from "./csv-button.tsx";
import { heatOf } from "./heat.ts";

/** Those who came in within each week, and which part of them had got to an end, or to a milestone, by when. */
export function Cohorts({ asked }: { asked: Asked }) {
  const [search, setSearch] = useSearchParams();
  const milestone = search.get("goal") ?? "";
  const { answer, failure } = useQueryOf(
    journeyCohorts,
    { query: { ...asked, milestone } },
    { keepsLast: true },
  );
  if (!answer) {
    return failure ? <LoadFailure error={failure} title={texts.cohortsFailed} /> : <SkeletonRows rows={4} />;
  }
  const goals = [...new Set([...answer.milestones, ...(milestone === "" ? [] : [milestone])])];
  const choose = (goal: string) =>
    setSearch(
      (before) => {
        if (goal === "") before.delete("goal");
        else before.set("goal", goal);
        return before;
      },
      { replace: true },
    );
  return (
    <div className="grid gap-2">
      <TableHead title={texts.cohorts} part="cohorts" asked={{ ...asked, milestone }} />
      <p className="text-muted">{texts.cohortsText}</p>
      <Field label={texts.cohortGoal} className="w-full sm:w-64">
        <Select
          value={milestone}
          options={[
            { value: "", label: texts.completed },
            ...goals.map((id) => ({ value: id, label: texts.milestoneNamed(id) })),
          ]}
          onChange={choose}
        />
      </Field>
      {answer.cohorts.length === 0 ? <p>{texts.noCohorts}</p> : <CohortTable cohorts={answer.cohorts} />}
    </div>
  );
}

function CohortTable({ cohorts }: { cohorts: readonly Cohort[] }) {
  return (
    <Table caption={texts.cohorts}>
      <thead>
        <tr>
          <Th>{texts.cohortWeek}</Th>
          <FigureTh>{texts.entered}</FigureTh>
          {cohorts[0]?.reached.map((_, after) => (
            <FigureTh key={texts.weeksLater(after)}>{texts.weeksLater(after)}</FigureTh>
          ))}
          <FigureTh>{texts.ever}</FigureTh>
        </tr>
      </thead>
      <tbody>
        {cohorts.map(({ week, entered, reached, ever }) => (
          <tr key={week}>
            <RowTh className="whitespace-nowrap">{week}</RowTh>
            <FigureTd>{formatCount(entered)}</FigureTd>
            {reached.map((count, after) => (
              <Share key={texts.weeksLater(after)} {...{ count, entered }} />
            ))}
            <Share count={ever} entered={entered} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A part of a cohort, with how many these are. */
const Share = ({ count, entered }: { count: number | null; entered: number }) =>
  count === null ? (
    <FigureTd>
      <span className="sr-only">{texts.toCome}</span>
    </FigureTd>
  ) : (
    <FigureTd style={heatOf(entered === 0 ? 0 : count / entered)}>
      {shareOf(count, entered)} ({formatCount(count)})
    </FigureTd>
  );
