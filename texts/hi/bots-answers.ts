import type { botsAnswersTexts as English } from "../bots-answers.ts";
import type { Translated } from "../translated.ts";

export const botsAnswersTexts: Translated<typeof English> = {
  agentCreated: "एजेंट बन गया",
  agentUpdated: "बॉट अपडेट हो गया",
  duplicateAgent: "यह नाम पहले से है",
  agentNotDeletable: "एजेंट से स्टोरी और इंटेंट जुड़े हैं। इसे हटाया नहीं जा सकता",
  configSaved: "कॉन्फ़िगरेशन अपडेट हो गया",
  storySaved: "स्टोरी सहेजी गई",
  duplicateStory: "इस नाम की स्टोरी पहले से है",
  intentSaved: "इंटेंट सहेजा गया",
  duplicateIntent: "इस नाम का इंटेंट पहले से है",
  unknownEntity: "बाइंड की गई एक एंटिटी अब मौजूद नहीं है।",
  entityCreated: "एंटिटी बन गई",
  entityUpdated: "एंटिटी अपडेट हो गई",
  entityDeleted: "एंटिटी हटाई गई",
  duplicateEntity: "इस नाम की एंटिटी पहले से है",
  entityInUse: "यह एंटिटी इंटेंट में इस्तेमाल हो रही है। पहले इसे उनसे निकालें।",
  training: "ट्रेनिंग शुरू हो गई है",
  trained: "बॉट ट्रेन हो गया",
  trainingFailed: "ट्रेनिंग विफल हुई। पिछला सही मॉडल काम करता रहेगा।",
  nothingToTrain: "अभी ट्रेन करने के लिए कुछ नहीं है। पहले ट्रेनिंग वाक्यों वाला इंटेंट जोड़ें।",
  modelOutdated: "यह बॉट पुराने इंजन से ट्रेन हुआ था। इसे अपडेट करने के लिए “एजेंट ट्रेन करें” दबाएँ।",
};
