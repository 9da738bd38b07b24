import type { FlowAnswer, FlowAtVendor, OutgoingFlow } from "#workers/channels/adapter.ts";

/** Flows of one channel's vendor. */
export interface VendorFlows {
  upload: (flow: OutgoingFlow & { vendorId: string | null }) => Promise<FlowAnswer>;
  change: (
    what: "publish" | "deprecate" | "delete",
    vendorId: string,
  ) => Promise<Exclude<FlowAnswer, { outcome: "taken" }> | { outcome: "taken" }>;
  read: (vendorId: string) => Promise<FlowAtVendor | undefined>;
  setKey: (publicKey: string) => Promise<boolean>;
  keyState: () => Promise<"valid" | "invalid" | undefined>;
}

/** Undefined for a channel that is not there, or whose vendor has no flows. */
export type VendorOfFlows = (channelId: string) => Promise<VendorFlows | undefined>;
