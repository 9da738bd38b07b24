import { messages } from "#app/messages.ts";
import { Axis, Scale } from "./bars.tsx";

const texts = messages.dashboard;

export interface Point {
  label: string;
  /** Null: there is nothing to tell of it, so the line has a gap. */
  value: number | null;
}

const HEIGHT = 100;
const WIDTH = 10;

/** A line with a dot at each value; without a value it does not pretend to be nought. */
export function Line({
  points,
  label,
  format,
}: {
  points: readonly Point[];
  label: string;
  format: (value: number) => string;
}) {
  const most = Math.max(1, ...points.map(({ value }) => value ?? 0));
  const at = (index: number) => index * WIDTH + WIDTH / 2;
  const up = (value: number) => HEIGHT - 4 - (value / most) * (HEIGHT - 8);
  const path = points
    .map(({ value }, index) => {
      if (value === null) return "";
      const begins = index === 0 || points[index - 1]?.value === null;
      return `${begins ? "M" : "L"}${at(index)} ${up(value)}`;
    })
    .join("");
  return (
    <figure>
      <div className="flex gap-2">
        <Scale top={format(most)} />
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${points.length * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-48 w-full border-b border-l border-edge"
        >
          <path
            d={path}
            fill="none"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
            className="stroke-accent"
          />
          {points.map(({ label: when, value }, index) => (
            <g key={when}>
              <title>{texts.point(when, value === null ? texts.noPickup : format(value))}</title>
              <rect x={index * WIDTH} y={0} width={WIDTH} height={HEIGHT} fill="transparent" />
              {value !== null && (
                // A line of no length with round ends is a dot that the stretched picture does not deform.
                <path
                  d={`M${at(index)} ${up(value)}h0`}
                  strokeWidth="8"
                  strokeLinecap="round"
                  vectorEffect="non-scaling-stroke"
                  className="stroke-accent"
                />
              )}
            </g>
          ))}
        </svg>
      </div>
      <Axis labels={points.map((point) => point.label)} />
    </figure>
  );
}
