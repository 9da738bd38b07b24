/** Whether what somebody types goes into this. A box that is ticked takes no letters: rows are gone through from it. */
export const takesLetters = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"));
