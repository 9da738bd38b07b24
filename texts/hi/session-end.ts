import type { Translated } from "../translated.ts";
import type { sessionEndTexts as English } from "../session-end.ts";

export const sessionEndTexts: Translated<typeof English> = {
  endsIn: (left) => `आपका सत्र ${left} में समाप्त होगा।`,
  minutes: (count) => `${count} मिनट`,
  seconds: (count) => `${count} सेकंड`,
  idle: "आपने कुछ समय से कंसोल इस्तेमाल नहीं किया है।",
  age: "आप काफ़ी समय से साइन इन हैं।",
  advice: "साइन इन रहें, या अपना चल रहा काम सहेजें।",
  stay: "साइन इन रहें",
  signInAgain: "दोबारा साइन इन करें",
  notNow: "अभी नहीं",
  lastTitle: "आपका सत्र समाप्त होने वाला है",
  confirmText: "एक और दिन साइन इन रहने के लिए पुष्टि करें कि यह आप ही हैं। यह स्क्रीन ऐसी ही रहती है।",
  renewed: "आप साइन इन हैं।",
  failed: "यह नहीं हो सका। कृपया दोबारा कोशिश करें।",
  signOutQuestion: "अपने बदलाव सहेजे बिना साइन आउट करें?",
  signOutText: "वे खो जाएँगे।",
};
