/** Comparisons by night: sums with what they are of, references with what they name, rows with their time. */
export const countChecks = [
  "chatCounts",
  "chatFigures",
  "messageHours",
  "messageQuarters",
  "broadcastCounts",
  "broadcastBills",
  "broadcastQuarters",
  "botReports",
  "usageDays",
  "usageCarried",
] as const;
export const referenceChecks = [
  "messagesOfChats",
  "messagesOfPeople",
  "chatsOfPeople",
  "chatsOfColleagues",
  "actionsOfChats",
  "pinsOfChats",
  "mediaOfMessages",
  "addressesOfPeople",
  "consentsOfPeople",
  "reachOfPeople",
  "peopleOfCustomers",
] as const;
/** Figures of journeys and encaps, and what only a run that waits has a use for. */
export const runChecks = ["runFigures", "waitsOfRuns", "callsOfRuns"] as const;
export const expiryChecks = [
  "downloadSlots",
  "floors",
  "taggingChanges",
  "liveEvents",
  "inboundEvents",
  "codes",
  "challenges",
  "ssoAttempts",
  "sessions",
  "tickets",
] as const;
/** Bytes without a row, and rows without bytes. */
export const fileChecks = ["bytesWithoutRow", "rowsWithoutBytes"] as const;

export const checkKinds = [
  ...countChecks,
  ...referenceChecks,
  ...runChecks,
  ...expiryChecks,
  ...fileChecks,
] as const;
export type CheckKind = (typeof checkKinds)[number];
