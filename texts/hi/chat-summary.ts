import type { Translated } from "../translated.ts";
import type {
  chatSuggestionsTexts as EnglishSuggestions,
  chatSummaryTexts as English,
} from "../chat-summary.ts";

export const chatSummaryTexts: Translated<typeof English> = {
  title: "सँभालने से पहले",
  failed: "चैट का सारांश नहीं बन सका",
  retry: "दोबारा कोशिश करें",
  kinds: {
    wanted: "क्या चाहिए था",
    values: "क्या बताया",
    notUnderstood: "समझ नहीं आया",
    had: "पहले किसके साथ",
    handed: "आगे सौंपी गई",
    noted: "नोट किया",
    open: "उत्तर का इंतज़ार",
  },
  began: (words) => `शुरुआत: “${words}”`,
  times: (count, last) => (count === 1 ? `“${last}”` : `${count} संदेश, आख़िरी “${last}”`),
  by: (who, to, note) => [[who, to].filter(Boolean).join(" → "), note].filter(Boolean).join(": "),
  said: (who, words) => `${who}: ${words}`,
  quoted: (words) => `“${words}”`,
  ask: "सारांश बनाएँ",
  askAgain: "फिर से सारांश बनाएँ",
  askHint: (bot) => `ग्राहक के और आपके उत्तरों के शब्द ${bot} के AI इंटीग्रेशन को भेजता है, नंबरों और नोट के बिना।`,
  byModel: "AI इंटीग्रेशन ने लिखा है: इसे संदेशों से मिलाकर जाँचें",
  unreachable: "AI इंटीग्रेशन तक नहीं पहुँचा जा सका। ये पंक्तियाँ सहेजी हुई जानकारी से हैं।",
  noModel: "इस चैट के बॉट में AI इंटीग्रेशन नहीं है। ये पंक्तियाँ सहेजी हुई जानकारी से हैं।",
  nothing: "अभी सारांश के लिए कुछ नहीं है।",
};

export const chatSuggestionsTexts: Translated<typeof EnglishSuggestions> = {
  title: "सुझाव",
  intent: (bot, percent) => `${bot}, ${percent} %`,
  page: (name, page) => `${name}, पृष्ठ ${page}`,
  canned: "तैयार उत्तर",
  found: (count) => (count === 1 ? "1 सुझाया गया उत्तर" : `${count} सुझाए गए उत्तर`),
  key: (key) => `Alt+${key}`,
  openSource: (source) => `खोलें: ${source}`,
};
