import type { Translated } from "../translated.ts";
import type { externalCampaignsTexts as English } from "../external-campaigns.ts";

export const externalCampaignsTexts: Translated<typeof English> = {
  title: "बाहरी अभियान रिपोर्ट",
  lead: "दूसरे सिस्टम के चलाए अभियान, जैसा उन्होंने API से बताया।",
  failed: "बाहरी अभियान लोड नहीं हो सके",
  off: "आपका उद्यम बाहरी अभियान दर्ज नहीं करता। व्यवस्थापक इसे “उद्यम का विवरण” में चालू कर सकता है।",
  recorded: "दर्ज किया गया।",
  timeWrong: "तारीख और समय ISO 8601 में डालें, Z या ऑफ़सेट के साथ।",
  channelWrong: "इस कोड का कोई चैनल प्रकार नहीं है।",
  currencyWrong: "मुद्रा तीन अक्षरों में डालें, जैसे INR।",
  urlWrong: "http:// या https:// से शुरू होने वाला पता डालें।",
  endBeforeStart: "अंत शुरुआत के बाद का चुनें।",

  filters: "तारीखें",
  fromDay: "शुरू हुए, तारीख से",
  toDay: "तारीख तक",
  table: "बाहरी अभियान, सबसे नए पहले",
  pages: "बाहरी अभियानों के पेज",
  none: "कोई रिकॉर्ड नहीं",
  noneText:
    "इन दिनों में कोई बाहरी अभियान शुरू नहीं हुआ। दूसरे सिस्टम अपने अभियान उस API कुंजी से दर्ज करते हैं जिसका दायरा “बाहरी अभियान दर्ज करें” हो।",
  export: "CSV डाउनलोड करें",
  exportFailed: "फ़ाइल नहीं बन सकी",
  fileName: "बाहरी अभियान.csv",
  open: (name) => `“${name}” को दूसरे सिस्टम में खोलें`,
  runs: "अभी चल रहा है",
  head: {
    name: "अभियान",
    channel: "चैनल",
    started: "शुरू",
    ended: "समाप्त",
    sent: "भेजे गए",
    delivered: "पहुँचे",
    read: "पढ़े गए",
    clicked: "क्लिक हुए",
    failed: "विफल",
    cost: "लागत",
  },
  csv: { id: "ID", currency: "मुद्रा", url: "पता", by: "किसने दर्ज किया", updated: "बदला गया (UTC)" },
};
