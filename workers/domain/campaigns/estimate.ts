import type {
  estimateActivity as estimateContract,
  listActivityPeople as peopleContract,
  validateActivity as validateContract,
} from "#workers/contract/endpoints/activity-estimate.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { estimateBroadcast, estimatedPeople } from "../broadcasts/estimate.ts";
import { type Ctx, iso } from "../ctx.ts";
import type { Files } from "../imports/files.ts";
import { type ActivityRow, findActivity } from "./activity-row.ts";
import { partOf, together } from "../rates/together.ts";
import { askedOfComparison, atComparison, comparedAsBroadcast } from "./comparison.ts";
import { atFallback, fallbackAsBroadcast } from "./fallback.ts";
import { refuseWrongStart, runsOf } from "./plan.ts";
import { asBroadcast } from "./save-activity.ts";
import { refuseSwitchedOff, type Switches } from "./switches.ts";

const RUNS_SHOWN = 10;

/** Estimates whom a saved activity would reach now. */
export async function estimateActivity(
  ctx: Ctx,
  id: string,
  how: How,
): Promise<ReplyOf<typeof estimateContract>> {
  const { activity } = await findActivity(ctx, id);
  return estimateOf(ctx, activity, how);
}

/** Lists the people of one count of that estimate, a page of them. */
export async function activityPeople(
  ctx: Ctx,
  id: string,
  page: InputOf<typeof peopleContract>["query"],
  { files, seesCustomers }: How,
): Promise<ReplyOf<typeof peopleContract>> {
  const { activity } = await findActivity(ctx, id);
  return estimatedPeople(ctx, { ...asBroadcast(activity.request), ...page }, files, seesCustomers);
}

type EstimatedActivity = Pick<ActivityRow, "request" | "fallback" | "comparison">;
interface How {
  files: Pick<Files, "get">;
  seesCustomers: boolean;
}

async function estimateOf(
  ctx: Ctx,
  sent: EstimatedActivity,
  how: How,
): Promise<ReplyOf<typeof estimateContract>> {
  const [estimate, fallback, second] = await Promise.all([
    estimateBroadcast(ctx, asBroadcast(sent.request), how.files, how.seesCustomers),
    fallbackOf(ctx, sent, how),
    secondOf(ctx, sent, how),
  ]);
  if (!sent.comparison || !second) return { ...estimate, fallback, comparison: null };
  const { share } = sent.comparison;
  const each = Math.round((estimate.reachable * share) / 100);
  const mixed = (b: number) => together([partOf(estimate.cost, 1 - b), partOf(second.cost, b)]);
  return {
    ...estimate,
    // The rest gets one of the two: message A here, and message B beside it.
    cost: mixed(share / 100),
    fallback,
    comparison: {
      each,
      rest: Math.max(0, estimate.reachable - 2 * each),
      cost: mixed(1 - share / 100),
      samples: second.samples,
      problems: second.problems,
    },
  };
}

/** The same people as message B would reach them. */
async function secondOf(ctx: Ctx, { request, comparison }: EstimatedActivity, { files, seesCustomers }: How) {
  if (!comparison) return undefined;
  return estimateBroadcast(ctx, comparedAsBroadcast(comparison, request), files, seesCustomers).catch(
    atComparison,
  );
}

/** The same for one that is not saved, with the times at which it would run. */
export async function validateActivity(
  ctx: Ctx,
  { plan, ...sent }: InputOf<typeof validateContract>["body"],
  { switches, ...how }: How & { switches: Switches },
): Promise<ReplyOf<typeof validateContract>> {
  refuseWrongStart(plan, ctx.now());
  refuseSwitchedOff(switches, { plan });
  const [estimate] = await Promise.all([estimateOf(ctx, sent, how), askedOfComparison(ctx, sent)]);
  return { ...estimate, runs: runsOf(plan, ctx.now()).slice(0, RUNS_SHOWN).map(iso) };
}

/** Counts those of the same people with an address on the fallback's channel, and shows how it reads. */
async function fallbackOf(
  ctx: Ctx,
  { request, fallback }: EstimatedActivity,
  { files, seesCustomers }: How,
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
