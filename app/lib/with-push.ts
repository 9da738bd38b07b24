import { loadPart } from "#app/lib/load-part.ts";
import type * as Push from "#app/lib/push-subscription.ts";
import { pushWorker } from "./push-worker.ts";

/** Works with push where somebody has asked for it in this browser; others load nothing of it. */
export const withPush = async <Result>(
  work: (push: typeof Push) => Promise<Result>,
): Promise<Result | undefined> =>
  (await pushWorker()) && work(await loadPart(() => import("#app/lib/push-subscription.ts")));
