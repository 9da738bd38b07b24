import { formatCount } from "#app/lib/format.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import type { ConversationFlow } from "#workers/contract/endpoints/reports.ts";

import { type Asked, Behind } from "./behind.tsx";
import { saidAs, stepOf } from "./narrowed.ts";

const SHOWN = 10;
const ROW = 40;
const WIDTH = 720;
const LEFT = 220;
const RIGHT = WIDTH - LEFT;

/**
 * The most common steps as bands between intents, with width by frequency. The tables below hold the same data and
 * links, and replace the chart where the window is too narrow for names on both sides.
 */
export function FlowPicture({ flow, asked }: { flow: ConversationFlow; asked: Asked }) {
  const steps = flow.steps.slice(0, 30);
  const most = Math.max(1, ...steps.map(({ count }) => count));
  const named = (side: "from" | "to") => {
    const sums = new Map<string, { name: string; count: number }>();
    for (const step of steps) {
      const { id, name } = step[side];
      sums.set(id, { name, count: (sums.get(id)?.count ?? 0) + step.count });
    }
    return [...sums].toSorted((a, b) => b[1].count - a[1].count).slice(0, SHOWN);
  };
  const [froms, tos] = [named("from"), named("to")];
  const height = Math.max(froms.length, tos.length) * ROW;
  const rowOf = (list: typeof froms, id: string): number => list.findIndex(([key]) => key === id);
  if (steps.length === 0) return null;
  return (
    <div aria-hidden className="hidden overflow-x-auto rounded-xl border border-line bg-surface p-4 sm:block">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} className="w-full min-w-140 text-ink" fontSize="13">
        {steps.map(({ from, to, count }) => {
          const [a, b] = [rowOf(froms, from.id), rowOf(tos, to.id)];
          if (a < 0 || b < 0) return null;
          const [y1, y2] = [a * ROW + ROW / 2, b * ROW + ROW / 2];
          return (
            <Behind
              key={`${from.id} ${to.id}`}
              quiet
              asked={asked}
              narrowed={stepOf({ from, to })}
              className="opacity-45 hover:opacity-90"
            >
              <title>{texts.behind(texts.step(from.name, to.name), formatCount(count))}</title>
              <path
                d={`M${LEFT + 8} ${y1} C${WIDTH / 2} ${y1} ${WIDTH / 2} ${y2} ${RIGHT - 8} ${y2}`}
                fill="none"
                stroke="var(--accent)"
                strokeWidth={Math.max(1.5, (count / most) * ROW * 0.6)}
              />
            </Behind>
          );
        })}
        {[froms, tos].map((names, side) =>
          names.map(([id, { name, count }], row) => (
            <Behind
              key={`${side} ${id}`}
              quiet
              asked={asked}
              narrowed={saidAs(id, name)}
              className="hover:underline"
            >
              <text
                x={side === 0 ? LEFT : RIGHT}
                y={row * ROW + ROW / 2 + 4}
                textAnchor={side === 0 ? "end" : "start"}
                fill="currentColor"
              >
                {short(name)} ({formatCount(count)})
              </text>
            </Behind>
          )),
        )}
      </svg>
      <p className="text-[0.8125rem] text-muted">{texts.flowPicture}</p>
    </div>
  );
}

const short = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name);
