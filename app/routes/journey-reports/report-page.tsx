import { Flag, Route as RouteSign } from "lucide-react";
import { useSearchParams } from "react-router";
import { type Loaded, useLoaded } from "#app/data/query.ts";
import { useCan } from "#app/session/session.ts";
import { PeopleLink } from "#app/features/automation-runs/people-link.tsx";
import { shareOf, StepsTable } from "#app/features/automation-runs/steps-table.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Page } from "#app/components/page.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { journeyReport } from "#workers/contract/endpoints/journey-report.ts";
import { cameIn, figuresOf, milestonesOf } from "#workers/contract/automation/report-rows.ts";
import { choicesBeside, namesBeside } from "./beside.ts";
import { type Asked, TableHead } from "./csv-button.tsx";
import { milestoneStep, type PeopleOf, peopleOf, startOf } from "./people-of.ts";
import { ReportFilters } from "./report-filters.tsx";
import { segmentIn, withSegment } from "./segment.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

type Report = ReplyOf<typeof journeyReport>;

const Compared = lazilyShown(
  () => import("./compared.tsx"),
  (module) => module.Compared,
  () => <SkeletonRows rows={4} />,
);

const Cohorts = lazilyShown(
  () => import("./cohorts.tsx"),
  (module) => module.Cohorts,
  () => <SkeletonRows rows={4} />,
);

const SegmentFilter = lazilyShown(
  () => import("./segment-filter.tsx"),
  (module) => module.SegmentFilter,
  () => null,
);

const SegmentFigures = lazilyShown(
  () => import("./segment-figures.tsx"),
  (module) => module.SegmentFigures,
  () => <SkeletonRows rows={6} />,
);

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
  const can = useCan();
  const [seesCustomers, mayWatch] = [can("CUSTOMER.VIEW"), can("JOURNEYS.VIEW_JOURNEYMONITOR")];
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
  const launches = report.instances.map(({ id, name, channel }) => ({
    value: id,
    label: texts.option(channel ?? texts.channelGone, name),
  }));
  const segment = segmentIn(search);
  const isSegment = part === "steps" && segment.groups.length + segment.tags.length > 0;
  const byVersion = part === "steps" && !isSegment;
  const version = byVersion
    ? report.versions.find((each) => String(each) === search.get("version"))
    : undefined;
  const asked: Asked = {
    id: report.id,
    instanceId: search.get("launch") ?? "",
    from: report.from,
    to: report.to,
    ...(version !== undefined && { version }),
  };
  const people = peopleOf(asked, launches, mayWatch);
  const choices = choicesBeside(asked, launches, byVersion ? report.versions : []);
  const other = choices.find(({ value }) => value !== "" && value === search.get("with"));
  return (
    <Page {...{ title, lead }}>
      <NotRefreshed list={list} />
      <ReportFilters
        {...{ report, asked, launches, other, change, byVersion }}
        choices={isSegment ? [] : choices}
      >
        {part === "steps" && seesCustomers && (
          <SegmentFilter
            segment={segment}
            onChange={(next) => setSearch((before) => withSegment(before, next), { replace: true })}
          />
        )}
      </ReportFilters>
      {isSegment && report.graph !== null ? (
        <SegmentFigures {...{ asked, segment }} graph={report.graph} />
      ) : (
        <>
          {other && report.graph !== null && (
            <div className="mb-6">
              <Compared
                {...{ report, asked }}
                other={other.value}
                names={namesBeside(asked, other, launches)}
              />
            </div>
          )}
          {mayWatch && launches.length > 1 && asked.instanceId === "" && (
            <p className="mb-4 text-muted">{texts.choosePeople}</p>
          )}
          <Figures {...{ report, part, asked, people }} />
        </>
      )}
    </Page>
  );
}

interface Shown {
  report: Report;
  asked: Asked;
  people: PeopleOf;
}

function Figures({ report, part, asked, people }: Shown & { part: "steps" | "milestones" }) {
  const entered = cameIn(report.graph, report.steps);
  if (report.graph === null) return <p className="py-6 text-center text-muted">{texts.unpublished}</p>;
  return (
    <div className="grid gap-6">
      <Tiles {...{ report, entered, people }} byVersion={asked.version !== undefined} />
      {asked.version !== undefined && <p className="text-muted">{texts.versionText}</p>}
      {part === "steps" && <Steps {...{ report, entered, asked, people }} />}
      {asked.version === undefined && <Milestones {...{ report, entered, asked, people }} />}
      {asked.version === undefined && report.steps.length > 0 && <Cohorts asked={asked} />}
      {part === "steps" && asked.version === undefined && report.steps.length > 0 && (
        <ReportParts asked={asked} graph={report.graph} people={people} />
      )}
    </div>
  );
}

function Tiles({
  report,
  entered,
  byVersion,
  people,
}: Omit<Shown, "asked"> & { entered: number; byVersion: boolean }) {
  const sum = (key: "here" | "errors") => report.steps.reduce((total, step) => total + step[key], 0);
  const reached = report.milestones.reduce((total, each) => total + each.reached, 0);
  const start = startOf(report.graph);
  const tiles: [string, number, string | undefined][] = [
    [texts.tiles.entered, entered, start === undefined ? undefined : people({ node: start, did: "entered" })],
    [texts.tiles.here, sum("here"), people({ state: "waiting" })],
    [texts.tiles.errors, sum("errors"), people({ view: "troubles" })],
    // Milestones are counted together; each has its people in its own row.
    ...(byVersion ? [] : ([[texts.tiles.milestones, reached, undefined]] as [string, number, undefined][])),
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map(([label, value, to]) => (
        <div key={label} className="rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-[0.8125rem] text-muted">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            <PeopleLink count={value} what={label} of={texts.wholeReport} to={to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ report: { graph, steps }, entered, asked, people }: Shown & { entered: number }) {
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
      <StepsTable
        caption={texts.table}
        steps={figuresOf(graph, steps)}
        entered={entered}
        renderFigure={({ count, what, step: { title }, filter }) => (
          <PeopleLink {...{ count, what }} of={title} to={people(filter)} />
        )}
      />
    </div>
  );
}

function Milestones({ report: { graph, milestones }, entered, asked, people }: Shown & { entered: number }) {
  const reachedBy = (milestoneId: string) => {
    const node = milestoneStep(graph, milestoneId);
    return node === undefined ? undefined : people({ node, did: "entered" });
  };
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
              <FigureTd>
                <PeopleLink count={reached} what={texts.reached} of={id} to={reachedBy(id)} />
              </FigureTd>
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
