const states = ["not started yet", "scheduled", "started", "paused", "stopped", "deleted"] as const;
const done = {
  schedule: "scheduled",
  launch: "started",
  pause: "paused",
  resume: "resumed",
  stop: "stopped",
  delete: "deleted",
  restore: "restored",
} as const;
/** The action to take instead, by state and action. */
const instead: Record<string, string> = {
  "2 delete": "Stop it first.",
  "3 delete": "Stop it first.",
  "3 launch": "Resume it.",
  "4 launch": "Start it on the channel again. Its figures are counted separately.",
  "4 resume": "Start it on the channel again. Its figures are counted separately.",
};

/** Texts about journeys and encaps at work on channels. */
export const automationInstancesTexts = {
  cannot: (state: number, action: keyof typeof done) =>
    [`It is ${states[state]}, so it can't be ${done[action]}.`, instead[`${state} ${action}`] ?? ""]
      .join(" ")
      .trim(),
  again: "Something has changed meanwhile. Look again, and try again.",
  actionWrong: "Choose what to do: schedule, launch, pause, resume, stop, delete or restore.",
  requestWrong: "Give the request an id of its own, a UUID.",
  nobody: "Choose at least one customer.",
  timeMissing: "Choose when it starts.",
  timePassed: "This time has passed. Choose a later one.",
  neverPublished: "Publish it first. No version can run on a channel yet.",
  archived: "It is archived. Restore it first.",
  channelGone: "This channel no longer exists. Choose another one.",
  clash: (keyword: string, name: string) =>
    `“${keyword}” begins “${name}” on this channel already. Choose another word, or stop the other one first.`,
  taken: "This word begins something else on the channel already.",
  keywordEmpty: "A word has to have letters or digits in it.",
  keywordFact: (word: string) =>
    `“${word}” is how people refuse or allow messages, so it can't begin anything. Choose another word.`,
  noVersion: (number: number) => `There is no version ${number}.`,
  notStarted: "It takes nobody in while it is not started.",
  isOver: "It has been stopped. Start it on the channel again with the newest version.",
  left: {
    unknown: "This customer no longer exists.",
    unreachable:
      "The channel doesn't know this customer: they have never written to it, and it has no number of theirs.",
    erased: "This customer is being erased.",
  },
  ended: (who: string) => `Ended by ${who}`,
  runOver: "It is over already.",
  runEnds: "It is being ended",
  started: "Started",
  saved: "Saved",
  moved: {
    schedule: "Scheduled",
    launch: "Started",
    pause: "Paused",
    resume: "Resumed",
    stop: "Stopped",
    delete: "Deleted",
    restore: "Restored",
  },
  takenOver: (number: number) => `New people get version ${number}`,
  entered: (count: number) => (count === 1 ? "1 person entered" : `${count} people entered`),
  added: {
    begun: "Customers are being added",
    done: (entered: number, left: number, matched: boolean) =>
      [
        entered === 1 ? "1 customer entered." : `${entered.toLocaleString("en")} customers entered.`,
        ...(left === 0
          ? []
          : [left === 1 ? "1 was kept out." : `${left.toLocaleString("en")} were kept out.`]),
        ...(entered + left === 0 && matched ? ["Nobody matches any more."] : []),
      ].join(" "),
    stopped: (entered: number) =>
      entered === 1
        ? "It is no longer started. 1 customer had entered by then."
        : `It is no longer started. ${entered.toLocaleString("en")} customers had entered by then.`,
    failed: "Couldn't add the customers. Try again.",
  },
} as const;
