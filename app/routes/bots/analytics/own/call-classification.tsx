import { call } from "#app/data/api.ts";
import { Chart } from "#app/components/chart/chart.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { formatCount, formatShare } from "#app/lib/format.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import { tryItTexts } from "#texts/try-it.ts";
import { callClassification, NONE } from "#workers/contract/endpoints/reports.ts";
import type { Route } from "./+types/call-classification.ts";
import { askedIn, bodyFor, useBehind } from "./behind.tsx";
import { FrameHead } from "./frame-head.tsx";

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.frames["call-classification"],
  failed: texts.frameFailed,
  rows: 8,
  within: true,
});

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const asked = askedIn(url);
  return { asked, found: await call(callClassification, { body: bodyFor(asked), signal }) };
}

/** Conversations by outcome, by how their messages were answered, and by topic. */
export default function Classification({ loaderData: { asked, found } }: Route.ComponentProps) {
  const classes = Object.entries(found.classes) as [keyof typeof texts.classNames, number][];
  const { open } = useBehind(asked);
  const outcomes = found.outcomes.filter(({ count }) => count > 0);
  return (
    <FrameHead view="call-classification">
      <div className="grid gap-4 md:grid-cols-2">
        <Chart
          kind="donut"
          title={texts.classesTitle}
          summary={saidOf(classes.map(([name, count]) => [texts.classNames[name], count]))}
          labelName={texts.classesTitle}
          labels={classes.map(([name]) => texts.classNames[name])}
          series={[{ name: texts.count, values: classes.map(([, count]) => count), tone: "accent" }]}
          onPick={(at) => open({ went: classes[at]?.[0] ?? "" })}
        />
        <Chart
          kind="bar"
          lying
          title={texts.outcomesTitle}
          summary={saidOf(outcomes.map(({ kind, count }) => [tryItTexts.kinds[kind], count]))}
          labelName={texts.outcomesTitle}
          labels={outcomes.map(({ kind }) => tryItTexts.kinds[kind])}
          series={[{ name: texts.totalMessages, values: outcomes.map(({ count }) => count), tone: "accent" }]}
          onPick={(at) => open({ kind: outcomes[at]?.kind ?? "" })}
        />
      </div>
      <Chart
        kind="bar"
        lying
        title={texts.storiesTitle}
        summary={saidOf(found.stories.slice(0, 3).map(({ name, count }) => [name, count]))}
        labelName={texts.storiesTitle}
        labels={found.stories.map(({ name }) => name)}
        series={[
          { name: texts.totalMessages, values: found.stories.map(({ count }) => count), tone: "accent" },
        ]}
        onPick={(at) => {
          const story = found.stories[at];
          if (story) open({ story: story.id ?? NONE, storyName: story.name });
        }}
      />
    </FrameHead>
  );
}

/** "Understood throughout 12 (60 %), …" */
function saidOf(parts: readonly (readonly [string, number])[]): string {
  const all = parts.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return texts.nothingSaid;
  return parts
    .map(([name, count]) => `${name} ${formatCount(count)} (${formatShare(count / all)})`)
    .join(", ");
}
