import type { Translated } from "../translated.ts";
import type { automationWorkspaceTexts as English } from "../automation-workspace.ts";

interface Forms {
  one: string;
  many: string;
  ofMany: string;
  make: string;
}

const wordsOf = ({ one, many, ofMany, make }: Forms) => ({
  create: make,
  search: `${ofMany} को नाम से खोजें`,
  table: many,
  pages: `${ofMany} के पेज`,
  failed: `${many} लोड नहीं हो सकीं`,
  noneFound: (name: string) => `यहाँ “${name}” नाम से कुछ नहीं है।`,
  noneFoundText: `नाम बदलें, या सभी ${ofMany} में देखें।`,
  noneInFolder: `इस फ़ोल्डर में कोई ${one} नहीं है।`,
  noneInFolderText: `मेन्यू से यहाँ कुछ ले आएँ, या सभी ${ofMany} में देखें।`,
  noneArchived: `संग्रह में कोई ${one} नहीं है।`,
  noneArchivedText: "आप जो संग्रह में डालते हैं, वह सूची से हट जाता है। उसे यहाँ से वापस ला सकते हैं।",
  copyTitle: (name: string) => `${name} की प्रति बनाएँ`,
  copyText: "प्रति में वही होगा जो अभी बना है। जब तक आप उसे प्रकाशित नहीं करते, उसमें कोई नहीं आएगा।",
  editTitle: (name: string) => `${name} का नाम या जगह बदलें`,
  importTitle: `फ़ाइल से ${many} आयात करें`,
  importText:
    "यहाँ से, Typebot से या RapidPro से निर्यात की गई फ़ाइल चुनें। कुछ भी लिखने से पहले आप देखेंगे कि क्या होगा, और कुछ प्रकाशित नहीं होगा।",
  inFile: (count: number) =>
    count === 1 ? `फ़ाइल में 1 ${one} है।` : `फ़ाइल में ${count.toLocaleString("hi")} ${many} हैं।`,
  otherKind: `यह दूसरे प्रकार का है और इसे ${one} के रूप में जोड़ा जाएगा।`,
  deleteTitle: (name: string) => `${name} को हटाएँ?`,
  deleteText: "यह अपने मसौदे और सभी संस्करणों के साथ सूची से हट जाएगा। दोबारा ज़रूरत पड़ सकती हो तो इसे संग्रह में डालें।",
  deleteToTrash: "यह अपने मसौदे और सभी संस्करणों के साथ रद्दी में जाएगा, और 30 दिन तक वहाँ से वापस लाया जा सकता है।",
  name: `${one} का नाम`,
});

