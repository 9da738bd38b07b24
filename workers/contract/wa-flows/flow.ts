import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";

/** A WhatsApp Flow as it is kept: Meta's Flow JSON, and what our endpoint answers while somebody fills it in. */

export const waFlowLimits = {
  name: 200,
  /** Of the Flow JSON and the rules together. */
  bytes: 900_000,
  screens: 100,
  values: 100,
} as const;

/** Meta's own states; a draft alone is edited and deleted, and what is deprecated stays so. */
export const waFlowStates = ["DRAFT", "PUBLISHED", "DEPRECATED", "THROTTLED", "BLOCKED"] as const;
export type WaFlowState = (typeof waFlowStates)[number];

/** States in which people can open a flow: throttled, ten an hour. */
export const SENT_STATES: readonly WaFlowState[] = ["PUBLISHED", "THROTTLED"];

export const waFlowCategories = [
  "SIGN_UP",
  "SIGN_IN",
  "APPOINTMENT_BOOKING",
  "LEAD_GENERATION",
  "CONTACT_US",
  "CUSTOMER_SUPPORT",
  "SURVEY",
  "OTHER",
] as const;
export type WaFlowCategory = (typeof waFlowCategories)[number];

/** Where colleagues see a file that somebody sent through a flow. */
export const flowFileUrl = (origin: string, id: string): string =>
  new URL(`/whatsapp-flow?file=${encodeURIComponent(id)}`, origin).href;

/** Where the endpoint of a channel's flows is called; the channel's id follows. */
export const WA_FLOW_PATH = "/api/webhooks/whatsapp-flow/";

export const waFlowContent = z.record(z.string(), z.unknown(), texts.notFlow);
export type WaFlowContent = z.infer<typeof waFlowContent>;

const value = z.string(errorsTexts.notText).max(1_000, errorsTexts.tooLong(1_000));
/**
 * The answer to a screen's `data_exchange`: the next screen, empty for the end of the flow, and the data that it shows.
 * Values are texts with `{form.x}` (just sent) and `{data.x}` (given by the journey, and sent before).
 */
export const waFlowRule = z.strictObject({
  next: z.string(errorsTexts.notText).max(100, errorsTexts.tooLong(100)),
  data: z.record(z.string().max(100), value).default({}),
});
export type WaFlowRule = z.infer<typeof waFlowRule>;

/** By the screen that asks. A screen without a rule goes on to the only one that `routing_model` allows. */
export const waFlowRules = z.record(z.string().max(100), waFlowRule);
export type WaFlowRules = z.infer<typeof waFlowRules>;

/** Whether a flow is small enough to be kept. */
export const fitsWaFlow = (content: WaFlowContent, rules: WaFlowRules): boolean =>
  new TextEncoder().encode(JSON.stringify([content, rules])).length <= waFlowLimits.bytes;
