import type { Translated } from "../translated.ts";
import type { automationInstancesTexts as English } from "../automation-instances.ts";

const states = ["शुरू नहीं हुआ", "शेड्यूल किया गया", "शुरू हुआ", "रोका गया", "बंद किया गया", "हटाया गया"] as const;
const done = {
  schedule: "शेड्यूल नहीं किया जा सकता",
  launch: "शुरू नहीं किया जा सकता",
  pause: "रोका नहीं जा सकता",
  resume: "फिर शुरू नहीं किया जा सकता",
  stop: "बंद नहीं किया जा सकता",
  delete: "हटाया नहीं जा सकता",
  restore: "वापस नहीं लाया जा सकता",
} as const;
const instead: Record<string, string> = {
  "2 delete": "पहले इसे बंद करें।",
  "3 delete": "पहले इसे बंद करें।",
  "3 launch": "इसे फिर शुरू करें।",
  "4 launch": "इसे चैनल पर नए सिरे से शुरू करें। इसके आँकड़े अलग गिने जाते हैं।",
  "4 resume": "इसे चैनल पर नए सिरे से शुरू करें। इसके आँकड़े अलग गिने जाते हैं।",
};

export const automationInstancesTexts: Translated<typeof English> = {
  cannot: (state, action) =>
    [`इसकी स्थिति “${states[state]}” है, इसलिए इसे ${done[action]}।`, instead[`${state} ${action}`] ?? ""]
      .join(" ")
      .trim(),
  again: "इस बीच कुछ बदल गया है। दोबारा देखें और दोबारा कोशिश करें।",
  actionWrong: "चुनें कि क्या करना है: schedule, launch, pause, resume, stop, delete या restore।",
  requestWrong: "अनुरोध को अपनी अलग ID दें, एक UUID।",
  nobody: "कम से कम एक ग्राहक चुनें।",
  timeMissing: "चुनें कि यह कब शुरू होगा।",
  timePassed: "यह समय बीत चुका है। बाद का समय चुनें।",
  neverPublished: "पहले इसे प्रकाशित करें। अभी कोई संस्करण चैनल पर नहीं चल सकता।",
  archived: "यह संग्रह में है। पहले इसे वापस लाएँ।",
  channelGone: "यह चैनल अब मौजूद नहीं है। दूसरा चुनें।",
  clash: (keyword, name) =>
    `इस चैनल पर “${keyword}” से पहले ही “${name}” शुरू होता है। दूसरा शब्द चुनें, या पहले उसे बंद करें।`,
  taken: "इस चैनल पर इस शब्द से पहले ही कुछ और शुरू होता है।",
  keywordEmpty: "शब्द में अक्षर या अंक होने चाहिए।",
  keywordFact: (word) =>
    `“${word}” लिखकर लोग संदेशों से मना करते हैं या उनकी अनुमति देते हैं, इसलिए इससे कुछ शुरू नहीं हो सकता। दूसरा शब्द चुनें।`,
  noVersion: (number) => `संस्करण ${number} मौजूद नहीं है।`,
  notStarted: "जब तक यह शुरू नहीं होता, इसमें कोई शामिल नहीं हो सकता।",
  isOver: "इसे बंद कर दिया गया है। इसे चैनल पर सबसे नए संस्करण के साथ नए सिरे से शुरू करें।",
  left: {
    unknown: "यह ग्राहक अब मौजूद नहीं है।",
    unreachable: "चैनल इस ग्राहक को नहीं जानता: उन्होंने इस पर कभी नहीं लिखा, और इसके पास उनका कोई नंबर नहीं है।",
    erased: "यह ग्राहक मिटाया जा रहा है।",
  },
  ended: (who) => `समाप्त करने वाले: ${who}`,
  runOver: "यह पहले ही ख़त्म हो चुका है।",
  runEnds: "इसे समाप्त किया जा रहा है",
  started: "शुरू किया गया",
  saved: "सहेजा गया",
  moved: {
    schedule: "शेड्यूल किया गया",
    launch: "शुरू किया गया",
    pause: "रोका गया",
    resume: "फिर शुरू किया गया",
    stop: "बंद किया गया",
    delete: "हटाया गया",
    restore: "वापस लाया गया",
  },
  takenOver: (number) => `नए लोगों को संस्करण ${number} मिलेगा`,
  entered: (count) => (count === 1 ? "1 व्यक्ति शामिल हुआ" : `${count} लोग शामिल हुए`),
  added: {
    begun: "ग्राहक जोड़े जा रहे हैं",
    done: (entered, left, matched) =>
      [
        entered === 1 ? "1 ग्राहक शामिल हुआ।" : `${entered.toLocaleString("hi")} ग्राहक शामिल हुए।`,
        ...(left === 0 ? [] : [left === 1 ? "1 बाहर रखा गया।" : `${left.toLocaleString("hi")} बाहर रखे गए।`]),
        ...(entered + left === 0 && matched ? ["अब कोई मेल नहीं खाता।"] : []),
      ].join(" "),
    stopped: (entered) =>
      entered === 1
        ? "यह अब शुरू नहीं है। तब तक 1 ग्राहक शामिल हो चुका था।"
        : `यह अब शुरू नहीं है। तब तक ${entered.toLocaleString("hi")} ग्राहक शामिल हो चुके थे।`,
    failed: "ग्राहक जोड़े नहीं जा सके। फिर कोशिश करें।",
  },
};
