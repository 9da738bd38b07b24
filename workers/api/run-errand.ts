import type { LeftErrand } from "#workers/domain/errands/leave.ts";
import { runErrand } from "#workers/domain/errands/run.ts";
import { hubOf, telling } from "./hub.ts";
import type { Handling } from "./mount.ts";

/**
 * Runs at once what a change has left to be done elsewhere. The change is made and holds with the next call, whether
 * this works or not; what does not work is tried again by the cron, by the minute.
 */
export const runNow = (
  { c, office, scope }: Pick<Handling, "c" | "office" | "scope">,
  errand: LeftErrand,
): Promise<void> =>
  telling(() => runErrand({ office, scope, hub: hubOf(c.env, office.enterpriseId) }, errand));
