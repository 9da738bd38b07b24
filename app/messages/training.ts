/** What a training found out, versions, saved test questions. */
export const training = {
  noSuchVersion: "There is no such version of this agent.",
  questionEmpty: "Write a question first.",
} as const;
