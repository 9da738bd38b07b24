import type { Translated } from "../translated.ts";
import type { addPeopleTexts as English } from "../add-people.ts";

export const addPeopleTexts: Translated<typeof English> = {
  menu: "ग्राहक जोड़ें…",
  title: (channel) => `${channel} पर ग्राहक जोड़ें`,
  text: "अगर इसके “शुरुआत” के नियम इजाज़त दें, तो वे अभी शामिल होते हैं।",
  add: "जोड़ें",
  nobody: "ग्राहक चुनें, या उनका कोई समूह।",
  adding: (done, total) => `ग्राहक जोड़े जा रहे हैं: ${total} में से ${done}`,
  goesOn: "आप यह विंडो बंद कर सकते हैं: काम इसके बिना भी चलता रहता है।",
  whyNot: "किसी को बाहर क्यों रखा गया, यह “कोई क्यों नहीं आया?” में लिखा है।",

  toJourney: "जर्नी में जोड़ें",
  whom: (count, isOne) =>
    isOne
      ? "अगर इसके “शुरुआत” के नियम इजाज़त दें, तो 1 ग्राहक अभी शामिल होगा।"
      : `अगर इसके “शुरुआत” के नियम इजाज़त दें, तो ${count} ग्राहक अभी शामिल होंगे।`,
  journey: "जर्नी",
  choose: "जर्नी चुनें",
  journeyMissing: "जर्नी चुनें।",
  onChannel: (name, channel) => `${name} (${channel})`,
  noJourneys: "कोई जर्नी शुरू नहीं है। पहले किसी चैनल पर एक शुरू करें।",
  loadFailed: "जर्नी लोड नहीं हो सकीं",
};
