import type { Translated } from "../translated.ts";
import type { firstStepsTexts as English } from "../first-steps.ts";

export const firstStepsTexts: Translated<typeof English> = {
  title: "पहले चरण",
  lead: "खाली कंसोल से पहली बातचीत तक।",
  stepsDone: (done, all) => `${all} में से ${done} पूरे`,
  done: "पूरा",
  open: "बाकी",
  steps: {
    bot: ["बॉट ट्रेन करें", "हमारे किसी बॉट से शुरू करें, या अपने दो इंटेंट से।"],
    channel: ["चैनल जोड़ें", "सिम्युलेटर ग्राहक बनता है, इसलिए वेंडर खाते की ज़रूरत नहीं।"],
    customers: ["ग्राहक जोड़ें", "नामों और फ़ोन नंबरों वाली एक CSV फ़ाइल काफ़ी है।"],
    invite: ["सहकर्मी को आमंत्रित करें", "उन्हें भूमिका दें: एजेंट, अभियान बनाने वाला, जाँचने वाला या देखने वाला।"],
    hello: ["नमस्ते कहें", "ग्राहक की तरह ख़ुद को लिखें, और देखें कि कौन उत्तर देता है।"],
  },
  ring: (done, all) => `पहले चरण: ${all} में से ${done} पूरे`,
  hide: "छिपाएँ",
  undo: "पूर्ववत करें",
  hiddenNow: "पहले चरण छिपा दिए गए हैं। वे आपके नाम के नीचे के मेनू में मिलेंगे।",
  hello: "नमस्ते",
  startStep: "शुरू करें",
  stepAgain: "खोलें",
};
