import type { Translated } from "../translated.ts";
import type { designerTexts as English } from "../designer.ts";

export const designerTexts: Translated<typeof English> = {
  titles: {
    encap: (name) => `डिज़ाइनर | ${name}`,
    journey: (name) => `जर्नी | ${name}`,
    forms: () => "फ़ॉर्म डिज़ाइनर",
    flow: () => "फ़्लो डिज़ाइनर",
  },
  back: "वापस",
  frame: (title) => `${title}, दूसरी साइट से खोला गया`,
  opening: "डिज़ाइनर खुल रहा है…",
  failed: "डिज़ाइनर खोला नहीं जा सका",
  draft: {
    loading: "मसौदा खुल रहा है…",
    failed: "खोला नहीं जा सका",
    gone: "यह अब मौजूद नहीं है",
    goneText: "किसी ने इसे हटा दिया है, या पता गलत है।",
    leaving: "यह अभी सहेजा नहीं गया है। थोड़ा रुकें, या “सहेजा गया” दिखने पर “वापस” दोबारा दबाएँ।",
    restored: "पिछली बार आपने जो नहीं सहेजा था, वह फिर से यहाँ है।",
    undo: "पूर्ववत करें",
    redo: "फिर से करें",
    keys: "तीर की कुंजियों से आगे-पीछे जाएँ, Alt और तीर से भाग की जगह बदलें, Delete से निकालें।",
    up: (name) => `“${name}” को ऊपर ले जाएँ`,
    down: (name) => `“${name}” को नीचे ले जाएँ`,
    moved: (name, place, count) => `${name} अब ${count} में से ${place} पर है`,
    wrong: (count) => (count === 1 ? "1 समस्या" : `${count} समस्याएँ`),
    problems: "प्रकाशित करने से पहले ठीक करें",
    alsoHereNames: (names) => `इनके पास भी खुला है: ${names}`,
    editedBy: (name) => `अभी इसे ${name} बदल रहे हैं। हर बदलाव सहेजे जाते ही आपको दिखेगा।`,
    editedByMe: "आप इसे दूसरे टैब में बदल रहे हैं। हर बदलाव सहेजे जाते ही आपको दिखेगा।",
    takeOver: "अपने हाथ में लें",
    noProblems: "कोई समस्या नहीं मिली।",
  },
  codeOver: "यह कोड पहले ही उपयोग हो चुका है या इसका समय बीत चुका है।",
};
