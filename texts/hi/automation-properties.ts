import type { Translated } from "../translated.ts";
import type { automationPropertiesTexts as English } from "../automation-properties.ts";

export const automationPropertiesTexts: Translated<typeof English> = {
  nameWrong: "नाम अक्षर से शुरू करें, और सिर्फ़ अक्षर, अंक और _ रखें।",
  labelLong: (most) => `लेबल में ज़्यादा से ज़्यादा ${most} अक्षर रखें।`,
  typeWrong: "प्रकार चुनें: टेक्स्ट, संख्या, तारीख, हाँ या नहीं, या विकल्प।",
  choiceEmpty: "हर विकल्प भरें, या उसे निकालें।",
  choiceLong: "विकल्प में ज़्यादा से ज़्यादा 200 अक्षर रखें।",
  choicesMany: (most) => `ज़्यादा से ज़्यादा ${most} विकल्प रखें।`,
  many: (most) => `ज़्यादा से ज़्यादा ${most} प्रॉपर्टी रखें।`,
  missing: "मान डालें: यह ज़रूरी है।",
  unknown: (name) => `इस संस्करण में “${name}” नाम की कोई प्रॉपर्टी नहीं है।`,
  textWrong: "टेक्स्ट डालें।",
  numberWrong: "संख्या डालें।",
  truthWrong: "हाँ या नहीं चुनें।",
  dateWrong: "तारीख चुनें।",
  choiceWrong: "विकल्पों में से एक चुनें।",
  noChoices: (name) => `प्रॉपर्टी “${name}” में कम से कम एक विकल्प रखें।`,
  defaultWrong: (name, why) => `“${name}” का डिफ़ॉल्ट मान ठीक नहीं है: ${why}`,
  types: { text: "टेक्स्ट", number: "संख्या", date: "तारीख", boolean: "हाँ या नहीं", choice: "विकल्प" },
};
