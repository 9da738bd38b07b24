import { messagingTexts as texts } from "#texts/messaging.ts";
import type { Refusals } from "../refusal.ts";

export const webhooksCodes = {
  notTheVendor: { status: 401, sentence: texts.notTheVendor },
} as const satisfies Refusals;
