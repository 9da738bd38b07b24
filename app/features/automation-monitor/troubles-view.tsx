import { Link } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { nodeName } from "#app/features/automation-runs/node-name.ts";
import { retryQuestion } from "#app/features/automation-runs/retry-question.tsx";
import { useAgain } from "#app/features/broadcasts/use-again.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { useJob } from "#app/kit/use-job.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatMoment, formatSeconds, formatShare } from "#app/lib/format.ts";
import { EDITS } from "#app/features/automation-runs/rights.ts";
import { useCan } from "#app/session/session.ts";
import { journeyTroublesTexts as texts } from "#texts/journey-troubles.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { CallOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import {
  CAUSES_OF,
  type listJourneyTroubles,
  monitorDoors,
  STUCK_OF,
  type sweepJourneyRuns,
} from "#workers/contract/endpoints/journey-monitor.ts";

type Troubles = ReplyOf<typeof listJourneyTroubles>;
type Sweep = CallOf<typeof sweepJourneyRuns>["body"];
type Changes = Record<string, string>;

/** Causes are sorted out of many rows, so they are asked for less often than a list. */
const AGAIN_MS = 10_000;

/** Why people failed and where they are stuck, and what may be done for all of them at once. */
export function TroublesView({
  kind,
  params,
  addressOf,
}: {
  kind: AutomationKind;
  params: { id: string; instanceId: string };
  addressOf: (changes: Changes) => string;
}) {
  const api = monitorDoors[kind];
  const confirm = useConfirm();
  const mayEdit = useCan()(EDITS[kind]);
  const { answer, at, failure, reload } = useQueryOf(api.troubles, { params });
  const { job, follow } = useJob(
    { kind: "runs.sweep", jobId: answer?.jobId ?? null, subject: params.instanceId },
    () => void Promise.all([invalidate(api.troubles), invalidate(instanceDoors[kind].runs)]),
  );
  useAgain((now) => now - at > AGAIN_MS, reload);
  if (!answer) {
    return failure ? <LoadFailure error={failure} title={texts.failed} /> : <SkeletonRows rows={4} />;
  }
  const sweep = async (body: Sweep) => {
    const { payload } = await request(api.sweep, { params, body });
    follow(payload.jobId);
    await invalidate(api.troubles);
  };
  const isBusy = job?.state === "waiting" || job?.state === "running";
  const retry = ({ node, code, runs }: Troubles["causes"][number]) =>
    void confirm(
      retryQuestion(texts.retryTitle(runs), ({ from, newest }) =>
        sweep({
          what: "retry",
          node: node?.id ?? "",
          code,
          newest,
          from: from === "start" ? "start" : "failed",
        }),
      ),
    );
  const end = ({ node, before, runs }: Troubles["stuck"][number]) =>
    void confirm({
      title: texts.endTitle(runs),
      text: texts.endText,
      confirmLabel: texts.end.replace("…", ""),
      run: () => sweep({ what: "end", node: node.id, before }),
    });
  return (
    <div className="grid gap-6">
      <p role="status" className={job ? "text-[0.8125rem]" : "sr-only"}>
        {job && (isBusy ? texts.working(formatShare(job.progress)) : job.message)}
      </p>
      <div className="grid gap-2">
        <h2 className="font-semibold">{texts.causes}</h2>
        {answer.more && <p className="text-muted">{texts.causesText(CAUSES_OF)}</p>}
        {answer.causes.length === 0 ? (
          <p className="text-muted">{texts.noCauses}</p>
        ) : (
          <Causes {...{ answer, addressOf }} onRetry={mayEdit && !isBusy ? retry : undefined} />
        )}
      </div>
      <div className="grid gap-2">
        <h2 className="font-semibold">{texts.stuck}</h2>
        <p className="text-muted">{texts.stuckText(STUCK_OF)}</p>
        {answer.stuck.length === 0 ? (
          <p>{texts.noStuck}</p>
        ) : (
          <Stuck {...{ answer, addressOf }} onEnd={mayEdit && !isBusy ? end : undefined} />
        )}
      </div>
    </div>
  );
}

function Causes({
  answer: { causes },
  addressOf,
  onRetry,
}: {
  answer: Troubles;
  addressOf: (changes: Changes) => string;
  onRetry: ((cause: Troubles["causes"][number]) => void) | undefined;
}) {
  return (
    <Table caption={texts.causes}>
      <thead>
        <tr>
          <Th>{texts.step}</Th>
          <Th>{texts.reason}</Th>
          <FigureTh>{texts.people}</FigureTh>
          <Th className="max-sm:hidden">{texts.latest}</Th>
          {onRetry && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {causes.map((cause) => {
          const { node, code, sentence, runs, latestAt } = cause;
          const [step, reason] = [node ? nodeName(node) : texts.begins, sentence || texts.unknownReason];
          return (
            <tr key={`${node?.id ?? ""} ${code}`}>
              <RowTh className="max-w-60 min-w-28 [overflow-wrap:anywhere]">{step}</RowTh>
              <Td className="min-w-40 [overflow-wrap:anywhere]">{reason}</Td>
              <FigureTd>
                <People
                  runs={runs}
                  step={step}
                  to={addressOf({ state: "failed", ...(node && { node: node.id }), ...(code && { code }) })}
                />
              </FigureTd>
              <Td className="whitespace-nowrap tabular-nums max-sm:hidden">{formatMoment(latestAt)}</Td>
              {onRetry && (
                <Td>
                  {(code !== "" || node) && (
                    <Button size="sm" aria-label={texts.retryOf(step, reason)} onClick={() => onRetry(cause)}>
                      {texts.retry}
                    </Button>
                  )}
                </Td>
              )}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Stuck({
  answer: { stuck },
  addressOf,
  onEnd,
}: {
  answer: Troubles;
  addressOf: (changes: Changes) => string;
  onEnd: ((stuck: Troubles["stuck"][number]) => void) | undefined;
}) {
  return (
    <Table caption={texts.stuck}>
      <thead>
        <tr>
          <Th>{texts.step}</Th>
          <FigureTh>{texts.usual}</FigureTh>
          <FigureTh>{texts.people}</FigureTh>
          {onEnd && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {stuck.map((each) => {
          const { node, runs, medianMs, before } = each;
          const step = nodeName(node);
          return (
            <tr key={node.id}>
              <RowTh className="max-w-60 min-w-28 [overflow-wrap:anywhere]">{step}</RowTh>
              <FigureTd className="whitespace-nowrap">{formatSeconds(medianMs / 1_000)}</FigureTd>
              <FigureTd>
                <People runs={runs} step={step} to={addressOf({ state: "waiting", node: node.id, before })} />
              </FigureTd>
              {onEnd && (
                <Td>
                  <Button size="sm" aria-label={texts.endOf(step)} onClick={() => onEnd(each)}>
                    {texts.end}
                  </Button>
                </Td>
              )}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const People = ({ runs, step, to }: { runs: number; step: string; to: string }) => (
  <Link
    to={to}
    aria-label={texts.show(formatCount(runs), step)}
    className="finger inline-block min-h-6 min-w-6 rounded text-accent-ink underline-offset-2 hover:underline"
  >
    {formatCount(runs)}
  </Link>
);
