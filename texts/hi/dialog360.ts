import type { Translated } from "../translated.ts";
import type { dialog360Texts as English } from "../dialog360.ts";

export const dialog360Texts: Translated<typeof English> = {
  title: "धन्यवाद",
  relayed: "खाता सौंप दिया गया। जिस विंडो में शुरू किया था, वहीं आगे बढ़ें; इसे बंद कर सकते हैं।",
  notOurs: "यह पेज यहाँ आपके शुरू किए कनेक्शन से नहीं खुला, इसलिए कुछ नहीं सौंपा गया।",
  again: "जहाँ खाता जोड़ते हैं, वहाँ से दोबारा शुरू करें।",
  signedOut: "आप साइन इन नहीं हैं, इसलिए कुछ नहीं सौंपा गया।",
  forbidden: "आपको खाता जोड़ने की अनुमति नहीं है।",
};
