import type { Translated } from "../translated.ts";
import type { configurationTexts as English } from "../configuration.ts";

export const configurationTexts: Translated<typeof English> = {
  title: "एंटिटी कॉन्फ़िगरेशन",
  lead: "बॉट को जब पक्का पता न हो तब वह क्या करे, और कौन-सा मॉडल आपके ग्राहकों को समझे।",
  retries: "एंटिटी दोबारा पूछने की संख्या",
  retriesHint: "बॉट एक ही बात कितनी बार पूछे, उसके बाद छोड़ दे।",
  outOfScope: "दायरे से बाहर का संदेश",
  outOfScopeHint: "समझ न आने पर बॉट क्या कहे।",
  outOfScopeEmpty: "दायरे से बाहर का संदेश खाली नहीं होना चाहिए",
  modelType: "मॉडल का प्रकार",
  modelTypes: {
    SVM: "SVM",
    Semantic: "Semantic",
    OpenAi: "Open AI",
    GPT2: "GPT 2",
  },
  modelHints: {
    SVM: "आपके वाक्य तुरंत सीख लेता है। हमेशा उपलब्ध, कोई कुंजी नहीं चाहिए।",
    Semantic:
      "शब्दों के बजाय पूरे संदेशों के अर्थ की तुलना करता है। कम वाक्य हों तो सबसे अच्छा। सिर्फ़ अंग्रेज़ी में: दूसरी भाषाएँ SVM की तरह चलती हैं।",
    OpenAi: "OpenAI के एम्बेडिंग का उपयोग करता है। कुंजी या कॉन्फ़िगरेशन चाहिए।",
    GPT2: "जहाँ आपके अपने उत्तर ख़त्म हो जाएँ, वहाँ भाषा मॉडल से उत्तर लिखता है।",
  },
  threshold: "भरोसे की सीमा",
  thresholdHint: "0 से 1 तक। इससे कम पर बॉट किसी इंटेंट से उत्तर नहीं देता।",
  thresholdSvm: "SVM इस मान का उपयोग करता है।",
  thresholdEmpty: "भरोसे की सीमा खाली नहीं होनी चाहिए",
  didYouMean: "पूछें कि मतलब क्या था",
  didYouMeanHint:
    "संदेश आधा ही समझ आए तो बॉट दायरे से बाहर के संदेश के बजाय तीन तक इंटेंट के नाम सुझाता है। चुने गए विकल्प “समझ नहीं आया” में समीक्षा के लिए दिखते हैं।",
  language: "भाषा",
  languages: { en: "अंग्रेज़ी", hi: "हिन्दी" },
  openaiKey: "OpenAI कुंजी",
  keySet: "कुंजी दी जा चुकी है। वह दोबारा नहीं दिखाई जाती; बदलने के लिए दूसरी डालें।",
  keyNone: "अभी कोई कुंजी नहीं दी गई है।",
  removeKey: "कुंजी निकालें",
  keyWillGo: "अपडेट करने पर कुंजी निकाल दी जाएगी।",
  integration: "GenAI कॉन्फ़िगरेशन",
  noIntegration: "कोई नहीं, ऊपर की कुंजी का उपयोग करें",
  cancel: "रद्द करें",
  update: "अपडेट करें",
  trainAgain: "मॉडल का नया प्रकार लागू करने के लिए बॉट को ट्रेन करें।",
  trainForLanguage: "नई भाषा लागू करने के लिए बॉट को ट्रेन करें।",
};
