import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { useAgain } from "#app/features/broadcasts/use-again.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import {
  type AutomationRun,
  type RunStep,
  STEPS_SHOWN,
} from "#workers/contract/endpoints/automation-runs.ts";
import { listJourneyTroubles } from "#workers/contract/endpoints/journey-monitor.ts";
import { nodeName } from "./node-name.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { retryQuestion } from "./retry-question.tsx";
import { RunBadge } from "./run-badge.tsx";

const RIGHTS = { journey: "JOURNEYS.EDIT", encap: "ENCAPS.EDIT" } as const;

/** One customer's way through a journey or an encap, step by step. */
export function RunPanel({
  kind,
  id,
  instanceId,
  runId,
  onClose,
}: {
  kind: AutomationKind;
  id: string;
  instanceId: string;
  runId: string;
  onClose: () => void;
}) {
  const api = instanceDoors[kind];
  const confirm = useConfirm();
  const mayEnd = useCan()(RIGHTS[kind]);
  const params = { id, instanceId, runId };
  const { answer, failure, reload } = useQueryOf(api.run, { params });
  // A failed one may be tried again, which the clock does in its own time.
  useAgain(
    () => answer !== undefined && (!isOver(answer.run.state) || answer.run.state === "failed"),
    reload,
  );
  const name = answer?.run.customer.name || texts.unknown;
  const retry = () =>
    void confirm(
      retryQuestion(texts.retryTitle(name), async (newest) => {
        await request(api.retryRun, { params, body: { newest } });
        await Promise.all([invalidate(api.run), invalidate(api.runs), invalidate(listJourneyTroubles)]);
      }),
    );
  const end = () =>
    void confirm({
      title: texts.endTitle(name),
      text: texts.endText,
      confirmLabel: texts.end,
      run: async () => {
        await request(api.endRun, { params });
        await Promise.all([invalidate(api.run), invalidate(api.runs)]);
      },
    });
  return (
    <SidePanel
      open
      onClose={onClose}
      title={texts.runOf(name, kind)}
      footer={
        mayEnd &&
        answer &&
        (answer.run.state === "failed" ? (
          <Button onClick={retry}>{texts.retry}</Button>
        ) : (
          !isOver(answer.run.state) && (
            <Button tone="danger" onClick={end}>
              {texts.end}
            </Button>
          )
        ))
      }
    >
      {answer ? (
        <div className="grid gap-4">
          <About run={answer.run} />
          <Steps steps={answer.steps} more={answer.more} />
        </div>
      ) : failure ? (
        <LoadFailure error={failure} title={texts.failed} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </SidePanel>
  );
}

function About({ run: { state, version, wakeAt, reason, outcome } }: { run: AutomationRun }) {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <RunBadge state={state} />
        <span className="text-muted">{texts.version(version)}</span>
      </p>
      {reason && <p className="[overflow-wrap:anywhere]">{reason}</p>}
      {outcome && <p>{texts.outcome(outcome)}</p>}
      {wakeAt && <p className="text-muted">{texts.wakes(formatMoment(wakeAt))}</p>}
    </div>
  );
}

function Steps({ steps, more }: { steps: readonly RunStep[]; more: boolean }) {
  if (steps.length === 0) return <p className="text-muted">{texts.noSteps}</p>;
  return (
    <>
      {more && <p className="text-muted">{texts.onlyLatest(STEPS_SHOWN)}</p>}
      <ol aria-label={texts.stepsTaken} className="grid gap-2">
        {steps.map(({ seq, node, outcome, port, at }) => (
          <li key={seq} className="rounded-md border border-line px-3 py-2">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium [overflow-wrap:anywhere]">{nodeName(node)}</span>
              <OutcomeBadge outcome={outcome} />
            </p>
            <p className="text-[0.8125rem] text-muted tabular-nums">
              {[formatMoment(at), ...(port === null ? [] : [texts.port(port)])].join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
