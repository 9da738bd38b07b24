import { chatAgentTexts as texts } from "#texts/chat-agent.ts";
import type { Refusals } from "../refusal.ts";

export const chatAgentCodes = {
  chatCodeOver: { status: 410, sentence: texts.codeOver },
} as const satisfies Refusals;
