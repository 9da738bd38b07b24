import type { Translated } from "../translated.ts";
import type { waFlowFileErrors as ErrorsEnglish, waFlowFileTexts as English } from "../wa-flow-files.ts";

export const waFlowFileTexts: Translated<typeof English> = {
  one: (type) => `एक स्क्रीन में ${type} प्रकार का अधिकतम 1 कंपोनेंट हो सकता है।`,
  oneOfBoth: "एक स्क्रीन में PhotoPicker या DocumentPicker प्रकार का अधिकतम 1 कंपोनेंट हो सकता है।",
  minMost: (least, most, type, name) => `${type} कंपोनेंट ${name} में "${least}" "${most}" से ज़्यादा नहीं हो सकता।`,
  initValue: (path, type) =>
    `${path} पर प्रॉपर्टी का मान गलत है। "init-values" प्रॉपर्टी में ${type} कंपोनेंट का मान नहीं होना चाहिए।`,
  navigate: (type) => `navigate action के payload में ${type} कंपोनेंट का मान नहीं हो सकता।`,
  topLevel: (type) => `${type} केवल action के payload में सबसे ऊपरी स्तर की string प्रॉपर्टी का मान हो सकता है।`,
  manyAnswered: (most, asked) => `एक उत्तर अधिकतम ${most} फ़ाइलें लेता है, और यहाँ लोग ${asked} चुन सकते हैं।`,
};

export const waFlowFileErrors: Translated<typeof ErrorsEnglish> = {
  host: "यह फ़ाइल लाई नहीं जा सकती। इसे दोबारा चुनें।",
  noAnswer: "यह फ़ाइल लाई नहीं जा सकी। दोबारा कोशिश करें।",
  damaged: "यह फ़ाइल ख़राब है। इसे दोबारा चुनें।",
  tooLarge: "यह फ़ाइल बहुत बड़ी है। छोटी फ़ाइल चुनें।",
  tooMany: (most) => (most === 1 ? "अधिकतम 1 फ़ाइल चुनें।" : `अधिकतम ${most} फ़ाइलें चुनें।`),
  wrongType: "इस प्रकार की फ़ाइल नहीं ली जाती। दूसरी चुनें।",
  empty: "यह फ़ाइल खाली है। दूसरी चुनें।",
};
