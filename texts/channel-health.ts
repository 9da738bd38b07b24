/** How a channel's account is at its vendor, and what to do about it. */
export const channelHealthTexts = {
  title: "Channels that need you",
  label: "Alerts",
  quality: "Quality",
  qualities: { green: "High", yellow: "Medium", red: "Low", unknown: "Not rated yet" } as Record<
    string,
    string
  >,
  limit: "Messaging limit",
  limitOf: (used: string, limit: string) =>
    `${used} of ${limit} people reached within 24 hours, by all numbers of the account`,
  unlimited: "No limit",
  token: "Access token",
  tokenNever: "Never ends",
  tokenUntil: (when: string) => `Ends ${when}`,
  rate: "Rate",
  rateUsed: (calls: string, most: string, rate: string) =>
    `${calls} calls in the last minute, of at most ${most} (${rate} a second)`,
  other: "Other restrictions",
  otherText: "The vendor restricts something other than messages, such as calls or more numbers.",
  otherUntil: (when: string) =>
    `Until ${when}, the vendor restricts something other than messages, such as calls or more numbers.`,
  notTold: "Not told yet. A test asks the vendor.",
  since: (when: string) => `Since ${when}`,
  more: (count: number) => (count === 1 ? "And one more." : `And ${count} more.`),

  short: {
    banned: "Banned",
    deleted: "Deleted at the vendor",
    banComing: "Ban announced",
    tokenEnded: "Token ended",
    answer: "Answers refused",
    start: "Restricted",
    utility: "Templates restricted",
    flagged: "Flagged",
    qualityRed: "Low quality",
    limitUsed: "Limit nearly used",
    tokenEnds: "Token ends soon",
    lastError: "Last call failed",
  },

  banned: "The vendor has banned this account: nothing goes out. Appeal in the vendor's console.",
  deleted: "This account was deleted at the vendor. Connect another one.",
  banComing:
    "The vendor has announced that it will disable this account. Read its notice, and appeal before then.",
  tokenEnded: (when: string) =>
    `The access token ended ${when}. Make a new one at the vendor, enter it under Edit and press Test.`,
  tokenEnds: (days: number) =>
    `The access token ends ${days < 1 ? "within a day" : days === 1 ? "in one day" : `in ${days} days`}. Make a new one at the vendor, enter it under Edit and press Test.`,
  answer: (when: string) =>
    `The vendor refuses answers to customers ${when}. Read its notice, and ask for a review.`,
  start: (when: string) =>
    `The vendor refuses conversations that you begin ${when}. Answers to customers still go out. Read its notice, and ask for a review.`,
  utility: (when: string) =>
    `The vendor refuses utility templates ${when}. Check that they say only what a customer's order needs.`,
  until: (when: string) => `until ${when}`,
  forNow: "for now",
  flagged:
    "The vendor has flagged this number for its low quality. Send fewer messages, and only what people asked for, or its limit may fall.",
  qualityRed:
    "Many people block or report this number. Send fewer messages, and only to those who agreed to them.",
  limitUsed: (used: string, limit: string) =>
    `${used} of ${limit} people are reached within 24 hours. Send the rest later: the vendor refuses what is above its limit.`,
  lastError: (text: string) => `The last call to the vendor failed: ${text}`,
} as const;
