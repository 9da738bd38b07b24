/** How many rows of a list match in all, the choice of all of them, and work on them. */
export const listsTexts = {
  foundOver: (count: string) => `over ${count} found`,
  /** Of all pages of a list; `isOver` where there are more than were counted. */
  selectMatching: (count: string, isOver: boolean) =>
    isOver ? `Select all that match (over ${count})` : `Select all ${count} that match`,
  matchingSelected: (count: string, isOver: boolean) =>
    isOver ? `All that match are selected (over ${count}).` : `All ${count} that match are selected.`,
  clearSelection: "Clear the selection",
  selectPage: "Select all on this page",
  undo: "Undo",
  /** Pages of what goes back in time. */
  newest: "Newest",
  older: "Older",
  shown: (count: string) => `${count} shown`,
  allShown: (count: string) => `All shown: ${count}`,
  bulkAt: (done: string, total: string) => `${done} of ${total}. You can close this; it continues.`,
  pageOf: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
  pageOfOver: (first: number, last: number, total: string) => `${first}–${last} of over ${total}`,
};
