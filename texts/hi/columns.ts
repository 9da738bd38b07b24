import type { columnsTexts as English } from "../columns.ts";
import type { Translated } from "../translated.ts";

export const columnsTexts: Translated<typeof English> = {
  title: "कॉलम",
  hint: "यह सूची कौन-से कॉलम दिखाए, और किस क्रम में।",
  all: "सभी दिखाएँ, सामान्य क्रम से",
  moveUp: (name) => `“${name}” को ऊपर ले जाएँ`,
  moveDown: (name) => `“${name}” को नीचे ले जाएँ`,
};
