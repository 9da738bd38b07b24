import { rolesTexts as texts } from "#texts/roles.ts";
import type { Refusals } from "../refusal.ts";

export const rolesCodes = {
  roleRefused: { status: 400, sentence: texts.adminNeeds("") },
} as const satisfies Refusals;
