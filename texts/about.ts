/** The about box. */
export const aboutTexts = {
  open: "About",
  title: (product: string) => `About ${product}`,
  version: "Version",
  commit: "Commit",
  built: "Built",
  schema: "Database schema",
  unknown: "not known",
  copy: "Copy",
  copied: "Copied.",
  hint: "Quote this when you ask for help.",
} as const;
