import type { Translated } from "../translated.ts";
import type { importExportTexts as English } from "../import-export.ts";

export const importExportTexts: Translated<typeof English> = {
  // what the server says
  imported: "बॉट आयात हो गया",
  phrasesImported: (added) => (added === 1 ? "1 वाक्य आयात हुआ" : `${added} वाक्य आयात हुए`),
  unreadable:
    "यह फ़ाइल पढ़ी नहीं जा सकी। यहाँ से निर्यात किया बॉट (JSON), Dialogflow ES निर्यात (ZIP), या Rasa NLU ट्रेनिंग डेटा (YAML) लें।",
  unreadableAt: (where, why) => `फ़ाइल यहाँ सही नहीं है: ${where}: ${why}`,
  tooBigInside: "ZIP की फ़ाइलें कुल मिलाकर बहुत बड़ी हैं।",
  noIntentsInside: "इस फ़ाइल में ट्रेनिंग वाक्य वाला कोई इंटेंट नहीं है।",
  csvColumns: "पहली लाइन में story, intent और phrase कॉलम के नाम होने चाहिए।",
  csvUnreadable: "यह फ़ाइल UTF-8 में CSV के रूप में पढ़ी नहीं जा सकी।",
  emptyCell: (column) => `${column} खाली है`,
  tooLongCell: (column, most) => `${column} में ${most} से ज़्यादा अक्षर हैं`,
  tooManyInIntent: (most) => `इंटेंट में ${most} से ज़्यादा वाक्य हो जाएँगे`,
  importedStory: "आयात किया गया",
  // what could not be taken over
  notes: {
    fallback: (name) => `“${name}” फ़ॉलबैक इंटेंट है: उसका उत्तर दायरे से बाहर का संदेश बन गया।`,
    fewPhrases: (name) => `“${name}” में दो से कम ट्रेनिंग वाक्य हैं। सहेजने से पहले कुछ जोड़ें।`,
    noPhrases: (name) => `“${name}” में कोई ट्रेनिंग वाक्य नहीं है, इसलिए उसे छोड़ दिया गया।`,
    unknownEntity: (entity, intent) =>
      `“${intent}” में “${entity}” जानी-पहचानी एंटिटी नहीं है: उसके शब्द अब सादा टेक्स्ट हैं।`,
    badPattern: (entity, pattern, reason) => `“${entity}” का एक पैटर्न छोड़ दिया गया (${pattern}): ${reason}`,
    composite: (entity) => `“${entity}” दूसरी एंटिटी से बनी है, जो यहाँ नहीं चलती: उसे छोड़ दिया गया।`,
    emptyEntity: (entity) => `“${entity}” में कोई मान नहीं है, इसलिए उसे छोड़ दिया गया।`,
    moreResponses: (name) => `“${name}” के कई उत्तर थे: पहला लिया गया।`,
    tooLongPhrase: (name) => `“${name}” का एक वाक्य 500 अक्षरों से लंबा है, इसलिए उसे छोड़ दिया गया।`,
    repeatedPhrases: (name, count) =>
      count === 1 ? `“${name}” का एक वाक्य दोहराया हुआ था।` : `“${name}” के ${count} वाक्य दोहराए हुए थे।`,
    renamed: (from, to) => `“${from}” का नाम बदलकर “${to}” किया गया: नाम पहले से था।`,
    sameName: (name) => `“${name}” दो बार था और मिलाकर एक कर दिया गया।`,
    cut: (count) => `और ${count} अन्य टिप्पणियाँ।`,
  },

  // the console
  importAgentHint:
    "यहाँ से निर्यात किया बॉट (JSON), Dialogflow ES निर्यात (ZIP), या Rasa NLU ट्रेनिंग डेटा (YAML), 10 MB तक।",
  exportAgent: "निर्यात करें",
  dropFile: "फ़ाइल यहाँ छोड़ें, या चुनें",
  chosenFile: "चुनी गई फ़ाइल",
  nameOfAgent: "नए बॉट का नाम (फ़ाइल वाला नाम लेने के लिए खाली छोड़ें)",
  importing: "आयात हो रहा है",
  doImport: "आयात करें",
  importedCounts: (stories, intents, phrases, entities) =>
    `${stories} स्टोरी, ${intents} इंटेंट, ${phrases} वाक्य, ${entities} एंटिटी।`,
  importNotes: "जाँचने की बातें",
  openAgent: "बॉट खोलें",
  phrasesMenu: "फ़ाइल में वाक्य",
  exportPhrases: "वाक्य CSV में निर्यात करें",
  importPhrases: "वाक्य CSV से आयात करें",
  importPhrasesHint: "कॉलम: story, intent, phrase। जो स्टोरी और इंटेंट नहीं हैं, वे बनाए जाते हैं।",
  dryRun: (added, known, newIntents) => `${added} नए वाक्य, ${known} पहले से मौजूद, ${newIntents} नए इंटेंट।`,
  wrongLines: (count) => (count === 1 ? "1 लाइन गलत है" : `${count} लाइनें गलत हैं`),
  wrongLine: (line, reason) => `लाइन ${line}: ${reason}`,
  nothingNew: "फ़ाइल में जोड़ने के लिए कोई वाक्य नहीं है।",
  check: "फ़ाइल जाँचें",
  importChecked: "सही लाइनें आयात करें",

  // Auto Generate
  autoGenerate: "अपने आप बनाएँ",
  autoGenerateTitle: "अपने आप बनाएँ",
  generateFrom: (count) => (count === 1 ? "चुने गए वाक्य से" : `चुने गए ${count} वाक्यों से`),
  howMany: "कितने वाक्य",
  generate: "बनाएँ",
  generateAgain: "दूसरे बनाएँ",
  generated: "वे चुनें जो लोग सच में कहेंगे",
  generatedBy: {
    integration: "भाषा मॉडल के लिखे।",
    rules: "नियमों से बने, भाषा मॉडल के बिना।",
  },
  noneGenerated: "इन वाक्यों से कुछ नया नहीं बना। दूसरे चुनें, या कुछ ख़ुद लिखें।",
  addGenerated: (count) => `${count} वाक्य जोड़ें`,
};
