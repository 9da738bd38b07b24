import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import type { Refusals } from "../refusal.ts";
import { MOST_HOOKS } from "../webhooks-out.ts";

export const webhooksOutCodes = {
  hooksFull: { status: 409, sentence: texts.tooMany(MOST_HOOKS) },
} as const satisfies Refusals;
