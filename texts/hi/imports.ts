import type { Translated } from "../translated.ts";
import type { importsTexts as English } from "../imports.ts";

export const importsTexts: Translated<typeof English> = {
  title: "ग्राहक अपलोड करें",
  myUpload: "मेरे अपलोड",
  myUploads: "मेरे अपलोड",
  upload: "अपलोड करें",
  viewCustomer: "ग्राहक देखें",
  sampleText: "आप .csv फ़ीड फ़ाइल का नमूना डाउनलोड कर सकते हैं",
  downloadSample: "नमूना डाउनलोड करें",
  sample: {
    name: "आशा वर्मा",
    phone: "+91 98765 43210",
    handle: "asha.verma",
    groups: "न्यूज़लेटर;मुंबई",
    labels: "प्रीमियम",
  },
  choose: "CSV फ़ाइल चुनें",
  drop: "CSV फ़ाइल यहाँ छोड़ें, या चुनें",
  lead: "हेडर पंक्ति वाली CSV। कुछ भी आयात होने से पहले आप उसके कॉलम अपने फ़ील्ड से मिलाते हैं।",
  chosen: (name, size) => `${name}, ${size}`,
  otherFile: "दूसरी फ़ाइल चुनें",
  uploadFile: (name) => `“${name}” को अपलोड करें`,
  sending: "फ़ाइल भेजी जा रही है",
  sendingAgain: (after) => `कनेक्शन टूट गया। ${after} सेकंड में दोबारा कोशिश होगी…`,
  sendFailed: "पूरी फ़ाइल नहीं भेजी जा सकी। जो पहुँच गया, वह रखा है: बाकी भेजने के लिए दोबारा कोशिश करें।",
  sendAgain: "बाकी भेजें",
  stay: "फ़ाइल भेजी जा रही है। अपलोड होने तक रुकें, या पहले रद्द करें।",
  uploaded: "अपलोड हो गया",
  working: "हम आपकी यह फ़ाइल जोड़ रहे हैं।",
  checkStatus: "अपलोड की स्थिति आप 'मेरे अपलोड' में देख सकते हैं",
  fileUploaded: "फ़ाइल अपलोड हो गई",

  // What is wrong with a file
  fileMissing: "पहले फ़ाइल चुनें।",
  fileTooLarge: "फ़ाइल 1 GB से बड़ी है। उसे कई फ़ाइलों में बाँटें।",
  notCsv: "केवल CSV फ़ाइलें ली जाती हैं।",
  partsMissing: "फ़ाइल के कुछ हिस्से नहीं पहुँचे। उसे फिर से भेजें।",
  fileGone: "फ़ाइल अब मौजूद नहीं है। उसे फिर से भेजें।",
  empty: "फ़ाइल खाली है।",
  headerOnly: "फ़ाइल में हेडर है, पर कोई पंक्ति नहीं।",
  unpacksTooLarge: (most) => `इस फ़ाइल को खोलने पर ${most} से ज़्यादा डेटा निकलेगा। इसे बाँटें।`,
  archiveDamaged: "यह आर्काइव खराब है। इसे फिर से बनाएँ, या इसके अंदर की फ़ाइल भेजें।",
  oneInArchive: "आर्काइव में ठीक एक CSV या स्प्रेडशीट होनी चाहिए।",
  noSheet: "इस स्प्रेडशीट में पढ़ने लायक कोई शीट नहीं है। इसे CSV के रूप में सहेजकर भेजें।",
  sheetTextsLarge: (most) => `इस स्प्रेडशीट में ${most} से ज़्यादा टेक्स्ट है। इसे CSV के रूप में सहेजकर भेजें।`,
  zip: "यह ZIP आर्काइव है, CSV फ़ाइल नहीं। पहले इसे खोलें।",
  binary: "यह टेक्स्ट फ़ाइल नहीं है।",
  tooManyColumns: (most) => `फ़ाइल में ${most} से ज़्यादा कॉलम हैं।`,
  rowTooLong: "एक पंक्ति 4 MB से लंबी है: शायद कोई उद्धरण चिह्न बंद नहीं हुआ है।",
  noName: "किसी कॉलम में नाम नहीं है। चुनें कि वह कौन-सा कॉलम है।",
  noPhone: "किसी कॉलम में फ़ोन नंबर नहीं है। चुनें कि वह कौन-सा कॉलम है।",
  columnTwice: (column) => `दो कॉलम “${column}” से जुड़े हैं। उनमें से एक को छोड़ दें।`,
  mappingLength: (columns) =>
    columns === 1 ? "फ़ाइल में 1 कॉलम है। चुनें कि वह क्या है।" : `फ़ाइल में ${columns} कॉलम हैं। चुनें कि हर कॉलम क्या है।`,
  unknownField: "एक कॉलम ऐसे फ़ील्ड से जुड़ा है जो अब मौजूद नहीं है।",

  // What is wrong with a row
  unclosedQuote: "यहाँ खुला उद्धरण चिह्न कभी बंद नहीं होता।",
  tooManyCells: (cells, columns) => `पंक्ति में ${cells} सेल हैं, पर हेडर में केवल ${columns}।`,

  notText: (encoding) => `पंक्ति में ऐसे बाइट हैं जो फ़ाइल की एन्कोडिंग ${encoding} में टेक्स्ट नहीं हैं।`,
  hopeless: "बहुत-से उद्धरण चिह्न बंद नहीं होते: फ़ाइल खराब है या CSV फ़ाइल नहीं है।",
  phoneShort: (least) => `फ़ोन नंबर: कम से कम ${least} अक्षर चाहिए। देश के कोड के साथ डालें, जैसे +91 98765 43210।`,
  ofField: (label, problem) => `${label}: ${problem}`,
  tooManyTaggings: (label, most) => `${label}: एक पंक्ति में ज़्यादा से ज़्यादा ${most}।`,

  // Steps
  mapping: "अपने कॉलम मिलाएँ",
  mappingHint: "हेडर से अनुमान लगाया गया है। जो गलत हो, बदलें।",
  column: "कॉलम",
  example: "पहले मान",
  becomes: "इस रूप में आयात",
  ignore: "छोड़ें",
  targets: {
    name: "नाम",
    phoneNumber: "फ़ोन नंबर",
    whatsAppNumber: "WhatsApp नंबर",
    facebookId: "Facebook ID",
    instaId: "Instagram ID",
    twitterId: "Twitter ID",
    groups: "समूह",
    tags: "लेबल",
  },
  encoding: (rows, separator) => `${rows} के रूप में पढ़ा गया, कॉलम ${separator} से अलग हैं।`,
  separators: { ",": "कॉमा", ";": "सेमीकोलन", "\t": "टैब" },
  noHeader: (column) => `कॉलम ${column}, बिना हेडर`,
  becomesOf: (column) => `“${column}” का आयात किस रूप में हो`,
  ownFields: "आपके फ़ील्ड",
  moreColumns: (count) => `${count} और कॉलम दिखाएँ`,
  mappingWrong: "कॉलम पर ध्यान दें",
  check: "पहले जाँचें",
  checkHint: "कुछ बदले बिना दिखाता है कि क्या होगा।",
  startNow: "अभी आयात करें",
  checkTitle: "आयात से क्या होगा",
  countNew: "नए",
  countUpdated: "बदले गए",
  countDuplicates: "फ़ाइल में दोहराए गए",
  countWrong: "गलत",
  checking: "फ़ाइल जाँची जा रही है",
  importing: "आयात हो रहा है",
  undoing: "आयात पूर्ववत हो रहा है",
  stoppedAt: "रुका हुआ",
  changeMapping: "कॉलम बदलें",
  seeWrong: "गलत पंक्तियाँ देखें",
  start: "आयात शुरू करें",
  startShort: "शुरू करें",
  stop: "रोकें",
  resume: "जारी रखें",
  undo: "आयात पूर्ववत करें",
  undoQuestion: (file) => `“${file}” का आयात पूर्ववत करें?`,
  undoRemoves: (count, shown) =>
    count === 1 ? "इससे बना 1 ग्राहक निकाला जाएगा।" : `इससे बने ${shown} ग्राहक निकाले जाएँगे।`,
  undoRestores: (count, shown) =>
    count === 1
      ? "इससे बदले गए 1 ग्राहक को पहले के मान वापस मिलेंगे।"
      : `इससे बदले गए ${shown} ग्राहकों को पहले के मान वापस मिलेंगे।`,
  undoKeeps: (count, shown) =>
    count === 1
      ? "1 ग्राहक में बाद में बदलाव हुआ, इसलिए वह रहेगा। नया समूह या लेबल बदलाव नहीं माना जाता।"
      : `${shown} ग्राहकों में बाद में बदलाव हुआ, इसलिए वे रहेंगे। नए समूह और लेबल बदलाव नहीं माने जाते।`,
  undoEdited: "बाद में बदले गए ग्राहक भी पूर्ववत करें। बाद के बदलाव खो जाएँगे।",
  undoTrashes: (count, shown) =>
    count === 1
      ? "इससे बना और बाद में बदला गया 1 ग्राहक रद्दी में जाएगा।"
      : `इससे बने और बाद में बदले गए ${shown} ग्राहक रद्दी में जाएँगे।`,
  undoResets: (count, shown) =>
    count === 1
      ? "बाद में बदले गए 1 ग्राहक को आयात से पहले के मान वापस मिलेंगे।"
      : `बाद में बदले गए ${shown} ग्राहकों को आयात से पहले के मान वापस मिलेंगे।`,
  nothingToUndo: "यह फ़ाइल केवल जाँची गई थी, इसलिए पूर्ववत करने के लिए कुछ नहीं है।",
  wrongStep: "आयात की मौजूदा स्थिति में यह नहीं हो सकता।",
  rows: (count) => (count === "1" ? "1 पंक्ति" : `${count} पंक्तियाँ`),
  speed: (rows) => (rows === "1" ? "1 पंक्ति प्रति सेकंड" : `${rows} पंक्तियाँ प्रति सेकंड`),
  left: (time) => `लगभग ${time} बाकी`,
  safeToLeave: "आप यह पेज बंद कर सकते हैं। आयात चलता रहेगा।",
  kept: (count) =>
    count === 1
      ? "1 ग्राहक में बाद में बदलाव हुआ था, इसलिए वह रहा। उसे भी हटाने के लिए “आयात पूर्ववत करें” दबाएँ।"
      : `${count} ग्राहकों में बाद में बदलाव हुआ था, इसलिए वे रहे। उन्हें भी हटाने के लिए “आयात पूर्ववत करें” दबाएँ।`,
  onlyChecked: (count, shown) =>
    count === 1
      ? "1 पंक्ति आयात की जा सकती है। अभी कुछ आयात नहीं हुआ है।"
      : `${shown} पंक्तियाँ आयात की जा सकती हैं। अभी कुछ आयात नहीं हुआ है।`,
  undoFailed: "पूर्ववत करना बीच में रुक गया। जारी रखने के लिए फिर से “आयात पूर्ववत करें” दबाएँ।",
  failed: "आयात बीच में रुक गया। आगे बढ़ाने के लिए “जारी रखें” दबाएँ।",

  sheet: (rows) => (rows === 1 ? "पहली पंक्ति" : `पहली ${rows} पंक्तियाँ`),
  downloadRows: "डाउनलोड करने के लिए पंक्तियाँ",
  downloadGroup: {
    created: "नई पंक्तियाँ डाउनलोड करें",
    updated: "बदलने वाली पंक्तियाँ डाउनलोड करें",
    duplicates: "दोहराई गई पंक्तियाँ डाउनलोड करें",
  },

  // My Uploads
  detailsOf: (file) => `${file} का विवरण`,
  startedBy: "किसने अपलोड किया",
  startedAt: "अपलोड का समय",
  mappedColumns: "इसके कॉलम क्या बने",
  importedAs: "किस रूप में इम्पोर्ट हुआ",
  skipped: "छोड़ा गया",
  fieldGone: "हटाया गया फ़ील्ड",
  fileName: "फ़ाइल का नाम",
  totalCount: "कुल संख्या",
  accepted: "स्वीकृत",
  error: "त्रुटि",
  completedOn: "पूरा होने की तारीख",
  status: "स्थिति",
  states: {
    CHECKING: "जाँच जारी",
    CHECKED: "जाँचा गया",
    WAITING: "इंतज़ार में",
    PROCESSING: "जारी",
    STOPPED: "रुका हुआ",
    COMPLETED: "पूरा",
    ERROR: "त्रुटि",
    UNDOING: "पूर्ववत हो रहा है",
    UNDONE: "पूर्ववत किया गया",
  },
  action: "कार्रवाई",
  tableOf: "अपलोड, सबसे नए पहले",
  stopOf: (file) => `“${file}” को रोकें`,
  resumeOf: (file) => `“${file}” को जारी रखें`,
  undoOf: (file) => `“${file}” का आयात पूर्ववत करें`,
  startOf: (file) => `“${file}” का आयात शुरू करें`,
  pages: "अपलोड के पेज",
  noUploads: "अभी कोई अपलोड नहीं है।",
  noUploadsText: "अपने ग्राहकों की CSV अपलोड करें और उसकी प्रगति यहाँ देखें।",
  uploadsFailed: "अपलोड लोड नहीं हो सके",

  // Error List
  errorList: "त्रुटियों की सूची",
  serial: "क्र.सं.",
  errorRow: "इनपुट फ़ाइल की त्रुटि वाली पंक्ति",
  errors: "त्रुटियाँ",
  errorsOf: "जो पंक्तियाँ स्वीकार नहीं हुईं, फ़ाइल के क्रम में",
  errorPages: "त्रुटियों के पेज",
  line: (line) => `लाइन ${line}`,
  noErrors: "कोई त्रुटि नहीं मिली",
  searchErrors: "पंक्तियाँ और त्रुटियाँ खोजें",
  noErrorsMatch: (text) => `किसी पंक्ति या त्रुटि में "${text}" नहीं है।`,
  showAllErrors: "सभी दिखाएँ",
  noErrorsText: "इस फ़ाइल की हर पंक्ति स्वीकार हो गई।",
  downloadErrors: "गलत पंक्तियाँ डाउनलोड करें",
  errorColumn: "त्रुटियाँ",
  errorsFailed: "त्रुटियाँ लोड नहीं हो सकीं",
};
