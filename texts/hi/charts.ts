import type { Translated } from "../translated.ts";
import type { chartsTexts as English } from "../charts.ts";

export const chartsTexts: Translated<typeof English> = {
  asTable: "तालिका में दिखाएँ",
  asChart: "चार्ट में दिखाएँ",
  asTableOf: (title) => `तालिका में दिखाएँ: ${title}`,
  asChartOf: (title) => `चार्ट में दिखाएँ: ${title}`,
  tableOf: (title) => `${title}, तालिका के रूप में`,
  nothing: "-",
  byWeek: "चार्ट सप्ताह दिखाता है, हर सप्ताह उसके सोमवार से; तालिका दिन दिखाती है।",
  pick: (label) => `${label} के पीछे क्या है, दिखाएँ`,
  pickOf: (label, series, value) => `${label}, ${series}: ${value} के पीछे क्या है, दिखाएँ`,
};
