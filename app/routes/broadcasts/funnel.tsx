import { Progress } from "#app/components/ui/progress.tsx";
import { formatCount, formatSeconds, formatShare } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import { doneOf, reachedOf, secondsLeft } from "./figures.ts";
import { FigureLink } from "./figure-link.tsx";
import { Section } from "./section.tsx";
import type { Shown } from "./statuses.ts";

const texts = broadcastsTexts.view;
const STEPS = ["sent", "delivered", "read", "replied"] as const;
const ASIDES = ["failed", "expired", "unknown", "queued", "cancelled"] as const;

/** How far the messages came: each number opens its people. */
export function Funnel({ broadcast, shown }: { broadcast: BroadcastDetail; shown: Shown }) {
  const { counts, status, isPrepared } = broadcast;
  const reached = reachedOf(counts);
  const share = (count: number) => (counts.total === 0 ? 0 : count / counts.total);
  const asides = ASIDES.filter((each) => counts[each] > 0);
  return (
    <Section
      title={texts.funnel}
      aside={<span className="text-muted tabular-nums">{texts.ofTotal(formatCount(counts.total))}</span>}
    >
      {status === "processing" && !isPrepared && <Progress label={broadcastsTexts.progress.preparing} />}
      {status === "processing" && isPrepared && <Pace broadcast={broadcast} />}
      <ol className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {STEPS.map((step) => (
          <li key={step} className="grid">
            <FigureLink
              status={step}
              isShown={shown.status === step && shown.code === ""}
              className="grid gap-1.5"
            >
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
            </FigureLink>
          </li>
        ))}
      </ol>
      {asides.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {asides.map((each) => (
            <li key={each} className="grid">
              <FigureLink
                status={each}
                isShown={shown.status === each && shown.code === ""}
                className="flex min-h-9 items-center gap-2 py-1.5"
              >
                <span className="text-[0.8125rem] text-muted">{texts.asides[each]}</span>
                <span className="font-semibold tabular-nums">{formatCount(counts[each])}</span>
              </FigureLink>
            </li>
          ))}
        </ul>
      )}
      {counts.doubles > 0 && <p className="text-[0.8125rem] text-muted">{texts.doubles(counts.doubles)}</p>}
    </Section>
  );
}

/** Progress, the rate of the last minute, and the time left. */
function Pace({ broadcast }: { broadcast: BroadcastDetail }) {
  const left = secondsLeft(broadcast);
  const words = [
    texts.rate(formatCount(broadcast.sentLastMinute)),
    ...(left === undefined ? [] : [texts.left(formatSeconds(left))]),
  ];
  return (
    <div className="grid gap-1.5">
      <Progress label={broadcastsTexts.states.processing} value={doneOf(broadcast.counts)} />
      <p className="text-[0.8125rem] text-muted tabular-nums">{words.join(", ")}</p>
    </div>
  );
}
