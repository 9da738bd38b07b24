/** Texts about journeys and encaps as things of a list. */
export const automationsTexts = {
  nameEmpty: "Enter a name.",
} as const;
