/** How long ended chats are kept. */
export const chatRetentionTexts = {
  title: "Retention",
  lead: "Ended chats are deleted by night once they are old enough, with everything said in them. Figures and reports stay.",
  keep: "Keep ended chats for",
  keepFiles: "Keep the files that customers sent for",
  forMonths: (months: number) =>
    ({ 1: "1 month", 12: "1 year", 24: "2 years", 36: "3 years" })[months] ?? `${months} months`,
  forever: "Always",
  asChats: "As long as their chat",
  // Before a shorter time is saved
  question: "Delete older chats?",
  chats: (count: string, one: boolean) =>
    one
      ? "1 chat is older and will be deleted tonight, with everything said in it."
      : `${count} chats are older and will be deleted tonight, with everything said in them.`,
  files: (count: string, one: boolean) =>
    one
      ? "The files of 1 older chat will be deleted tonight."
      : `The files of ${count} older chats will be deleted tonight.`,
  uncounted: "Chats that ended longer ago will be deleted tonight, with everything said in them.",
  moreThan: (count: string) => `More than ${count}`,
  cannotUndo: "You can't undo this.",
  confirm: "Save and delete",
  /** Name of the audit trail's entry. */
  deleted: "Chats older than the chat configuration keeps",
} as const;
