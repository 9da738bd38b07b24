import { useId } from "react";
import { messages } from "#app/messages.ts";

const texts = messages.dashboard;

export interface Bar {
  label: string;
  attended: number;
  missed: number;
}

const HEIGHT = 100;
const WIDTH = 10;

/** Attended and missed side by side; missed ones are hatched, so that it is not the colour alone. */
export function Bars({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const hatch = useId();
  const most = Math.max(1, ...bars.flatMap(({ attended, missed }) => [attended, missed]));
  const tall = (count: number) => (count / most) * HEIGHT;
  return (
    <figure>
      <div className="flex gap-2">
        <Scale top={String(most)} />
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-48 w-full border-b border-l border-edge"
        >
          <defs>
            <pattern id={hatch} width="1.2" height="4" patternUnits="userSpaceOnUse" className="text-danger">
              <rect width="1.2" height="4" fill="currentColor" opacity="0.25" />
              <rect width="1.2" height="2" fill="currentColor" />
            </pattern>
          </defs>
          {bars.map(({ label: when, attended, missed }, at) => (
            <g key={when}>
              <title>{texts.bar(when, attended, missed)}</title>
              {/* What can be pointed at is the whole column. */}
              <rect x={at * WIDTH} y={0} width={WIDTH} height={HEIGHT} fill="transparent" />
              <rect
                x={at * WIDTH + 1}
                y={HEIGHT - tall(attended)}
                width={3.8}
                height={tall(attended)}
                className="fill-accent"
              />
              <rect
                x={at * WIDTH + 5.2}
                y={HEIGHT - tall(missed)}
                width={3.8}
                height={tall(missed)}
                fill={`url(#${hatch})`}
              />
            </g>
          ))}
        </svg>
      </div>
      <Axis labels={bars.map((bar) => bar.label)} />
      <figcaption className="mt-2 flex flex-wrap gap-4 text-[0.8125rem]">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-sm bg-accent" />
          {texts.attended}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-3 rounded-sm border-y-4 border-double border-danger bg-danger-soft"
          />
          {texts.missed}
        </span>
      </figcaption>
    </figure>
  );
}

/** The largest value and nought, beside the picture: text in it would shrink with the window. */
export function Scale({ top }: { top: string }) {
  return (
    <div
      aria-hidden
      className="flex w-18 shrink-0 flex-col justify-between text-right text-xs whitespace-nowrap text-muted tabular-nums"
    >
      <span>{top}</span>
      <span>0</span>
    </div>
  );
}

/** A few of the labels below the picture. */
export function Axis({ labels }: { labels: readonly string[] }) {
  const middle = labels[Math.floor((labels.length - 1) / 2)];
  const shown = labels.length <= 2 ? labels : [labels[0], middle, labels.at(-1)];
  return (
    <div
      aria-hidden
      className="mt-1 ml-20 flex justify-between text-xs whitespace-nowrap text-muted tabular-nums"
    >
      {shown.map((label) => (
        <span key={label}>{label}</span>
      ))}
    </div>
  );
}
