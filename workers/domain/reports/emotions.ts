import type { emotionReport as contract, ReportRange } from "#workers/contract/endpoints/reports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { readRange } from "./range.ts";
import { sumsOf } from "./sum-counts.ts";

/** Frequency of each emotion in people's messages, most frequent first. */
export async function emotionReport(ctx: Ctx, input: ReportRange): Promise<ReplyOf<typeof contract>> {
  const range = readRange(input);
  const [counted = []] = await sumsOf(ctx, range, "emotion");
  return counted.map(({ key, count }) => ({ emotion: key, count }));
}
