import type { ReportRange, topIntent as contract } from "#workers/contract/endpoints/reports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { readRange } from "./range.ts";
import { sumsOf } from "./sum-counts.ts";

const MOST = 100;

/** The most frequent intents, by their latest name. */
export async function topIntents(ctx: Ctx, input: ReportRange): Promise<ReplyOf<typeof contract>> {
  const range = readRange(input);
  const [counted = []] = await sumsOf(ctx, range, "intent");
  return counted.slice(0, MOST).map(({ key, name, count }) => ({ intentName: name, count, intentId: key }));
}
