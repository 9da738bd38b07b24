/** Texts about journeys and encaps as things of a list. */
export const automationsTexts = {
  states: {
    draft: "Draft",
    live: (version: number) => `Live v${version}`,
    changed: (version: number) => `Live v${version} with changes`,
    archived: "Archived",
  },
  nameEmpty: "Enter a name.",
  nameTaken: "Another one has this name already. Choose another name.",
  tooLarge:
    "The graph is larger than 900 kB. Remove what it doesn't need, or move a part into a second journey.",
  tooDeep: (most: number) => `Data of a node are nested more than ${most} levels deep. Take some levels out.`,
  running: "It can't be deleted while it runs on a channel. Stop it there first.",
  nothingChanged: "The draft is what is published already.",
  wrong: (first: string, others: number) =>
    others === 0 ? `It can't be published: ${first}` : `It can't be published: ${first} (and ${others} more)`,
  saved: "Saved",
  deleted: "Deleted",
  published: (number: number) => `Version ${number} is published`,
} as const;
