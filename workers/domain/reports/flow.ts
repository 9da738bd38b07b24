import type { ConversationFlow, ReportRange } from "#workers/contract/endpoints/reports.ts";
import { reportsTexts } from "#texts/reports.ts";
import type { Ctx } from "../ctx.ts";
import { BEGINS, NOT_UNDERSTOOD } from "./count-turn.ts";
import { readRange } from "./range.ts";
import { sumsOf } from "./sum-counts.ts";

const MOST_STEPS = 200;

/**
 * Transitions of conversations from intent to intent. A step is counted when the intent that it leaves was said: if an
 * intent was said more often than it was left, the difference is conversations that ended (or paused) there.
 */
export async function conversationFlow(ctx: Ctx, input: ReportRange): Promise<ConversationFlow> {
  const range = readRange(input);
  const [said = [], outcomes = [], flow = []] = await sumsOf(ctx, range, "intent", "outcome", "flow");
  const understood = said.reduce((sum, { count }) => sum + count, 0);
  const all = outcomes.reduce((sum, { count }) => sum + count, 0);
  const nodes = [
    ...said,
    ...(all > understood
      ? [{ key: NOT_UNDERSTOOD, name: reportsTexts.notUnderstood, count: all - understood }]
      : []),
  ];
  const names = new Map(nodes.map(({ key, name }) => [key, name]));
  const steps = flow.map(({ key, count }) => {
    const [from = "", to = ""] = key.split(">");
    return { from, to, count };
  });
  const sumOf = (found: readonly { count: number }[]): number =>
    found.reduce((sum, { count }) => sum + count, 0);
  const node = (id: string) => ({ id, name: names.get(id) ?? "" });
  return {
    intents: nodes.map(({ key, name, count }) => ({
      id: key,
      name,
      said: count,
      begins: sumOf(steps.filter(({ from, to }) => from === BEGINS && to === key)),
      ends: Math.max(0, count - sumOf(steps.filter(({ from }) => from === key))),
    })),
    steps: steps
      .filter(({ from, to }) => from !== BEGINS && names.has(from) && names.has(to))
      .slice(0, MOST_STEPS)
      .map(({ from, to, count }) => ({ from: node(from), to: node(to), count })),
  };
}
