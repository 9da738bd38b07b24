import { Progress } from "#app/components/ui/progress.tsx";
import { CountsFunnel } from "#app/features/broadcasts/counts-funnel.tsx";
import { doneOf, secondsLeft } from "#app/features/broadcasts/figures.ts";
import { formatCount, formatMoment, formatSeconds } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import { FigureLink } from "./figure-link.tsx";
import type { Shown } from "./statuses.ts";

const texts = broadcastsTexts.view;

/** How far the messages of a broadcast came: each number opens its people. */
export function Funnel({ broadcast, shown }: { broadcast: BroadcastDetail; shown: Shown }) {
  const { counts, status, isPrepared, retried, trackClicks } = broadcast;
  return (
    <CountsFunnel
      counts={counts}
      showsClicks={trackClicks}
      renderFigure={(of, className, children) => (
        <FigureLink status={of} className={className} isShown={shown.status === of && shown.code === ""}>
          {children}
        </FigureLink>
      )}
    >
      {status === "processing" && !isPrepared && <Progress label={broadcastsTexts.progress.preparing} />}
      {retried !== null && <Progress label={broadcastsTexts.progress.retrying} value={retried} />}
      {status === "processing" && isPrepared && <Pace broadcast={broadcast} />}
      {status === "processing" && broadcast.waits.length > 0 && <Waits waits={broadcast.waits} />}
    </CountsFunnel>
  );
}

const MOST_HOURS = 4;

/** The people who wait for an hour of their own, and until when; they go first then. */
function Waits({ waits }: Pick<BroadcastDetail, "waits">) {
  const [shown, others] = [waits.slice(0, MOST_HOURS), waits.slice(MOST_HOURS)];
  const people = (of: BroadcastDetail["waits"]) => of.reduce((sum, each) => sum + each.people, 0);
  return (
    <div className="grid gap-1 text-[0.8125rem]">
      <p>{texts.waits(people(waits))}</p>
      <ul className="grid gap-0.5 text-muted tabular-nums">
        {shown.map((each) => (
          <li key={each.until}>{texts.waitsUntil(each.people, formatMoment(each.until))}</li>
        ))}
        {others.length > 0 && <li>{texts.waitsLonger(people(others))}</li>}
      </ul>
    </div>
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
