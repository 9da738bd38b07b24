import { formatCount } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import { FigureLink } from "./figure-link.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import type { Shown } from "./statuses.ts";

const texts = broadcastsTexts.view;

/** Why messages failed, the most frequent reason first, and what to do about it; each opens its people. */
export function Failures({ failures, shown }: { failures: BroadcastDetail["failures"]; shown: Shown }) {
  return (
    <Section title={texts.failures}>
      <ul className="grid gap-2">
        {failures
          .toSorted((a, b) => b.count - a.count)
          .map(({ code, reason, hint, count }) => (
            <li key={`${code} ${reason}`} className="grid">
              <FigureLink
                status=""
                code={code}
                isShown={shown.code === code}
                className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]"
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="font-medium">{reason || texts.otherReason}</span>
                  {hint && <span className="block text-[0.8125rem] text-muted">{hint}</span>}
                </span>
                <span title={formatCount(count)} className="font-semibold whitespace-nowrap tabular-nums">
                  {texts.failureCount(count)}
                </span>
              </FigureLink>
            </li>
          ))}
      </ul>
    </Section>
  );
}
