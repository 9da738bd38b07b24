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
} as const;
