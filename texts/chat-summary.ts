/** The summary for the one who takes a chat over, and the answers that are suggested. */
export const chatSummaryTexts = {
  title: "Before you take over",
  failed: "Couldn't summarise the chat",
  retry: "Try again",
  kinds: {
    wanted: "Wanted",
    values: "Gave",
    notUnderstood: "Not understood",
    had: "Was with",
    handed: "Handed over",
    noted: "Noted",
    open: "Waits for an answer",
  },
  began: (words: string) => `Began with “${words}”`,
  times: (count: number, last: string) =>
    count === 1 ? `“${last}”` : `${count} messages, the last “${last}”`,
  by: (who: string, to: string, note: string) =>
    [[who, to].filter(Boolean).join(" → "), note].filter(Boolean).join(": "),
  said: (who: string, words: string) => `${who}: ${words}`,
  quoted: (words: string) => `“${words}”`,
  ask: "Summarise",
  askAgain: "Summarise again",
  askHint: (bot: string) =>
    `Sends the customer's and your answers' words to the AI integration of ${bot}, without numbers and notes.`,
  byModel: "Written by the AI integration: check it against the messages",
  unreachable: "Couldn't reach the AI integration. These lines are from what is stored.",
  noModel: "The bot of this chat has no AI integration. These lines are from what is stored.",
  nothing: "Nothing to sum up yet.",
} as const;

/** Answers that the bot, its knowledge and the library have for a customer's last words. */
export const chatSuggestionsTexts = {
  title: "Suggested",
  intent: (bot: string, percent: number) => `${bot}, ${percent} %`,
  page: (name: string, page: string) => `${name}, page ${page}`,
  canned: "Canned message",
  found: (count: number) => (count === 1 ? "1 suggested answer" : `${count} suggested answers`),
  key: (key: number) => `Alt+${key}`,
  openSource: (source: string) => `Open ${source}`,
} as const;
