import { runLimits } from "#workers/contract/automation/limits.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import { automationTexts } from "#texts/automation.ts";
import { circlesIn, reachedFrom } from "./circles.ts";

const texts = automationTexts.problems;

/** Refuses journeys that run each other for ever, or more than five inside each other. */
export function checkJourneys(
  self: string,
  calls: readonly { node: string; journey: string }[],
  others: ReadonlyMap<string, readonly string[]>,
): GraphProblem[] {
  const ways = new Map(others).set(self, [...new Set(calls.map(({ journey }) => journey))]);
  const circle = circlesIn(reachedFrom([self], ways), ways)[0];
  if (circle) {
    const node = calls.find(({ journey }) => circle.includes(journey))?.node;
    const sentence = texts.journeyCircle([...circle, circle[0] ?? ""]);
    return [{ code: "journeyCircle", severity: "error", sentence, ...(node !== undefined && { node }) }];
  }
  const deep = calls.filter(({ journey }) => depthOf(journey, ways) >= runLimits.depth);
  return deep.map(({ node }) => ({
    code: "tooDeep",
    severity: "error",
    node,
    field: "journeyId",
    sentence: texts.tooDeep(runLimits.depth),
  }));
}

/** Journeys inside each other from this one on; no deeper than is of interest. */
function depthOf(id: string, ways: ReadonlyMap<string, readonly string[]>): number {
  let depth = 0;
  for (let level = new Set([id]); level.size > 0 && depth < runLimits.depth; depth++) {
    level = new Set([...level].flatMap((each) => ways.get(each) ?? []));
  }
  return depth;
}
