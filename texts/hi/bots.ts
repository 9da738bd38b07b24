import type { Translated } from "../translated.ts";
import type { botsTexts as English } from "../bots.ts";

export const botsTexts: Translated<typeof English> = {
  // agents list
  agents: "एजेंट",
  createNewAgent: "नया एजेंट बनाएँ",
  importAgent: "बॉट आयात करें",
  showMore: "और दिखाएँ",
  noMoreAgents: "दिखाने के लिए और एजेंट नहीं",
  noAgents: "दिखाने के लिए कोई एजेंट नहीं",
  agentDeleted: "बॉट हटाया गया",
  agentNameEmpty: "बॉट का नाम खाली नहीं हो सकता",
  agentDescriptionEmpty: "बॉट का विवरण खाली नहीं हो सकता",

  retriesTooFew: "एंटिटी पूछने की कोशिशें 1 से कम नहीं हो सकतीं",
  retriesTooMany: (most) => `एंटिटी पूछने की कोशिशें ${most} से ज़्यादा नहीं हो सकतीं`,
  thresholdRange: "भरोसे की सीमा 0 और 1 के बीच होनी चाहिए",

  // stories
  firstStory: "सामान्य",
  storyDeleted: "स्टोरी हटाई गई",
  storyNameInvalid: "कृपया सही नाम डालें",

  // intents
  intentDeleted: "इंटेंट हटाया गया",
  intentNameEmpty: "इंटेंट का नाम खाली नहीं हो सकता",
  twoPhrases: "इंटेंट सहेजने के लिए कम से कम दो ट्रेनिंग वाक्य दें",
  tooManyPhrases: (most) => `एक इंटेंट में ज़्यादा से ज़्यादा ${most} ट्रेनिंग वाक्य हो सकते हैं।`,
  promptEmpty: "प्रॉम्प्ट खाली नहीं हो सकता",
  parameterNameEmpty: "पैरामीटर का नाम खाली नहीं हो सकता",
  duplicateParameter: "इस नाम का पैरामीटर पहले से है",
  duplicatePhrase: "यह वाक्य पहले से है",
  phrasesEmpty: "ट्रेनिंग वाक्य खाली नहीं हो सकते",
  responseEmpty: "उत्तर खाली नहीं हो सकता",
  oneResponse: "एक इंटेंट में एक ही उत्तर हो सकता है।",
  tickOnePhrase: "कम से कम एक ट्रेनिंग वाक्य चुनें",
  badSelection: "बाइंड की गई एंटिटी अपने ट्रेनिंग वाक्य के अंदर होनी चाहिए, और बाइंडिंग एक-दूसरे पर नहीं चढ़नी चाहिए।",

  // entities
  entityNameEmpty: "एंटिटी का नाम खाली नहीं हो सकता",
  entityValues: "कम से कम एक मान दें",
  entityValueEmpty: "पहले मान और प्रकार दें",
  duplicateValue: "यह मान पहले से है",
  synonymEmpty: "खाली समानार्थी शब्द नहीं जोड़े जा सकते",

  // training and trying
  notTrained: "यह बॉट अभी ट्रेन नहीं हुआ है। पहले “एजेंट ट्रेन करें” दबाएँ।",
  outOfScope: "माफ़ कीजिए, मैं समझ नहीं पाया।",
  messageEmpty: "पहले संदेश लिखें।",

  // the list's own words
  agentsLead: "बॉट जो आपके ग्राहकों को उत्तर देते हैं। हर बॉट आपके दिए वाक्यों से सीखता है।",
  searchAgents: "बॉट खोजें",
  agentsFound: (count, more) => `${count}${more ? " या ज़्यादा" : ""} बॉट`,
  noAgentsYet: "अभी कोई बॉट नहीं",
  noAgentsYetHint: "एक बनाएँ, उसे कुछ-कुछ वाक्यों वाले दो इंटेंट दें, ट्रेन करें और आज़माएँ।",
  createFirstAgent: "अपना पहला बॉट बनाएँ",
  readyMade: "बने-बनाए से शुरू करें",
  noAgentsFound: (query) => `“${query}” से मेल खाता कोई बॉट नहीं`,
  noAgentsFoundHint: "वर्तनी जाँचें, या सभी देखने के लिए खोज साफ़ करें।",
  agentMenu: (name) => `${name} का मेन्यू`,
  edit: "बदलें",
  editAgent: "बॉट बदलें",
  create: "बनाएँ",
  name: "नाम",
  description: "विवरण",
  changedAt: (moment) => `बदला गया: ${moment}`,
  deleteAgentQuestion: "क्या आप वाकई इस एजेंट को हटाना चाहते हैं?",

  // container
  agentParts: "बॉट के हिस्से",
  backToAgents: "बॉटों पर वापस",
  agentGone: "यह बॉट खुल नहीं सका। शायद इसे हटा दिया गया है।",
  tabGroups: { build: "बनाएँ", improve: "सुधारें", analyse: "विश्लेषण" },
  tabs: {
    intents: "इंटेंट",
    entities: "एंटिटी",
    configuration: "कॉन्फ़िगरेशन",
    designer: "डिज़ाइनर",
    genAi: "GenAI",
    callClassification: "कॉल वर्गीकरण",
    sentiment: "भावना",
    report: "रिपोर्ट",
    training: "ट्रेनिंग",
    unmatched: "समझ नहीं आया",
  },
  trainAgent: "एजेंट ट्रेन करें",
  tryIt: "आज़माएँ",
  pleaseWait: "कृपया प्रतीक्षा करें, हम नॉलेज बेस बना रहे हैं!!",
  saveTheIntent: "कृपया इंटेंट सहेजें",
  saveOrDiscard: "कृपया बदलाव सहेजें या छोड़ दें",
  toReview: (count) => `देखने के लिए ${count} संदेश`,
  untrained: "अभी ट्रेन नहीं हुआ",
  trainingNow: (share) => `ट्रेनिंग ${share}`,
  trainingFailedShort: "ट्रेनिंग विफल",
  trainingProgress: "नॉलेज बेस बन रहा है",
  trainedOn: (intents, phrases, seconds) => `${intents} इंटेंट, ${phrases} वाक्य, ${seconds} सेकंड में।`,
  changedSince: "बदलाव अभी ट्रेन नहीं हुए",
  trainedVersion: (version, accuracy) => `संस्करण ${version}${accuracy && ` · सटीकता ${accuracy}`}`,

  // stories and intents panels
  storyFirst: "इंटेंट से पहले स्टोरी बनाएँ",
  deleteStoryText: (name, intents) =>
    intents === 0
      ? name
      : `${name}। इसके साथ ${intents === 1 ? "इसका 1 इंटेंट भी हट जाएगा" : `इसके ${intents} इंटेंट भी हट जाएँगे`}।`,
  // editor
  response: "उत्तर",
  handOver: "एजेंट को सौंपना",
  preview: "झलक",
  // parameters
  parameters: "पैरामीटर",
  promptExample: (name) => `${name} क्या है?`,
  // try it
  startTyping: "लिखना शुरू करें...",
  yourMessage: "आपका संदेश",
  send: "भेजें",
  startOver: "फिर से शुरू करें",
  conversation: "बॉट के साथ बातचीत",
  tryItHint: "कुछ वैसे कहें जैसे ग्राहक कहेगा।",
  answering: "बॉट उत्तर दे रहा है",
  youSaid: "आप:",
  botSaid: "एजेंट:",
  noMessages: "कोई संदेश उपलब्ध नहीं",
  viewSource: "सोर्स देखें",
  understoodAs: (name, share) => `${name} · ${share}`,
  notUnderstood: (nearest) => (nearest ? `समझ नहीं आया · सबसे करीब: ${nearest}` : "समझ नहीं आया"),
};
