import type {
  estimateActivity as estimateContract,
  validateActivity as validateContract,
} from "#workers/contract/endpoints/activities.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { estimateBroadcast } from "../broadcasts/estimate.ts";
import { type Ctx, iso } from "../ctx.ts";
import type { Files } from "../imports/files.ts";
import { type ActivityRow, findActivity } from "./activity-row.ts";
import { atFallback, fallbackAsBroadcast } from "./fallback.ts";
import { refuseWrongStart, runsOf } from "./plan.ts";
import { asBroadcast } from "./save-activity.ts";
import { refuseSwitchedOff, type Switches } from "./switches.ts";

const RUNS_SHOWN = 10;

/** Estimates whom a saved activity would reach now. */
export async function estimateActivity(
  ctx: Ctx,
  id: string,
  how: { files: Pick<Files, "get">; seesCustomers: boolean },
): Promise<ReplyOf<typeof estimateContract>> {
  const { activity } = await findActivity(ctx, id);
  const [estimate, fallback] = await Promise.all([
    estimateBroadcast(ctx, asBroadcast(activity.request), how.files, how.seesCustomers),
    fallbackOf(ctx, activity, how),
  ]);
  return { ...estimate, fallback };
}

/** The same for one that is not saved, with the times at which it would run. */
export async function validateActivity(
  ctx: Ctx,
  { request, plan, fallback: second }: InputOf<typeof validateContract>["body"],
  {
    switches,
    files,
    seesCustomers,
  }: { switches: Switches; files: Pick<Files, "get">; seesCustomers: boolean },
): Promise<ReplyOf<typeof validateContract>> {
  refuseWrongStart(plan, ctx.now());
  refuseSwitchedOff(switches, { plan });
  const [estimate, fallback] = await Promise.all([
    estimateBroadcast(ctx, asBroadcast(request), files, seesCustomers),
    fallbackOf(ctx, { request, fallback: second }, { files, seesCustomers }),
  ]);
  return { ...estimate, fallback, runs: runsOf(plan, ctx.now()).slice(0, RUNS_SHOWN).map(iso) };
}

/** Counts those of the same people with an address on the fallback's channel, and shows how it reads. */
async function fallbackOf(
  ctx: Ctx,
  { request, fallback }: Pick<ActivityRow, "request" | "fallback">,
  { files, seesCustomers }: { files: Pick<Files, "get">; seesCustomers: boolean },
): Promise<ReplyOf<typeof estimateContract>["fallback"]> {
  if (!fallback) return null;
  const { audience, phoneNumber } = request;
  const { reachable, samples, problems } = await estimateBroadcast(
    ctx,
    { ...fallbackAsBroadcast(fallback), audience, phoneNumber },
    files,
    seesCustomers,
  ).catch(atFallback);
  // Typed addresses, and those of a file, are of the first channel, and may be none of the second.
  const isKnown = phoneNumber.length === 0 && audience.file === null;
  return { reachable: isKnown ? reachable : null, samples, problems };
}
