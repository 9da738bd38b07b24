import type { Translated } from "../translated.ts";
import type { knowledgeSourcesTexts as English } from "../knowledge-sources.ts";

export const knowledgeSourcesTexts: Translated<typeof English> = {
  url: "वेबसाइट URL",
  addUrl: "URL जोड़ें",
  removeUrl: (url) => `${url} को निकालें`,
  depth: "कितने लिंक आगे तक",
  depths: ["केवल यह पेज", "इससे जुड़े पेज", "दो लिंक आगे तक", "तीन लिंक आगे तक"],
  recrawl: "फिर से पढ़ें",
  recrawls: { never: "केवल कहने पर", daily: "हर दिन", weekly: "हर सप्ताह", monthly: "हर महीने" },
  readAgain: "वेबसाइटें अभी फिर से पढ़ें",
  sourceStates: { waiting: "इंतज़ार में", reading: "पढ़ा जा रहा है", ready: "पढ़ा गया", failed: "विफल" },
  pages: (count) => `${count} पेज`,
  readAt: (moment) => `पढ़ा गया: ${moment}`,
  showPages: (name) => `${name} के पेज`,
  page: "पेज",
  state: "स्थिति",
  fresh: "पढ़ा गया",
  changed: "बदला गया",
  pageStates: {
    waiting: "इंतज़ार में",
    ready: "पढ़ा गया",
    unchanged: "नहीं बदला",
    refused: "अनुमति नहीं",
    failed: "विफल",
  },
};
