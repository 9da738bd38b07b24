import { customersTexts as texts } from "#texts/customers.ts";
import type { Refusals } from "../refusal.ts";

export const customersCodes = {
  phoneTaken: { status: 409, sentence: texts.phoneTaken("another customer") },
  groupTaken: { status: 409, sentence: texts.groupTaken },
  labelTaken: { status: 409, sentence: texts.labelTaken },
} as const satisfies Refusals;
