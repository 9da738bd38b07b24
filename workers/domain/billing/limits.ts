import type { TenantDb } from "#db/client.ts";
import { resumingLimited } from "../broadcasts/usage-limit.ts";
import { keepingStops } from "../usage/stops.ts";
import { type Limited, stopsOf } from "./subscriptions.ts";

/** Tells a database the hard limits of these subscriptions; broadcasts that one has stopped go on where it is lifted. */
export const syncLimits = async (
  db: Pick<TenantDb, "$client">,
  subscriptions: readonly Limited[],
  now: number,
): Promise<void> => {
  const stops = subscriptions.map((each) => stopsOf(each, now));
  const ids = stops.map(({ enterpriseId }) => enterpriseId);
  await db.$client.batch([...keepingStops(db, stops), resumingLimited(db, ids, now)]);
};
