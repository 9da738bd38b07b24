import type { SimulatorCalls } from "#workers/contract/simulator.ts";
import type { SimulatorDeps } from "#workers/domain/simulator/phone.ts";
import type { HandlerContext } from "./mount.ts";

/** The capabilities that a rule needs to reach the simulator's phones. */
export const simulatorDepsOf = (context: HandlerContext): SimulatorDeps => ({
  // Asked when it is needed: where the session is not known yet, the call begins again once it is.
  get database() {
    return context.session.enterprise.database;
  },
  simulatorOf(channelId) {
    const { SIMULATOR: simulators } = context.c.env;
    return simulators.get(simulators.idFromName(channelId)) as unknown as SimulatorCalls;
  },
  bucket: context.c.env.FILES,
});
