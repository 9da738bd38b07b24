import { problemsOf } from "./rules.ts";
import type { TemplateState } from "./states.ts";
import { bodyOf, type Category, type Template } from "./template.ts";

/** So long the simulator looks at a template. */
export const REVIEW_MS = 3_000;

const SECRETS = /\b(?:password|pin|cvv|card number|otp)\b/i;
const OFFERS = /\b(?:sale|discount|offer|% off|coupon|deal)\b/i;

export interface Decision {
  status: TemplateState;
  category: Category;
  reason: string;
}

/**
 * Decides as Meta would: rejects a template that breaks a rule or asks for secrets, and moves an offer that calls
 * itself a utility to marketing.
 */
export function decisionOn(template: Template): Decision {
  const { category, components } = template;
  const [problem] = problemsOf(template);
  const words = bodyOf(components);
  if (problem)
    return { status: "REJECTED", category, reason: `INVALID_FORMAT: ${problem.place}: ${problem.text}` };
  if (category !== "AUTHENTICATION" && SECRETS.test(words))
    return { status: "REJECTED", category, reason: "SCAM: it asks for what nobody should tell." };
  const isOffer = category === "UTILITY" && OFFERS.test(words);
  return { status: "APPROVED", category: isOffer ? "MARKETING" : category, reason: "" };
}
