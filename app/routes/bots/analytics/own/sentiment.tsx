import { call } from "#app/data/api.ts";
import type { ChartTone } from "#app/components/chart/chart-props.ts";
import { Chart } from "#app/components/chart/chart.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { formatCount, formatShare } from "#app/lib/format.ts";
import { emotionsTexts } from "#texts/emotions.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import { type EmotionName, type Feeling, feelingNames } from "#workers/contract/emotions.ts";
import { emotionReport, graphReport } from "#workers/contract/endpoints/reports.ts";
import type { Route } from "./+types/sentiment.ts";
import { askedIn, bodyFor, useBehind } from "./behind.tsx";
import { FrameHead } from "./frame-head.tsx";

const tones: Record<Feeling, ChartTone> = {
  positive: "success",
  negative: "danger",
  ambiguous: "warning",
  neutral: "edge",
};

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.frames.sentiment,
  failed: texts.frameFailed,
  rows: 8,
  within: true,
});

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const asked = askedIn(url);
  const body = bodyFor(asked);
  const [graph, emotions] = await Promise.all([
    call(graphReport, { body, signal }),
    call(emotionReport, { body, signal }),
  ]);
  return { asked, feelings: graph.feelings, emotions };
}

/** Sentiment of messages by day, and the emotions found in them. */
export default function Sentiment({ loaderData: { asked, feelings, emotions } }: Route.ComponentProps) {
  const { open } = useBehind(asked);
  const sums = feelingNames.map((name) => ({
    name,
    sum: feelings.reduce((sum, day) => sum + day[name], 0),
  }));
  const all = sums.reduce((sum, one) => sum + one.sum, 0);
  const said =
    all === 0
      ? texts.nothingSaid
      : sums.map(({ name, sum }) => `${texts.feelingNames[name]} ${formatShare(sum / all)}`).join(", ");
  const named = emotions.map(({ emotion, count }) => ({
    label: emotionsTexts[emotion as EmotionName].toReversed().join(" "),
    count,
  }));
  return (
    <FrameHead view="sentiment">
      <Chart
        kind="bar"
        stacked
        title={texts.feelingsTitle}
        summary={said}
        labelName={texts.date}
        labels={feelings.map(({ date }) => date)}
        series={feelingNames.map((name) => ({
          name: texts.feelingNames[name],
          values: feelings.map((day) => day[name]),
          tone: tones[name],
        }))}
        onPick={(at, of) =>
          open({ day: feelings[at]?.date ?? "", feeling: of === undefined ? "" : (feelingNames[of] ?? "") })
        }
      />
      <Chart
        kind="bar"
        lying
        title={texts.emotionsTitle}
        summary={
          named
            .slice(0, 3)
            .map(({ label, count }) => `${label} ${formatCount(count)}`)
            .join(", ") || texts.nothingSaid
        }
        labelName={texts.emotionsTitle}
        labels={named.map(({ label }) => label)}
        series={[{ name: texts.totalMessages, values: named.map(({ count }) => count), tone: "accent" }]}
        onPick={(at) => open({ emotion: emotions[at]?.emotion ?? "" })}
      />
    </FrameHead>
  );
}
