import type { ReactNode } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";

const texts = broadcastsTexts.estimate;

/** How many get it, how many not and why; each of the latter opens its people. */
export function EstimatedFigures({ estimate }: { estimate: BroadcastEstimate }) {
  const { total, looked, reachable, leftOut } = estimate;
  const isAbout = looked < total;
  const shown = (count: number) => (isAbout ? texts.about(formatCount(count)) : formatCount(count));
  const without = [
    [texts.doubles, estimate.doubles, leftOut.doubles],
    [texts.invalid, estimate.invalidCount, estimate.invalid],
    [texts.blacklisted, estimate.blacklisted, leftOut.blacklisted],
    [texts.optedOut, estimate.optedOut, leftOut.optedOut],
    [texts.missing, estimate.missing, leftOut.missing],
  ] as const;
  return (
    <>
      <dl className="grid gap-y-1.5">
        <Figure name={texts.reachable} strong>
          {shown(reachable)}
        </Figure>
        <Figure name={texts.total}>{formatCount(total)}</Figure>
        {without.map(
          ([name, count, people]) =>
            count > 0 && (
              <Figure key={name} name={name} people={people} isCut={people.length < count}>
                {shown(count)}
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
  people = [],
  isCut = false,
  children,
}: {
  name: string;
  strong?: boolean;
  /** The people counted, or the first of them. */
  people?: readonly string[];
  isCut?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4">
      <dt className={strong ? "font-semibold" : "text-muted"}>{name}</dt>
      <dd className={cx("text-end tabular-nums", strong && "font-semibold")}>{children}</dd>
      {people.length > 0 && (
        <dd className="col-span-2">
          <details className="text-[0.8125rem]">
            <summary className="cursor-pointer text-accent-ink">{texts.show(name)}</summary>
            {isCut && <p className="mt-1 text-muted">{texts.first(people.length)}</p>}
            <ul className="mt-1 grid gap-0.5 tabular-nums">
              {people.map((each, place) => (
                <li key={`${place} ${each}`} className="[overflow-wrap:anywhere]">
                  <bdi>{each || texts.noNumber}</bdi>
                </li>
              ))}
            </ul>
          </details>
        </dd>
      )}
    </div>
  );
}
