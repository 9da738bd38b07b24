import { fold } from "./tokens.ts";

/** Words of dates and times in Hindi (and Hindi in Latin letters), each with the English that chrono reads. Data only. */
export const DATE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "आज/aaj": "today",
    "परसों/parson": "in 2 days",
    "अभी/abhi": "now",
    "सोमवार/somvar/somwar": "monday",
    "मंगलवार/mangalvar/mangalwar": "tuesday",
    "बुधवार/budhvar/budhwar": "wednesday",
    "गुरुवार/गुरूवार/बृहस्पतिवार/वीरवार/guruvar/guruwar": "thursday",
    "शुक्रवार/shukravar/shukrawar": "friday",
    "शनिवार/shanivar/shaniwar": "saturday",
    "रविवार/इतवार/ravivar/raviwar/itwar": "sunday",
    जनवरी: "january",
    "फरवरी/फ़रवरी": "february",
    मार्च: "march",
    अप्रैल: "april",
    मई: "may",
    जून: "june",
    जुलाई: "july",
    अगस्त: "august",
    "सितंबर/सितम्बर": "september",
    "अक्टूबर/अक्तूबर": "october",
    "नवंबर/नवम्बर": "november",
    "दिसंबर/दिसम्बर": "december",
    "अगला/अगले/अगली/आगामी/agle/agli/agla": "next",
    "पिछला/पिछले/पिछली/गत/बीते/pichle/pichli": "last",
    "इस/is": "this",
    "दिन/दिनों/din": "days",
    "हफ्ता/हफ्ते/हफ्तों/हफ़्ते/सप्ताह/hafte": "week",
    "महीना/महीने/महीनों/माह/mahine": "month",
    "साल/वर्ष/सालों/वर्षों/saal": "year",
    "घंटे/घंटा/घंटों/ghante": "hours",
    "मिनट/मिनटों": "minutes",
    "बाद/में/baad/mein": "later",
    "पहले/पूर्व/pehle/pahle": "ago",
  }).flatMap(([spellings, english]) =>
    spellings.split("/").map((spelling) => [fold(spelling), english] as const),
  ),
);

/** "कल" is tomorrow or yesterday; a verb in the past tense tells. */
export const YESTERDAY_OR_TOMORROW: ReadonlySet<string> = new Set(["कल", "kal"].map(fold));
export const PAST: ReadonlySet<string> = new Set(
  [
    "था",
    "थी",
    "थे",
    "गया",
    "गई",
    "गए",
    "हुआ",
    "हुई",
    "किया",
    "की थी",
    "आया",
    "आई",
    "लिया",
    "दिया",
    "tha",
    "thi",
    "gaya",
    "hua",
    "kiya",
  ].map(fold),
);

/** Parts of the day: what an hour without more means then. */
export const DAY_PARTS: ReadonlyMap<string, { half: "am" | "pm"; alone: string }> = new Map(
  (
    [
      ["सुबह/सवेरे/प्रातः/प्रातःकाल/subah", "am", "in the morning"],
      ["दोपहर/dopahar", "pm", "at noon"],
      ["शाम/सायं/सांय/shaam/sham", "pm", "in the evening"],
      ["रात/रात्रि/raat", "pm", "at night"],
      ["तड़के", "am", "in the morning"],
    ] as const
  ).flatMap(([spellings, half, alone]) =>
    spellings.split("/").map((spelling) => [fold(spelling), { half, alone }] as const),
  ),
);

export const OCLOCK: ReadonlySet<string> = new Set(["बजे", "बजकर", "बज", "baje", "bajkar"].map(fold));
export const MINUTES: ReadonlySet<string> = new Set(["मिनट", "minute", "minat"].map(fold));
/** Small words between a part of the day and its hour. */
export const LINKS: ReadonlySet<string> = new Set(["को", "के", "में", "की", "ko", "ke"].map(fold));
