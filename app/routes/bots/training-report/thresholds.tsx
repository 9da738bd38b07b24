import { Chart } from "#app/components/chart/chart.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { request } from "#app/data/api.ts";
import { patch, useQueryOf } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { formatShare } from "#app/lib/format.ts";
import { trainingTexts as texts } from "#texts/training.ts";
import { getAgent, saveAgentConfig } from "#workers/contract/endpoints/bots.ts";
import type { TrainingFindings } from "#workers/contract/endpoints/training.ts";

/** The effect of each threshold, and the one that the training proposes, ready to be taken over. */
export function Thresholds({
  agentId,
  thresholds: { best, curve },
}: {
  agentId: string;
  thresholds: NonNullable<TrainingFindings["thresholds"]>;
}) {
  const { answer: agent } = useQueryOf(getAgent, { params: { id: agentId } });
  const { busy, failure, send } = useSend();
  const toast = useToast();
  const used = agent?.config.confidenceThreshold;
  const point = curve.find(({ threshold }) => threshold === best);
  const take = () => {
    if (!agent) return;
    const { hasOpenaiKey: _, ...config } = agent.config;
    const body = { ...config, confidenceThreshold: best, takesThreshold: true, revision: agent.revision };
    void send(
      () => request(saveAgentConfig, { params: { id: agentId }, body }),
      ({ payload }) => {
        patch(getAgent, { params: { id: agentId } }, (now) => ({ ...now, ...payload }));
        toast.success(texts.thresholdTaken(shown(best)));
      },
    );
  };
  return (
    <section aria-labelledby="threshold-title" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="threshold-title" className="font-semibold">
          {texts.thresholdProposed(shown(best))}{" "}
          <span className="font-normal text-muted">
            {used === undefined
              ? ""
              : used === best
                ? texts.thresholdInUse
                : texts.thresholdUsed(shown(used))}
          </span>
        </h3>
        {used !== undefined && used !== best && (
          <Button size="sm" busy={busy} onClick={take}>
            {texts.takeThreshold(shown(best))}
          </Button>
        )}
      </div>
      <Failure text={failure} />
      <Chart
        kind="bar"
        stacked
        most={100}
        title={texts.threshold}
        summary={
          point
            ? texts.thresholdSaid(
                shown(best),
                formatShare(point.right),
                formatShare(point.wrong),
                formatShare(point.refused),
              )
            : ""
        }
        labelName={texts.threshold}
        labels={curve.map(({ threshold }) => shown(threshold))}
        series={[
          { name: texts.answeredRight, values: curve.map(({ right }) => right * 100), tone: "accent" },
          { name: texts.answeredWrong, values: curve.map(({ wrong }) => wrong * 100), tone: "beak" },
          { name: texts.refused, values: curve.map(({ refused }) => refused * 100), tone: "edge" },
        ]}
        format={(percent) => formatShare(percent / 100)}
      />
    </section>
  );
}

const shown = (threshold: number): string => threshold.toFixed(2);