export const automationWorkspaceTexts: Translated<typeof English> = {
  forms: "फ़ॉर्म",
  journey: {
    title: "जर्नी वर्कस्पेस",
    lead: "बातचीत जो आपके चैनलों पर अपने-आप चलती है।",
    none: "अभी कोई जर्नी नहीं है।",
    noneText:
      "जर्नी हर ग्राहक को चरण-दर-चरण ले जाती है: लिखती है, पूछती है, घंटों या दिनों तक इंतज़ार करती है, फ़ैसला करती है और किसी व्यक्ति को जोड़ती है। आप इसे किसी चैनल पर प्रकाशित करते हैं और यह हमेशा चालू रहती है।",
    ...wordsOf({ one: "जर्नी", many: "जर्नियाँ", ofMany: "जर्नियों", make: "नई जर्नी" }),
    deleteText: "यह अपने मसौदे और सभी संस्करणों के साथ सूची से हट जाएगी। दोबारा ज़रूरत पड़ सकती हो तो इसे संग्रह में डालें।",
  },
  encap: {
    title: "एनकैप वर्कस्पेस",
    lead: "वर्कफ़्लो जिन्हें आप जितनी बार चाहें, अपनी ऑडियंस के लिए चलाते हैं।",
    none: "अभी कोई एनकैप नहीं है।",
    noneText:
      "एनकैप पूरी ऑडियंस को चरण-दर-चरण ले जाता है: लिखता है, पूछता है, घंटों या दिनों तक इंतज़ार करता है, फ़ैसला करता है और किसी व्यक्ति को जोड़ता है। आप इसे जब चाहें, बार-बार चलाते हैं।",
    ...wordsOf({ one: "एनकैप", many: "एनकैप", ofMany: "एनकैपों", make: "नया एनकैप" }),
    failed: "एनकैप लोड नहीं हो सके",
  },
  folders: "फ़ोल्डर",
  all: "सभी",
  archivedFolder: "संग्रह",
  head: {
    name: "नाम",
    state: "स्थिति",
    folder: "फ़ोल्डर",
    channels: "चैनल",
    runs: "खुले रन",
    lately: "पिछले 7 दिन",
    edited: "बदला गया",
    actions: "कार्रवाई",
  },
  runs: (count) => (count === 1 ? "1 खुला रन" : `${count.toLocaleString("hi")} खुले रन`),
  entered: (count) => `${count.toLocaleString("hi")} आए`,
  errors: (count) => (count === 1 ? "1 त्रुटि" : `${count.toLocaleString("hi")} त्रुटियाँ`),
  pausedOn: (channel) => `${channel} (रुका हुआ)`,
  moreChannels: (count) => `${count} और`,

  more: (name) => `${name} के बारे में और`,
  fromFile: "फ़ाइल से",
  fromMarketplace: "मार्केटप्लेस से",
  duplicate: "प्रति बनाएँ",
  edit: "नाम या जगह बदलें",
  archive: "संग्रह में डालें",
  takeBack: "वापस लाएँ",
  archived: (name) => `${name} अब संग्रह में है`,
  takenBack: (name) => `${name} फिर से सूची में है`,
  undo: "पूर्ववत करें",
  export: "निर्यात करें",
  beginWith: (title) => `“${title}” से शुरू करें`,

  begin: "किससे शुरू करें",
  blank: "खाली",
  blankText: "केवल शुरुआत, जहाँ से आप बाकी बनाते हैं।",
  submit: "बनाएँ",
  copyOf: (name) => `${name} की प्रति`,
  numbered: (name, number) => `${name} ${number}`,
  folder: "फ़ोल्डर",
  folderHint: "नया नाम डालने पर नया फ़ोल्डर बनेगा। फ़ोल्डर न चाहिए तो खाली छोड़ें।",
  nameEmpty: "नाम डालें।",

  file: "फ़ाइल",
  import: "आयात करें",
  steps: (count) => `${count.toLocaleString("hi")} चरण।`,
  fileHint: "JSON फ़ाइल",
  fileLarge: (most) => `फ़ाइल ${most} से बड़ी है। एक-एक करके फ़ोल्डर निर्यात करें।`,
  notJson: "यह फ़ाइल पढ़ी नहीं जा सकती। JSON फ़ाइल चुनें।",
  formats: {
    chatbird: "यहाँ से निर्यात की गई।",
    typebot: "Typebot से निर्यात की गई।",
    rapidpro: "RapidPro से निर्यात की गई।",
  },
  fates: { new: "नया", changed: "मसौदा बदलेगा", same: "वही", skip: "छोड़ा गया" },
  asNew: "नया",
  skip: "छोड़ें",
  replace: (name) => `${name} का मसौदा बदलें`,
  importAs: "इस रूप में आयात करें",
  importAsOf: (name) => `${name} को इस रूप में आयात करें`,
  nameOf: (name) => `${name} का नया नाम`,
  references: "इसे क्या चाहिए",
  nothingMissing: "सब कुछ यहाँ है।",
  missing: (count) =>
    count === 1
      ? "1 यहाँ नहीं है। कोई दूसरा चुनें, या ऐसे ही छोड़ें: मसौदा बताएगा कि कहाँ।"
      : `${count.toLocaleString("hi")} यहाँ नहीं हैं। दूसरे चुनें, या ऐसे ही छोड़ें: मसौदे बताएँगे कि कहाँ।`,
  uses: (kind, count) => `${kind}, ${count.toLocaleString("hi")} जगह`,
  botByName: "फ़ाइल में बॉट का नाम है, बॉट नहीं। अपना कोई बॉट चुनें, या पहले बॉट में उसकी अपनी फ़ाइल आयात करें।",
  leaveMissing: "ऐसे ही छोड़ें",
  notes: (count) => `${count.toLocaleString("hi")} नोट`,
  done: "आयात हुआ",
  doneText: "सब कुछ मसौदा है: उसे देखें और सही होने पर प्रकाशित करें।",
  exportAll: "सभी निर्यात करें",
  exportFolder: "फ़ोल्डर निर्यात करें",
};
