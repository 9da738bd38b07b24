/** Sentences that customers read in a chat, and that staff read about one. */
export const messagingTexts = {
  stopped: "You won't get any more messages from us. Send START to get them again.",
  started: "You'll get our messages again. Send STOP to end them.",
  passedOn: "Thanks for your message. Somebody from our team will answer you here.",
  away: "Thanks for your message. Nobody is here right now; we will answer as soon as we are back.",
  /** Opens a list of choices: 20 characters at most. */
  choose: "Choose",
  sources: (sources: readonly string[]) => `From: ${sources.join(", ")}`,
  expired: "It waited too long to be sent.",
  windowClosed: "The person last wrote more than a day ago: only a template can be sent now.",
  optedOut: "The person has asked for no more messages.",
  unreachable: "Mails to this address come back. Correct it before you send another one.",
  capped: "The person has had as many offers as your rules allow in this time.",
  mediumWaiting: "This file is still being fetched.",
  /** By why there is no file. */
  medium: {
    tooLarge: "This file is larger than the channel allows.",
    wrongType: "Files of this type are not accepted.",
    empty: "This file is empty.",
    gone: "This file is no longer available.",
    badAddress: "This file is at an address that cannot be used.",
    noAnswer: "Couldn't fetch this file in time.",
  },
  notTheVendor: "The signature or secret of this call is not the channel's.",
  ratingThanks: "Thank you for your rating.",
};
