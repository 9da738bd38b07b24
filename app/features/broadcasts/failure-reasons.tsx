import type { ReactNode } from "react";
import { formatCount } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.view;

/** Why messages failed, the most frequent reason first, and what to do about it. */
export function FailureReasons({
  failures,
  renderReason,
}: {
  failures: BroadcastDetail["failures"];
  /** Around a reason, such as a link to its people. */
  renderReason: (code: string, className: string, children: ReactNode) => ReactNode;
}) {
  return (
    <Section title={texts.failures}>
      <ul className="grid gap-2">
        {failures
          .toSorted((a, b) => b.count - a.count)
          .map(({ code, reason, hint, count }) => (
            <li key={`${code} ${reason}`} className="grid">
              {renderReason(
                code,
                "grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]",
                <>
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    <span className="font-medium">{reason || texts.otherReason}</span>
                    {hint && <span className="block text-[0.8125rem] text-muted">{hint}</span>}
                  </span>
                  <span title={formatCount(count)} className="font-semibold whitespace-nowrap tabular-nums">
                    {texts.failureCount(count)}
                  </span>
                </>,
              )}
            </li>
          ))}
      </ul>
    </Section>
  );
}
