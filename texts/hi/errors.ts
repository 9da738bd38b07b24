import type { Translated } from "../translated.ts";
import type { errorsTexts as English } from "../errors.ts";

export const errorsTexts: Translated<typeof English> = {
  malformed: "अनुरोध पढ़ा नहीं जा सका। देखें कि वह सही JSON या फ़ॉर्म है।",
  invalid: "कुछ फ़ील्ड पर ध्यान दें।",
  notText: "यहाँ टेक्स्ट चाहिए।",
  notNumber: "यहाँ पूर्ण संख्या चाहिए।",
  tooLong: (max) => `ज़्यादा से ज़्यादा ${max} अक्षर लिखें।`,
  perPage: (cap) => `1 से ${cap} तक की संख्या डालें, या सभी के लिए -1।`,
  nul: "अक्षर U+0000 सहेजा नहीं जा सकता। उसे निकालकर दोबारा कोशिश करें।",
  mandatory: "यह फ़ील्ड ज़रूरी है।",
  wrongType: (expected) => `यहाँ इस प्रकार का मान चाहिए: ${expected}।`,
  types: {
    string: "टेक्स्ट",
    number: "संख्या",
    int: "पूर्ण संख्या",
    boolean: "true या false",
    array: "सूची",
    object: "ऑब्जेक्ट",
  },
  oneOf: (values) => `इनमें से एक चुनें: ${values.join(", ")}।`,
  forbidden: "आपको यह करने की अनुमति नहीं है। अपने उद्यम के किसी व्यवस्थापक से कहें।",
  notFound: "नहीं मिला। शायद यह हटा दिया गया है, या पता गलत है।",
  tooMany: (most) => `ज़्यादा से ज़्यादा ${most} डालें।`,
  tooManyFiles: (most) =>
    most === 1 ? "एक बार में एक ही फ़ाइल भेजें।" : `एक बार में ज़्यादा से ज़्यादा ${most} फ़ाइलें भेजें।`,
  noFile: "पहले फ़ाइल चुनें।",
  changedMeanwhile: (who, when) =>
    `आपके खोलने के बाद ${when} पर ${who ? `${who} ने बदलाव किया` : "बदलाव हुआ"}। कुछ भी ओवरराइट नहीं हुआ।`,
  downloadsFull:
    "आपके उद्यम के ऐसे दो डाउनलोड पहले से चल रहे हैं। एक के पूरा होने तक रुकें या एक को रद्द करें, फिर दोबारा कोशिश करें।",
  socketsFull: "यह कंसोल आपके बहुत-से टैब में खुला है। कुछ टैब बंद करके दोबारा कोशिश करें।",
  tooLarge: "अनुरोध बहुत बड़ा है।",
  wrongMediaType: "JSON, फ़ॉर्म या multipart फ़ॉर्म डेटा भेजें।",
  internal: "कुछ गड़बड़ हो गई",
  tooOften: "एक मिनट में ये बहुत ज़्यादा हो गए। एक मिनट रुककर फिर से कोशिश करें।",
  unavailable: "सेवा अभी तैयार नहीं है। थोड़ी देर में दोबारा कोशिश करें।",
  transport: "कुछ गड़बड़ हो गई !!",
};
