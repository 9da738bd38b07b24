import { Check } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { SampleButton } from "#app/features/first-steps/sample-button.tsx";
import { useStepPlace } from "#app/features/first-steps/steps.ts";
import { useCan } from "#app/session/session.ts";
import { firstStepsTexts as texts } from "#texts/first-steps.ts";
import { simulatorTexts } from "#texts/simulator.ts";
import type { GuideNow } from "#workers/contract/endpoints/first-run.ts";

/** The steps of the ring, in full. */
export function FirstSteps({ guide }: { guide: GuideNow }) {
  const may = useCan();
  const done = guide.steps.filter((each) => each.done).length;
  const next = guide.steps.find((each) => !each.done)?.step;
  return (
    <Card className="p-0">
      <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-5 py-4">
        <div>
          <h2 className="text-base font-semibold">{texts.title}</h2>
          <p className="text-muted">{texts.lead}</p>
        </div>
        <Badge tone="accent">{texts.stepsDone(done, guide.steps.length)}</Badge>
      </div>
      <ol>
        {guide.steps.map((each) => (
          <StepRow key={each.step} {...each} guide={guide} isNext={each.step === next} />
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 empty:hidden">
        {may("CHANNELS.CREATE", "CHANNELS.EDIT") && (
          <p className="text-muted">
            {simulatorTexts.tryLead}{" "}
            <Link
              to="/simulator"
              className="finger inline-block min-h-6 text-accent-ink underline underline-offset-2"
            >
              {simulatorTexts.title}
            </Link>
          </p>
        )}
        <SampleButton />
      </div>
    </Card>
  );
}

function StepRow({
  step,
  done,
  guide,
  isNext,
}: GuideNow["steps"][number] & { guide: GuideNow; isNext: boolean }) {
  const { title, text, icon: Icon, to, state } = { state: undefined, ...useStepPlace(step, done, guide) };
  const name = done ? texts.stepAgain : texts.startStep;
  return (
    <li className="flex items-center gap-4 border-b border-line px-5 py-3 last:border-b-0">
      <span
        className={cx(
          "flex size-9 shrink-0 items-center justify-center rounded-full",
          done ? "bg-success-soft text-success-ink" : "bg-sunken text-muted",
        )}
      >
        {done ? <Check aria-hidden className="size-4.5" /> : <Icon aria-hidden className="size-4.5" />}
      </span>
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <h3 className="flex flex-wrap items-center gap-x-2 font-medium">
          {title}
          <Badge tone={done ? "success" : "neutral"}>{done ? texts.done : texts.open}</Badge>
        </h3>
        {!done && <p className="text-[0.8125rem] text-muted">{text}</p>}
      </div>
      <ButtonLink
        to={to}
        state={state}
        size="sm"
        tone={isNext ? "primary" : "secondary"}
        aria-label={`${name}: ${title}`}
      >
        {name}
      </ButtonLink>
    </li>
  );
}
