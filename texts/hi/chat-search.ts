import type { Translated } from "../translated.ts";
import type { chatSearchTexts as English } from "../chat-search.ts";

export const chatSearchTexts: Translated<typeof English> = {
  open: "संदेश खोजें",
  openHere: "इस चैट में खोजें",
  title: "संदेश खोजें",
  titleHere: (name) => `${name} के साथ चैट में खोजें`,
  lead: "संदेश में सभी शब्द होने चाहिए। केवल वही चैट खोजी जाती हैं जिन्हें आप देख सकते हैं।",
  label: "शब्द",
  placeholder: "इनवॉइस, रिफ़ंड…",
  failed: "खोज विफल रही",
  begin: "खोजने के लिए कोई शब्द डालें।",
  none: "कुछ नहीं मिला",
  noneText: "कम शब्द आज़माएँ, या केवल उनकी शुरुआत।",
  more: "और पीछे तक खोजें",
  results: "मिले संदेश",
  by: { customer: "ग्राहक", person: "एजेंट", bot: "बॉट", system: "अपने आप भेजा संदेश" },
  // Refusals
  tooShort: "कम से कम दो अक्षर डालें।",
};
