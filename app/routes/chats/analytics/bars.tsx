import { useNavigate } from "react-router";
import type { ChartTone } from "#app/components/chart/chart-props.ts";
import { Chart } from "#app/components/chart/chart.tsx";
import { chatAnalyticsTexts as texts } from "#texts/chat-analytics.ts";
import type { Bar } from "./figures.ts";
import { type OpensOf, useMayOpen } from "./opens.tsx";

interface Series {
  of: "started" | "closed" | "missed";
  name: string;
  tone: ChartTone;
  /** The history's search params for its chats. */
  opens: Record<string, string>;
}

const started: readonly Series[] = [
  { of: "started", opens: { begun: "any" }, name: texts.started, tone: "accent" },
];
const ended: readonly Series[] = [
  { of: "closed", opens: { end: "closed" }, name: texts.closed, tone: "success" },
  { of: "missed", opens: { end: "missed" }, name: texts.missed, tone: "danger" },
];

/** Chats by the day or by the hour of the day. A click on a bar opens those that it counts. */
export function Bars({
  kind,
  bars,
  opensOf,
}: {
  kind: "startedByDay" | "startedByHour" | "byDay" | "byHour";
  bars: readonly Bar[];
  opensOf: OpensOf;
}) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const of = kind === "byDay" || kind === "byHour" ? ended : started;
  const open = (at: number, part?: number) => {
    const { since, until } = bars[at] ?? {};
    const place: Record<string, string> = since && until ? { since, until } : { hour: String(at) };
    const [only] = of;
    // A whole bar of two parts is of all that ended.
    const series = part === undefined ? (of.length === 1 ? only : undefined) : of[part];
    void navigate(opensOf({ ...place, ...series?.opens }));
  };
  return (
    <Chart
      kind="bar"
      stacked
      title={texts[kind]}
      summary={texts[`${kind}Lead`]}
      labelName={kind === "startedByHour" || kind === "byHour" ? texts.hour : texts.day}
      labels={bars.map((bar) => bar.label)}
      series={of.map(({ of: count, name, tone }) => ({ name, tone, values: bars.map((bar) => bar[count]) }))}
      onPick={mayOpen ? open : undefined}
    />
  );
}
