import { PeopleLink } from "#app/features/automation-runs/people-link.tsx";
import { StepsTable } from "#app/features/automation-runs/steps-table.tsx";
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
    renderFigure={({ count, what, step: { title }, filter }) => (
      <PeopleLink {...{ count, what }} of={title} to={addressOf(filter)} />
    )}
  />
);
