import type { Translated } from "../translated.ts";
import type { chatRetentionTexts as English } from "../chat-retention.ts";

export const chatRetentionTexts: Translated<typeof English> = {
  title: "रखने की अवधि",
  lead: "ख़त्म हुई चैट पर्याप्त पुरानी होने पर रात में हटाई जाती हैं, उनमें कही गई हर बात के साथ। आँकड़े और रिपोर्ट बने रहते हैं।",
  keep: "ख़त्म हुई चैट कब तक रखें",
  keepFiles: "ग्राहकों की भेजी फ़ाइलें कब तक रखें",
  forMonths: (months) =>
    ({ 1: "1 महीना", 12: "1 साल", 24: "2 साल", 36: "3 साल" })[months] ?? `${months} महीने`,
  forever: "हमेशा",
  asChats: "जब तक उनकी चैट रहे",
  // Before a shorter time is saved
  question: "पुरानी चैट हटाएँ?",
  chats: (count, one) =>
    one
      ? "1 चैट पुरानी है और आज रात हटा दी जाएगी, उसमें कही गई हर बात के साथ।"
      : `${count} चैट पुरानी हैं और आज रात हटा दी जाएँगी, उनमें कही गई हर बात के साथ।`,
  files: (count, one) =>
    one ? "1 पुरानी चैट की फ़ाइलें आज रात हटा दी जाएँगी।" : `${count} पुरानी चैट की फ़ाइलें आज रात हटा दी जाएँगी।`,
  uncounted: "इससे पहले ख़त्म हुई चैट आज रात हटा दी जाएँगी, उनमें कही गई हर बात के साथ।",
  moreThan: (count) => `${count} से ज़्यादा`,
  cannotUndo: "इसे पूर्ववत नहीं किया जा सकता।",
  confirm: "सहेजें और हटाएँ",
  deleted: "चैट कॉन्फ़िगरेशन में तय अवधि से पुरानी चैट",
};
