import { BrainCircuit, X } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TrainingCard } from "./training-card.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { formatShare } from "#app/lib/format.ts";
import { botsTexts as texts } from "#texts/bots.ts";
import { trainingTexts } from "#texts/training.ts";
import { uiTexts } from "#texts/ui.ts";
import type { TrainingControl } from "./use-training.ts";

export function TrainButton({ training }: { training: TrainingControl }) {
  return (
    <Button
      tone="primary"
      icon={<BrainCircuit aria-hidden />}
      busy={training.running}
      onClick={() => void training.start()}
    >
      {texts.trainAgent}
    </Button>
  );
}

/** A short label that compares the version in service with the stored content. */
export function TrainingChip({ training: { now, running } }: { training: TrainingControl }) {
  return (
    <span role="status" className="flex min-w-0 flex-wrap items-center gap-1.5">
      {running ? (
        <Badge tone="accent">{texts.trainingNow(formatShare(now.progress))}</Badge>
      ) : now.state === "failed" ? (
        <Badge tone="danger">{texts.trainingFailedShort}</Badge>
      ) : now.version === null ? (
        <Badge>{texts.untrained}</Badge>
      ) : now.changedSince ? (
        <Badge tone="warning">{texts.changedSince}</Badge>
      ) : (
        <Badge tone="success">
          {texts.trainedVersion(now.version, now.report ? formatShare(now.report.accuracy) : "")}
        </Badge>
      )}
    </span>
  );
}

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
  const { report } = now;
  return (
    <Banner
      kind={outcome.kind}
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
