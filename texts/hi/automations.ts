import type { Translated } from "../translated.ts";
import type { automationsTexts as English } from "../automations.ts";

export const automationsTexts: Translated<typeof English> = {
  states: {
    draft: "मसौदा",
    live: (version) => `लाइव v${version}`,
    changed: (version) => `लाइव v${version}, बदलावों के साथ`,
    archived: "संग्रह में",
  },
  nameEmpty: "नाम डालें।",
  nameTaken: "यह नाम पहले से किसी और का है। दूसरा नाम चुनें।",
  tooLarge: "ग्राफ़ 900 kB से बड़ा है। जो ज़रूरी नहीं वह निकालें, या एक हिस्सा दूसरी जर्नी में ले जाएँ।",
  tooDeep: (most) => `किसी नोड का डेटा ${most} स्तर से ज़्यादा गहरा है। कुछ स्तर निकालें।`,
  running: "किसी चैनल पर चलते समय इसे हटाया नहीं जा सकता। पहले इसे वहाँ बंद करें।",
  nothingChanged: "मसौदा वही है जो पहले से प्रकाशित है।",
  wrong: (first, others) =>
    others === 0
      ? `इसे प्रकाशित नहीं किया जा सकता: ${first}`
      : `इसे प्रकाशित नहीं किया जा सकता: ${first} (और ${others} अन्य)`,
  saved: "सहेजा गया",
  deleted: "हटाया गया",
  published: (number) => `संस्करण ${number} प्रकाशित हुआ`,
};
