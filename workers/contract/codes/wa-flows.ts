import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import type { Refusals } from "../refusal.ts";

export const waFlowsCodes = {
  waFlowNameTaken: { status: 409, sentence: texts.nameTaken },
  waFlowPublished: { status: 409, sentence: texts.notDraft },
  waFlowBusy: { status: 409, sentence: texts.beingPublished },
} as const satisfies Refusals;
