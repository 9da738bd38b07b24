/** Texts for the time in which an enterprise's data goes into another database. */
export const movingTexts = {
  refused:
    "Your data is being moved to another database, so nothing can be changed for a few minutes. What you see is up to date, and what customers write is kept. Try again in a minute.",
  banner:
    "Your data is being moved to another database. For a few minutes you can look at everything, but nothing can be changed and nothing leaves. What customers write is kept and arrives afterwards.",
  stopReason: "Your data is being moved to another database.",
  failures: {
    busy: "Messages or an export were still under way after ten minutes.",
    untold: "Webhooks were still being written after a minute.",
    schemas: "The two databases have different migrations.",
    differs: (table: string) => `The rows of ${table} are not the same in both databases.`,
    deleted: "The enterprise is to be deleted.",
  },
  asked: {
    unknownEnterprise: "There is no such enterprise.",
    unknownDatabase: (names: string) => `Say --to with one of ${names}.`,
    there: "It lies there already.",
    underWay: "A move of this enterprise is under way.",
    deleted: "The enterprise is to be deleted, so it isn't moved.",
    noneOpen: "No move of this enterprise is under way.",
    tooLate:
      "The enterprise lies in its new database already, so the move can't be taken back. Move it again instead.",
    region: (from: string, to: string) =>
      `Its data has to stay in the region ${from}, and that database is in ${to}. With --other-region it goes there all the same.`,
  },
} as const;
