/** The value of the choice "the days before"; every other one is a launch. */
export const BEFORE = "before";
