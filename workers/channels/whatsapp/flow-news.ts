import type { WaFlowNews } from "#workers/contract/inbound.ts";
import { type WaFlowState, waFlowStates } from "#workers/contract/wa-flows/flow.ts";
import { type Json, text } from "../json.ts";

const ALERTS: readonly string[] = ["ENDPOINT_ERROR_RATE", "ENDPOINT_LATENCY", "ENDPOINT_AVAILABILITY"];

/** A flow's state by Meta's word; undefined for one that is not known. */
export const flowStateOf = (value: unknown): WaFlowState | undefined =>
  waFlowStates.find((each) => each === value);

/** Reads a flow's news in a change of the account; undefined for one that is of something else. */
export function flowNewsOf(field: string, value: Json): WaFlowNews | undefined {
  const vendorId = text(value["flow_id"], 200);
  if (field !== "flows" || vendorId === undefined) return undefined;
  const event = text(value["event"], 100) ?? "";
  const words = text(value["message"], 500) ?? text(value["warning"], 500) ?? event;
  if (event === "FLOW_STATUS_CHANGE") {
    const state = flowStateOf(value["new_status"]);
    if (!state) return undefined;
    const isWell = state !== "THROTTLED" && state !== "BLOCKED";
    return { vendorId, state, health: isWell ? "" : words };
  }
  if (ALERTS.includes(event))
    return { vendorId, health: value["alert_state"] === "DEACTIVATED" ? "" : words };
  return event === "FLOW_VERSION_EXPIRY_WARNING" ? { vendorId, health: words } : undefined;
}
