import type { Translated } from "../translated.ts";
import type { blacklistTexts as English } from "../blacklist.ts";

export const blacklistTexts: Translated<typeof English> = {
  title: "ब्लैकलिस्ट",
  lead: "नंबर और ईमेल पते जिनसे आप कभी संपर्क नहीं करते।",
  failed: "ब्लैकलिस्ट लोड नहीं हो सकी",
  table: "ब्लैकलिस्ट के नंबर और पते, नए पहले",
  search: "नंबर, पते या कारण से खोजें",
  pages: "ब्लैकलिस्ट के पेज",
  none: "कोई रिकॉर्ड नहीं",
  noneText: "नंबर या ईमेल पते जोड़ें, या उनकी CSV फ़ाइल आयात करें।",
  noneFound: (text) => `ब्लैकलिस्ट में “${text}” से मेल खाता कुछ नहीं है`,
  noneFoundText: "कोई दूसरा नंबर या शब्द आज़माएँ, या खोज साफ़ करें।",

  address: "नंबर या पता",
  channel: "चैनल",
  every: "सभी चैनल",
  reason: "कारण",
  by: "किसने जोड़ा",
  at: "कब जोड़ा",
  actions: "कार्रवाई",
  imported: "फ़ाइल से",
  erased: "मिटाया गया व्यक्ति",
  erasedText: "व्यक्ति को मिटा दिया गया है। उसका नंबर या पता अब भी रुका है, पर कोई उसे पढ़ नहीं सकता।",

  add: "जोड़ें",
  addTitle: "ब्लैकलिस्ट में जोड़ें",
  addresses: "नंबर या ईमेल पते",
  addressesHint: (most) =>
    `देश कोड के साथ, जैसे +91 98765 43210। हर पंक्ति में एक, या कॉमा से अलग करके, ज़्यादा से ज़्यादा ${most}।`,
  channelHint: "जहाँ उनसे संपर्क नहीं किया जाता।",
  reasonHint: "उनसे संपर्क क्यों नहीं किया जाता। सहकर्मी इसे यहाँ देखते हैं।",
  noAddress: "नंबर या ईमेल पता डालें।",
  mailWrong: "यह ईमेल पता नहीं है।",
  added: (added, known) =>
    [
      added === 1 ? "1 जोड़ा गया।" : `${added.toLocaleString("hi")} जोड़े गए।`,
      known > 0 && (known === 1 ? "1 पहले से था।" : `${known.toLocaleString("hi")} पहले से थे।`),
    ]
      .filter(Boolean)
      .join(" "),
  invalidOf: (address, problem) => `${address}: ${problem}`,

  notTaken: (count) => (count === 1 ? "1 नहीं लिया गया" : `${count.toLocaleString("hi")} नहीं लिए गए`),
  correct: "यहाँ जो बचा है उसे सुधारें और फिर से जोड़ें।",
  more: (count) => `और ${count.toLocaleString("hi")} अन्य।`,

  edit: (address) => `${address} का कारण बदलें`,
  editTitle: "कारण बदलें",
  saved: "कारण सहेजा गया।",

  remove: (address) => `${address} को ब्लैकलिस्ट से निकालें`,
  removeTitle: (count, address) =>
    count === 1 ? `${address} को ब्लैकलिस्ट से निकालें?` : `${count.toLocaleString("hi")} को ब्लैकलिस्ट से निकालें?`,
  removeText:
    "उनसे फिर संपर्क किया जा सकेगा, बशर्ते उन्होंने ख़ुद संदेश पाने से मना न किया हो। आप इसे एक दिन तक पूर्ववत कर सकते हैं।",
  removed: (count) =>
    count === 1 ? "1 को ब्लैकलिस्ट से निकाला गया।" : `${count.toLocaleString("hi")} को ब्लैकलिस्ट से निकाला गया।`,
  restored: (count) =>
    count === 1 ? "1 फिर ब्लैकलिस्ट में है।" : `${count.toLocaleString("hi")} फिर ब्लैकलिस्ट में हैं।`,
  bulk: { delete: "ब्लैकलिस्ट से निकाला जा रहा है", restore: "ब्लैकलिस्ट में वापस रखा जा रहा है" },
  bulkFailed: "काम पूरा होने से पहले रुक गया। जो हो चुका वह बना रहेगा; बाकी के लिए दोबारा शुरू करें।",
  nothingToUndo: "पूर्ववत करने के लिए कुछ नहीं है।",
  removeMany: (count) => `${count} हटाएँ`,
  removeMatching: "मेल खाने वाले सभी हटाएँ",
  removeMatchingTitle: "मेल खाने वाले सभी को ब्लैकलिस्ट से निकालें?",
  select: (address) => `${address} को चुनें`,

  import: "आयात करें",
  importTitle: "ब्लैकलिस्ट आयात करें",
  importLead:
    "नंबरों या ईमेल पतों के कॉलम वाली CSV फ़ाइल। Reason और Channel नाम के कॉलम भी पढ़े जाते हैं; बाकी सब छोड़ दिया जाता है।",
  choose: "CSV फ़ाइल चुनें",
  drop: "CSV फ़ाइल यहाँ छोड़ें, या चुनें",
  begin: "आयात करें",
  importing: "आयात हो रहा है",
  importingText: "आप इसे बंद कर सकते हैं। आयात चलता रहेगा।",
  importDone: "आयात पूरा हुआ",
  importEnded: "आयात पूरा नहीं हुआ",
  hide: "छिपाएँ",
  importRunning: "ब्लैकलिस्ट में एक आयात पहले से चल रहा है। उसके पूरा होने तक रुकें।",
  importFailed: "आयात पूरा होने से पहले रुक गया। फ़ाइल फिर से आयात करें: जो पहले से है वह वैसा ही रहेगा।",
  tooLarge: (most) => `फ़ाइल ${most} से बड़ी है। उसे कई फ़ाइलों में बाँटें।`,
  tooManyRows: (most) => `फ़ाइल में ${most} से ज़्यादा पंक्तियाँ हैं। पहली ${most} पढ़ी गईं।`,
  counts: { added: "जोड़े गए", known: "पहले से थे", rejected: "नहीं लिए गए" },
  rejects: "जो पंक्तियाँ नहीं ली गईं, उन्हें डाउनलोड करें",
  rejectsFailed: "फ़ाइल नहीं बन सकी",
  rejectsFile: "ब्लैकलिस्ट की त्रुटियाँ.csv",
  line: "लाइन",
  row: "पंक्ति",
  problem: "समस्या",
  channelUnknown: (name) => `“${name}” नाम का कोई चैनल प्रकार नहीं है।`,
  reasonLong: (most) => `कारण ${most} अक्षरों से लंबा है।`,

  export: "निर्यात करें",
  exportFailed: "फ़ाइल नहीं बन सकी",
  fileName: "ब्लैकलिस्ट.csv",

  trail: (count) => (count === 1 ? "1 पता" : `${count.toLocaleString("hi")} पते`),
};
