import { genAiTexts as texts } from "#texts/gen-ai.ts";
import type { Refusals } from "../refusal.ts";

export const genAiCodes = {
  documentTaken: { status: 409, sentence: texts.fileExists("") },
  integrationNameTaken: { status: 409, sentence: texts.configurationNameTaken },
  integrationInUse: { status: 409, sentence: texts.configurationInUse },
  providerFailed: { status: 409, sentence: texts.providerFailed },
  addressRefused: { status: 400, sentence: texts.addressRefused },
} as const satisfies Refusals;
