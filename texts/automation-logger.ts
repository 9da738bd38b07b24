/** The choice of what is kept of the steps of journeys' and encaps' runs. */
export const automationLoggerTexts = {
  title: (name: string) => `What is logged of ${name}`,
  action: "What is logged",
  failed: "Couldn't load what is logged",
  lead: "What is kept of each person's steps from now on.",
  level: "Keep",
  levels: {
    off: "Nothing",
    errors: "What went wrong",
    path: "What went wrong, and the path",
    all: "All values",
  },
  hints: {
    off: "Runs have no steps to look at.",
    errors: "Steps that failed or ran out of time, with their values.",
    path: "Every step, without what was said. Values only where something went wrong.",
    all: "Every step with what it was given and what it gave. Secret-looking values are hidden.",
  },
  days: "Days kept",
  daysHint: (least: number, most: number) => `Between ${least} and ${most}. Older steps go in the night.`,
  daysWrong: (least: number, most: number) => `Enter a number between ${least} and ${most}.`,
} as const;
