import type { Translated } from "../translated.ts";
import type { organisationTexts as English } from "../organisation.ts";

export const organisationTexts: Translated<typeof English> = {
  title: "अपने संगठन से साइन इन करें",
  lead: "अगर आपके संगठन का अपना साइन इन पेज है, तो हम आपको वहाँ ले जाएँगे।",
  id: "संगठन की ID",
  idHint: "या वह पूरा लिंक जो आपके व्यवस्थापक ने दिया है।",
  idInvalid: "ID में केवल अक्षर, अंक और हाइफ़न होते हैं। अपने व्यवस्थापक से ID या पूरा लिंक माँगें।",
  proceed: "आगे बढ़ें",
  proceeding: "एक पल…",
  unknownId: "ID नहीं पता?",
  byMail: "अपना ऑफ़िस का ईमेल पता लिखें, हम आपको लिंक ईमेल कर देंगे।",
  email: "ईमेल",
  send: "मुझे लिंक ईमेल करें",
  sending: "भेजा जा रहा है…",
  sent: "अगर इस पते वाले लोग अपने संगठन से साइन इन करते हैं, तो लिंक इस पते पर भेजा जा रहा है।",
};
