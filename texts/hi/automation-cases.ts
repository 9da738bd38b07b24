import type { Translated } from "../translated.ts";
import type { automationCasesTexts as English } from "../automation-cases.ts";

export const automationCasesTexts: Translated<typeof English> = {
  largeAnswer: (kilobytes, levels) =>
    `टेस्ट का जवाब ज़्यादा से ज़्यादा ${kilobytes} kB और ${levels} स्तर का होता है। वही रखें जो जर्नी देखती है।`,
  longCase: "यह टेस्ट एक टेस्ट केस के लिए बहुत लंबा है। इसके दो बनाएँ: दूसरा किसी बाद के चरण से शुरू हो सकता है।",
  noStart: "टेस्ट केस किसी टेस्ट की शुरुआत से शुरू होता है।",
  nameEmpty: "नाम डालें।",
  full: (most) => `एक जर्नी में ज़्यादा से ज़्यादा ${most} टेस्ट केस रहते हैं। पहले एक हटाएँ।`,
  saved: "टेस्ट केस सहेजा गया",
  renamed: "टेस्ट केस बदला गया",
  deleted: "टेस्ट केस हटाया गया",
  failedAtPublish: (failed, all, first) =>
    failed === 1
      ? `${all} में से 1 टेस्ट केस पास नहीं होता। ${first}`
      : `${all} में से ${failed} टेस्ट केस पास नहीं होते। पहला: ${first}`,
  ofCase: (name, sentence) => `${name}: ${sentence}`,
  passed: "पास",
  goneStep: (id) => `एक चरण जो अब नहीं है (${id})`,
  nothing: "और कुछ नहीं",
  left: (step, port) => `${step}: ${port}`,
  stays: (step) => `${step}: रुका है`,
  otherWay: (turn, act, expected, got) =>
    `बारी ${turn} (${act}) दूसरे रास्ते जाती है। अपेक्षित: ${expected}। मिला: ${got}।`,
  otherWords: (turn, act, expected, got) =>
    `बारी ${turn} (${act}) में कुछ और कहा जाता है। अपेक्षित: ${expected}। मिला: ${got}।`,
  noButton: (turn, label) => `बारी ${turn}: बटन “${label}” अब कहीं नहीं मिलता।`,
  broken: (turn) => `बारी ${turn} अब इस जर्नी पर नहीं चलाई जा सकती।`,
  tooMuch: "नहीं चलाया गया: इससे पहले के टेस्ट केस में बहुत ज़्यादा चरण लगे।",
  words: (text) => `“${text}”`,
  acts: {
    start: "शुरू",
    startAt: (step) => `${step} से शुरू`,
    say: (text) => `“${text}”`,
    press: (label) => `बटन “${label}”`,
    pass: "समय बीतता है",
    result: "जवाब आता है",
    event: (what) => `इवेंट: ${what}`,
    go: "आगे बढ़ता है",
    set: (name) => `${name} सेट होता है`,
  },
};
