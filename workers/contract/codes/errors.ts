import { errorsTexts as texts } from "#texts/errors.ts";
import type { Refusals } from "../refusal.ts";

export const errorsCodes = {
  malformed: { status: 400, sentence: texts.malformed },
  invalid: { status: 400, sentence: texts.invalid },
  forbidden: { status: 403, sentence: texts.forbidden, wire: 1403 },
  notFound: { status: 404, sentence: texts.notFound },
  downloadsFull: { status: 429, sentence: texts.downloadsFull },
  socketsFull: { status: 429, sentence: texts.socketsFull },
  tooLarge: { status: 413, sentence: texts.tooLarge },
  wrongMediaType: { status: 415, sentence: texts.wrongMediaType },
  internal: { status: 500, sentence: texts.internal },
  unavailable: { status: 503, sentence: texts.unavailable },
  changedMeanwhile: { status: 409, sentence: texts.changedMeanwhile("", "another time") },
} as const satisfies Refusals;
