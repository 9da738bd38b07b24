import type { JobKind } from "#workers/contract/jobs.ts";
import type { SwitchName } from "#workers/contract/switches.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { isStopped } from "#workers/domain/operators/switches.ts";
import { LOOK_AGAIN_MS } from "./sending-switch.ts";

/** A kind of work that does no page while operators have stopped it, and then goes on where it was. */
export const restsWhileStopped = <Kind extends JobKind>(
  env: Pick<JobsEnv, "DIRECTORY">,
  name: SwitchName,
  handler: JobHandler<Kind>,
): JobHandler<Kind> => ({
  ...handler,
  pages(ctx, held, payload) {
    const page = handler.pages(ctx, held, payload);
    return async () => {
      if (!(await isStopped(env, name))) return page();
      // Waiting is no failed try.
      held.gotOn();
      await held.beat();
      return { laterMs: LOOK_AGAIN_MS };
    };
  },
});
