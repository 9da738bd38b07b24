import { Flag, Route as RouteSign } from "lucide-react";
import { useSearchParams } from "react-router";
import { type Loaded, useLoaded } from "#app/data/query.ts";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Page } from "#app/components/page.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { journeyReport } from "#workers/contract/endpoints/journey-report.ts";
import { cameIn, figuresOf, milestonesOf } from "#workers/contract/automation/report-rows.ts";
import { type Asked, TableHead } from "./csv-button.tsx";
import { shareOf } from "./share-of.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

type Report = ReplyOf<typeof journeyReport>;

/** Below the first tables, which are not held up by it. */
const ReportParts = lazilyShown(
  () => import("./report-parts.tsx"),
  (module) => module.ReportParts,
  () => <SkeletonRows rows={6} />,
);

/** A journey's figures of some days: step by step, or its milestones alone. The choice is in the address. */
export function ReportPage({
  title,
  lead,
  part,
  loaded,
}: {
  title: string;
  lead: string;
  part: "steps" | "milestones";
  loaded: Loaded<typeof journeyReport>;
}) {
  const list = useLoaded(loaded);
  const { answer: report } = list;
  const [search, setSearch] = useSearchParams();
  const change = (values: Record<string, string>) =>
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true },
    );
  if (report.id === null) {
    return (
      <Page {...{ title, lead }}>
        <EmptyState icon={<RouteSign />} title={texts.nothing}>
          {texts.nothingText}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page {...{ title, lead }}>
      <NotRefreshed list={list} />
      <div className="mb-5 flex flex-wrap items-end gap-3">
        <Field label={texts.journey} className="w-full sm:w-64">
          <Select
            value={report.id}
            options={report.journeys.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => change({ id, launch: "" })}
          />
        </Field>
        <Field label={texts.launch} className="w-full sm:w-56">
          <Select
            value={search.get("launch") ?? ""}
            options={[
              { value: "", label: texts.everyLaunch },
              ...report.instances.map(({ id, name, channel }) => ({
                value: id,
                label: texts.option(channel ?? texts.channelGone, name),
              })),
            ]}
            onChange={(launch) => change({ launch, id: report.id ?? "" })}
          />
        </Field>
        <DayFilter
          label={texts.from}
          value={report.from}
          onChange={(from) => change({ from, to: report.to })}
        />
        <DayFilter label={texts.to} value={report.to} onChange={(to) => change({ to, from: report.from })} />
      </div>
      <Figures
        {...{ report, part }}
        asked={{ id: report.id, instanceId: search.get("launch") ?? "", from: report.from, to: report.to }}
      />
    </Page>
  );
}

function Figures({ report, part, asked }: { report: Report; part: "steps" | "milestones"; asked: Asked }) {
  const entered = cameIn(report.graph, report.steps);
  if (report.graph === null) return <p className="py-6 text-center text-muted">{texts.unpublished}</p>;
  return (
    <div className="grid gap-6">
      <Tiles report={report} entered={entered} />
      {part === "steps" && <Steps {...{ report, entered, asked }} />}
      <Milestones {...{ report, entered, asked }} />
      {part === "steps" && report.steps.length > 0 && <ReportParts asked={asked} graph={report.graph} />}
    </div>
  );
}

function Tiles({ report, entered }: { report: Report; entered: number }) {
  const sum = (key: "here" | "errors") => report.steps.reduce((total, step) => total + step[key], 0);
  const tiles: [string, number][] = [
    [texts.tiles.entered, entered],
    [texts.tiles.here, sum("here")],
    [texts.tiles.errors, sum("errors")],
    [texts.tiles.milestones, report.milestones.reduce((total, { reached }) => total + reached, 0)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map(([label, value]) => (
        <div key={label} className="rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-[0.8125rem] text-muted">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({
  report: { graph, steps },
  entered,
  asked,
}: {
  report: Report;
  entered: number;
  asked: Asked;
}) {
  if (steps.length === 0) {
    return (
      <EmptyState icon={<RouteSign />} title={texts.never}>
        {texts.neverText}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-2">
      <TableHead title={texts.table} part="steps" asked={asked} />
      <Table caption={texts.table}>
        <thead>
          <tr>
            <Th>{texts.step}</Th>
            <FigureTh>{texts.entered}</FigureTh>
            <FigureTh>{texts.share}</FigureTh>
            <FigureTh>{texts.here}</FigureTh>
            <Th>{texts.ways}</Th>
            <FigureTh>{texts.dropped}</FigureTh>
            <FigureTh>{texts.errors}</FigureTh>
            <FigureTh>{texts.timedOut}</FigureTh>
            <FigureTh>{texts.median}</FigureTh>
          </tr>
        </thead>
        <tbody>
          {figuresOf(graph, steps).map((step) => (
            <tr key={step.id}>
              <RowTh className="max-w-72 min-w-40 [overflow-wrap:anywhere]">{step.title}</RowTh>
              <FigureTd>{formatCount(step.entered)}</FigureTd>
              <FigureTd>{shareOf(step.entered, entered)}</FigureTd>
              <FigureTd>{formatCount(step.here)}</FigureTd>
              <Td className="min-w-40 text-[0.8125rem]">
                {step.ways.map(({ port, label, left }) => (
                  <span key={port} className="block whitespace-nowrap">
                    {texts.way(label, formatCount(left), shareOf(left, step.entered))}
                  </span>
                ))}
              </Td>
              <FigureTd>{step.dropped === 0 ? "–" : shareOf(step.dropped, step.entered)}</FigureTd>
              <FigureTd>{formatCount(step.errors)}</FigureTd>
              <FigureTd>{formatCount(step.timedOut)}</FigureTd>
              <FigureTd>{step.medianMs === null ? "–" : formatSeconds(step.medianMs / 1_000)}</FigureTd>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Milestones({
  report: { graph, milestones },
  entered,
  asked,
}: {
  report: Report;
  entered: number;
  asked: Asked;
}) {
  if (milestones.length === 0) {
    return (
      <EmptyState icon={<Flag />} title={texts.noMilestones}>
        {texts.noMilestonesText}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-2">
      <TableHead title={texts.milestones} part="milestones" asked={asked} />
      <Table caption={texts.milestones}>
        <thead>
          <tr>
            <Th>{texts.milestone}</Th>
            <FigureTh>{texts.reached}</FigureTh>
            <FigureTh>{texts.rate}</FigureTh>
            <FigureTh>{texts.previous}</FigureTh>
            <FigureTh>{texts.between}</FigureTh>
            <FigureTh>{texts.value}</FigureTh>
          </tr>
        </thead>
        <tbody>
          {milestonesOf(graph, milestones, entered).map(({ id, reached, before, medianMs, value }) => (
            <tr key={id}>
              <RowTh className="[overflow-wrap:anywhere]">{id}</RowTh>
              <FigureTd>{formatCount(reached)}</FigureTd>
              <FigureTd>{shareOf(reached, entered)}</FigureTd>
              <FigureTd>{shareOf(reached, before)}</FigureTd>
              <FigureTd>{medianMs === null ? "–" : formatSeconds(medianMs / 1_000)}</FigureTd>
              <FigureTd>{value === null ? "–" : formatCount(value)}</FigureTd>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="text-[0.8125rem] text-muted">{texts.betweenText}</p>
    </div>
  );
}
