import type { Translated } from "../translated.ts";
import type { chatLaterTexts as English } from "../chat-later.ts";

export const chatLaterTexts: Translated<typeof English> = {
  menu: "कब भेजा जाए",
  hold: "उत्तर 5 सेकंड रोकें, ताकि पूर्ववत किया जा सके",
  sendLater: "बाद में भेजें",
  windowOver: "तब तक चैनल केवल टेम्पलेट लेगा।",
  sendLaterText: "तब तक आप और आपके सहकर्मी इसे रद्द कर सकते हैं। चैट बंद होने पर यह रद्द हो जाता है।",
  choices: {
    inAnHour: "1 घंटे में",
    tomorrow: "कल 9:00",
    monday: "सोमवार 9:00",
    custom: "समय चुनें…",
  },
  sendsIn: (seconds) => `${seconds} सेकंड में जाएगा`,
  sendsNow: "भेजा जा रहा है…",
  sendsAt: (time) => `${time} को जाएगा`,
  undo: "पूर्ववत करें",
  cancel: "भेजना रद्द करें",
  sendNow: "अभी भेजें",
  cancelled: "रद्द",
  cancelledWithChat: (count) =>
    count === 1 ? "बाद में भेजा जाने वाला 1 उत्तर रद्द किया गया।" : `बाद में भेजे जाने वाले ${count} उत्तर रद्द किए गए।`,
  retry: "दोबारा कोशिश करें",
  again: "फिर से भेजें",
  perhapsTwice: "फिर से भेजने पर यह दो बार पहुँच सकता है।",
  arrived: "पहुँच गया",
  template: "टेम्पलेट भेजें",
  sentAgain: "फिर से भेजा गया",
  aside: "स्नूज़ करें",
  asideTitle: "चैट को स्नूज़ करें",
  asideText: "उस समय, या ग्राहक के लिखते ही, यह आपकी चैट में सबसे ऊपर वापस आ जाएगी।",
  asideUntil: (time) => `${time} तक`,
  suspendedUntil: (time) => `${time} तक, या ग्राहक के लिखने या आपके फिर शुरू करने तक स्नूज़ है।`,
  nextReply: "अगले उत्तर तक",
};
