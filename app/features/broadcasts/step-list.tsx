import { Check, ChevronLeft, ChevronRight, Circle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { StepState } from "./steps.ts";

const texts = broadcastsTexts.steps;
interface Step<Name extends string> {
  name: Name;
  label: string;
  state: StepState;
}
const ICONS = { done: Check, todo: Circle, wrong: TriangleAlert } as const;
const TONES: Record<StepState, string> = {
  done: "text-success-ink",
  todo: "text-muted",
  wrong: "text-danger-ink",
};

/**
 * The parts of a long form and how far each is, in sight above it; a press leads to a part. In a small window they are one
 * line, with the part before and the next. The page's scroll padding knows it by `data-step-list`.
 */
export function StepList<Name extends string>({
  steps,
  at,
  onLead,
}: {
  steps: readonly Step<Name>[];
  at: Name;
  onLead: (name: Name) => void;
}) {
  const index = Math.max(
    steps.findIndex(({ name }) => name === at),
    0,
  );
  const now = steps[index];
  return (
    <nav
      aria-label={texts.label}
      data-step-list
      className="sticky top-13 z-11 -mx-1 mb-4 border-b border-line bg-canvas px-1 py-1.5"
    >
      <ol className="flex flex-wrap gap-1 max-sm:hidden">
        {steps.map(({ name, label, state }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === at ? "step" : undefined}
              onClick={() => onLead(name)}
              className={cx(
                "inline-flex min-h-8 items-center gap-1.5 rounded-md px-2.5 hover:bg-hover pointer-coarse:min-h-11",
                name === at ? "bg-accent-soft font-semibold text-accent-ink" : "text-ink",
              )}
            >
              <StateIcon state={state} />
              {label}
              <span className="sr-only">{` (${texts.states[state]})`}</span>
            </button>
          </li>
        ))}
      </ol>
      {now && (
        <div className="flex items-center gap-1 sm:hidden">
          <StateIcon state={now.state} />
          <p className="min-w-0 flex-1 font-medium tabular-nums">
            {texts.at(index + 1, steps.length, now.label)}
            <span className="sr-only">{` (${texts.states[now.state]})`}</span>
          </p>
          <Beside
            label={texts.previous}
            step={steps[index - 1]}
            onLead={onLead}
            icon={<ChevronLeft aria-hidden />}
          />
          <Beside
            label={texts.next}
            step={steps[index + 1]}
            onLead={onLead}
            icon={<ChevronRight aria-hidden />}
          />
        </div>
      )}
    </nav>
  );
}

function Beside<Name extends string>({
  label,
  step,
  icon,
  onLead,
}: {
  label: string;
  step: Step<Name> | undefined;
  icon: ReactNode;
  onLead: (name: Name) => void;
}) {
  return (
    <IconButton
      size="sm"
      label={label}
      icon={icon}
      disabledReason={step ? undefined : texts.end}
      onClick={() => step && onLead(step.name)}
    />
  );
}

const StateIcon = ({ state }: { state: StepState }) => {
  const Icon = ICONS[state];
  return <Icon aria-hidden className={cx("size-4 shrink-0", TONES[state])} />;
};
