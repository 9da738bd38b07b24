/** A list whose people have agreed to offers, with the proof of it. */
export const optInTexts = {
  title: "These people agreed to offers",
  lead: "Keeps for each of them what they agreed to and when. Tick it only if you can prove it.",
  channels: "They agreed to offers by",
  wording: "The wording they agreed to",
  wordingHint: "Copy it from the form or the contract, word for word.",
  agreedOn: "Agreed on",
  agreedOnHint: "If they agreed on different days, the latest of them.",
  refused: "Whoever has refused offers stays refused, whatever the file says.",
  takenBack: "What the file says about consent is taken back from all of them.",
  summary: (channels: string, day: string) => `Agreed to offers by ${channels} on ${day}`,

  noChannel: "Tick at least one channel.",
  channelUnknown: "People can't agree to offers on this channel in advance.",
  noWording: "Enter the wording they agreed to.",
  wordingLong: (most: number) => `At most ${most} characters.`,
  noDate: "Choose the day on which they agreed.",
  inFuture: "This day hasn't come yet. Choose the day on which they agreed.",
} as const;
