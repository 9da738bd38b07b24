/** A chat as a mail. */
export const chatTranscriptTexts = {
  send: "Mail transcript",
  title: "Mail the transcript",
  text: "What was said in this chat is sent as a mail. Notes are never in it.",
  mail: "Email",
  submit: "Send",
  sent: (address: string) => `The transcript is on its way to ${address}.`,
  cut: "Earlier messages are left out.",
  customer: "Customer",
  by: { person: "Agent", bot: "Bot", system: "Automatic message" },
  file: (name: string) => (name ? `[File: ${name}]` : "[File]"),
  heard: (text: string) => `Transcript: ${text}`,
  unsupported: "[A message that cannot be shown here]",
} as const;
