/** The sentences that a bot says of its own accord, in its language. */
export const botSaysTexts = {
  /** When somebody no longer wants to be asked. */
  stopped: { en: "All right, I have stopped.", hi: "ठीक है, मैंने रोक दिया।" },
  /** When a message was half understood; the choices are buttons below it, or numbered lines. */
  didYouMean: { en: "Did you mean one of these?", hi: "क्या आपका मतलब इनमें से कुछ था?" },
  noneOfThese: { en: "None of these", hi: "इनमें से कोई नहीं" },
} as const;
