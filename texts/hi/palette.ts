import type { Translated } from "../translated.ts";
import type { paletteTexts as English } from "../palette.ts";

export const paletteTexts: Translated<typeof English> = {
  title: "किसी स्क्रीन पर जाएँ या कमांड चलाएँ",
  placeholder: "स्क्रीन, लोग, चैट, टेम्पलेट, बॉट और कमांड खोजें",
  empty: "कुछ नहीं मिला। कोई और शब्द आज़माएँ।",
  goTo: "यहाँ जाएँ",
  recent: "हाल के",
  commands: "कमांड",
  found: {
    customers: "ग्राहक",
    chats: "चैट",
    templates: "संदेश टेम्पलेट",
    bots: "बॉट",
    intents: "इंटेंट",
    users: "उपयोगकर्ता",
  },
  searching: "खोजा जा रहा है…",
  actions: {
    createCustomer: "ग्राहक बनाएँ",
    importCustomers: "ग्राहक आयात करें",
    shortcuts: "कीबोर्ड शॉर्टकट दिखाएँ",
  },
  theme: (theme) => `थीम: ${theme}`,
};
