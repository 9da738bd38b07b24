/** Numbers and mail addresses that are never contacted. */
export const blacklistTexts = {
  title: "Blacklist",
  lead: "Numbers and e-mail addresses that you never contact.",
  failed: "Couldn't load the blacklist",
  table: "Blacklisted numbers and addresses, newest first",
  search: "Search by number, address or reason",
  pages: "Pages of the blacklist",
  none: "No Record",
  noneText: "Add numbers or mail addresses, or import a CSV file with them.",
  noneFound: (text: string) => `Nothing on the blacklist matches “${text}”`,
  noneFoundText: "Try another number or word, or clear the search.",

  address: "Number or address",
  channel: "Channel",
  every: "All channels",
  reason: "Reason",
  by: "Added by",
  at: "Added on",
  actions: "Actions",
  imported: "from a file",
  erased: "Erased person",
  erasedText: "The person was erased. Their number or address stays blocked, though nobody can read it.",

  add: "Add",
  addTitle: "Add to the blacklist",
  addresses: "Numbers or mail addresses",
  addressesHint: (most: string) =>
    `With the country code, such as +91 98765 43210. One per line, or separated by commas, ${most} at most.`,
  channelHint: "Where they are not contacted.",
  reasonHint: "Why they are not contacted. Colleagues see it here.",
  noAddress: "Enter a number or a mail address.",
  mailWrong: "This is not a mail address.",
  added: (added: number, known: number) =>
    [
      added === 1 ? "1 was added." : `${added.toLocaleString("en")} were added.`,
      known > 0 &&
        (known === 1 ? "1 was there already." : `${known.toLocaleString("en")} were there already.`),
    ]
      .filter(Boolean)
      .join(" "),
  invalidOf: (address: string, problem: string) => `${address}: ${problem}`,

  notTaken: (count: number) =>
    count === 1 ? "1 was not taken" : `${count.toLocaleString("en")} were not taken`,
  correct: "Correct what is left here, and add it again.",
  more: (count: number) => `And ${count.toLocaleString("en")} more.`,

  edit: (address: string) => `Edit the reason of ${address}`,
  editTitle: "Edit the reason",
  saved: "Reason saved.",

  remove: (address: string) => `Take ${address} off the blacklist`,
  removeTitle: (count: number, address: string) =>
    count === 1
      ? `Take ${address} off the blacklist?`
      : `Take ${count.toLocaleString("en")} off the blacklist?`,
  removeText:
    "They can be contacted again, unless they said themselves that they want no messages. You can undo this for a day.",
  removed: (count: number) =>
    count === 1
      ? "1 was taken off the blacklist."
      : `${count.toLocaleString("en")} were taken off the blacklist.`,
  restored: (count: number) =>
    count === 1 ? "1 is back on the blacklist." : `${count.toLocaleString("en")} are back on the blacklist.`,
  bulk: { delete: "Taking them off the blacklist", restore: "Putting them back on the blacklist" },
  bulkFailed: "The work stopped before it was done. What is done stays so; start it again for the rest.",
  nothingToUndo: "There is nothing to undo.",
  removeMany: (count: number) => `Delete ${count}`,
  removeMatching: "Delete all that match",
  removeMatchingTitle: "Take all that match off the blacklist?",
  select: (address: string) => `Select ${address}`,

  import: "Import",
  importTitle: "Import a blacklist",
  importLead:
    "A CSV file with a column of numbers or mail addresses. Columns named Reason and Channel are read too; anything else is left out.",
  choose: "Choose a CSV file",
  drop: "Drop a CSV file here, or choose one",
  begin: "Import",
  importing: "Importing",
  importingText: "You can close this. The import continues.",
  importDone: "Import finished",
  importEnded: "Import not finished",
  hide: "Hide",
  importRunning: "An import into the blacklist is running already. Wait until it is done.",
  importFailed:
    "The import stopped before it was done. Import the file again: what is there already stays as it is.",
  tooLarge: (most: string) => `The file is larger than ${most}. Split it into several.`,
  tooManyRows: (most: string) => `The file has more than ${most} rows. The first ${most} were read.`,
  counts: { added: "Added", known: "Already there", rejected: "Not taken" },
  rejects: "Download the rows that were not taken",
  rejectsFailed: "Couldn't create the file",
  rejectsFile: "Blacklist errors.csv",
  line: "Line",
  row: "Row",
  problem: "Problem",
  channelUnknown: (name: string) => `There is no channel type called ${name}.`,
  reasonLong: (most: number) => `The reason is longer than ${most} characters.`,

  export: "Export",
  exportFailed: "Couldn't create the file",
  fileName: "Blacklist.csv",

  /** Entries of the trail name no address, since they outlive the person. */
  trail: (count: number) => (count === 1 ? "1 address" : `${count.toLocaleString("en")} addresses`),
} as const;
