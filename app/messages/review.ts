/** Messages that no intent understood. */
export const review = {
  tab: "Not understood",
  title: "Not understood",
  lead: "What people said and no intent was sure of, the same things together. Add it where it belongs.",
  none: "Everything was understood",
  noneHint: "When somebody says what no intent is sure of, it comes here.",
  withTryIt: "Also what was tried in the Try it panel",
  found: (messages: number, groups: number) =>
    `${messages} different ${messages === 1 ? "message" : "messages"} in ${groups} ${groups === 1 ? "group" : "groups"}`,
  group: (title: string, count: number) => `${title} (${count})`,
  selectGroup: (title: string) => `Select all like ${title}`,
  select: (text: string) => `Select ${text}`,
  times: (count: number) => (count === 1 ? "once" : `${count} times`),
  nearest: (name: string, share: string) => `nearest: ${name}, ${share}`,
  selected: (count: number) => (count === 1 ? "1 selected" : `${count} selected`),
  addTo: "Add to intent",
  add: "Add",
  ignore: "Ignore",
  added: (added: number, known: number) =>
    `${added === 1 ? "1 phrase" : `${added} phrases`} added${known > 0 ? `, ${known} there already` : ""}. Train the agent to learn them.`,
  ignored: (count: number) => (count === 1 ? "1 message ignored" : `${count} messages ignored`),
  chooseIntent: "Choose the intent first.",
  showMore: "Show More",
} as const;
