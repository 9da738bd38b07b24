/** Texts of the Try it panel about an answer. */
export const tryItTexts = {
  showDetails: "Show the details of each answer",
  intent: "Intent",
  none: "None",
  confidence: "Confidence",
  runnersUp: "Also possible",
  nearest: "Nearest phrase",
  entities: "Entities",
  entityAt: (words: string, name: string, value: string) =>
    words === value ? `${words} (${name})` : `${words} (${name}): ${value}`,
  parameters: "Parameters",
  asking: (name: string) => `asking for ${name}`,
  how: "How it was answered",
  kinds: {
    answer: "By the intent's response",
    prompt: "Asked for a parameter",
    knowledge: "From the knowledge base",
    outOfScope: "Not understood",
    gaveUp: "Gave up asking",
    cancelled: "Stopped asking on request",
    didYouMean: "Asked what was meant",
  },
  asks: (intent: string, parameter: string) => `${intent} · asks for ${parameter}`,
  sources: (count: number) => (count === 1 ? "Source" : "Sources"),
  documentPage: (page: string) => `Document, page ${page}`,
  emotion: "Emotion",
  time: "Time",
  milliseconds: (count: number) => `${count} ms`,
  wrong: "Wrong? Add it to an intent",
  chooseIntent: "Intent that should have answered",
  chooseFirst: "Choose an intent first.",

  // one message, without the panel
  testMessage: "Test a message",
  testPlaceholder: "Test a message…",
  testIt: "Test this message",
  add: "Add",
} as const;
