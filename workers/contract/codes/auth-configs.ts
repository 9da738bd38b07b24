import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import type { Refusals } from "../refusal.ts";

export const authConfigsCodes = {
  authConfigNameTaken: { status: 409, sentence: texts.nameTaken },
} as const satisfies Refusals;
