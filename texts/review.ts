/** Messages that no intent understood. */
export const reviewTexts = {
  title: "Not understood",
  lead: "Messages that no intent was sure of, grouped by similarity. Add them where they belong. Where the bot asked what was meant, the answer is proposed.",
  none: "Everything was understood",
  noneHint: "Messages that no intent is sure of appear here.",
  withTryIt: "Include messages from the Try it panel",
  found: (messages: number, groups: number) =>
    `${messages} different ${messages === 1 ? "message" : "messages"} in ${groups} ${groups === 1 ? "group" : "groups"}`,
  group: (title: string, count: number) => `${title} (${count})`,
  selectGroup: (title: string) => `Select all like ${title}`,
  selectListed: "Select all that are listed",
  selectAll: (count: number) => `Select all ${count}`,
  select: (text: string) => `Select ${text}`,
  times: (count: number) => (count === 1 ? "once" : `${count} times`),
  meant: (name: string, count: number) =>
    count === 1 ? `chosen by the customer: ${name}` : `chosen ${count} times: ${name}`,
  acceptMeant: (text: string, name: string) => `Add “${text}” to ${name}`,
  accept: (name: string) => `Add to ${name}`,
  nearest: (name: string, share: string) => `nearest: ${name}, ${share}`,
  addTo: "Add to intent",
  add: "Add",
  ignore: "Ignore",
  added: ({ added, known, tooLong }: { added: number; known: number; tooLong: number }) =>
    [
      `${added === 1 ? "1 phrase" : `${added} phrases`} added${known > 0 ? `, ${known} already there` : ""}.`,
      ...(tooLong > 0 ? [`${tooLong} left out: a phrase can have at most 500 characters.`] : []),
      ...(added > 0 ? ["Train the bot to learn them."] : []),
    ].join(" "),
  ignored: (count: number) => (count === 1 ? "1 message ignored" : `${count} messages ignored`),
  undo: "Undo",
  undone: (count: number) => (count === 1 ? "1 message restored" : `${count} messages restored`),
  newIntent: "New intent",
  newIntentTitle: "New intent from these messages",
  newIntentHint: (count: number) =>
    `The ${count} selected messages become its training phrases. Give it a response in the intents screen.`,
  intentName: "Intent name",
  story: "Story",
  create: "Create",
  created: (name: string, phrases: number) =>
    `The intent ${name} has ${phrases} training phrases. Give it a response, then train the bot.`,
  chooseIntent: "Choose an intent first.",
  showMore: "Show More",
} as const;
