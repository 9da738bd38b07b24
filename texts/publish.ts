/** Journeys on their channels: which run where, started, paused and stopped by people. */
export const publishTexts = {
  title: "Publish Journey",
  lead: "Start and pause journeys on your channels, and switch them to newer versions.",
  failed: "Couldn't load the journeys",
  search: "Search journeys",
  pages: "Pages of journeys",
  list: "Journeys",
  none: "No journeys yet",
  noneText: "Draw a journey and publish a version. Then you can start it on a channel here.",
  noneFound: (text: string) => `No journeys match “${text}”`,
  noneFoundText: "Try another word, or clear the search.",
  version: (number: number) => `Version ${number}`,
  start: "Start on a channel",
  startOf: (name: string) => `Start on a channel: ${name}`,
  neverPublished: "Publish a version of it first.",
  archived: "It is archived. Restore it first.",
  noChannels: "You have no channel yet. Add one first.",
  nowhere: "Not on any channel.",
  channelsOf: (name: string) => `Channels of ${name}`,
  channelGone: "A channel that was deleted",

  instanceStates: ["Not started", "Scheduled", "Started", "Paused", "Stopped", "Deleted"],
  keywords: (words: readonly string[]) =>
    words.length === 0
      ? "No word was given when it was started"
      : `Begins with ${words.map((each) => `“${each}”`).join(", ")}`,
  begins: "It begins when",
  nameless: "something that was deleted",
  example: (name: string) => `How to tell ${name}`,
  exampleText:
    "Use an API key with the scope “Tell journeys what has happened”. Sending the same event key again enters nobody twice.",
  copyExample: "Copy the example",
  copied: "Copied",
  hook: "Address of the webhook",
  hookFailed: "Couldn't load the webhook",
  hookText: "Send a POST with JSON, at most 64 kB. Anyone who knows this address can add customers.",
  copyHook: "Copy the address",
  renew: "Create a new address",
  renewTitle: "Create a new address?",
  renewText: "The old address stops working immediately. Replace it wherever it is used.",
  neverCalled: "Nobody has called it yet.",
  sample: (when: string) => `The structure of the call on ${when}, without its values:`,
  open: (count: number) =>
    count === 0
      ? "Nobody is in it"
      : count === 1
        ? "1 person is in it"
        : `${count.toLocaleString("en")} people are in it`,
  startedBy: (who: string, when: string) => (who ? `Started by ${who}, ${when}` : `Started ${when}`),
  startsAt: (when: string) => `Starts ${when}`,
  stoppedBy: (who: string, when: string) => (who ? `Stopped by ${who}, ${when}` : `Stopped ${when}`),
  why: {
    late: "It should have started more than an hour ago. Resume it to start it now, or stop it.",
    archived: "It was archived before it started. Resume it to start it all the same, or stop it.",
    channelDeleted: "It ended with its channel, and so did the people in it.",
  },
  newer: (number: number) => `Version ${number} is published.`,
  take: (number: number) => `Use version ${number}…`,
  movePeople: "Move people…",

  resumeTitle: (channel: string) => `Resume it on ${channel}?`,
  resumeText: "People continue. What fell due while it was paused is done now, unless it is too old.",
  due: "What fell due during the pause",
  dueNow: "Do all of it now",
  dueNowHint: "Everybody continues, no matter how long ago it fell due.",
  skipOld: "Skip what is older",
  skipOldHint:
    "Older reminders and messages are skipped until the next wait, so nobody gets Monday's reminder on Friday.",
  olderThan: "Older than",
  hours: (count: number) => (count === 1 ? "1 hour" : `${count} hours`),

  pause: "Pause",
  resume: "Resume",
  launch: "Start",
  stop: "Stop",
  unschedule: "Don't start it",
  schedule: "Start at a time…",
  scheduleAnew: "Change the time…",
  scheduleTitle: (channel: string) => `When does it start on ${channel}?`,
  scheduleText: "It starts automatically at this time. Its words are reserved for it until then.",
  scheduleSubmit: "Set the time",
  remove: "Remove from the list",
  moreOf: (channel: string) => `More about ${channel}`,
  on: (action: string, channel: string) => `${action} on ${channel}`,

  startTitle: (name: string) => `Start ${name}`,
  startText: (number: number) => `People get version ${number}.`,
  channel: "Channel",
  choose: "Choose a channel",
  channelMissing: "Choose a channel.",
  already: (name: string) => `${name} (it is there already)`,
  words: "Words that begin it",
  wordsHint:
    "One per line. It starts when somebody writes exactly this, in upper or lower case. Without a word, people are added by you or by other journeys.",
  wordsTooMany: (most: number) => `Enter at most ${most} words.`,
  wordTooLong: (most: number) => `A word has at most ${most} characters.`,
  clashes: "Taken on this channel",
  clash: (keyword: string, name: string) => `“${keyword}” begins “${name}”.`,
  clashHint: "Choose another word, or stop the other one first.",

  stopTitle: (channel: string) => `Stop it on ${channel}?`,
  stopText: "Nobody enters any more. A stopped journey can't be resumed; start it on the channel again.",
  whatOf: "What happens to people who are in it?",
  letFinish: (count: number) =>
    count === 1 ? "Let 1 person finish" : `Let ${count.toLocaleString("en")} people finish`,
  endNow: "End it for them now",
} as const;
