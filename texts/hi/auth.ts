import type { Translated } from "../translated.ts";
import type { authTexts as English } from "../auth.ts";

export const authTexts: Translated<typeof English> = {
  mandatory: "यह फ़ील्ड ज़रूरी है।",
  emailInvalid: "कृपया सही ईमेल पता डालें",
  captchaEmpty: "कृपया कैप्चा डालें।",
  wrongCaptcha: "कैप्चा मेल नहीं खाता या उसका समय ख़त्म हो गया है। कृपया नया कैप्चा आज़माएँ।",
  wrongCredentials: "ईमेल पता या पासवर्ड गलत है।",
  signedInElsewhere: "आप कहीं और साइन इन हैं।",
  slowDown: "बहुत बार गलत कोशिश हुई। कृपया थोड़ा रुककर दोबारा कोशिश करें।",
  sealBroken: "पासवर्ड पढ़ा नहीं जा सका। पेज को दोबारा लोड करके कोशिश करें।",
  loginSucceeded: "फिर से स्वागत है!",
  loggedOut: "आप साइन आउट हो गए हैं।",
  sessionExpired: "सत्र ख़त्म हो गया! कृपया साइन इन करें",
  sessionExpiredAgain: "सत्र ख़त्म हो गया, कृपया दोबारा साइन इन करें!",

  // the sign-in page
  signIn: "साइन इन करें",
  signInLead: "फिर से स्वागत है। अपने उद्यम के कंसोल में साइन इन करें।",
  email: "ईमेल",
  password: "पासवर्ड",
  captcha: "कैप्चा",
  captchaHint: "जो पाँच अंक दिखें, उन्हें लिखें।",
  captchaPicture: "कैप्चा चित्र: नीचे लिखने के लिए पाँच अंक",
  captchaRefresh: "नया कैप्चा लें",
  captchaAsQuestion: "पढ़ नहीं पा रहे? इसके बदले सवाल का जवाब दें",
  captchaAsPicture: "इसके बदले चित्र दिखाएँ",
  captchaQuestion: "सवाल का जवाब दें",
  captchaFailed: "कैप्चा लोड नहीं हो सका।",
  removeExistingSession: "मेरा दूसरा सत्र साइन आउट करें और यहाँ जारी रखें",
  enterCaptchaAgain: "नीचे का बॉक्स चुनें, नए कैप्चा का जवाब दें और दोबारा साइन इन करें।",
  signingIn: "साइन इन हो रहा है…",
  forgotPassword: "पासवर्ड भूल गए?",
  withOrganisation: "अपने संगठन से साइन इन करें",
  noScript: "साइन इन के लिए JavaScript ज़रूरी है: आपका पासवर्ड भेजे जाने से पहले इसी ब्राउज़र में एन्क्रिप्ट होता है।",
  waitSeconds: (seconds) => `आप ${seconds} सेकंड बाद दोबारा कोशिश कर सकते हैं।`,
  signInLink: "साइन इन करें",

  // the slides beside it
  slides: [
    {
      title: "एडमिन डैशबोर्ड",
      text: "दिन का हर चैनल, हर टीम और हर आँकड़ा एक ही जगह।",
    },
    {
      title: "CX ऑटोमेशन प्लैटफ़ॉर्म",
      text: "बॉट जो जानते हैं उसका जवाब देते हैं, और जो नहीं जानते वह एजेंट को सौंप देते हैं।",
    },
    {
      title: "ग्राहक की बेहतरीन जर्नी और अनुभव बनाएँ",
      text: "पहले नमस्ते से आख़िरी जवाब तक, उस चैनल पर जो आपके ग्राहक को पसंद है।",
    },
  ],
  carousel: "Chatbird की ख़ूबियाँ",
  slideOf: (at, all) => `स्लाइड ${at}, कुल ${all}`,
  pauseSlides: "स्लाइड रोकें",
  playSlides: "स्लाइड चलाएँ",
};
