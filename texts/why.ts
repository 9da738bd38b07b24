/** Why a button does nothing now. */
export const whyTexts = {
  first: "It is the first.",
  last: "It is the last.",
  only: "It is the only one.",
  fewest: "There must be at least so many.",
  most: "There can be no more.",
  loading: "It is still loading.",
  typeFirst: "Type a name first.",
  tickFirst: "Tick something first.",
  answered: "It has been answered.",
  nothingSaid: "Nothing has been said yet.",
  nothingToUndo: "There is nothing to undo.",
  nothingToRedo: "There is nothing to redo.",
} as const;
