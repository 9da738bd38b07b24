/** The editor of an intent: its parts on one page, and the bar that saves them. */
export const builderTexts = {
  namePlaceholder: "Name this intent",
  phrasePlaceholder: "Type a phrase, Enter adds",
  responsePlaceholder: "What the bot answers. Ctrl + Enter adds it",

  // the bar
  saveBar: "Changes of this intent",
  changes: (count: number) => (count === 0 ? "No changes" : count === 1 ? "1 change" : `${count} changes`),
  discard: "Discard",
  saveKey: "Ctrl + S",
  train: "Train",
  savesFirst: "Saves the changes first",

  // bindings
  suggestions: "Suggested bindings",
  suggestion: (words: string, entity: string, phrases: number) =>
    `Bind “${words}” to ${entity} in ${phrases === 1 ? "1 phrase" : `${phrases} phrases`}`,
  suggestionShort: (words: string, entity: string) => `“${words}” → ${entity}`,
  hideSuggestions: "Hide the suggestions",
  everywhere: (words: string, phrases: number) =>
    phrases === 1
      ? `Bind “${words}” in 1 other phrase as well`
      : `Bind “${words}” in ${phrases} other phrases as well`,
  boundIn: (words: string, phrases: number) =>
    `“${words}” is bound in ${phrases === 1 ? "1 phrase" : `${phrases} phrases`}`,

  // what follows the phrases
  thenAsk: "Then ask",
  parametersCount: (count: number) => `Parameters (${count})`,
  shownOn: "Preview as",
  parts: (count: number) => (count === 1 ? "1 SMS" : `${count} SMS`),
  formatted: "Formatted",
} as const;
