/** "Why did this answer?": who took a message, and what the bot understood. */
export const whyAnsweredTexts = {
  title: "Why this answer?",
  loading: "Looking up the reason",
  /** By who took the message or wrote the answer. */
  because: {
    journey: "These words lead into a journey, so that journey answered.",
    floor: "A bot had asked the customer for something, so that bot got the answer.",
    bot: "The channel's bot answered.",
    handOver: "The bot passed the chat on to a person, and the customer was told.",
    person: "A person has the chat, or it waits for one, so no bot answers.",
    hours: "It was outside your working hours, so the customer was told and the chat is missed.",
    queue: "No bot of this channel could answer, so the chat waits for a person.",
    stopWord:
      "The customer asked for no more messages. That counts before everything else, and is confirmed once.",
    startWord:
      "The customer asked for messages again. That counts before everything else, and is confirmed once.",
    nobody: "A message of this kind asks for no answer.",
    other: "It was sent by a process and answers no message.",
  },
  botFailed: "The bot couldn't answer at all. It may not be trained yet.",
  noLog: "The bot's log no longer has this turn.",
  asked: "Customer's words",
  bot: "Bot",
  botGone: "A bot that no longer exists",
  how: "How it was answered",
  intent: "Intent",
  noIntent: "None was sure enough",
  confidence: "Confidence",
  nearest: "Nearest phrase",
  others: "Also possible",
  guess: (name: string, share: string) => `${name} (${share})`,
  sources: "Sources",
  values: "Values",
  value: (name: string, value: string) => `${name}: ${value}`,
} as const;
