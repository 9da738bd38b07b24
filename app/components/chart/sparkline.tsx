import { Fragment } from "react";
import { cx } from "#app/components/ui/cx.ts";

/** Points that fit; more are added up or averaged, so that a year stays a line. */
const MOST_POINTS = 45;
const HEIGHT = 28;

/**
 * The course of a figure as a line without scale, beside the figure in words; no chart library. Of one value, or
 * of nothing, there is no course, but its height is kept, so that tiles beside each other stay equal.
 */
export function Sparkline({
  values,
  mean = false,
  className,
}: {
  /** Null where there was nothing to measure: a gap, never nought. */
  values: readonly (number | null)[];
  /** Averages what is put together instead of adding it up. */
  mean?: boolean;
  className?: string;
}) {
  const points = pointsOf(values, mean);
  return (
    <svg
      aria-hidden
      data-sparkline={points.length}
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx("h-7 w-full overflow-visible text-accent", className)}
    >
      {points.length > 1 &&
        values.some((value) => (value ?? 0) > 0) &&
        runsOf(points).map((run) => (
          <Fragment key={run[0]}>
            <polygon
              points={`${xOf(run[0])},${HEIGHT} ${run.join(" ")} ${xOf(run.at(-1))},${HEIGHT}`}
              className="fill-current opacity-10"
            />
            <polyline
              // A value alone between gaps is a line to itself: its round end is a dot.
              points={(run.length === 1 ? [...run, ...run] : run).join(" ")}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
              strokeLinecap="round"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </Fragment>
        ))}
    </svg>
  );
}

/** The points that are joined: a gap ends a line, and the next value begins another. */
function runsOf(points: readonly (string | null)[]): string[][] {
  const runs: string[][] = [[]];
  for (const point of points) {
    if (point === null) runs.push([]);
    else runs.at(-1)?.push(point);
  }
  return runs.filter(({ length }) => length > 0);
}

const xOf = (point = ""): string => point.split(",")[0] ?? "";

/** "x,y" of each point, from left to right, null for a gap; the highest value touches the top. */
export function pointsOf(values: readonly (number | null)[], mean: boolean): (string | null)[] {
  const size = Math.ceil(values.length / MOST_POINTS);
  const put = Array.from({ length: size === 0 ? 0 : Math.ceil(values.length / size) }, (_, at) => {
    const part = values.slice(at * size, (at + 1) * size).filter((value) => value !== null);
    if (part.length === 0) return null;
    const sum = part.reduce((total, value) => total + value, 0);
    return mean ? sum / part.length : sum;
  });
  const most = Math.max(...put.filter((value) => value !== null), 0) || 1;
  const last = Math.max(put.length - 1, 1);
  const of = (number: number) => Number(number.toFixed(2));
  return put.map((value, at) =>
    value === null ? null : `${of((at / last) * 100)},${of(HEIGHT - 1 - (value / most) * (HEIGHT - 2))}`,
  );
}
