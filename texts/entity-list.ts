/** The entity screens of a bot. */
export const entityListTexts = {
  custom: "Custom Entities",
  system: "System Entities",
  kinds: "Kinds of entities",
  create: "Create Entity",
  search: "Search entities",
  tableOf: { custom: "Table of the custom entities", system: "Table of the system entities" },
  name: "Entity name",
  values: "Values",
  lastUpdated: "Last Updated",
  settings: "Settings",
  description: "Description",
  noData: "No data to show",
  noMore: "No more entity to show",
  empty: "No custom entities yet",
  emptyHint:
    "An entity is a kind of word that your bot should find in a message: a city, a product, an order number.",
  noneFound: (query: string) => `No entities match “${query}”`,
  page: (from: number, to: number) => `${from}–${to}`,
  pages: "Pages of entities",
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  deleteQuestion: "Are you sure you want to delete this Entity ?",
  inUseText: "Remove it from these intents first:",
  failed: "Couldn't load the entities",
  moreValues: (count: number) => `and ${count} more`,

  // the form
  createTitle: "Create Custom Entity",
  updateTitle: "Update Custom Entity",
  systemTitle: "System Entity",
  systemHint: "Every bot recognises this automatically, in English and in Hindi. It cannot be changed.",
  value: "Value",
  type: "Type",
  synonymsOrPattern: "Synonyms/Pattern",
  action: "Action",
  types: { synonymns: "Synonyms", pattern: "Pattern" },
  valueOf: (row: number) => `Value ${row}`,
  typeOf: (row: number) => `Type of value ${row}`,
  wordsAt: (row: number, kind: string) => `${kind} of value ${row}`,
  wordsOf: (value: string, kind: string) => `${kind} of ${value}`,
  noWords: { synonymns: "Add synonyms", pattern: "Add a pattern" },
  valueFirst: "Please give the value and type first",
  addRow: "Add value",
  pasteHint: "Paste several lines to add many values at once. Words after a comma become synonyms.",
  pasted: (added: number, merged: number) =>
    [
      added === 1 ? "1 value added" : `${added} values added`,
      merged === 0 ? "" : `${merged} already there: their synonyms were added`,
    ]
      .filter((part) => part !== "")
      .join(", "),
  deleteValueQuestion: "Are you sure you want to delete?",
  deleteRow: (row: number) => `Delete value ${row}`,
  submit: { create: "Create", update: "Update" },
  discard: "Discard the changes",
  notYet: "To save it:",
  inRow: (row: number, problem: string) => `Value ${row}: ${problem}`,
  back: "Back to the entities",
  usedIn: (count: number) => (count === 1 ? "Used in 1 intent:" : `Used in ${count} intents:`),
  usedHow: (phrases: number, parameters: string[]) =>
    [
      phrases === 1 ? "1 phrase" : phrases > 1 ? `${phrases} phrases` : "",
      parameters.length > 0 ? `parameter ${parameters.join(", ")}` : "",
    ]
      .filter((part) => part !== "")
      .join(", "),
  usedMeans: "A new name or new values apply to them too, once the bot is trained.",
  theirName: (name: string) => `the name is “${name}”`,
  theirsHave: (values: string) => `it has ${values}`,
  theirsLack: (values: string) => `it lacks ${values}`,
  theirsDiffer: (values: string) => `other synonyms or patterns in ${values}`,
  gone: "Couldn't open this entity. It may have been deleted.",
  shownValues: (shown: number, all: number) => `${shown} of ${all} values`,
  showMore: "Show More",
  searchValues: "Search the values",

  // the popup
  dialogTitle: { synonymns: "Synonyms", pattern: "Patterns" },
  synonymsHint: "Other words for the same thing. Separate them with commas.",
  patternHint:
    "A regular expression (RE2: no look-around, no back-references). What it matches becomes the value.",
  newWord: { synonymns: "New synonym", pattern: "New pattern" },
  editWord: { synonymns: "Synonym being edited", pattern: "Pattern being edited" },
  emptySynonym: "Empty synonyms cannot be added",
  emptyPattern: "Empty patterns cannot be added",
  repeated: (words: string) => `Already in the list: ${words}`,
  tooManyWords: (most: number) => `At most ${most} for one value.`,
  tooManyValues: (most: number) => `An entity can have at most ${most} values.`,
  tooManyBytes: "This entity is too large to store. Split it into two.",
  removed: (word: string) => `${word} removed`,
  badPattern: (row: number, value: string, pattern: string, position: number, reason: string) =>
    `Value ${row} (${value}): the pattern ${pattern} cannot be used: ${reason} (at character ${position}).`,
  badPatternHere: (position: number, reason: string) =>
    `This pattern cannot be used: ${reason} (at character ${position}).`,
  systemFixed: "System entities are the same for every bot and cannot be changed or deleted.",

  // trying a value
  tryLabel: "Try it: type what a customer might say",
  trySubmit: "Try",
  tryNothing: "Nothing found.",
  tryFound: (words: string, value: string) =>
    words === value ? `finds “${words}”` : `finds “${words}” as ${value}`,

  // in the intents screen
  legend: "Entities in these phrases",
  inPhrase: (bindings: string) => `Entities: ${bindings}`,
  bindingOf: (words: string, name: string) => `${words} is ${name}`,
  legendCount: (count: number) => (count === 1 ? "once" : `${count} times`),
  suggested: "Found in the selected words",
  open: (name: string) => `Open the entity ${name}`,
  createFirst: "Create one",
  systemHintShort: "System entity",
  searching: "Searching…",
  add: "Add",
  replace: "Replace",
  close: "Close",
} as const;
