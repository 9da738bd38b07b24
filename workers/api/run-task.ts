import type { LeftTask } from "#workers/domain/after-commit/leave.ts";
import { runTask } from "#workers/domain/users/run-task.ts";
import { hubOf, telling } from "./hub.ts";
import type { HandlerContext } from "./mount.ts";

/**
 * Runs the follow-up work of a change at once. The change itself is committed and holds whether this succeeds or not;
 * the cron retries failures every minute.
 */
export const runNow = (
  { c, directoryCtx, ctx }: Pick<HandlerContext, "c" | "directoryCtx" | "ctx">,
  task: LeftTask,
): Promise<void> =>
  telling(async () => {
    await runTask({ directoryCtx, ctx, hub: hubOf(c.env, directoryCtx.enterpriseId) }, task);
  });
