import { accountTexts as texts } from "#texts/account.ts";
import type { Refusals } from "../refusal.ts";

export const accountCodes = {
  accountThere: { status: 409, sentence: texts.accountThere },
  invitationOver: { status: 410, sentence: texts.invitationOver },
  linkOver: { status: 410, sentence: texts.linkOver },
  passwordNotHere: { status: 409, sentence: texts.passwordNotHere },
  tooOften: { status: 429, sentence: texts.tooOften },
} as const satisfies Refusals;
