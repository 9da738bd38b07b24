/** Customers who are put into a journey by hand. */
export const addPeopleTexts = {
  menu: "Add customers…",
  title: (channel: string) => `Add customers on ${channel}`,
  text: "They enter now, if the rules of its Start let them in.",
  add: "Add them",
  nobody: "Choose customers, or a group of them.",
  adding: (done: string, total: string) => `Adding customers: ${done} of ${total}`,
  goesOn: "You can close this window: it continues without it.",
  whyNot: "“Why did somebody not enter?” says why somebody was kept out.",

  toJourney: "Add to a Journey",
  whom: (count: string, isOne: boolean) =>
    isOne
      ? "1 customer enters now, if the rules of its Start let them in."
      : `${count} customers enter now, if the rules of its Start let them in.`,
  journey: "Journey",
  choose: "Choose a journey",
  journeyMissing: "Choose a journey.",
  onChannel: (name: string, channel: string) => `${name} (${channel})`,
  noJourneys: "No journey is started. Start one on a channel first.",
  loadFailed: "Couldn't load the journeys",
} as const;
