/** What the Try it panel tells about an answer. */
export const tryIt = {
  details: "Details",
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
  },
  emotion: "Emotion",
  time: "Time",
  milliseconds: (count: number) => `${count} ms`,
  wrong: "Wrong? Add it to an intent",
  chooseIntent: "Intent that should have answered",
  add: "Add",
} as const;
