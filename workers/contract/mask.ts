/** Stands for a hidden digit or letter: a text that has it is not the whole one. */
export const MASK = "•";
