/** Texts of the choice of a list's columns. */
export const columnsTexts = {
  title: "Columns",
  hint: "Which columns this list shows, and in which order.",
  all: "Show all, in the usual order",
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
};
