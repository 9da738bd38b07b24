import { useMemo } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { cx } from "#app/components/ui/cx.ts";
import { formatShare } from "#app/lib/format.ts";
import { treeTexts as texts } from "#texts/intent-tree.ts";
import { getVersion } from "#workers/contract/endpoints/training.ts";

export type Accuracies = ReadonlyMap<string, number>;
const NONE: Accuracies = new Map();

/** How well the version in service recognised the phrases of each intent that were held back; a nicety, so it may fail. */
export function useAccuracies(agentId: string, version: number | null): Accuracies {
  const { answer } = useQueryOf(
    getVersion,
    { params: { id: agentId, version: String(version) } },
    { enabled: version !== null },
  );
  return useMemo(() => {
    const tested = answer?.findings?.perIntent.filter(({ tested: count }) => count > 0);
    return tested ? new Map(tested.map(({ intentId, accuracy }) => [intentId, accuracy])) : NONE;
  }, [answer]);
}

/** From here on an intent is recognised well, or half of the time at least. */
const WELL = 0.8;
const HALF = 0.5;

/** How full the dot is says the same as its colour. */
export function AccuracyDot({ share }: { share: number | undefined }) {
  if (share === undefined) return <span aria-hidden className="size-2 shrink-0" />;
  const said = texts.recognised(formatShare(share));
  return (
    <span title={said} className="flex shrink-0">
      <span
        aria-hidden
        className={cx(
          "size-2 rounded-full border",
          share >= WELL
            ? "border-success bg-success"
            : share >= HALF
              ? "border-warning bg-linear-to-t from-warning from-50% to-transparent to-50%"
              : "border-danger",
        )}
      />
      <span className="sr-only">{said}</span>
    </span>
  );
}
