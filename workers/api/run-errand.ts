import type { LeftErrand } from "#workers/domain/errands/leave.ts";
import { runErrand } from "#workers/domain/errands/run.ts";
import { hubOf, telling } from "./hub.ts";
import type { Handling } from "./mount.ts";

/**
 * Runs the follow-up work of a change at once. The change itself is committed and holds whether this succeeds or not;
 * the cron retries failures every minute.
 */
export const runNow = (
  { c, office, scope }: Pick<Handling, "c" | "office" | "scope">,
  errand: LeftErrand,
): Promise<void> =>
  telling(() => runErrand({ office, scope, hub: hubOf(c.env, office.enterpriseId) }, errand));
