import { BrainCircuit } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatShare } from "#app/lib/format.ts";
import { botsTexts as texts } from "#texts/bots.ts";
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
