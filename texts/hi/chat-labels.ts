import type { Translated } from "../translated.ts";
import type { chatLabelsTexts as English } from "../chat-labels.ts";

export const chatLabelsTexts: Translated<typeof English> = {
  title: "चैट लेबल",
  lead: "एजेंट चैट पर ये लेबल लगाते हैं, ताकि उन्हें खोजा और गिना जा सके। हर विभाग के अपने लेबल हो सकते हैं।",
  failed: "लेबल लोड नहीं हो सके",
  department: "विभाग",
  everyDepartment: "सभी विभाग",
  name: "नया लेबल",
  add: "लेबल जोड़ें",
  created: (name) => `लेबल "${name}" जोड़ा गया।`,
  none: "अभी कोई लेबल नहीं है",
  noneText: "पहला लेबल नीचे जोड़ें, जैसे “शिकायत” या “नया कार्ड”।",
  list: "लेबल अपने क्रम में",
  moveUp: (name) => `ऊपर ले जाएँ: ${name}`,
  moveDown: (name) => `नीचे ले जाएँ: ${name}`,
  rename: (name) => `नाम बदलें: ${name}`,
  renameTitle: "लेबल का नाम बदलें",
  renameText: "जिन चैट पर यह लगा है, उनमें नया नाम दिखेगा।",
  nameField: "नाम",
  renamed: "लेबल का नाम बदला गया।",
  remove: (name) => `हटाएँ: ${name}`,
  removeTitle: (name) => `लेबल "${name}" को हटाएँ?`,
  removeText: (chats) =>
    chats === 0 ? "यह किसी चैट पर नहीं लगा है।" : `यह ${chats} चैट पर लगा है और वहाँ से हट जाएगा।`,
  removed: "लेबल हटाया गया।",
  // In a chat
  labels: "लेबल",
  of: "इस चैट के लेबल",
  noneToChoose: "इस विभाग में अभी कोई लेबल नहीं है। व्यवस्थापक इन्हें “चैट कॉन्फ़िगरेशन” में जोड़ते हैं।",
  byLabel: "लेबल",
  anyLabel: "कोई भी लेबल",
  // Refusals
  noName: "नाम डालें।",
  taken: "इस विभाग में इस नाम का लेबल पहले से है।",
  full: "इस विभाग में जितने लेबल हो सकते हैं, उतने हैं। पहले एक हटाएँ।",
  noOrder: "कम से कम एक लेबल बताएँ।",
  gone: "इनमें से एक लेबल अब मौजूद नहीं है। फिर से चुनें।",
  tooMany: (most) => `एक चैट पर ज़्यादा से ज़्यादा ${most} लेबल हो सकते हैं।`,
};
