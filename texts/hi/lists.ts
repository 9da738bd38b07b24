import type { listsTexts as English } from "../lists.ts";
import type { Translated } from "../translated.ts";

export const listsTexts: Translated<typeof English> = {
  foundOver: (count) => `${count} से ज़्यादा मिले`,
  selectMatching: (count, isOver) =>
    isOver ? `मेल खाने वाले सभी चुनें (${count} से ज़्यादा)` : `मेल खाने वाले सभी ${count} चुनें`,
  matchingSelected: (count, isOver) =>
    isOver ? `मेल खाने वाले सभी चुने गए (${count} से ज़्यादा)।` : `मेल खाने वाले सभी ${count} चुने गए।`,
  clearSelection: "चयन हटाएँ",
  selectPage: "इस पेज के सभी चुनें",
  undo: "पूर्ववत करें",
  newest: "सबसे नए",
  older: "पुराने",
  shown: (count: string) => `${count} दिखाए गए`,
  allShown: (count: string) => `सभी दिखाए गए: ${count}`,
  bulkAt: (done, total) => `${total} में से ${done}। आप इसे बंद कर सकते हैं; काम चलता रहेगा।`,
  pageOf: (first, last, total) => `${total} में से ${first}–${last}`,
  pageOfOver: (first, last, total) => `${total} से ज़्यादा में से ${first}–${last}`,
};
