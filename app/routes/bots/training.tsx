import { BrainCircuit } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatShare } from "#app/format.ts";
import { messages } from "#app/messages.ts";
import type { TrainingControl } from "./use-training.ts";

const texts = messages.bots;

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

/** In a word or two, how what serves stands to what is stored. The outcome of a training stays here, not only in a toast. */
export function TrainingChip({ training: { now, running, outcome } }: { training: TrainingControl }) {
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
      {!running && outcome?.kind === "error" && (
        <span className="text-[0.8125rem] text-danger-ink">{outcome.text}</span>
      )}
    </span>
  );
}
