import type { Translated } from "../translated.ts";
import type { chatRatingTexts as English } from "../chat-rating.ts";

export const chatRatingTexts: Translated<typeof English> = {
  question: "हमारी सेवा कैसी रही?",
  open: "रेटिंग दें",
  rows: { 5: "5 – बहुत बढ़िया", 4: "4 – अच्छी", 3: "3 – ठीक", 2: "2 – ख़राब", 1: "1 – बहुत ख़राब" },
  byNumber: "1 (बहुत ख़राब) से 5 (बहुत बढ़िया) तक के अंक से उत्तर दें।",
  rated: (rating) => `रेटिंग: 5 में से ${rating}`,
  rating: "रेटिंग",
  filters: { "": "कोई भी रेटिंग", any: "रेटिंग दी गई", 5: "5", 4: "4", 3: "3", 2: "2", 1: "1" },
  average: (rating, count) => `5 में से ${rating}, ${count} रेटिंग`,
};
