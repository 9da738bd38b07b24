import { X } from "lucide-react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { trainingTexts } from "#texts/training.ts";
import { uiTexts } from "#texts/ui.ts";
import { getVersion } from "#workers/contract/endpoints/training.ts";
import { isGoing, type TrainingControl } from "./use-training.ts";

/** Progress of a training, then its result, which stays until closed because toasts disappear. */
export function TrainingNotice({
  agentId,
  training: { now, running, outcome, dismiss, cancel },
}: {
  agentId: string;
  training: TrainingControl;
}) {
  if (running) {
    return (
      <div className="flex items-center gap-3 px-4 py-3 sm:px-6">
        <Progress
          className="min-w-0 flex-1"
          label={texts.trainingProgress}
          value={now.state === "running" ? now.progress : undefined}
        />
        <Button size="sm" onClick={() => void cancel()}>
          {trainingTexts.cancel}
        </Button>
      </div>
    );
  }
  if (!outcome) return null;
  // Figures of the training before are none of this one.
  const report = isGoing(now) ? undefined : now.report;
  return (
    <Banner
      kind={outcome.kind}
      live
      className="rounded-none sm:px-6"
      actions={<IconButton size="sm" label={uiTexts.close} icon={<X aria-hidden />} onClick={dismiss} />}
    >
      <span className="font-semibold">{outcome.text}</span>{" "}
      {outcome.kind === "success" && report && now.version !== null && (
        <>
          {texts.trainedOn(report.intents, report.phrases, (report.milliseconds / 1_000).toFixed(1))}
          <TrainingCard agentId={agentId} version={now.version} />
        </>
      )}
    </Banner>
  );
}

/** One-line summary of the training that has just ended, with a link to its report. */
function TrainingCard({ agentId, version }: { agentId: string; version: number }) {
  // The link to the report works without the summary.
  const { answer: report } = useQueryOf(getVersion, { params: { id: agentId, version: String(version) } });
  return (
    <span className="ml-1 inline-flex flex-wrap gap-x-3">
      {report && report.tests.total > 0 && (
        <span>{trainingTexts.testsRight(report.tests.right, report.tests.total)}</span>
      )}
      {report?.comparison && (
        <span>
          {trainingTexts.gotBetter(report.comparison.better.length)},{" "}
          {trainingTexts.gotWorse(report.comparison.worse.length)}
        </span>
      )}
      <Link to={`/bots/${agentId}/training?version=${version}`} className="font-semibold underline">
        {trainingTexts.seeReport}
      </Link>
    </span>
  );
}
