import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Chart } from "#app/components/chart/chart.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useAgain } from "#app/features/broadcasts/use-again.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { formatClock, formatCount } from "#app/lib/format.ts";
import { liveTailTexts as texts } from "#texts/live-tail.ts";
import { LiveTail } from "#app/features/automation-runs/live-tail.tsx";
import { useTail } from "#app/features/automation-runs/use-tail.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { monitorDoors } from "#workers/contract/endpoints/journey-monitor.ts";

const ALL = () => true;

/** Steps of a journey on a channel or of a launch, as they happen. */
export function LiveView({
  kind,
  params,
  addressOf,
}: {
  kind: AutomationKind;
  params: { id: string; instanceId: string };
  addressOf: (runId: string) => string;
}) {
  const ask = (socketId: string) => call(monitorDoors[kind].watch, { params, body: { socketId } });
  const tail = useTail(params.instanceId, ask, ALL);
  return (
    <div className="grid gap-6">
      <h2 className="sr-only">{texts.title}</h2>
      <LastHour {...{ kind, params }} />
      <LiveTail tail={tail} addressOf={({ runId }) => addressOf(runId)} />
    </div>
  );
}

/** The chart is asked for again so often while the tab is looked at. */
const AGAIN_MS = 10_000;

/** The last hour, minute by minute. */
function LastHour({ kind, params }: { kind: AutomationKind; params: { id: string; instanceId: string } }) {
  const { answer, at, failure, reload } = useQueryOf(monitorDoors[kind].minutes, { params });
  useAgain((now) => now - at > AGAIN_MS, reload);
  if (!answer) {
    return failure ? <LoadFailure error={failure} title={texts.chartFailed} /> : <SkeletonRows rows={5} />;
  }
  const { minutes } = answer;
  const sum = (key: "entered" | "steps" | "ended" | "failed") =>
    formatCount(minutes.reduce((total, each) => total + each[key], 0));
  return (
    <Chart
      kind="bar"
      stacked
      still
      title={texts.chart}
      summary={texts.summary(sum("entered"), sum("steps"), sum("ended"), sum("failed"))}
      labelName={texts.minute}
      labels={minutes.map((minute) => formatClock(Date.parse(minute.at)).replace(/:\d\d /, " "))}
      series={[
        { name: texts.entered, tone: "accent", values: minutes.map(({ entered }) => entered) },
        { name: texts.ended, tone: "success", values: minutes.map(({ ended }) => ended) },
        { name: texts.failed, tone: "danger", values: minutes.map(({ failed }) => failed) },
      ]}
    />
  );
}
