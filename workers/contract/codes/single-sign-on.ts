import { singleSignOnTexts as texts } from "#texts/single-sign-on.ts";
import type { Refusals } from "../refusal.ts";

export const singleSignOnCodes = {
  ssoNotSetUp: { status: 404, sentence: texts.notSetUp },
  ssoFailed: { status: 400, sentence: texts.failed },
  ssoUnknownPerson: { status: 403, sentence: texts.unknownPerson, wire: 1403 },
} as const satisfies Refusals;
