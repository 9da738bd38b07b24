import type { Translated } from "../translated.ts";
import type { providersTexts as English } from "../providers.ts";

export const providersTexts: Translated<typeof English> = {
  unauthorized: "प्रदाता ने API कुंजी स्वीकार नहीं की।",
  rateLimited: "प्रदाता को बहुत ज़्यादा अनुरोध मिले। बाद में दोबारा कोशिश करें।",
  unavailable: "प्रदाता से संपर्क नहीं हो सका।",
  stopped: "इस इंस्टॉलेशन के संचालक ने अभी AI मॉडल रोक दिए हैं। बाद में दोबारा कोशिश करें।",
  timeout: "प्रदाता ने जवाब देने में बहुत देर लगाई।",
  badAnswer: "प्रदाता का जवाब समझा नहीं जा सका।",
  refused: (status) => `प्रदाता ने अनुरोध अस्वीकार किया (${status})। मॉडल का नाम जाँचें।`,
  addressRefused: "आधार पता सार्वजनिक https पता होना चाहिए।",
  noEncoder: "इस इंस्टॉलेशन में वह वाक्य एनकोडर नहीं है जिससे Semantic काम करता है। इसे दोबारा डिप्लॉय करें, या SVM चुनें।",
  none: "इस मॉडल प्रकार की अभी कोई कुंजी या कॉन्फ़िगरेशन नहीं है। बॉट के कॉन्फ़िगरेशन में सेट करें।",
};
