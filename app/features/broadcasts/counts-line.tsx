import { Progress } from "#app/components/ui/progress.tsx";
import { formatCount } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastCounts } from "#workers/contract/endpoints/broadcasts.ts";
import { doneOf, reachedOf } from "./figures.ts";
import { failedOf } from "#workers/contract/broadcast.ts";

const texts = broadcastsTexts.progress;

/** The figures of something that sends, in a line. */
export function CountsLine({
  name,
  counts,
  goesOn,
}: {
  name: string;
  counts: BroadcastCounts;
  goesOn: boolean;
}) {
  if (counts.total === 0) return goesOn ? <span>{texts.preparing}</span> : <span>-</span>;
  const { sent, delivered, read } = reachedOf(counts);
  const failed = failedOf(counts);
  const words = [
    texts.sent(formatCount(sent)),
    texts.delivered(formatCount(delivered)),
    texts.read(formatCount(read)),
    ...(failed > 0 ? [texts.failed(formatCount(failed))] : []),
  ];
  return (
    <div className="grid min-w-36 gap-1">
      <span className="text-[0.8125rem] text-muted tabular-nums">
        {`${words.join(" · ")} ${texts.of(formatCount(counts.total))}`}
      </span>
      {goesOn && <Progress label={texts.label(name)} labelHidden value={doneOf(counts)} />}
    </div>
  );
}
