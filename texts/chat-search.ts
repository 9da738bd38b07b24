/** Searching what was said. */
export const chatSearchTexts = {
  open: "Search messages",
  openHere: "Search in this chat",
  title: "Search messages",
  titleHere: (name: string) => `Search in the chat with ${name}`,
  lead: "All words must be in a message. Only chats that you may see are searched.",
  label: "Words",
  placeholder: "Invoice, refund…",
  failed: "The search failed",
  begin: "Enter a word to search for.",
  none: "Nothing found",
  noneText: "Try fewer words, or only how they begin.",
  more: "Search further back",
  results: "Messages found",
  by: { customer: "Customer", person: "Agent", bot: "Bot", system: "Automatic message" },
  // Refusals
  tooShort: "Enter at least two letters.",
} as const;
