import { departmentsTexts as texts } from "#texts/departments.ts";
import type { Refusals } from "../refusal.ts";

export const departmentsCodes = {
  departmentNameTaken: { status: 409, sentence: texts.nameTaken },
} as const satisfies Refusals;
