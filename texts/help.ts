/** The help panel: what comes from the community site, and what stands there without it. */
export const helpTexts = {
  open: "Need some help ?",
  tabs: { article: "Help", video: "How to Videos" },
  comingSoon: "Coming Soon...",
  search: "Search the help",
  found: (count: number) => (count === 1 ? "1 found" : `${count} found`),
  nothingFits: "No matches. Try another word.",
  failed: "Couldn't load the help",
  unreachable: "The community site is not responding. Please try again later.",
  newTab: "opens in a new tab",
} as const;
