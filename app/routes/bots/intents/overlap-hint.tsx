import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { trainingTexts as texts } from "#texts/training.ts";
import { searchOf } from "./list-state.ts";
import type { Overlaps } from "./use-overlaps.ts";

/** Warns that a phrase is similar to another intent's, and links to it. It never blocks saving. */
export function OverlapHint({ agentId, overlaps }: { agentId: string; overlaps: Overlaps }) {
  const [first] = overlaps;
  if (!first) return null;
  const { intentId, storyId, intentName, phrase, similarity } = first;
  return (
    <p className="flex w-full items-start gap-1.5 pb-1 text-[0.8125rem] text-warning-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <Link
        to={`/bots/${agentId}/intents?${searchOf({ story: storyId, intent: intentId, open: true }).toString()}`}
        className="min-w-0 break-words underline-offset-2 hover:underline"
      >
        {similarity === 1 ? texts.overlapSame(intentName) : texts.overlap(phrase, intentName)}
      </Link>
    </p>
  );
}
