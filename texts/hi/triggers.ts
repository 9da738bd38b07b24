import type { Translated } from "../translated.ts";
import type { triggersTexts as English } from "../triggers.ts";

const quoted = (words: readonly string[]) => words.map((each) => `“${each}”`).join(", ");
const weekdays: Record<string, string> = {
  mon: "सोमवार",
  tue: "मंगलवार",
  wed: "बुधवार",
  thu: "गुरुवार",
  fri: "शुक्रवार",
  sat: "शनिवार",
  sun: "रविवार",
};
const any = (name: string) => (name === "" ? "कोई ब्रॉडकास्ट" : `${name} का कोई ब्रॉडकास्ट`);
const of = (name: string) => (name === "" ? "किसी ब्रॉडकास्ट" : `${name} के किसी ब्रॉडकास्ट`);

export const triggersTexts: Translated<typeof English> = {
  fields: {
    choose: "एक चुनें।",
    word: "शब्द लिखें, एक लाइन में एक।",
    longWord: "एक शब्द में अधिकतम 100 अक्षर हो सकते हैं।",
    manyWords: "अधिकतम 20 शब्द लिखें।",
    emptyWord: "शब्द में अक्षर या अंक होने चाहिए।",
    factWord: "लोग इसी से संदेश रोकते या स्वीकार करते हैं, इसलिए इससे कुछ शुरू नहीं हो सकता। दूसरा शब्द चुनें।",
    token: "3 से 40 अक्षर, अंक और - लिखें।",
    intent: "चैनल के बॉट के किसी इंटेंट का नाम लिखें।",
    event: "केवल अक्षर, अंक और _ . : - लिखें, अधिकतम 100, जैसे order.paid।",
    place: "बताएँ कि यह कहाँ लिखा है, जैसे phone या customer.phone।",
    field: "ग्राहक का कोई फ़ील्ड चुनें।",
    value: "अधिकतम 500 अक्षर लिखें।",
    day: "महीने का दिन लिखें, 1 से 31 तक।",
    audience: "समूह या लेबल चुनें।",
  },
  kinds: {
    keyword: "किसी के लिखे शब्द",
    link: "WhatsApp खोलने वाला लिंक",
    message: "किसी प्रकार का संदेश",
    intent: "चैनल के बॉट का इंटेंट",
    event: "दूसरे सिस्टम का इवेंट",
    webhook: "वेबहुक की कॉल",
    broadcast: "ब्रॉडकास्ट का नतीजा",
    membership: "समूह या लेबल",
    field: "ग्राहक का फ़ील्ड बदलता है",
    schedule: "बार-बार आने वाला समय",
    chatClosed: "चैट ख़त्म होती है",
    imported: "नया ग्राहक",
    journey: "दूसरी जर्नी पूरी होती है",
    form: "फ़ॉर्म भरा जाता है",
    manual: "लोग ग्राहकों को ख़ुद जोड़ते हैं",
  },
  words: {
    keyword: {
      exact: (words) => `कोई ${quoted(words)} लिखता है`,
      starts: (words) => `किसी का संदेश ${quoted(words)} से शुरू होता है`,
      contains: (words) => `किसी के संदेश में ${quoted(words)} आता है`,
    },
    link: (token) => `कोई “${token}” वाला लिंक खोलता है`,
    message: {
      any: "कोई लिखता है और उसे और कोई उत्तर नहीं देता",
      first: "कोई पहली बार लिखता है",
      text: "कोई टेक्स्ट भेजता है",
      image: "कोई तस्वीर भेजता है",
      video: "कोई वीडियो भेजता है",
      audio: "कोई रिकॉर्डिंग भेजता है",
      document: "कोई दस्तावेज़ भेजता है",
      location: "कोई लोकेशन भेजता है",
    },
    intent: (name) => `बॉट “${name}” समझता है`,
    event: (name) => `इवेंट ${name} बताया जाता है`,
    webhook: "इसका वेबहुक कॉल किया जाता है",
    broadcast: (what, name) =>
      ({
        reply: `कोई ${of(name)} का उत्तर देता है`,
        delivered: `${any(name)} पहुँचता है`,
        failed: `${any(name)} पहुँच नहीं पाता`,
        click: `कोई ${of(name)} का लिंक खोलता है`,
      })[what],
    membership: {
      entersGroup: (name) => `कोई ग्राहक समूह ${name} में आता है`,
      leavesGroup: (name) => `कोई ग्राहक समूह ${name} से निकलता है`,
      entersLabel: (name) => `किसी ग्राहक को लेबल ${name} मिलता है`,
      leavesLabel: (name) => `किसी ग्राहक से लेबल ${name} हटता है`,
    },
    field: (field, to) =>
      to === undefined
        ? `किसी ग्राहक का फ़ील्ड ${field} बदलता है`
        : `किसी ग्राहक का फ़ील्ड ${field} “${to}” हो जाता है`,
    schedule: ({ every, weekday, day, clock }, audience) =>
      `${
        {
          day: "हर दिन",
          week: `हर ${weekdays[weekday] ?? weekday}`,
          month: `हर महीने की ${day} तारीख को`,
        }[every]
      } ${clock} बजते हैं, ${audience} के सभी लोगों के लिए`,
    chatClosed: { closed: "कोई चैट बंद होती है", missed: "कोई चैट छूट जाती है" },
    imported: "कोई नया ग्राहक आता है",
    journey: (name) => `कोई ${name} के अंत तक पहुँचता है`,
    form: (name) => `कोई ${name} भरता है`,
    manual: "किसी को ख़ुद जोड़ा जाता है",
  },
  results: {
    entered: "शामिल हुआ",
    filter: "इसके लिए नहीं",
    inIt: "पहले से इसमें है",
    wasIn: "पहले इसमें था",
    tooOften: "बहुत ज़्यादा बार",
    unreachable: "संपर्क नहीं हो सकता",
    blocked: "ब्लॉक",
    paused: "यह रुका हुआ है",
    stopped: "यह शुरू नहीं है",
    late: "बहुत देर हो गई",
    broken: "कुछ गड़बड़ हुई",
  },
  sentences: {
    entered: "ग्राहक शामिल हुआ।",
    filter: (row) => `इस ग्राहक पर “${row}” लागू नहीं होता।`,
    inIt: "ग्राहक पहले से इसमें है, और इसके ख़त्म होने के बाद ही दोबारा आ सकता है।",
    wasIn: "ग्राहक पहले इसमें रह चुका है, और कोई दो बार नहीं आता।",
    tooOften: "ग्राहक एक घंटे में 25 बार आया। देखें कि कहीं जर्नी एक-दूसरे को शुरू तो नहीं करतीं।",
    unreachable: "चैनल इस ग्राहक तक नहीं पहुँच सकता: ग्राहक ने उस पर कभी नहीं लिखा, और चैनल के पास उसका नंबर नहीं है।",
    blocked: "ग्राहक ब्लैकलिस्ट में है।",
    paused: "उस समय यह रुका हुआ था।",
    stopped: "यह शुरू नहीं किया गया था।",
    late: "इसका समय एक घंटे से ज़्यादा पहले निकल गया था, इसलिए कोई शामिल नहीं हुआ। यह अपने अगले समय पर शुरू होगा।",
    broken: "हमने पाँच बार कोशिश की, और हर बार कुछ गड़बड़ हुई। जिसने लिखा था, उसे इसके बिना जवाब दिया गया।",
  },
  events: {
    key: "इवेंट को उसकी अपनी कुंजी दें, अधिकतम 100 अक्षर।",
    customer: "ग्राहक को फ़ोन नंबर या ID से बताएँ।",
    nobody: "ऐसा कोई ग्राहक नहीं है।",
    data: "डेटा अधिकतम 64 kB का एक ऑब्जेक्ट होता है।",
    taken: "ले लिया गया",
  },
  hook: {
    notThere: "ऐसा कोई वेबहुक नहीं है, या अब उसका पता बदल गया है।",
    json: "बॉडी JSON में एक ऑब्जेक्ट होनी चाहिए।",
    noCustomer: (at) => `“${at}” पर कोई ग्राहक नहीं है।`,
    none: "वेबहुक से इसमें कुछ शुरू नहीं होता।",
    anew: "अब इसका पता बदल गया है",
    notStarted: "कोई शामिल नहीं होता: यह शुरू नहीं है।",
  },
};
