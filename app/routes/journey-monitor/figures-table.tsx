import { Link } from "react-router";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatSeconds, formatShare } from "#app/lib/format.ts";
import { journeyMonitorTexts } from "#texts/journey-monitor.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { StepFigures } from "#workers/contract/automation/report-rows.ts";

type Changes = Record<string, string>;

/** Steps in figures; what is more than nought opens the people whom it counts. */
export function FiguresTable({
  steps,
  addressOf,
}: {
  steps: readonly StepFigures[];
  addressOf: (changes: Changes) => string;
}) {
  return (
    <Table caption={journeyMonitorTexts.figures}>
      <thead>
        <tr>
          <Th>{texts.step}</Th>
          <FigureTh>{texts.entered}</FigureTh>
          <FigureTh>{texts.here}</FigureTh>
          <Th>{texts.ways}</Th>
          <FigureTh>{texts.dropped}</FigureTh>
          <FigureTh>{texts.errors}</FigureTh>
          <FigureTh>{texts.timedOut}</FigureTh>
          <FigureTh>{texts.median}</FigureTh>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ id, title, entered, here, ways, dropped, errors, timedOut, medianMs }) => {
          const people = (count: number, what: string, changes: Changes) => (
            <People count={count} what={what} step={title} to={addressOf({ node: id, ...changes })} />
          );
          return (
            <tr key={id}>
              <RowTh className="max-w-72 min-w-40 [overflow-wrap:anywhere]">{title}</RowTh>
              <FigureTd>{people(entered, texts.entered, { did: "entered" })}</FigureTd>
              <FigureTd>{people(here, texts.here, { state: "waiting" })}</FigureTd>
              <Td className="min-w-40 text-[0.8125rem]">
                {ways.map(({ port, label, left }) => (
                  <span key={port} className="block whitespace-nowrap">
                    {label}: {people(left, label, { did: "left", port })}
                  </span>
                ))}
              </Td>
              <FigureTd>{dropped === 0 ? "–" : formatShare(dropped / entered)}</FigureTd>
              <FigureTd>{people(errors, texts.errors, { did: "errors" })}</FigureTd>
              <FigureTd>{people(timedOut, texts.timedOut, { did: "timedOut" })}</FigureTd>
              <FigureTd>{medianMs === null ? "–" : formatSeconds(medianMs / 1_000)}</FigureTd>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function People({ count, what, step, to }: { count: number; what: string; step: string; to: string }) {
  const shown = formatCount(count);
  if (count === 0) return shown;
  return (
    <Link
      to={to}
      aria-label={journeyMonitorTexts.open(shown, what, step)}
      className="inline-block min-h-6 min-w-6 rounded text-accent-ink underline-offset-2 hover:underline"
    >
      {shown}
    </Link>
  );
}
