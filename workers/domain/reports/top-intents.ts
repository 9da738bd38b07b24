import type { ReportRange, topIntent as contract } from "#workers/contract/endpoints/reports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { agentRow } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";
import { readRange } from "./range.ts";
import { sumCounts } from "./sum-counts.ts";

const MOST = 100;

/** The most frequent intents, by their latest name. */
export async function topIntents(ctx: Ctx, input: ReportRange): Promise<ReplyOf<typeof contract>> {
  const range = readRange(input);
  const [, counted] = await Promise.all([agentRow(ctx, range.agentId), sumCounts(ctx, "intent", range)]);
  return counted.slice(0, MOST).map(({ key, name, count }) => ({ intentName: name, count, intentId: key }));
}
