import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Canvas, type StepsView, ViewSwitch } from "#app/features/graph-editor/steps-view.tsx";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatCount, formatSeconds, formatShare } from "#app/lib/format.ts";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import { journeyReportTexts } from "#texts/journey-report.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { graphLimits } from "#workers/contract/automation/limits.ts";
import { readingOrder } from "#workers/contract/automation/reading-order.ts";
import { figuresOf, type StepFigures } from "#workers/contract/automation/report-rows.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type journeyFigures, monitorDoors } from "#workers/contract/endpoints/journey-monitor.ts";
import { FiguresTable } from "./figures-table.tsx";

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

type Figures = ReplyOf<typeof journeyFigures>;
type Changes = Record<string, string>;

/** The steps in figures: the table first, or the drawing with the same numbers on it; each number opens its people. */
export function FiguresView({
  kind,
  params,
  search,
  onChange,
  addressOf,
}: {
  kind: AutomationKind;
  params: { id: string; instanceId: string };
  search: URLSearchParams;
  onChange: (changes: Changes) => void;
  /** The address of the list of people of a filter. */
  addressOf: (changes: Changes) => string;
}) {
  const [first, last] = [search.get("first") ?? "", search.get("last") ?? ""];
  const version = Number(search.get("drawn"));
  const { answer, failure } = useQueryOf(
    monitorDoors[kind].figures,
    {
      params,
      query: {
        ...(DAY.test(first) && { from: first }),
        ...(DAY.test(last) && { to: last }),
        ...(version > 0 && { version }),
      },
    },
    { keepsLast: true },
  );
  const chosen = version > 0 ? String(version) : "";
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <DayFilter
          label={journeyReportTexts.from}
          value={first || (answer?.from ?? "")}
          onChange={(from) => onChange({ first: from, last: last || (answer?.to ?? "") })}
        />
        <DayFilter
          label={journeyReportTexts.to}
          value={last || (answer?.to ?? "")}
          onChange={(to) => onChange({ last: to, first: first || (answer?.from ?? "") })}
        />
        <Field label={texts.versionFilter} className="w-full sm:w-40">
          <Select
            value={chosen}
            options={[
              { value: "", label: texts.allVersions },
              ...(answer?.versions ?? []).map((number) => ({
                value: String(number),
                label: texts.version(number),
              })),
            ]}
            onChange={(drawn) => onChange({ drawn })}
          />
        </Field>
      </div>
      {failure ? (
        <LoadFailure error={failure} title={texts.figuresFailed} />
      ) : answer ? (
        <Steps
          answer={answer}
          addressOf={(changes) =>
            addressOf({ ...(chosen && { version: chosen }), ...(changes.did && daysOf(answer)), ...changes })
          }
        />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </div>
  );
}

/** The days of figures (UTC) as moments, for those who did something within them. */
const daysOf = ({ from, to }: Pick<Figures, "from" | "to">) => ({
  since: `${from}T00:00:00.000Z`,
  until: new Date(Date.parse(to) + DAY_MS).toISOString(),
});

function Steps({ answer, addressOf }: { answer: Figures; addressOf: (changes: Changes) => string }) {
  const { graph } = answer;
  const [view, setView] = useState<StepsView>("list");
  const [selected, setSelected] = useState<string>();
  const steps = figuresOf(graph, answer.steps);
  const isDrawn = view === "canvas" && graph.nodes.length <= graphLimits.onCanvas;
  const chosen = steps.filter(({ id }) => id === selected);
  const of = new Map(steps.map((step) => [step.id, step]));
  return (
    <>
      <ViewSwitch view={isDrawn ? "canvas" : "list"} count={graph.nodes.length} onChange={setView} />
      {isDrawn ? (
        <>
          <section aria-label={texts.drawing} className="h-[60vh] min-h-96 rounded-lg border border-line">
            <Canvas
              graph={graph}
              rows={readingOrder(graph)}
              titleOf={({ node, number }) => of.get(node.id)?.title.replace(`${number}. `, "") ?? node.id}
              problemsOf={(nodeId) => ({ errors: of.get(nodeId)?.errors ?? 0 })}
              selected={selected}
              current={undefined}
              readOnly
              actions={{ open: setSelected }}
              marksOf={(nodeId) => marksOf(of.get(nodeId))}
              change={() => {}}
            />
          </section>
          {chosen.length > 0 ? (
            <FiguresTable steps={chosen} addressOf={addressOf} />
          ) : (
            <p className="text-muted">{texts.selectStep}</p>
          )}
        </>
      ) : (
        <FiguresTable steps={steps} addressOf={addressOf} />
      )}
    </>
  );
}

/** A step's figures from the table, as marks on the step of the drawing. */
function marksOf(step: StepFigures | undefined) {
  if (!step) return undefined;
  const { entered, here, errors, timedOut, dropped, medianMs, ways } = step;
  return {
    lines: [
      texts.noteCame(formatCount(entered), formatCount(here)),
      ...(dropped > 0 ? [texts.noteDropped(formatShare(dropped / entered))] : []),
      ...(errors + timedOut > 0 ? [texts.noteWrong(formatCount(errors), formatCount(timedOut))] : []),
      ...(medianMs === null ? [] : [texts.noteMedian(formatSeconds(medianMs / 1_000))]),
    ],
    ports: Object.fromEntries(ways.map(({ port, left }) => [port, formatCount(left)])),
  };
}
