import { errorsTexts } from "#texts/errors.ts";
import type { SimulatorCalls } from "#workers/contract/simulator.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { forgetPhones } from "#workers/domain/simulator/forget.ts";

/** Erases played phones in the objects that hold them. */
export const simulatorForget = ({ SIMULATOR: simulators }: JobsEnv): JobHandler<"simulator.forget"> => ({
  pages: (ctx, held, payload) => () =>
    forgetPhones(ctx, held, payload, (channelId) => {
      return simulators.get(simulators.idFromName(channelId)) as unknown as SimulatorCalls;
    }),
  failure: errorsTexts.internal,
});
