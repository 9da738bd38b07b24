import type { Translated } from "../translated.ts";
import type { departmentsTexts as English } from "../departments.ts";

export const departmentsTexts: Translated<typeof English> = {
  title: "विभाग",
  lead: "आपके उद्यम की टीमें। किसी चैनल की चैट उसके विभाग के लोगों को मिलती हैं।",
  failed: "विभाग लोड नहीं हो सके",
  table: "विभाग",
  search: "विभाग खोजें",
  pages: "विभागों के पेज",
  none: "अभी कोई विभाग नहीं",
  noneText: "एक बनाएँ, उसका प्रबंधक चुनें और लोग जोड़ें।",
  noneFound: (text) => `“${text}” से मेल खाता कोई विभाग नहीं`,
  noneFoundText: "दूसरा शब्द आज़माएँ, या खोज साफ़ करें।",
  add: "नया विभाग",
  edit: (name) => `“${name}” को बदलें`,
  editTitle: "विभाग बदलें",
  name: "नाम",
  nameEmpty: "यह फ़ील्ड ज़रूरी है।",
  description: "विवरण",
  manager: "प्रबंधक",
  managerHint: "कोई सक्रिय सहकर्मी। खोजने के लिए लिखें।",
  noManager: "कोई प्रबंधक नहीं",
  people: "लोग",
  peopleOf: (name) => `“${name}” के लोग`,
  countOf: (count) => (count === 1 ? "1 व्यक्ति" : `${count} लोग`),
  nameTaken: "इस नाम का विभाग पहले से है।",
  saved: "विभाग सहेजा गया।",
  removeOf: (name) => `“${name}” को हटाएँ`,
  removeTitle: (name) => `विभाग “${name}” को हटाएँ?`,
  removeText: (count) =>
    count === 0
      ? "इसमें कोई नहीं है।"
      : count === 1
        ? "इसमें 1 व्यक्ति है; उसका खाता बना रहेगा।"
        : `इसमें ${count} लोग हैं; उनके खाते बने रहेंगे।`,
  removed: (name) => `विभाग “${name}” हटाया गया।`,
  actions: "कार्रवाइयाँ",

  // its people
  members: "विभाग में",
  candidates: "लोग जोड़ें",
  searchPeople: "नाम या ईमेल से खोजें",
  addMany: (count) => (count === 1 ? "1 व्यक्ति जोड़ें" : `${count} लोग जोड़ें`),
  removeMany: (count) => (count === 1 ? "1 व्यक्ति को निकालें" : `${count} लोगों को निकालें`),
  added: (count) => (count === 1 ? "1 व्यक्ति जोड़ा गया।" : `${count} लोग जोड़े गए।`),
  takenOut: (count) => (count === 1 ? "1 व्यक्ति को निकाला गया।" : `${count} लोगों को निकाला गया।`),
  select: (name) => `“${name}” को चुनें`,
  noMembers: "अभी कोई नहीं",
  noMembersText: "“लोग जोड़ें” में सहकर्मी चुनें।",
  noCandidates: "सभी सक्रिय सहकर्मी पहले से इसमें हैं।",
  tabs: "विभाग के लोग",
  pagesOfPeople: "लोगों के पेज",
};
