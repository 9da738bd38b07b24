import type { campaignDialogTexts as English } from "../campaign-dialog.ts";
import type { Translated } from "../translated.ts";
import { campaignsTexts } from "./campaigns.ts";

export const campaignDialogTexts: Translated<typeof English> = {
  createCampaign: {
    title: "अभियान बनाएँ",
    editTitle: "अभियान बदलें",
    text: "आगे, जो भेजना है उसे गतिविधियों के रूप में जोड़ें।",
    submit: "बनाएँ",
  },
  startCampaign: {
    title: (name) => `${name} को शुरू करें?`,
    text: "यह अपने-आप कुछ नहीं भेजता: इसके बाद इसकी मंज़ूर गतिविधियाँ शुरू की जा सकती हैं, हर एक अलग से।",
    submit: "शुरू करें",
  },
  startCampaignLater: {
    text: (time) =>
      `यह ${time} पर शुरू होगा। यह अपने-आप कुछ नहीं भेजता: तब तक इसकी मंज़ूर गतिविधियाँ उसके बाद के समय के लिए शेड्यूल की जा सकती हैं, हर एक अलग से।`,
  },
  resumeCampaign: {
    title: (name) => `${name} को फिर शुरू करें?`,
    text: "जो गतिविधियाँ इसके साथ रुकी थीं वे आगे चलेंगी। जो किसी और कारण से रुकी हैं वे रुकी रहेंगी। भेजे गए संदेश वापस नहीं लिए जा सकते।",
    submit: "फिर शुरू करें",
  },
  stopCampaign: {
    title: (name) => `${name} को बंद करें?`,
    text: "इसकी सभी चल रही गतिविधियाँ बंद हो जाएँगी। बंद किया गया अभियान फिर शुरू नहीं हो सकता।",
    submit: "बंद करें",
  },
  deactiveCampaign: {
    title: (name) => `${name} को रोकें?`,
    text: "जब तक आप इसे फिर से नहीं चलाते, इसकी सभी चल रही गतिविधियाँ रुकी रहेंगी।",
    submit: "रोकें",
  },
  approveActivity: {
    title: (name) => `${name} को मंज़ूर करें?`,
    text: "फिर यह ठीक वैसे ही शुरू हो सकती है जैसी आप यहाँ देख रहे हैं।",
    submit: "मंज़ूर करें",
  },
  rejectActivity: {
    title: (name) => `${name} को नामंज़ूर करें?`,
    text: "बनाने वाले को आपका कारण दिखेगा, और वह इसे बदलकर फिर से मंज़ूरी माँग सकता है।",
    submit: "नामंज़ूर करें",
  },
  approveAudit: {
    title: (name) => `${name} पर किसने फ़ैसला किया`,
    text: "किसने मंज़ूरी माँगी, बदला और फ़ैसला किया, नए पहले।",
    submit: "मंज़ूर करें",
  },
  delete_activity: {
    title: (name) => `${name} को हटाएँ?`,
    text: "जो भेजा जा चुका है वह रिपोर्ट में रहेगा।",
    submit: "हटाएँ",
  },
  delete_blackList: { submit: "हटाएँ" },
  createMsgTemplate: {
    title: "संदेश टेम्पलेट बनाएँ",
    text: "आप इसे इसकी अपनी स्क्रीन पर लिखते हैं। मंज़ूर होने पर आप इसे यहाँ चुन सकते हैं।",
    submit: "फ़ॉर्म खोलें",
  },
  createMsgView: {
    title: (name) => `टेम्पलेट ${name}`,
    text: "जैसा मंज़ूर हुआ, अपने उदाहरणों के साथ।",
    submit: "टेम्पलेट खोलें",
  },
  urlVariableMap: {
    title: "URL वेरिएबल मैप करें",
    text: "बताएँ कि हर लिंक का बदलने वाला हिस्सा कहाँ से आता है।",
    submit: "सबमिट करें",
    done: "URL वेरिएबल मैप हो गए",
    loading: "वेरिएबल लोड हो रहे हैं",
  },
  fields: {
    name: "नाम",
    description: "विवरण",
    startAt: "शुरू",
    endAt: "समाप्त",
    reason: "कारण",
  },
  startHint: "“शुरू करें” दबाने के बाद यह इस समय अपने-आप शुरू होगा। खाली हो तो “शुरू करें” दबाते ही शुरू होगा।",
  invalidDate: "तारीख का रूप गलत है",
  endBeforeStart: "समाप्ति शुरुआत के बाद की चुनें।",
  nameMissing: campaignsTexts.nameMissing,
  reasonMissing: campaignsTexts.reasonMissing,
  reasonHint: (most) => `ज़्यादा से ज़्यादा ${most} अक्षर।`,
  changedSince: "आपके खोलने के बाद इसे बदला गया है। फ़ैसला करने से पहले इसे फिर से देखें।",
  loadAnew: "फिर से लोड करें",
  isMine: "इसे आपने बनाया है, इसलिए किसी और को इसे मंज़ूर करना होगा।",
  noTemplate: "टेम्पलेट दिखाया नहीं जा सकता।",
  failed: "यह गतिविधि लोड नहीं हो सकी",
  loading: "गतिविधि लोड हो रही है",
};
