/** Messages that other systems send through the API. */
export const publicSendingTexts = {
  mandatory: "This field is mandatory.",
  messagesWrong: "Give a list of 1 to 100 messages.",
  secondsWrong: "Give whole seconds, from 30 to 259200 (three days).",
  channelUnknown: "There is no such channel.",
  templateUnnamed: "Name the template by its id, or by its name and language.",
  templateUnknown: "This channel has no such template.",
  templateNotApproved: "This template isn't approved.",
  mailWrong: "This isn't an e-mail address.",
  variableMissing: (key: string) => `The variable ${key} has no value.`,
  variableUnknown: (key: string) => `The template has no variable ${key}.`,
  mediaMissing: "The template needs a file here.",
  mediaType: "The template takes another type of file here.",
  fileGone: "This file isn't there. Give a file of the library, or an https address.",
  keyUsed: "This idempotency key was used for another message.",
  /** How to mend each refusal, by its code. */
  hints: {
    invalid: "Correct the field. The API reference has its form.",
    channelUnknown: "Copy the channel's id from Settings, Channels.",
    templateUnknown: "Check the id, or the name and language, in Settings, Templates.",
    templateNotApproved: "Open the template to see why, and send it once it is approved.",
    addressWrong:
      "Give the number with its country code, such as +91 98765 43210, or a mail address on a mail channel.",
    variableMissing: "Give each variable of the template a value that isn't empty.",
    variableUnknown: "Use the keys that the template's variables have, such as body/1.",
    mediaWrong: "Give a file that is there and has the type of the template's header.",
    keyUsed: "Use a new key for a new message, and the same key only to repeat the same request.",
  },
  api: {
    idempotency: (hours: number): string =>
      "Idempotency: each message has an `idempotencyKey` of your own, unique within your enterprise. The same request " +
      "under the same key, also at the same time or after a lost answer, is accepted again with the same id, says " +
      "`repeated`, and nothing is sent twice: repeat a call whose answer you didn't get. Another request under a key " +
      "that was used is refused with `keyUsed`.\n\n" +
      "`accepted` means that the message is stored and leaves in its turn; its status says what became of it. Consent, " +
      `quiet hours and limits are checked when it leaves. What couldn't leave within \`expiresIn\` seconds (${hours} hours ` +
      "unless you say otherwise, 5 minutes for a code) is `expired`.",
  },
} as const;
