import type { ReactNode } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";
import { type AskPeople, EstimatedPeople } from "./estimated-people.tsx";
import { recipientWords } from "./recipient-words.ts";

const texts = broadcastsTexts.estimate;

/** How many get it, how many not and why; each opens its people. */
export function EstimatedFigures({
  estimate,
  channelType,
  ask,
}: {
  estimate: BroadcastEstimate;
  channelType: number;
  ask: AskPeople;
}) {
  const { total, looked, reachable, leftOut } = estimate;
  const { invalid } = recipientWords(channelType);
  const isAbout = looked < total;
  const shown = (count: number) => (isAbout ? texts.about(formatCount(count)) : formatCount(count));
  const { people } = estimate;
  const figures = [
    ["reachable", texts.reachable, reachable, people.reachable],
    ["total", texts.total, total, people.total],
    ["doubles", texts.doubles, estimate.doubles, leftOut.doubles],
    ["invalid", invalid, estimate.invalidCount, estimate.invalid],
    ["blacklisted", texts.blacklisted, estimate.blacklisted, leftOut.blacklisted],
    ["optedOut", texts.optedOut, estimate.optedOut, leftOut.optedOut],
    ["missing", texts.missing, estimate.missing, leftOut.missing],
  ] as const;
  return (
    <>
      <dl className="grid gap-y-1.5">
        {figures.map(
          ([kind, name, count, first], at) =>
            // The first two are there whatever they are.
            (count > 0 || at < 2) && (
              <Figure
                key={kind}
                name={name}
                strong={kind === "reachable"}
                people={
                  first.length > 0 && (
                    <EstimatedPeople {...{ name, kind, first, ask }} isCut={first.length < count} />
                  )
                }
              >
                {kind === "total" ? formatCount(count) : shown(count)}
              </Figure>
            ),
        )}
        {reachable > 0 && <Figure name={texts.duration}>{formatSeconds(estimate.durationSeconds)}</Figure>}
      </dl>
      {isAbout && <p className="text-[0.8125rem] text-muted">{texts.sampled(formatCount(looked))}</p>}
    </>
  );
}

function Figure({
  name,
  strong = false,
  people,
  children,
}: {
  name: string;
  strong?: boolean;
  /** The people counted. */
  people?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4">
      <dt className={strong ? "font-semibold" : "text-muted"}>{name}</dt>
      <dd className={cx("text-end tabular-nums", strong && "font-semibold")}>{children}</dd>
      {people && <dd className="col-span-2">{people}</dd>}
    </div>
  );
}
