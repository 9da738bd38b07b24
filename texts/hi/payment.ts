import type { Translated } from "../translated.ts";
import type { paymentTexts as English } from "../payment.ts";

export const paymentTexts: Translated<typeof English> = {
  title: "भुगतान का नतीजा",
  checking: "भुगतान की जाँच हो रही है…",
  states: {
    paid: "भुगतान सफल",
    expired: "क्षमा करें, आपके लिंक की अवधि समाप्त हो गई है",
    pending: "भुगतान नहीं हुआ है और स्वीकृति का इंतज़ार है।",
    cancelled: "क्षमा करें, आपका भुगतान रद्द हो गया है।",
    failed: "भुगतान विफल हुआ।",
    unverified: "इस भुगतान की पुष्टि नहीं हो सकी",
  },
  unverifiedText:
    "इस पते का हस्ताक्षर पेमेंट गेटवे का नहीं है, इसलिए हम इसका नतीजा नहीं दिखाते। भुगतान को “बिलिंग” में देखें, या नीचे की ID देकर उसके बारे में पूछें।",
  notCheckableText:
    "इस सिस्टम में कोई पेमेंट गेटवे सेट नहीं है, इसलिए यह नहीं बता सकता कि भुगतान हुआ या नहीं। इस पेज ने कुछ दर्ज नहीं किया।",
  checkFailed: "भुगतान की जाँच नहीं हो सकी",
  paymentId: "भुगतान ID",
  referenceId: "संदर्भ ID",
  none: "-",
  close: "बंद करें",
  closesIn: (seconds) => `यह विंडो ${seconds} सेकंड में बंद हो जाएगी।`,
  stopped: "उलटी गिनती रोक दी गई है। यह विंडो खुली रहेगी।",
  stop: "उलटी गिनती रोकें",
  longer: "30 सेकंड और",
  closeYourself: "अब आप यह विंडो बंद कर सकते हैं।",
  wrongRequest: "अनजान अनुरोध।",
};
