import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

const { form, dataFile, estimate, review, test, view } = texts;
const OF_NUMBERS = {
  label: form.numbers,
  hint: form.numbersHint,
  count: form.numbersCount,
  short: texts.numbersShort,
  most: form.numbersMost,
  wrong: form.notNumbers,
  column: dataFile.column,
  columnHint: dataFile.columnHint,
  columnNeeded: dataFile.columnNeeded,
  invalid: estimate.invalid,
  invalidOf: review.why.invalid,
  own: test.number,
  ownHint: test.hint,
  sent: view.fields.numbers,
  inputMode: "tel",
  autoComplete: "tel",
} as const;
type RecipientWords = Record<Exclude<keyof typeof OF_NUMBERS, keyof Counting>, string> & Counting & Keyboard;
type Counting = Pick<typeof OF_NUMBERS, "count" | "most" | "wrong" | "invalidOf">;
interface Keyboard {
  inputMode: "tel" | "email";
  autoComplete: "tel" | "email";
}
const OF_MAILS: RecipientWords = { ...texts.byMail, inputMode: "email", autoComplete: "email" };

/** The words for recipients who are typed, and the keyboard to type them with: mail addresses on mail channels, numbers elsewhere. */
export const recipientWords = (channelType: number): RecipientWords =>
  channelType === channelTypes.email ? OF_MAILS : OF_NUMBERS;
