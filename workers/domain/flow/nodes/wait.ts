import { answersNext } from "#workers/contract/chat-rules.ts";
import { runLimits } from "#workers/contract/automation/limits.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { automationTexts } from "#texts/automation.ts";
import type { NodeDataOf } from "../data.ts";
import { behaves, leave, stay } from "../node.ts";
import type { Scene } from "../scene.ts";
import { atClock, isDay, laterIn, timeOf } from "../times.ts";
import { Trouble } from "../trouble.ts";

const texts = automationTexts.failures;
const DAY_MS = 86_400_000;

export const wait = behaves(nodeTypes.wait, {
  enter(scene, { until }) {
    const at = endOf(scene, until);
    if (at === undefined || Number.isNaN(at)) throw new Trouble("noTime", texts.noTime);
    // A time that has passed is not waited for.
    if (at <= scene.now) return leave("next", { until: new Date(at).toISOString() }, "skipped");
    if (at - scene.now > (runLimits.waitDays + 1) * DAY_MS)
      throw new Trouble("waitTooLong", texts.waitTooLong);
    return stay([{ kind: "time", key: "" }], at, { out: { until: new Date(at).toISOString() } });
  },
  resume: (_scene, _data, signal) =>
    leave("next", null, signal.kind === "timer" && signal.skipped ? "skipped" : "ok"),
});

function endOf(scene: Scene, until: NodeDataOf<"wait">["until"]): number | undefined {
  const { facts, now } = scene;
  switch (until.kind) {
    case "duration":
      return laterIn(facts.zone, now, until.length.amount, until.length.unit);
    case "time":
      return timeOf(scene.value(until.at), facts.zone);
    case "date": {
      const value = scene.value(until.at);
      const date = timeOf(value, facts.zone);
      if (date === undefined) return undefined;
      const { offset, clock } = until;
      const day = offset ? laterIn(facts.zone, date, offset.amount, offset.unit) : date;
      return clock === undefined || (offset && !isDay(value) && !isWhole(offset.unit))
        ? day
        : atClock(facts.zone, day, clock);
    }
    case "open":
      return answersNext(
        facts.hours && until.own ? { ...facts.hours, timezone: facts.zone } : facts.hours,
        now,
      );
    default:
      return until satisfies never;
  }
}

const isWhole = (unit: string): boolean => unit === "days" || unit === "weeks";
