import type { Translated } from "../translated.ts";
import type { automationFilesTexts as English } from "../automation-files.ts";

export const automationFilesTexts: Translated<typeof English> = {
  unreadable:
    "यह फ़ाइल यहाँ पढ़ी नहीं जा सकती। यहाँ से निर्यात की गई फ़ाइल, Typebot का निर्यात (संस्करण 6) या RapidPro के फ़्लो (संस्करण 13) चुनें।",
  newerFormat: (format) => `यह फ़ाइल दूसरे संस्करण (${format}) की है, जो यहाँ पढ़ा नहीं जा सकता।`,
  wrongAt: (where, why) => `फ़ाइल में यहाँ गलती है: ${where}: ${why}`,
  notOurs: "journey या encap दें।",
  nameMissing: "इसे नाम दें।",
  longName: (most) => `ज़्यादा से ज़्यादा ${most} अक्षर रखें।`,
  empty: "फ़ाइल में न कोई जर्नी है, न कोई एनकैप।",
  manyAutomations: (most) => `एक बार में ज़्यादा से ज़्यादा ${most} निर्यात करें, जैसे एक फ़ोल्डर।`,
  manyForms: (most) => `फ़ाइल में ${most} से ज़्यादा फ़ॉर्म हैं। एक बार में कम निर्यात करें।`,
  manyNodes: (most) => `फ़ाइल में ${most.toLocaleString("hi")} से ज़्यादा चरण हैं। एक बार में कम जर्नी निर्यात करें।`,
  tooDeep: (most) => `फ़ाइल में एक के अंदर एक ${most} से ज़्यादा स्तर हैं, जो यहाँ पढ़े नहीं जा सकते।`,
  twice: (id) => `फ़ाइल में ${id} दो बार है।`,
  exportTooLarge: (automations, bytes) =>
    `एक फ़ाइल में ज़्यादा से ज़्यादा ${automations} आते हैं, और ${bytes}। फ़ोल्डर एक-एक करके निर्यात करें।`,
  edited: "निर्यात के बाद फ़ाइल बदली गई है। आयात करने से पहले देखें कि इससे क्या होगा।",
  choose: "नया, मौजूदा या छोड़ना चुनें।",
  chooseExisting: "वह चुनें जिसे बदला जाना है।",
  nameTaken: (name) => `नाम “${name}” पहले से है। दूसरा नाम चुनें।`,
  nameTwice: (name) => `नाम “${name}” दो बार चुना गया है। हर एक को अलग नाम दें।`,
  gone: "जिसे चुना गया था, वह अब मौजूद नहीं है। कोई और चुनें।",
  mayNotReplace: "आपको मसौदे बदलने की अनुमति नहीं है। इसे नए के रूप में आयात करें, या छोड़ दें।",
  mayNotForms: "आपको फ़ॉर्म बनाने या बदलने की अनुमति नहीं है। फ़ॉर्म छोड़ दें, और यहाँ के फ़ॉर्म में से चुनें।",
  nothing: "आयात के लिए कम से कम एक चुनें।",
  imported: (count) => (count === 1 ? "1 आयात हो गया" : `${count} आयात हो गए`),
  fileName: (folder) => folder || "सभी",
  unnamed: "आयात किया गया",
  numbered: (name, number) => `${name} ${number}`,
  cut: (count) => `और ${count} टिप्पणियाँ।`,
};
