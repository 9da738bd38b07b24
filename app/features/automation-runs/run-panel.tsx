import { Link } from "react-router";
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
import type { AutomationRun } from "#workers/contract/endpoints/automation-runs.ts";
import { monitorDoors } from "#workers/contract/endpoints/journey-monitor.ts";
import { nodeName } from "./node-name.ts";
import { retryQuestion } from "./retry-question.tsx";
import { EDITS } from "./rights.ts";
import { RunBadge } from "./run-badge.tsx";
import { StepList, Variables } from "./step-list.tsx";

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
  const mayEnd = useCan()(EDITS[kind]);
  const params = { id, instanceId, runId };
  const { answer, failure, reload } = useQueryOf(api.run, { params });
  // A failed one may be tried again, which the clock does in its own time.
  useAgain(
    () => answer !== undefined && (!isOver(answer.run.state) || answer.run.state === "failed"),
    reload,
  );
  const name = answer?.run.customer.name || texts.unknown;
  // Those that they have passed, each once; the start and the one that failed are offered anyway.
  const passed = [...new Map(answer?.steps.map(({ node }) => [node.id, node])).values()].flatMap((node) =>
    node.type === "start" || node.id === answer?.run.node?.id ? [] : [{ id: node.id, name: nodeName(node) }],
  );
  const retry = () =>
    void confirm(
      retryQuestion(
        texts.retryTitle(name),
        async (body) => {
          await request(api.retryRun, { params, body });
          await Promise.all([
            invalidate(api.run),
            invalidate(api.runs),
            invalidate(monitorDoors[kind].troubles),
          ]);
        },
        passed,
      ),
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
          <StepList steps={answer.steps} more={answer.more} />
          {answer.variables && <Variables variables={answer.variables} />}
        </div>
      ) : failure ? (
        <LoadFailure error={failure} title={texts.failed} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </SidePanel>
  );
}

function About({ run: { state, version, wakeAt, reason, outcome, customer } }: { run: AutomationRun }) {
  const seesCustomers = useCan()("CUSTOMER.VIEW");
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <RunBadge state={state} />
        <span className="text-muted">{texts.version(version)}</span>
      </p>
      {reason && <p className="[overflow-wrap:anywhere]">{reason}</p>}
      {outcome && <p>{texts.outcome(outcome)}</p>}
      {wakeAt && <p className="text-muted">{texts.wakes(formatMoment(wakeAt))}</p>}
      {customer.id !== null && seesCustomers && (
        <Link
          to={`/customer-master/customers/view/${customer.id}`}
          className="justify-self-start text-accent-ink underline underline-offset-2"
        >
          {texts.openCustomer}
        </Link>
      )}
    </div>
  );
}
