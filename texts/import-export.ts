/** Agents and phrases as files, and phrases from a machine. */
export const importExportTexts = {
  // what the server says
  imported: "Bot imported",
  phrasesImported: (added: number) => (added === 1 ? "1 phrase imported" : `${added} phrases imported`),
  unreadable:
    "Couldn't read this file. Use a bot exported here (JSON), a Dialogflow ES export (ZIP), or Rasa NLU training data (YAML).",
  unreadableAt: (where: string, why: string) => `The file is invalid at ${where}: ${why}`,
  tooBigInside: "The files in the ZIP are too large in total.",
  noIntentsInside: "This file has no intent with a training phrase.",
  csvColumns: "The first line must name the columns story, intent and phrase.",
  csvUnreadable: "Couldn't read this file as CSV in UTF-8.",
  emptyCell: (column: string) => `${column} is empty`,
  tooLongCell: (column: string, most: number) => `${column} is longer than ${most} characters`,
  tooManyInIntent: (most: number) => `The intent would have more than ${most} phrases`,
  importedStory: "Imported",
  // what could not be taken over
  notes: {
    fallback: (name: string) => `“${name}” is a fallback intent: its answer became the out-of-scope message.`,
    fewPhrases: (name: string) =>
      `“${name}” has fewer than two training phrases. Add some before you save it.`,
    noPhrases: (name: string) => `“${name}” has no training phrases and was left out.`,
    unknownEntity: (entity: string, intent: string) =>
      `“${entity}” in “${intent}” is not a known entity: its words are now plain text.`,
    badPattern: (entity: string, pattern: string, reason: string) =>
      `A pattern of “${entity}” was left out (${pattern}): ${reason}`,
    composite: (entity: string) =>
      `“${entity}” is made of other entities, which is not supported: it was left out.`,
    emptyEntity: (entity: string) => `“${entity}” has no values and was left out.`,
    moreResponses: (name: string) => `“${name}” had several responses: the first was used.`,
    tooLongPhrase: (name: string) => `A phrase of “${name}” is longer than 500 characters and was left out.`,
    repeatedPhrases: (name: string, count: number) =>
      count === 1
        ? `A phrase of “${name}” was a duplicate.`
        : `${count} phrases of “${name}” were duplicates.`,
    renamed: (from: string, to: string) => `“${from}” was renamed to “${to}”: the name was taken.`,
    sameName: (name: string) => `“${name}” appeared twice and was merged.`,
    cut: (count: number) => `And ${count} more notes.`,
  },

  // the console
  importAgentHint:
    "A bot exported here (JSON), a Dialogflow ES export (ZIP), or Rasa NLU training data (YAML), up to 10 MB.",
  exportAgent: "Export",
  dropFile: "Drop the file here, or choose it",
  chosenFile: "Chosen file",
  nameOfAgent: "Name of the new bot (leave empty to use the one in the file)",
  importing: "Importing",
  doImport: "Import",
  importedCounts: (stories: number, intents: number, phrases: number, entities: number) =>
    [
      stories === 1 ? "1 story" : `${stories} stories`,
      intents === 1 ? "1 intent" : `${intents} intents`,
      phrases === 1 ? "1 phrase" : `${phrases} phrases`,
      entities === 1 ? "1 entity." : `${entities} entities.`,
    ].join(", "),
  importNotes: "Things to check",
  openAgent: "Open the bot",
  phrasesMenu: "Phrases as a file",
  exportPhrases: "Export phrases as CSV",
  importPhrases: "Import phrases from CSV",
  importPhrasesHint: "Columns: story, intent, phrase. Missing stories and intents are created.",
  dryRun: (added: number, known: number, newIntents: number) =>
    `${added} new phrases, ${known} already there, ${newIntents} new intents.`,
  wrongLines: (count: number) => (count === 1 ? "1 line is wrong" : `${count} lines are wrong`),
  wrongLine: (line: number, reason: string) => `Line ${line}: ${reason}`,
  nothingNew: "The file has no phrases to add.",
  check: "Check the file",
  importChecked: "Import the valid lines",

  // Auto Generate
  autoGenerate: "Auto Generate",
  autoGenerateTitle: "Auto Generate",
  generateFrom: (count: number) =>
    count === 1 ? "From the selected phrase" : `From the ${count} selected phrases`,
  howMany: "How many phrases",
  generate: "Generate",
  generateAgain: "Generate others",
  generated: "Select the ones that people would say",
  generatedBy: {
    integration: "Written by the language model.",
    rules: "Made by rules, without a language model.",
  },
  noneGenerated: "These phrases gave nothing new. Select others, or write some by hand.",
  addGenerated: (count: number) => (count === 1 ? "Add 1 phrase" : `Add ${count} phrases`),
} as const;
