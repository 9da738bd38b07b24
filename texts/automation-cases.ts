/** Saved test cases of a journey, pinned answers, and stopping in a test. */
export const automationCasesTexts = {
  largeAnswer: (kilobytes: number, levels: number) =>
    `An answer for tests has at most ${kilobytes} kB and ${levels} levels. Keep what the journey looks at.`,
  longCase: "This test is too long for a test case. Make two of it: the second may start at a later step.",
  noStart: "A test case begins with the start of a test.",
  nameEmpty: "Enter a name.",
  full: (most: number) => `A journey keeps at most ${most} test cases. Delete one first.`,
  saved: "Test case saved",
  renamed: "Test case changed",
  deleted: "Test case deleted",
  failedAtPublish: (failed: number, all: number, first: string) =>
    failed === 1
      ? `1 of ${all} test cases doesn't pass. ${first}`
      : `${failed} of ${all} test cases don't pass. The first: ${first}`,
  ofCase: (name: string, sentence: string) => `${name}: ${sentence}`,
  passed: "Passed",
  goneStep: (id: string) => `a step that is gone (${id})`,
  nothing: "nothing more",
  left: (step: string, port: string) => `${step}: ${port}`,
  stays: (step: string) => `${step}: waits`,
  otherWay: (turn: number, act: string, expected: string, got: string) =>
    `Turn ${turn} (${act}) goes another way. Expected: ${expected}. Got: ${got}.`,
  otherWords: (turn: number, act: string, expected: string, got: string) =>
    `Turn ${turn} (${act}) says something else. Expected: ${expected}. Got: ${got}.`,
  noButton: (turn: number, label: string) => `Turn ${turn}: nothing offers the button “${label}” any more.`,
  broken: (turn: number) => `Turn ${turn} can't be played on this journey any more.`,
  tooMuch: "Not played: the test cases before it took too many steps.",
  words: (text: string) => `“${text}”`,
  acts: {
    start: "start",
    startAt: (step: string) => `start at ${step}`,
    say: (text: string) => `“${text}”`,
    press: (label: string) => `button “${label}”`,
    pass: "time passes",
    result: "an answer comes",
    event: (what: string) => `${what} happens`,
    go: "goes on",
    set: (name: string) => `${name} is set`,
  },
} as const;
