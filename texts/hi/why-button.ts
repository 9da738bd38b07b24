import type { Translated } from "../translated.ts";
import type { whyButtonTexts as English } from "../why-button.ts";

export const whyButtonTexts: Translated<typeof English> = {
  open: "क्यों?",
  openFor: (words) => `यह उत्तर क्यों? ${words}`,
};
