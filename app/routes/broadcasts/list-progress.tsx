import { Progress } from "#app/components/ui/progress.tsx";
import { formatCount } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { ListedBroadcast } from "#workers/contract/endpoints/broadcasts.ts";
import { doneOf, failedOf, reachedOf } from "./figures.ts";

const texts = broadcastsTexts.progress;

/** How far a broadcast has come, in a row of the list. */
export function ListProgress({ broadcast: { name, status, counts } }: { broadcast: ListedBroadcast }) {
  if (counts.total === 0) return status === "processing" ? <span>{texts.preparing}</span> : <span>-</span>;
  const { sent, delivered, read } = reachedOf(counts);
  const failed = failedOf(counts);
  const words = [
    texts.sent(formatCount(sent)),
    texts.delivered(formatCount(delivered)),
    texts.read(formatCount(read)),
    ...(failed > 0 ? [texts.failed(formatCount(failed))] : []),
  ];
  return (
    <div className="grid min-w-56 gap-1">
      <span className="text-[0.8125rem] text-muted tabular-nums">
        {`${words.join(" · ")} ${texts.of(formatCount(counts.total))}`}
      </span>
      {status === "processing" && <Progress label={texts.label(name)} labelHidden value={doneOf(counts)} />}
    </div>
  );
}
