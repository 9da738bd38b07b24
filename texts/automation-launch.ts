/** Texts about launches of encaps: whom one is for, and how far it is. */
export const automationLaunchTexts = {
  job: {
    done: (count: number) => (count === 1 ? "1 person entered" : `${count} people entered`),
    stopped: "It was paused or stopped.",
    failed: "People couldn't be let in. Pause and resume it to try again.",
  },
  nobody: "Choose who is to enter: a group, a label, a saved view or customers.",
  noWay: "Nobody could enter: choose people, or words by which it begins.",
  launched: (name: string) => `“${name}” is launched`,
  scheduled: (name: string) => `“${name}” is scheduled`,
  kept: (name: string) => `“${name}” is kept; launch it when it is time`,
  logKept: "What is logged is kept",
} as const;
