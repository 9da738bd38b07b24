import type { Translated } from "../translated.ts";
import type { helpTexts as English } from "../help.ts";

export const helpTexts: Translated<typeof English> = {
  open: "मदद चाहिए?",
  tabs: { article: "मदद", video: "कैसे करें: वीडियो" },
  comingSoon: "जल्द आ रहा है…",
  search: "मदद में खोजें",
  found: (count) => (count === 1 ? "1 मिला" : `${count} मिले`),
  nothingFits: "कुछ नहीं मिला। कोई और शब्द लिखें।",
  failed: "मदद लोड नहीं हो सकी",
  unreachable: "कम्युनिटी साइट उत्तर नहीं दे रही है। कृपया बाद में दोबारा कोशिश करें।",
  newTab: "नए टैब में खुलता है",
};
