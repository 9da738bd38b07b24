import type { Translated } from "../translated.ts";
import type { automationLoggerTexts as English } from "../automation-logger.ts";

export const automationLoggerTexts: Translated<typeof English> = {
  title: (name) => `${name} का क्या लॉग होता है`,
  action: "क्या लॉग होता है",
  failed: "लॉग की सेटिंग लोड नहीं हो सकी",
  lead: "अब से हर व्यक्ति के चरणों का क्या रखा जाए।",
  level: "रखें",
  levels: {
    off: "कुछ नहीं",
    errors: "जो गड़बड़ हुई",
    path: "जो गड़बड़ हुई, और रास्ता",
    all: "सभी मान",
  },
  hints: {
    off: "रन में देखने के लिए कोई चरण नहीं होते।",
    errors: "वे चरण जो विफल हुए या जिनका समय ख़त्म हो गया, उनके मानों के साथ।",
    path: "हर चरण, बिना उसके जो कहा गया। मान सिर्फ़ वहाँ जहाँ कुछ गड़बड़ हुई।",
    all: "हर चरण, उसे मिले और उससे निकले मानों के साथ। गुप्त लगने वाले मान छिपे रहते हैं।",
  },
  days: "कितने दिन रखें",
  daysHint: (least, most) => `${least} से ${most} के बीच। पुराने चरण रात में हटा दिए जाते हैं।`,
  daysWrong: (least, most) => `${least} से ${most} के बीच की संख्या डालें।`,
};
