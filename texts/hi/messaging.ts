import type { Translated } from "../translated.ts";
import type { confirmQuestions as EnglishQuestions, messagingTexts as English } from "../messaging.ts";

export const messagingTexts: Translated<typeof English> = {
  stopped: "अब आपको हमसे कोई संदेश नहीं मिलेगा। दोबारा पाने के लिए START भेजें।",
  started: "आपको हमारे संदेश फिर मिलेंगे। बंद करने के लिए STOP भेजें।",
  passedOn: "आपके संदेश के लिए धन्यवाद। हमारी टीम से कोई आपको यहीं जवाब देगा।",
  away: "आपके संदेश के लिए धन्यवाद। अभी यहाँ कोई नहीं है; वापस आते ही हम जवाब देंगे।",
  choose: "चुनें",
  sources: (sources) => `स्रोत: ${sources.join(", ")}`,
  expired: "यह बहुत देर तक भेजे जाने के इंतज़ार में रहा।",
  windowClosed: "इस व्यक्ति ने पिछली बार एक दिन से ज़्यादा पहले लिखा था: अब केवल टेम्पलेट भेजा जा सकता है।",
  optedOut: "इस व्यक्ति ने और संदेश न भेजने को कहा है।",
  capped: "इस व्यक्ति को इस समय में उतने ऑफ़र मिल चुके हैं जितने आपके नियम देते हैं।",
  mediumWaiting: "यह फ़ाइल अभी लाई जा रही है।",
  medium: {
    tooLarge: "यह फ़ाइल चैनल की सीमा से बड़ी है।",
    wrongType: "इस प्रकार की फ़ाइलें नहीं ली जातीं।",
    empty: "यह फ़ाइल खाली है।",
    gone: "यह फ़ाइल अब उपलब्ध नहीं है।",
    badAddress: "यह फ़ाइल ऐसे पते पर है जिसका उपयोग नहीं हो सकता।",
    noAnswer: "यह फ़ाइल समय पर नहीं लाई जा सकी।",
  },
  notTheVendor: "इस कॉल का हस्ताक्षर या गुप्त कुंजी इस चैनल की नहीं है।",
  ratingThanks: "आपकी रेटिंग के लिए धन्यवाद।",
};

export const confirmQuestions: Translated<typeof EnglishQuestions> = {
  en: "Reply YES to confirm that you want to get our offers.",
  hi: "हमारे ऑफ़र पाने की पुष्टि के लिए हाँ लिखें।",
  es: "Responda SÍ para confirmar que desea recibir nuestras ofertas.",
  pt: "Responda SIM para confirmar que deseja receber as nossas ofertas.",
  fr: "Répondez OUI pour confirmer que vous souhaitez recevoir nos offres.",
  de: "Antworten Sie mit JA, um zu bestätigen, dass Sie unsere Angebote erhalten möchten.",
  it: "Rispondi SÌ per confermare che vuoi ricevere le nostre offerte.",
  id: "Balas YA untuk mengonfirmasi bahwa Anda ingin menerima penawaran kami.",
  ar: "أرسل نعم لتأكيد رغبتك في استلام عروضنا.",
};
