import type { Translated } from "../translated.ts";
import type { treeTexts as English } from "../intent-tree.ts";

export const treeTexts: Translated<typeof English> = {
  title: "स्टोरी और इंटेंट",
  keys: "तीर वाली कुंजियों से चलें; दाईं कुंजी खोलती है, बाईं समेटती है।",
  search: "स्टोरी, इंटेंट और वाक्य खोजें",
  searchShort: "खोजें",
  newStory: "नई स्टोरी",
  fold: (story) => `समेटें: ${story}`,
  unfold: (story) => `खोलें: ${story}`,
  intentsOf: (story) => `इंटेंट: ${story}`,
  rename: "नाम बदलें",
  newIntentHere: "यहाँ नया इंटेंट",
  noneHere: "अभी कोई इंटेंट नहीं।",
  failed: "ये इंटेंट लोड नहीं हो सके।",
  found: (count) => (count === 1 ? "1 इंटेंट मिला" : `${count} इंटेंट मिले`),
  noneFound: (query) => `“${query}” से कुछ मेल नहीं खाता: न कोई स्टोरी, न इंटेंट, न वाक्य।`,
  cut: (most) => `ये पहले ${most} हैं। कम नतीजों के लिए और शब्द लिखकर खोजें।`,
  inPhrase: (phrase) => `“${phrase}”`,
  recognised: (share) => `ट्रेनिंग में ${share} पहचाने गए`,
};
