import { helpTexts as texts } from "#texts/help.ts";
import type { Refusals } from "../refusal.ts";

export const helpCodes = {
  helpUnreachable: { status: 409, sentence: texts.unreachable },
} as const satisfies Refusals;
