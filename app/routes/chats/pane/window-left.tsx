import { Badge } from "#app/components/ui/badge.tsx";
import { formatSeconds, formatShortDay } from "#app/lib/format.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { useNow } from "../use-now.ts";

/** So little time is left that an answer should not wait. */
const SOON_S = 3_600;

/** Counts down how long free text still reaches the customer; nothing once it no longer does. */
export function WindowLeft({ until }: { until: string }) {
  const left = (Date.parse(until) - useNow()) / 1_000;
  if (left <= 0) return null;
  return (
    // A small window has no line to spare; the composer says until when.
    <Badge tone={left < SOON_S ? "warning" : "neutral"} className="max-sm:hidden">
      <span title={texts.windowEnds(formatShortDay(until))}>{texts.windowLeft(formatSeconds(left))}</span>
    </Badge>
  );
}
