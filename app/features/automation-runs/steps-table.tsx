import type { ReactNode } from "react";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatSeconds, formatShare } from "#app/lib/format.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { StepFigures } from "#workers/contract/automation/report-rows.ts";

/** A count of a step, for whoever opens its people. */
interface Counted {
  step: StepFigures;
  count: number;
  what: string;
  /** As the list of people is asked for them. */
  filter: Record<string, string>;
}

/** Steps in figures, of a monitor or of a report. */
export function StepsTable({
  caption,
  steps,
  entered: all,
  renderFigure = ({ count }) => formatCount(count),
}: {
  caption: string;
  steps: readonly StepFigures[];
  /** How many came in altogether, where a step's share of them is shown. */
  entered?: number;
  /** How a figure looks; a number by default. */
  renderFigure?: (counted: Counted) => ReactNode;
}) {
  const hasShares = all !== undefined;
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <Th>{texts.step}</Th>
          <FigureTh>{texts.entered}</FigureTh>
          {hasShares && <FigureTh>{texts.share}</FigureTh>}
          <FigureTh>{texts.here}</FigureTh>
          <Th>{texts.ways}</Th>
          <FigureTh>{texts.dropped}</FigureTh>
          <FigureTh>{texts.errors}</FigureTh>
          <FigureTh>{texts.timedOut}</FigureTh>
          <FigureTh>{texts.expired}</FigureTh>
          <FigureTh>{texts.median}</FigureTh>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => {
          const { id, title, entered, here, ways, dropped, errors, timedOut, expired, medianMs } = step;
          const of = (count: number, what: string, filter: Record<string, string>) =>
            renderFigure({ step, count, what, filter: { node: id, ...filter } });
          return (
            <tr key={id}>
              <RowTh className="max-w-72 min-w-40 [overflow-wrap:anywhere]">{title}</RowTh>
              <FigureTd>{of(entered, texts.entered, { did: "entered" })}</FigureTd>
              {hasShares && <FigureTd>{shareOf(entered, all)}</FigureTd>}
              <FigureTd>{of(here, texts.here, { state: "waiting" })}</FigureTd>
              <Td className="min-w-40 text-[0.8125rem]">
                {ways.map(({ port, label, left }) => (
                  <span key={port} className="block whitespace-nowrap">
                    {label}: {of(left, label, { did: "left", port })}
                    {hasShares && ` (${shareOf(left, entered)})`}
                  </span>
                ))}
              </Td>
              <FigureTd>{dropped === 0 ? "–" : shareOf(dropped, entered)}</FigureTd>
              <FigureTd>{of(errors, texts.errors, { did: "errors" })}</FigureTd>
              <FigureTd>{of(timedOut, texts.timedOut, { did: "timedOut" })}</FigureTd>
              <FigureTd>{of(expired, texts.expired, { did: "expired" })}</FigureTd>
              <FigureTd>{medianMs === null ? "–" : formatSeconds(medianMs / 1_000)}</FigureTd>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** A part of a whole in percent; a dash where there is no whole. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0 ? "–" : formatShare(part / whole);
