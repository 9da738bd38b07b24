import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import type { Refusals } from "../refusal.ts";

export const customerFieldsCodes = {
  fieldNameTaken: { status: 409, sentence: texts.nameTaken },
  fieldLabelTaken: { status: 409, sentence: texts.labelTaken },
} as const satisfies Refusals;
