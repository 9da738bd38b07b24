import type { Translated } from "../translated.ts";
import type { simulatorTroubleTexts as English } from "../simulator-trouble.ts";

export const simulatorTroubleTexts: Translated<typeof English> = {
  lead: "सिम्युलेटर ऐसे वेंडर जैसा व्यवहार करता है जिसका दिन ख़राब चल रहा हो। यह इस चैनल पर अब से भेजी गई चीज़ों पर लागू होता है।",
  off: "बंद",
  refuse: "संदेश इसके साथ अस्वीकार करें",
  refuseHint: "130429 और 500 पर दोबारा कोशिश होती है, बाकी अंतिम हैं।",
  failLater: "भेजने के बाद इसके साथ विफल करें",
  failLaterHint: "पहले स्वीकार होता है, फिर स्थिति बताती है कि यह विफल रहा।",
  delay: "देर से पहुँचाएँ",
  seconds: (count) => (count < 60 ? `${count} सेकंड बाद` : `${count / 60} मिनट बाद`),
  codeAt: (code, text) => `${code}: ${text}`,
  codes: {
    "131026": "पहुँचा नहीं जा सकता",
    "131047": "समय सीमा बंद",
    "131049": "मार्केटिंग सीमा",
    "130429": "बहुत ज़्यादा संदेश",
    "500": "अंदरूनी त्रुटि",
  },
  hints: {
    twice: "हर स्थिति अलग कॉल में दोबारा आती है।",
    disordered: "“पढ़ा गया” “पहुँचा” से पहले आता है, और “पहुँचा” “भेजा गया” से पहले।",
    silent: "संदेशों की कोई स्थिति नहीं बताई जाती।",
    unreachable: "कॉल बिना उत्तर के समाप्त होती है।",
  },
};
