import type { Translated } from "../translated.ts";
import type { shelfTexts as English } from "../shelf.ts";

export const shelfTexts: Translated<typeof English> = {
  share: "मेरे शेल्फ़ पर साझा करें",
};
