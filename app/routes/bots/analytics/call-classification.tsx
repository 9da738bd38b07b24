import { call } from "#app/api.ts";
import { Chart } from "#app/components/chart/chart.tsx";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatCount, formatShare } from "#app/format.ts";
import * as messages from "#app/messages.ts";
import { titleOf } from "#app/title.ts";
import { callClassification } from "#workers/contract/endpoints/reports.ts";
import type { Route } from "./+types/call-classification.ts";
import { bodyOf } from "../conversation-report/load.ts";
import { AnalyticsPage } from "./analytics-page.tsx";
import { rangeIn } from "./range-select.tsx";

const texts = messages.reports;

export const meta = () => titleOf(texts.frames.callClassification);

export async function clientLoader({ params: { id }, request: { url, signal } }: Route.ClientLoaderArgs) {
  const place = rangeIn(url);
  return { place, found: await call(callClassification, { body: bodyOf(id, place), signal }) };
}

export function HydrateFallback() {
  return (
    <div className="p-6">
      <SkeletonRows rows={8} />
    </div>
  );
}

/** Classes of conversations: how they went, how messages were answered, what they were about. */
export default function Classification({ loaderData: { place, found } }: Route.ComponentProps) {
  const classes = Object.entries(found.classes) as [keyof typeof texts.classNames, number][];
  const outcomes = found.outcomes.filter(({ count }) => count > 0);
  return (
    <AnalyticsPage title={texts.frames.callClassification} lead={texts.classLead} range={place.preset}>
      <div className="grid gap-4 lg:grid-cols-2">
        <Chart
          kind="donut"
          title={texts.classesTitle}
          summary={saidOf(classes.map(([name, count]) => [texts.classNames[name], count]))}
          labelName={texts.classesTitle}
          labels={classes.map(([name]) => texts.classNames[name])}
          series={[{ name: texts.count, values: classes.map(([, count]) => count), tone: "accent" }]}
        />
        <Chart
          kind="bar"
          title={texts.outcomesTitle}
          summary={saidOf(outcomes.map(({ kind, count }) => [messages.tryIt.kinds[kind], count]))}
          labelName={texts.outcomesTitle}
          labels={outcomes.map(({ kind }) => messages.tryIt.kinds[kind])}
          series={[{ name: texts.totalMessages, values: outcomes.map(({ count }) => count), tone: "accent" }]}
        />
      </div>
      <Chart
        kind="bar"
        title={texts.storiesTitle}
        summary={saidOf(found.stories.slice(0, 3).map(({ name, count }) => [name, count]))}
        labelName={texts.storiesTitle}
        labels={found.stories.map(({ name }) => name)}
        series={[
          { name: texts.totalMessages, values: found.stories.map(({ count }) => count), tone: "accent" },
        ]}
      />
    </AnalyticsPage>
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure error={error} title={texts.frameFailed} />;
}
