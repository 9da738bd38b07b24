import type { ReactNode } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { formatCount, formatShare } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastCounts } from "#workers/contract/endpoints/broadcasts.ts";
import { reachedOf } from "./figures.ts";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.view;
const STEPS = ["sent", "delivered", "read", "replied"] as const;
const WITH_CLICKS = [...STEPS, "clicked"] as const;
const ASIDES = ["failed", "expired", "unknown", "queued", "cancelled"] as const;

/** Draws the figure of a status within a frame, which may lead to its people. */
export type RenderFigure = (status: FunnelStatus, className: string, children: ReactNode) => ReactNode;
export type FunnelStatus = (typeof WITH_CLICKS)[number] | (typeof ASIDES)[number];
export const isFunnelStatus = (word: string): word is FunnelStatus =>
  ([...WITH_CLICKS, ...ASIDES] as readonly string[]).includes(word);
export const plainFigure: RenderFigure = (_, className, children) => (
  <div className={cx("rounded-lg border border-line bg-surface p-3", className)}>{children}</div>
);

/** How a status of the funnel is called there. */
export const funnelName = (status: FunnelStatus): string => ({ ...texts.asides, ...texts.reached })[status];
/** How many came so far, or stand there: who has read it has been sent it too. */
export const funnelCount = (counts: BroadcastCounts, status: FunnelStatus): number =>
  ({ ...counts, ...reachedOf(counts) })[status];

/** How far messages came. */
export function CountsFunnel({
  counts,
  showsClicks = false,
  renderFigure = plainFigure,
  children,
}: {
  counts: BroadcastCounts;
  /** Clicks are shown even while there are none. */
  showsClicks?: boolean;
  /** Around the figure of a status. */
  renderFigure?: RenderFigure;
  /** Above the figures. */
  children?: ReactNode;
}) {
  const steps = showsClicks || counts.clicked > 0 ? WITH_CLICKS : STEPS;
  const reached = reachedOf(counts);
  const share = (count: number) => (counts.total === 0 ? 0 : count / counts.total);
  const asides = ASIDES.filter((each) => counts[each] > 0);
  return (
    <Section
      title={texts.funnel}
      aside={<span className="text-muted tabular-nums">{texts.ofTotal(formatCount(counts.total))}</span>}
    >
      {children}
      <ol
        className={cx("grid grid-cols-2 gap-2", steps === WITH_CLICKS ? "lg:grid-cols-5" : "lg:grid-cols-4")}
      >
        {steps.map((step) => (
          <li key={step} className="grid">
            {renderFigure(
              step,
              "grid gap-1.5",
              <>
                <span className="text-[0.8125rem] text-muted">{texts.reached[step]}</span>
                <span className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
                  <span className="text-xl font-semibold">{formatCount(reached[step])}</span>
                  <span className="text-[0.8125rem] text-muted">{formatShare(share(reached[step]))}</span>
                </span>
                <svg
                  viewBox="0 0 100 6"
                  preserveAspectRatio="none"
                  aria-hidden
                  className="h-1.5 w-full rounded-full bg-sunken"
                >
                  <rect width={share(reached[step]) * 100} height="6" className="fill-accent" />
                </svg>
              </>,
            )}
          </li>
        ))}
      </ol>
      {asides.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {asides.map((each) => (
            <li key={each} className="grid">
              {renderFigure(
                each,
                "flex min-h-9 items-center gap-2 py-1.5",
                <>
                  <span className="text-[0.8125rem] text-muted">{texts.asides[each]}</span>
                  <span className="font-semibold tabular-nums">{formatCount(counts[each])}</span>
                </>,
              )}
            </li>
          ))}
        </ul>
      )}
      {counts.doubles > 0 && <p className="text-[0.8125rem] text-muted">{texts.doubles(counts.doubles)}</p>}
    </Section>
  );
}
