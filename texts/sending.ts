/** The stop of everything that an enterprise sends. */
export const sendingTexts = {
  stop: "Stop all sending",
  stopTitle: "Stop all sending?",
  stopText:
    "Nothing more leaves on any channel until you resume: no answers of bots or people, no broadcasts. What customers write is still received. Messages that wait too long expire.",
  reason: "Reason",
  reasonHint: "Your colleagues see it on this page.",
  reasonEmpty: "Enter a reason.",
  stopped: "All sending is stopped.",
  resumed: "Sending goes on.",
  resume: "Resume sending",
  banner: (by: string, when: string) => `All sending is stopped, by ${by} on ${when}.`,

  offers: {
    title: "Rules for offers",
    open: "Rules for offers",
    lead: "For marketing messages on every channel. Answers, codes and what people write themselves always leave at once.",
    quiet: "Quiet hours",
    quietHint:
      'Offers that are due wait until the quiet hours end where they go: by the customer field "timezone" if you have one, else by their number\'s country, else by the time zone below.',
    from: "From",
    until: "Until",
    timezone: "Time zone",
    noTimezone: "Choose a time zone",
    cap: "A limit for each person",
    capHint: "Counted over all channels. What would exceed it is not sent, and says so.",
    confirm: "Confirm new subscribers",
    confirmHint:
      "People who write START are asked once. They get offers after replying YES within seven days.",
    confirmText: "Question",
    confirmTextHint: "Empty: in our words, in the language of what they wrote.",
    most: "Offers at most",
    days: "Within days",
    clockWrong: "Enter a time of day from 00:00 to 23:59.",
    clocksSame: "The end must differ from the beginning.",
    timezoneEmpty: "Choose a time zone.",
    numberWrong: (most: number) => `Enter a whole number from 1 to ${most}.`,
    saved: "Rules saved",
  },
} as const;
