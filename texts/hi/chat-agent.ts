import type { Translated } from "../translated.ts";
import type { chatAgentTexts as English } from "../chat-agent.ts";

export const chatAgentTexts: Translated<typeof English> = {
  title: "चैट एजेंट",
  exchanging: "आपको साइन इन किया जा रहा है…",
  codeOver: "यह लिंक इस्तेमाल हो चुका है या एक मिनट से ज़्यादा पुराना है। चैट को अपने सिस्टम से फिर खोलें।",
  replaceTitle: "आप पहले से साइन इन हैं",
  replaceText: (name) => `यह ब्राउज़र ${name} के नाम से साइन इन है। क्या इसके बजाय लिंक वाले व्यक्ति के रूप में जारी रखें?`,
  replace: "लिंक वाले व्यक्ति के रूप में जारी रखें",
  stay: (name) => `${name} के नाम से साइन इन रहें`,
  signIn: "साइन इन करें",
  signInElsewhere: "नए टैब में साइन इन करें",
  notSignedIn: "आप साइन इन नहीं हैं। यह पेज अपने सिस्टम से खोलें, या साइन इन करें।",
  endings: {
    signedOut: "आप साइन आउट हो चुके हैं। वापस आने के लिए यह पेज अपने सिस्टम से खोलें, या साइन इन करें।",
    expired: "आपका सत्र समाप्त हो गया है। यह पेज अपने सिस्टम से फिर खोलें, या साइन इन करें।",
    expiredAgain: "आपका सत्र समाप्त हो गया है। यह पेज अपने सिस्टम से फिर खोलें, या साइन इन करें।",
  },
  noRight: "आप चैट के उत्तर नहीं दे सकते",
  noRightText: "व्यवस्थापक से चैट सँभालने की अनुमति माँगें।",
  openConsole: "कंसोल में खोलें",
  toChats: "चैट पर जाएँ",
  mute: "आवाज़ बंद करें",
  unmute: "आवाज़ चालू करें",
  soundsFailed: "आवाज़ की सेटिंग बदली नहीं जा सकी। कृपया दोबारा कोशिश करें।",
  statusUnknown: "–",
};
