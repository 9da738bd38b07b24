import type { Translated } from "../translated.ts";
import type { pricesTexts as English } from "../prices.ts";

export const pricesTexts: Translated<typeof English> = {
  countryWrong: "देश को दो अक्षरों में लिखें, जैसे IN, या बाकी सब के लिए *।",
  categoryWrong:
    "marketing, utility, authentication, authentication_international, service लिखें, या बाकी सब के लिए *।",
  priceWrong: "0 से 5,000 तक की कीमत लिखें, ज़्यादा से ज़्यादा छह दशमलव अंकों के साथ, जैसे 0.0118।",
  currencyWrong: "मुद्रा को तीन अक्षरों में लिखें, जैसे USD।",
  cellsWrong: "चार मान लिखें: देश, श्रेणी, कीमत और मुद्रा।",
  twice: "इस देश और श्रेणी की कीमत पहले से है।",
  saved: "कीमतें सहेजी गईं।",
  title: "कीमतें",
  lead: "एक संदेश पर आपका कितना खर्च आता है, ताकि ब्रॉडकास्ट और अभियान अपना अनुमानित खर्च बता सकें।",
  leadSms: "SMS के एक हिस्से पर आपका कितना खर्च आता है, ताकि ब्रॉडकास्ट और अभियान अपना अनुमानित खर्च बता सकें।",
  card: (day) =>
    `आपकी अपनी कीमत न होने पर Meta की US डॉलर वाली सूची की कीमत (${day} की) मानी जाती है। आपका प्रदाता ज़्यादा ले सकता है।`,
  none: "इस चैनल के लिए कोई कीमत तय नहीं है।",
  edit: "कीमतें बदलें",
  failed: "कीमतें लोड नहीं हो सकीं",
  table: "इस चैनल की कीमतें",
  head: { country: "देश", category: "श्रेणी", price: "कीमत", currency: "मुद्रा" },
  all: "बाकी सब",
  more: (count) => `और ${count.toLocaleString("hi")} अन्य`,
  categories: {
    marketing: "मार्केटिंग",
    utility: "यूटिलिटी",
    authentication: "ऑथेंटिकेशन",
    authentication_international: "ऑथेंटिकेशन, अंतरराष्ट्रीय",
    service: "सेवा",
    referral_conversion: "विज्ञापन के बाद",
    marketing_lite: "मार्केटिंग",
  },
  dialog: {
    text: "CSV के रूप में कीमतें",
    hint: "हर लाइन में एक: देश (दो अक्षर, या *), श्रेणी (या *), कीमत, मुद्रा। स्प्रेडशीट के सेल पेस्ट करें, या CSV फ़ाइल चुनें।",
    example: "country,category,price,currency\nIN,marketing,0.0118,USD\n*,*,0.05,USD",
    file: "CSV फ़ाइल चुनें",
    fileLarge: "कीमतों की सूची के लिए यह फ़ाइल बहुत बड़ी है।",
    problem: (line, message) => `लाइन ${line}: ${message}`,
    moreProblems: (count) =>
      count === 1
        ? "1 और लाइन उपयोग नहीं हो सकती।"
        : `${count.toLocaleString("hi")} और लाइनें उपयोग नहीं हो सकतीं।`,
    save: "कीमतें सहेजें",
  },
  cost: {
    title: "अनुमानित खर्च",
    byCountry: "देश के अनुसार",
    table: "देश और श्रेणी के अनुसार खर्च",
    messages: "संदेश",
    amount: "खर्च",
    each: "प्रति संदेश",
    inWindow: (count) => `इनमें से ${count.toLocaleString("hi")} की सर्विस विंडो खुली है: कोई शुल्क नहीं लगता।`,
    windowCharged: (count) =>
      `इनमें से ${count.toLocaleString("hi")} की सर्विस विंडो खुली है; इस संदेश के लिए Meta वहाँ भी शुल्क लेता है।`,
    unpriced: (count) =>
      count === 1
        ? "1 व्यक्ति के लिए कीमत पता नहीं है।"
        : `${count.toLocaleString("hi")} लोगों के लिए कीमत पता नहीं है।`,
    noPrice: "इस चैनल के लिए कोई कीमत तय नहीं है।",
    setPrice: "कीमत तय करें",
    meta: (day) => `${day} की Meta की सूची की कीमतों से। आपका प्रदाता ज़्यादा ले सकता है।`,
    unknownCountry: "बाकी पते",
  },
  limit: {
    days: (days, perDay) => `लगभग ${days} दिन: यह खाता 24 घंटे में ${perDay} लोगों तक पहुँच सकता है।`,
    used: (used) => `${used} तक पहुँचा जा चुका है।`,
  },
  billed: {
    title: "वेंडर का बिल",
    lead: "वेंडर की डिलीवरी रिपोर्टों के अनुसार। खर्च कीमतों की सूची से है।",
    total: (count) => (count === 1 ? "1 संदेश का बिल बना।" : `${count.toLocaleString("hi")} संदेशों का बिल बना।`),
    free: (count) => (count === 1 ? "1 संदेश मुफ़्त था।" : `${count.toLocaleString("hi")} संदेश मुफ़्त थे।`),
    table: "श्रेणी के अनुसार बिल किए गए संदेश",
    category: "श्रेणी",
    cost: "कीमतों की सूची से",
    changed: (count, billed, template) =>
      `${count === 1 ? "1 संदेश" : `${count.toLocaleString("hi")} संदेशों`} का बिल “${billed}” में बना, “${template}” में नहीं: वेंडर ने श्रेणी बदल दी है।`,
    unpriced: (count) => `इनमें से ${count.toLocaleString("hi")} के लिए कीमत पता नहीं है।`,
  },
};
