import { Check, Circle, LoaderCircle, X } from "lucide-react";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { firstRunTexts as texts } from "#texts/first-run.ts";
import { uiTexts } from "#texts/ui.ts";
import type { FirstRun } from "#workers/contract/endpoints/first-run.ts";
import { partsOf, type PartState, tryingOf } from "./parts.ts";
import { useBuilding } from "./use-building.ts";

type Agent = NonNullable<FirstRun["agent"]>;

/** The parts being made, as far as the server has come; with Try it once the bot is trained. */
export function Building({ run, agent }: { run: FirstRun; agent: Agent }) {
  const { training, isReady, failure, busy, trainAgain, writeAgain } = useBuilding(run, agent);
  const parts = partsOf(run, agent);
  const failed = training === undefined && !agent.trained;
  return (
    <Page
      title={isReady ? texts.readyTitle(agent.name) : texts.buildingTitle(agent.name)}
      lead={isReady ? texts.readyLead : texts.buildingLead}
    >
      <Card className="max-w-xl p-5">
        {!isReady && !failed && (
          <Progress label={texts.parts.trainingNow} value={training?.progress ?? 1} className="mb-4" />
        )}
        <ol className="grid gap-3" aria-label={texts.progress}>
          {parts.map(({ label, state }) => (
            <li key={label} className="flex items-center gap-3">
              <PartIcon state={state} />
              <span className={cx("min-w-0", state === "waits" && "text-muted")}>
                {label}
                <span className="sr-only">: {texts[state]}</span>
              </span>
            </li>
          ))}
        </ol>
        {(failure || failed) && (
          <Failure text={failure || run.training?.message || texts.parts.trainingFailed} className="mt-4" />
        )}
        <p role="status" className="sr-only">
          {isReady ? texts.readyTitle(agent.name) : ""}
        </p>
        <div className="mt-5 flex flex-wrap gap-2">
          {failed && (
            <Button tone="primary" busy={busy} onClick={trainAgain}>
              {texts.trainAgain}
            </Button>
          )}
          {writeAgain && (
            <Button tone="primary" onClick={writeAgain}>
              {uiTexts.retry}
            </Button>
          )}
          {isReady && (
            <ButtonLink tone="primary" to={tryingOf(run, agent)}>
              {texts.tryIt}
            </ButtonLink>
          )}
          {run.said && run.channel && (
            <ButtonLink to={`/simulator?channel=${run.channel.id}&say=`}>{texts.openSimulator}</ButtonLink>
          )}
          <ButtonLink tone="ghost" to="/dashboard">
            {texts.toDashboard}
          </ButtonLink>
        </div>
      </Card>
    </Page>
  );
}

function PartIcon({ state }: { state: PartState }) {
  const shape = "flex size-6 shrink-0 items-center justify-center rounded-full [&>svg]:size-4";
  switch (state) {
    case "done":
      return (
        <span className={cx(shape, "bg-success-soft text-success-ink")}>
          <Check aria-hidden />
        </span>
      );
    case "going":
      return (
        <span className={cx(shape, "text-accent-ink")}>
          <LoaderCircle aria-hidden className="animate-spin motion-reduce:animate-none" />
        </span>
      );
    case "failed":
      return (
        <span className={cx(shape, "bg-danger-soft text-danger-ink")}>
          <X aria-hidden />
        </span>
      );
    case "waits":
      return (
        <span className={cx(shape, "text-muted")}>
          <Circle aria-hidden />
        </span>
      );
    default:
      return state satisfies never;
  }
}
