import { usersTexts as texts } from "#texts/users.ts";
import type { Refusals } from "../refusal.ts";

export const usersCodes = {
  lastAdministrator: { status: 409, sentence: texts.lastAdministrator },
  aboveYou: { status: 403, sentence: texts.aboveYou, wire: 1403 },
  notYourself: { status: 409, sentence: texts.notYourself },
  addressTaken: { status: 409, sentence: texts.alreadyHere },
  invitationTaken: { status: 409, sentence: texts.invitationTaken },
  tooManyInvitations: { status: 429, sentence: texts.tooManyInvitations },
} as const satisfies Refusals;
