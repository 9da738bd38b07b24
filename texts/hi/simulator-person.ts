import type { Translated } from "../translated.ts";
import type { simulatorPersonTexts as English } from "../simulator-person.ts";

export const simulatorPersonTexts: Translated<typeof English> = {
  name: "नाम",
  addressKind: "पहचान",
  addressKinds: { phone: "नंबर", userId: "उपयोगकर्ता ID, बिना नंबर के", mail: "ईमेल पता" },
  phone: "नंबर",
  phoneHint: "देश के कोड के साथ, जैसे +919876543210।",
  userId: "उपयोगकर्ता ID",
  mail: "ईमेल पता",
  add: "जोड़ें",
  addressEmpty: {
    phone: "नंबर दर्ज करें।",
    userId: "उपयोगकर्ता ID दर्ज करें।",
    mail: "ईमेल पता दर्ज करें।",
  },
  alreadyThere: "यह व्यक्ति यहाँ पहले से है।",
  onlyOne: "phone, userId और mail में से एक दें।",
  userIdWrong: "सिर्फ़ अक्षर, अंक और . _ - लिखें।",
  mailWrong: "ईमेल पता दर्ज करें, जैसे asha@example.com।",
};
