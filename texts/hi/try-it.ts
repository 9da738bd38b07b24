import type { Translated } from "../translated.ts";
import type { tryItTexts as English } from "../try-it.ts";

export const tryItTexts: Translated<typeof English> = {
  showDetails: "हर उत्तर का विवरण दिखाएँ",
  intent: "इंटेंट",
  none: "कोई नहीं",
  confidence: "भरोसा",
  runnersUp: "यह भी संभव",
  nearest: "सबसे नज़दीकी वाक्य",
  entities: "एंटिटी",
  entityAt: (words, name, value) => (words === value ? `${words} (${name})` : `${words} (${name}): ${value}`),
  parameters: "पैरामीटर",
  asking: (name) => `${name} पूछा जा रहा है`,
  how: "उत्तर कैसे दिया गया",
  kinds: {
    answer: "इंटेंट के उत्तर से",
    prompt: "पैरामीटर पूछा",
    knowledge: "जानकारी से",
    outOfScope: "समझ नहीं आया",
    gaveUp: "पूछना छोड़ दिया",
    cancelled: "कहने पर पूछना बंद किया",
    didYouMean: "पूछा कि क्या मतलब था",
  },
  asks: (intent, parameter) => `${intent} · ${parameter} पूछता है`,
  sources: () => "स्रोत",
  documentPage: (page) => `दस्तावेज़, पेज ${page}`,
  emotion: "भावना",
  time: "समय",
  milliseconds: (count) => `${count} ms`,
  wrong: "गलत? किसी इंटेंट में जोड़ें",
  chooseIntent: "जिस इंटेंट को उत्तर देना चाहिए था",
  chooseFirst: "पहले इंटेंट चुनें।",

  // one message, without the panel
  testMessage: "संदेश आज़माएँ",
  testPlaceholder: "संदेश आज़माएँ…",
  testIt: "यह संदेश आज़माएँ",
  add: "जोड़ें",
};
