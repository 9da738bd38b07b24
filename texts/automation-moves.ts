const people = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

/** Texts about people in a journey who are moved to a newer version. */
export const automationMovesTexts = {
  job: {
    failed: "Not everybody could be moved. Try again.",
    moved: "Moved",
    undone: "Undone",
  },
  ended: "Ended when a newer version began",
  begun: { move: "Moving people", end: "Removing people" },
  undoing: "Moving people back",
  noVersion: (number: number) => `There is no version ${number}.`,
  isOver: "It has been stopped, so there is no newer version to move to.",
  busy: "People are still being moved. Wait until that can't be undone any more, or undo it first.",
  tooLate: "This can't be undone any more.",
  noChoice: (names: readonly string[]) =>
    `Choose what happens to people whose step is gone: ${names.join(", ")}.`,
  noNode: "This step isn't in the new version. Choose another one.",

  title: (number: number, channel: string) => `Use version ${number} on ${channel}`,
  intro: (number: number) => `New people get version ${number} from now on.`,
  nobody: "Nobody is in an older version.",
  whatOf: (total: number) => `${people(total)} in an older version`,
  stay: "Stay",
  stayHint: "They go on in the version that they entered.",
  move: "Move",
  moveHint: "They go on from the same step in the new version. Waiting times are kept.",
  end: "End",
  endHint: "They leave in 10 minutes, unless you undo it before.",
  here: "Where people are",
  count: people,
  gone: (name: string) => `“${name}” is gone. Its people go to`,
  goneHint:
    "They go there in 10 minutes, unless you undo it before. Answers that they give meanwhile are kept.",
  leave: "Leave the journey",
  choose: "Choose a step",
  chooseMissing: "Choose a step, or let people leave.",
  confirm: { stay: "Use it for new people", move: "Move people", end: "End them" },
  loadFailed: "Couldn't load who is in it",
  states: {
    moving: (share: string) => `People are being moved: ${share}`,
    moved: (count: number, held: number) =>
      held === 0
        ? `${people(count)} moved`
        : `${people(count)} moved, ${held} of them set aside until it can't be undone`,
    undoing: (share: string) => `Being undone: ${share}`,
    undone: (restored: number, kept: number) =>
      kept === 0
        ? `Undone: ${people(restored)} ${restored === 1 ? "is where they were" : "are where they were"}`
        : `Undone: ${people(restored)} back where they were, ${kept} had gone on`,
  },
  undo: "Undo",
  undoUntil: (time: string) => `until ${time}`,
} as const;
