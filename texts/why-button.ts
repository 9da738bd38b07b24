/** The button that opens the reason for an answer, which comes with its own words (`why-answered.ts`). */
export const whyButtonTexts = {
  open: "Why?",
  openFor: (words: string) => `Why this answer? ${words}`,
} as const;
