import type { Translated } from "../translated.ts";
import type { residencyTexts as English } from "../residency.ts";

export const residencyTexts: Translated<typeof English> = {
  question: "आपका डेटा कहाँ रहे?",
  hint: "आपके ग्राहक, चैट और सेटिंग इसी क्षेत्र में रहते हैं। इसे बाद में कंसोल में बदला नहीं जा सकता।",
  choose: "क्षेत्र चुनें",
  missing: "सूची से क्षेत्र चुनें।",
  title: "आपका डेटा कहाँ है",
  lead: "हर तरह के डेटा के लिए: वह कहाँ रखा है और यह कौन बताता है।",
  list: "हर तरह का डेटा कहाँ है",
  kinds: {
    customers: "ग्राहक, चैट, बॉट और सेटिंग",
    accounts: "खाते और साइन इन",
    files: "फ़ाइलें",
    live: "लाइव कनेक्शन",
    backups: "रात के बैकअप",
    models: "AI मॉडल",
    vendors: "मैसेजिंग चैनल",
  },
  region: (region) => regions[region] ?? region,
  anywhere: "कोई क्षेत्र तय नहीं है",
  byInstallation: "इसे वह तय करता है जो यह इंस्टॉलेशन चलाता है।",
  anywhereText: "इस इंस्टॉलेशन के संचालक ने क्षेत्र तय नहीं किया है। सेटअप के समय प्लैटफ़ॉर्म ने उसे चुना।",
  accountsText: "लोगों के नाम, ईमेल पते और साइन इन पूरे इंस्टॉलेशन के एक ही डेटाबेस में हैं।",
  modelsText:
    "आप मॉडल को जो भेजते हैं, वह “इंटीग्रेशन” में चुने गए प्रदाता के पास जाता है। वह कहाँ प्रोसेस होता है, यह उनकी शर्तें बताती हैं।",
  vendorsText: "संदेश हर चैनल के वेंडर से होकर जाते हैं। वे कहाँ प्रोसेस होते हैं, यह उनकी शर्तें बताती हैं।",
  noModels: "कोई प्रदाता सेट नहीं है",
  noVendors: "कोई वेंडर जुड़ा नहीं है",
  inRegion: (name, region) => `${name}: ${region}`,
  byTerms: (name) => `${name}: अपनी शर्तों के अनुसार`,
  at: (said, host) => `${said} (${host})`,
};

const regions: Readonly<Record<string, string>> = {
  eu: "यूरोपीय संघ",
  us: "अमेरिका",
  in: "भारत",
  uk: "यूनाइटेड किंगडम",
  fedramp: "अमेरिका (FedRAMP)",
};
