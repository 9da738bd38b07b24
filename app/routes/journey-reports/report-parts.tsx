import { useQueryOf } from "#app/data/query.ts";
import { PeopleLink } from "#app/features/automation-runs/people-link.tsx";
import { shareOf } from "#app/features/automation-runs/steps-table.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { pathTitle, wayTitle } from "#workers/contract/automation/report-rows.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { journeyReportParts, REPORT_PEOPLE } from "#workers/contract/endpoints/journey-report.ts";
import { type Asked, TableHead, timezone } from "./csv-button.tsx";
import { HeatMap } from "./heat-map.tsx";
import type { PeopleOf } from "./people-of.ts";

type Parts = ReplyOf<typeof journeyReportParts>;

/** Ways through a journey, variants against each other, its channels, and when people come in. */
export function ReportParts({ asked, graph, people }: { asked: Asked; graph: Graph; people: PeopleOf }) {
  const { answer, failure } = useQueryOf(
    journeyReportParts,
    { query: { ...asked, timezone } },
    { keepsLast: true },
  );
  if (!answer) {
    return failure ? <LoadFailure error={failure} title={texts.partsFailed} /> : <SkeletonRows rows={6} />;
  }
  return (
    <div className="grid gap-8">
      <Paths {...{ answer, asked, graph }} />
      {graph.nodes.some(({ type }) => type === "split") && <Variants {...{ answer, asked, graph, people }} />}
      <Channels {...{ answer, asked }} />
      <div className="grid gap-2">
        <TableHead title={texts.hours} part="hours" asked={asked} />
        {answer.hours.length === 0 ? (
          <p className="text-muted">{texts.noHours}</p>
        ) : (
          <HeatMap hours={answer.hours} />
        )}
      </div>
    </div>
  );
}

function Paths({ answer: { people, paths }, asked, graph }: { answer: Parts; asked: Asked; graph: Graph }) {
  return (
    <div className="grid gap-2">
      <TableHead title={texts.paths} part="paths" asked={asked} />
      <p className="text-muted">{texts.pathsText(people, REPORT_PEOPLE)}</p>
      {paths.length === 0 ? (
        <p>{texts.noPaths}</p>
      ) : (
        <Table caption={texts.paths}>
          <thead>
            <tr>
              <Th>{texts.path}</Th>
              <Th>{texts.now}</Th>
              <FigureTh>{texts.people}</FigureTh>
              <FigureTh>{texts.pathShare}</FigureTh>
            </tr>
          </thead>
          <tbody>
            {paths.map(({ nodes, state, runs }) => (
              <tr key={`${state} ${nodes.join(" ")}`}>
                <RowTh className="min-w-60 [overflow-wrap:anywhere]">{pathTitle(graph, nodes)}</RowTh>
                <Td className="whitespace-nowrap">{texts.states[state]}</Td>
                <FigureTd>{formatCount(runs)}</FigureTd>
                <FigureTd>{shareOf(runs, people)}</FigureTd>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}

const points = (share: number): string => `${share > 0 ? "+" : ""}${(share * 100).toFixed(1)} %`;

function Variants({
  answer: { goal, splits },
  asked,
  graph,
  people,
}: {
  answer: Parts;
  asked: Asked;
  graph: Graph;
  people: PeopleOf;
}) {
  return (
    <div className="grid gap-2">
      <TableHead title={texts.variants} part="variants" asked={asked} />
      <p className="text-muted">{texts.variantsText[goal]}</p>
      {splits.length === 0 ? (
        <p>{texts.noVariants}</p>
      ) : (
        <Table caption={texts.variants}>
          <thead>
            <tr>
              <Th>{texts.variant}</Th>
              <Th>{texts.step}</Th>
              <FigureTh>{texts.people}</FigureTh>
              <FigureTh>{texts.success}</FigureTh>
              <FigureTh>{texts.pathShare}</FigureTh>
              <FigureTh>{texts.difference}</FigureTh>
              <Th>{texts.says}</Th>
            </tr>
          </thead>
          <tbody>
            {splits.flatMap(({ node, variants }) =>
              variants.map(({ port, runs, reached, difference, tells }) => {
                const { step, way } = wayTitle(graph, node, port);
                return (
                  <tr key={`${node} ${port}`}>
                    <RowTh className="max-w-60 min-w-28 [overflow-wrap:anywhere]">{way}</RowTh>
                    <Td className="max-w-60 min-w-28 [overflow-wrap:anywhere]">{step}</Td>
                    <FigureTd>
                      <PeopleLink
                        count={runs}
                        what={texts.people}
                        of={`${step}, ${way}`}
                        to={people({ node, did: "left", port })}
                      />
                    </FigureTd>
                    <FigureTd>{formatCount(reached)}</FigureTd>
                    <FigureTd>{shareOf(reached, runs)}</FigureTd>
                    <FigureTd className="whitespace-nowrap">
                      {difference
                        ? texts.interval(
                            points(difference.value),
                            points(difference.low),
                            points(difference.high),
                          )
                        : "–"}
                    </FigureTd>
                    <Td>{difference === null ? texts.compared : tells ? texts.tells : texts.notEnough}</Td>
                  </tr>
                );
              }),
            )}
          </tbody>
        </Table>
      )}
    </div>
  );
}

function Channels({ answer: { channels }, asked }: { answer: Parts; asked: Asked }) {
  return (
    <div className="grid gap-2">
      <TableHead title={texts.byChannel} part="channels" asked={asked} />
      <Table caption={texts.byChannel}>
        <thead>
          <tr>
            <Th>{texts.channelColumn}</Th>
            <FigureTh>{texts.entered}</FigureTh>
            <FigureTh>{texts.here}</FigureTh>
            <FigureTh>{texts.tiles.milestones}</FigureTh>
          </tr>
        </thead>
        <tbody>
          {channels.map(({ id, name, entered, here, reached }) => (
            <tr key={id}>
              <RowTh className="[overflow-wrap:anywhere]">{name ?? texts.channelGone}</RowTh>
              <FigureTd>{formatCount(entered)}</FigureTd>
              <FigureTd>{formatCount(here)}</FigureTd>
              <FigureTd>{formatCount(reached)}</FigureTd>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
