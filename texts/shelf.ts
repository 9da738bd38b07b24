/** The entry of rows' menus that leads to the marketplace; apart from its texts, which are many. */
export const shelfTexts = {
  share: "Share on my shelf",
} as const;
