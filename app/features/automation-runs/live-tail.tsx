import { ArrowUp } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatClock, formatCount } from "#app/lib/format.ts";
import { journeyMonitorTexts } from "#texts/journey-monitor.ts";
import { liveTailTexts as texts } from "#texts/live-tail.ts";
import type { SteppedRun } from "#workers/contract/automation-events.ts";
import { nodeName } from "./node-name.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import type { Tail } from "./use-tail.ts";

/** Scrolled down by no more than this is the top. */
const TOP_PX = 8;

/**
 * Steps as they happen, the newest first. Whoever scrolls down reads: the list stands still until they are at the top again, and
 * says how many newer ones there are.
 */
export function LiveTail({
  tail: { steps, counts, isCut, since, isHeard },
  addressOf,
}: {
  tail: Tail;
  /** Where a step leads; undefined where its launch is not known yet. */
  addressOf: (step: SteppedRun) => string | undefined;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [still, setStill] = useState<readonly SteppedRun[]>();
  const shown = still ?? steps;
  const newest = shown[0];
  const held = still ? (newest ? steps.indexOf(newest) : steps.length) : 0;
  return (
    <section aria-label={texts.label} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted tabular-nums">
          {texts.since(
            formatClock(since),
            texts.counts(
              formatCount(counts.entered),
              formatCount(counts.steps),
              formatCount(counts.ended),
              formatCount(counts.failed),
            ),
          )}
        </p>
        {held !== 0 && (
          <Button
            size="sm"
            icon={<ArrowUp aria-hidden />}
            onClick={() => {
              list.current?.scrollTo({ top: 0 });
              setStill(undefined);
            }}
          >
            {texts.show(texts.held(held < 0 ? steps.length : held))}
          </Button>
        )}
      </div>
      {!isHeard && <Banner kind="warning">{texts.offline}</Banner>}
      {isCut && <p className="text-[0.8125rem] text-muted">{texts.notAll}</p>}
      <ol
        ref={list}
        // Whatever is in it, the keyboard scrolls it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={texts.label}
        className="h-80 overflow-y-auto rounded-lg border border-line [overflow-anchor:none]"
        onScroll={({ currentTarget: { scrollTop } }) => {
          if (scrollTop <= TOP_PX) setStill(undefined);
          else setStill((now) => now ?? steps);
        }}
      >
        {shown.length === 0 && <li className="p-4 text-center text-muted">{texts.waiting}</li>}
        {shown.map((step) => (
          <Line key={`${step.runId} ${step.seq}`} step={step} to={addressOf(step)} />
        ))}
      </ol>
    </section>
  );
}

function Line({ step: { at, node, port, outcome, name }, to }: { step: SteppedRun; to: string | undefined }) {
  const who = name || journeyMonitorTexts.unknown;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-3 py-1.5 last:border-b-0">
      <time dateTime={at} className="text-muted tabular-nums">
        {formatClock(Date.parse(at))}
      </time>
      {to === undefined ? (
        <span className="[overflow-wrap:anywhere]">{who}</span>
      ) : (
        <Link
          to={to}
          className="min-h-6 rounded text-accent-ink underline-offset-2 [overflow-wrap:anywhere] hover:underline"
        >
          {who}
        </Link>
      )}
      <span className="[overflow-wrap:anywhere]">{nodeName(node)}</span>
      <OutcomeBadge outcome={outcome} />
      {port !== null && <span className="text-[0.8125rem] text-muted">{journeyMonitorTexts.port(port)}</span>}
    </li>
  );
}
