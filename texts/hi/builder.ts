import type { Translated } from "../translated.ts";
import type { builderTexts as English } from "../builder.ts";

export const builderTexts: Translated<typeof English> = {
  namePlaceholder: "इस इंटेंट का नाम रखें",
  phrasePlaceholder: "वाक्य लिखें, Enter से जुड़ेगा",
  responsePlaceholder: "बॉट क्या उत्तर दे। Ctrl + Enter से जुड़ेगा",

  // the bar
  saveBar: "इस इंटेंट के बदलाव",
  changes: (count) => (count === 0 ? "कोई बदलाव नहीं" : `${count} बदलाव`),
  discard: "छोड़ दें",
  saveKey: "Ctrl + S",
  train: "ट्रेन करें",
  savesFirst: "पहले बदलाव सहेजता है",

  // bindings
  suggestions: "सुझाई गई बाइंडिंग",
  suggestion: (words, entity, phrases) =>
    `${phrases} ${phrases === 1 ? "वाक्य" : "वाक्यों"} में “${words}” को ${entity} से बाइंड करें`,
  suggestionShort: (words, entity) => `“${words}” → ${entity}`,
  hideSuggestions: "सुझाव छिपाएँ",
  everywhere: (words, phrases) =>
    phrases === 1 ? `“${words}” को 1 और वाक्य में भी बाइंड करें` : `“${words}” को ${phrases} और वाक्यों में भी बाइंड करें`,
  boundIn: (words, phrases) =>
    `“${words}” को ${phrases === 1 ? "1 वाक्य" : `${phrases} वाक्यों`} में बाइंड किया गया है`,

  // what follows the phrases
  thenAsk: "फिर पूछें",
  parametersCount: (count) => `पैरामीटर (${count})`,
  shownOn: "झलक का रूप",
  parts: (count) => `${count} SMS में`,
  formatted: "फ़ॉर्मैट किया हुआ",
};
