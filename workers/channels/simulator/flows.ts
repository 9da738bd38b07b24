import type { AdapterFlows } from "../adapter.ts";
import { SIMULATOR_HOST } from "./wire.ts";

/** Flows of the simulator: nobody looks at them, and the phone asks for their contents when it draws them. */
export const flows: AdapterFlows = {
  fileHosts: [SIMULATOR_HOST],
  upload: async ({ vendorId }) => ({
    outcome: "taken",
    vendorId: vendorId ?? `sim.${crypto.randomUUID()}`,
    errors: [],
  }),
  change: async () => ({ outcome: "taken" }),
  read: async () => undefined,
  setKey: async () => true,
  keyState: async () => "valid",
};
