import type { LogLevel } from "#workers/contract/automation/log-levels.ts";
import type { Step } from "../flow/advanced.ts";
import type { Json } from "../flow/json.ts";

const wentWrong = ({ outcome }: Step): boolean => outcome === "error" || outcome === "timeout";

/** Where a step led that has no port: the path has it, and no values. */
function wayOf({ out }: Step): Json {
  const { to, outcome } = (typeof out === "object" && !Array.isArray(out) ? out : null) ?? {};
  return { ...(to !== undefined && { to }), ...(outcome !== undefined && { outcome }) };
}

/** The steps that a log of this level keeps; what went wrong keeps its values at all of them. */
export function keptSteps(steps: readonly Step[], level: LogLevel): readonly Step[] {
  switch (level) {
    case "off":
      return [];
    case "errors":
      return steps.filter(wentWrong);
    case "path":
      return steps.map((step) => (wentWrong(step) ? step : { ...step, in: null, out: wayOf(step) }));
    case "all":
      return steps;
    default:
      return level satisfies never;
  }
}
