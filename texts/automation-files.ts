/** Files of journeys and encaps, and what an import of one does. */
export const automationFilesTexts = {
  unreadable:
    "This file can't be read here. Choose one that was exported here, a Typebot export (version 6), or RapidPro flows (version 13).",
  newerFormat: (format: string) =>
    `This file was made by another version (${format}), which can't be read here.`,
  wrongAt: (where: string, why: string) => `The file is wrong at ${where}: ${why}`,
  notOurs: "Give journey or encap.",
  nameMissing: "Give it a name.",
  longName: (most: number) => `Use at most ${most} characters.`,
  empty: "The file holds no journey and no encap.",
  manyAutomations: (most: number) => `Export at most ${most} at once, such as a folder.`,
  manyForms: (most: number) => `The file holds more than ${most} forms. Export fewer at once.`,
  manyNodes: (most: number) =>
    `The file holds more than ${most.toLocaleString("en")} steps. Export fewer journeys at once.`,
  tooDeep: (most: number) => `The file is nested more than ${most} levels deep, which can't be read here.`,
  twice: (id: string) => `The file holds ${id} twice.`,
  exportTooLarge: (automations: number, bytes: string) =>
    `A file holds at most ${automations} of them and ${bytes}. Export one folder after the other.`,
  edited: "The file was changed after it was exported. Look at what it would do before you import it.",
  choose: "Choose new, existing or skip.",
  chooseExisting: "Choose the one that is replaced.",
  nameTaken: (name: string) => `“${name}” is taken. Choose another name.`,
  nameTwice: (name: string) => `“${name}” is chosen twice. Give each a name of its own.`,
  gone: "The chosen one no longer exists. Choose another.",
  mayNotReplace: "You may not change drafts. Import it as a new one, or leave it out.",
  mayNotForms: "You may not make or change forms. Leave the forms out, and choose those that are here.",
  nothing: "Choose at least one to import.",
  imported: (count: number) => (count === 1 ? "1 is imported" : `${count} are imported`),
  fileName: (folder: string) => folder || "All",
  unnamed: "Imported",
  numbered: (name: string, number: number) => `${name} ${number}`,
  cut: (count: number) => `And ${count} more notes.`,
} as const;
