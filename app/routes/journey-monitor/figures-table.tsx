import { Link } from "react-router";
import { type Counted, StepsTable } from "#app/features/automation-runs/steps-table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import type { StepFigures } from "#workers/contract/automation/report-rows.ts";

/** Steps in figures; what is more than nought opens the people whom it counts. */
export const FiguresTable = ({
  steps,
  addressOf,
}: {
  steps: readonly StepFigures[];
  addressOf: (changes: Record<string, string>) => string;
}) => (
  <StepsTable
    caption={texts.figures}
    steps={steps}
    renderFigure={(counted) => <People {...counted} to={addressOf(counted.filter)} />}
  />
);

function People({ count, what, step: { title }, to }: Counted & { to: string }) {
  const shown = formatCount(count);
  if (count === 0) return shown;
  return (
    <Link
      to={to}
      aria-label={texts.open(shown, what, title)}
      className="finger inline-block min-h-6 min-w-6 rounded text-accent-ink underline-offset-2 hover:underline"
    >
      {shown}
    </Link>
  );
}
