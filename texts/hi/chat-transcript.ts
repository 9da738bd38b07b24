import type { Translated } from "../translated.ts";
import type { chatTranscriptTexts as English } from "../chat-transcript.ts";

export const chatTranscriptTexts: Translated<typeof English> = {
  send: "बातचीत का लेखा ईमेल करें",
  title: "बातचीत का लेखा ईमेल करें",
  text: "इस चैट में जो कहा गया, वह ईमेल से भेजा जाता है। नोट उसमें कभी नहीं होते।",
  mail: "ईमेल",
  submit: "भेजें",
  sent: (address) => `बातचीत का लेखा ${address} पर भेजा जा रहा है।`,
  cut: "पहले के संदेश छोड़ दिए गए हैं।",
  customer: "ग्राहक",
  by: { person: "एजेंट", bot: "बॉट", system: "अपने आप भेजा संदेश" },
  file: (name) => (name ? `[फ़ाइल: ${name}]` : "[फ़ाइल]"),
  heard: (text) => `ट्रांसक्रिप्ट: ${text}`,
  unsupported: "[ऐसा संदेश जो यहाँ नहीं दिखाया जा सकता]",
};
