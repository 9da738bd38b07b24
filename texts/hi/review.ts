import type { Translated } from "../translated.ts";
import type { reviewTexts as English } from "../review.ts";

export const reviewTexts: Translated<typeof English> = {
  title: "समझ नहीं आया",
  lead: "वे संदेश जिन पर किसी इंटेंट को पूरा भरोसा नहीं था, मिलते-जुलते समूहों में। उन्हें वहाँ जोड़ें जहाँ के वे हैं। जहाँ बॉट ने मतलब पूछा, वहाँ मिला उत्तर सुझाया जाता है।",
  none: "सब कुछ समझा गया",
  noneHint: "जिन संदेशों पर किसी इंटेंट को भरोसा नहीं है, वे यहाँ दिखते हैं।",
  withTryIt: "“आज़माएँ” पैनल के संदेश भी शामिल करें",
  found: (messages, groups) => `${groups} ${groups === 1 ? "समूह" : "समूहों"} में ${messages} अलग-अलग संदेश`,
  group: (title, count) => `${title} (${count})`,
  selectGroup: (title) => `ऐसे सभी चुनें: ${title}`,
  selectListed: "सूची में दिख रहे सभी चुनें",
  selectAll: (count) => `सभी ${count} चुनें`,
  select: (text) => `चुनें: ${text}`,
  times: (count) => `${count} बार`,
  meant: (name, count) => (count === 1 ? `ग्राहक ने चुना: ${name}` : `${count} बार चुना गया: ${name}`),
  acceptMeant: (text, name) => `“${text}” को “${name}” में जोड़ें`,
  accept: (name) => `“${name}” में जोड़ें`,
  nearest: (name, share) => `सबसे करीब: ${name}, ${share}`,
  addTo: "इंटेंट में जोड़ें",
  add: "जोड़ें",
  ignore: "अनदेखा करें",
  added: ({ added, known, tooLong }) =>
    [
      `${added === 1 ? "1 वाक्य जोड़ा गया" : `${added} वाक्य जोड़े गए`}${known > 0 ? `, ${known} पहले से ${known === 1 ? "है" : "हैं"}` : ""}।`,
      ...(tooLong > 0
        ? [`${tooLong} ${tooLong === 1 ? "छोड़ा गया" : "छोड़े गए"}: वाक्य में ज़्यादा से ज़्यादा 500 अक्षर हो सकते हैं।`]
        : []),
      ...(added > 0 ? ["इन्हें सीखने के लिए बॉट को ट्रेन करें।"] : []),
    ].join(" "),
  ignored: (count) => (count === 1 ? "1 संदेश अनदेखा किया गया" : `${count} संदेश अनदेखे किए गए`),
  undo: "पूर्ववत करें",
  undone: (count) => (count === 1 ? "1 संदेश वापस लाया गया" : `${count} संदेश वापस लाए गए`),
  newIntent: "नया इंटेंट",
  newIntentTitle: "इन संदेशों से नया इंटेंट",
  newIntentHint: (count) =>
    count === 1
      ? "चुना गया 1 संदेश इसका ट्रेनिंग वाक्य बनेगा। इंटेंट की स्क्रीन में इसे उत्तर दें।"
      : `चुने गए ${count} संदेश इसके ट्रेनिंग वाक्य बनेंगे। इंटेंट की स्क्रीन में इसे उत्तर दें।`,
  intentName: "इंटेंट का नाम",
  story: "स्टोरी",
  create: "बनाएँ",
  created: (name, phrases) => `इंटेंट “${name}” में ${phrases} ट्रेनिंग वाक्य हैं। इसे उत्तर दें, फिर बॉट को ट्रेन करें।`,
  chooseIntent: "पहले इंटेंट चुनें।",
  showMore: "और दिखाएँ",
};
