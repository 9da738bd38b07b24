import type { Translated } from "../translated.ts";
import type { whyTexts as English } from "../why.ts";

export const whyTexts: Translated<typeof English> = {
  first: "यह पहला है।",
  last: "यह आख़िरी है।",
  only: "यही एक है।",
  fewest: "कम से कम इतने होने चाहिए।",
  most: "इससे ज़्यादा नहीं हो सकते।",
  loading: "अभी लोड हो रहा है।",
  typeFirst: "पहले नाम लिखें।",
  tickFirst: "पहले कुछ चुनें।",
  answered: "इसका उत्तर दिया जा चुका है।",
  nothingSaid: "अभी तक कुछ नहीं कहा गया है।",
  nothingToUndo: "वापस लेने के लिए कुछ नहीं है।",
  nothingToRedo: "दोबारा करने के लिए कुछ नहीं है।",
};
