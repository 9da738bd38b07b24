import { sessionEndTexts as texts } from "#texts/session-end.ts";
import { LAST_MS } from "#app/session/session-times.ts";

/** The time left in words: in minutes, and in seconds during the last one. */
export const spanOf = (left: number): string =>
  left > LAST_MS ? texts.minutes(Math.ceil(left / 60_000)) : texts.seconds(Math.ceil(left / 1_000));
