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
  values: readonly number[];
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
      {points.length > 1 && values.some((value) => value > 0) && (
        <>
          <polygon
            points={`0,${HEIGHT} ${points.join(" ")} 100,${HEIGHT}`}
            className="fill-current opacity-10"
          />
          <polyline
            points={points.join(" ")}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  );
}

/** "x,y" of each point, from left to right; the highest value touches the top. */
export function pointsOf(values: readonly number[], mean: boolean): string[] {
  const size = Math.ceil(values.length / MOST_POINTS);
  const put = Array.from({ length: size === 0 ? 0 : Math.ceil(values.length / size) }, (_, at) => {
    const part = values.slice(at * size, (at + 1) * size);
    const sum = part.reduce((total, value) => total + value, 0);
    return mean ? sum / part.length : sum;
  });
  const most = Math.max(...put, 0) || 1;
  const last = Math.max(put.length - 1, 1);
  const of = (number: number) => Number(number.toFixed(2));
  return put.map((value, at) => `${of((at / last) * 100)},${of(HEIGHT - 1 - (value / most) * (HEIGHT - 2))}`);
}
