import { libraryTexts as texts } from "#texts/library.ts";
import type { Refusals } from "../refusal.ts";

export const libraryCodes = {
  libraryOff: { status: 403, sentence: texts.off },
  bucketNameTaken: { status: 409, sentence: texts.bucketTaken },
  bucketNotEmpty: { status: 409, sentence: texts.bucketNotEmpty },
  libraryFull: { status: 409, sentence: texts.fullOfArtifacts },
} as const satisfies Refusals;
