import { fold } from "./tokens.ts";

/** Number words of English and Hindi (Devanagari, and in Latin letters what cannot be taken for English). Data only. */

const english =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** 0 to 99 in Hindi; several spellings are divided by a slash. */
const hindi =
  "शून्य एक दो तीन चार पांच/पाँच छह/छः/छ/छै/छे सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह/पन्द्रह सोलह सत्रह अठारह/अट्ठारह उन्नीस बीस इक्कीस बाईस/बाइस तेईस/तेइस चौबीस पच्चीस छब्बीस सत्ताईस/सत्ताइस अट्ठाईस/अठ्ठाईस/अट्ठाइस उनतीस/उन्तीस तीस इकतीस/इकत्तीस बत्तीस तैंतीस/तेंतीस चौंतीस/चौतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस/उन्तालीस चालीस इकतालीस बयालीस तैंतालीस/तेतालीस चौवालीस/चवालीस/चौंतालीस पैंतालीस छियालीस/छयालिस सैंतालीस अड़तालीस उनचास/उन्चास पचास इक्यावन बावन तिरपन/तिरेपन चौवन/चव्वन पचपन छप्पन सत्तावन अट्ठावन/अठ्ठावन उनसठ साठ इकसठ/एकसठ बासठ तिरसठ/तिरेसठ चौंसठ/चौसठ पैंसठ छियासठ/छाछठ सड़सठ/सरसठ अड़सठ उनहत्तर/उनहतर सत्तर इकहत्तर/इकहतर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी/उनासी अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी/अठासी नवासी नब्बे इक्यानवे/इक्यानबे बानवे/बानबे तिरानवे/तिरानबे चौरानवे/चौरानबे पचानवे/पंचानवे/पचानबे छियानवे/छियानबे सत्तानवे/सत्तानबे अट्ठानवे/अठानवे/अट्ठानबे निन्यानवे/निन्यानबे";

const romanised =
  "ikkis=21 bais=22 baees=22 teis=23 chaubis=24 chaubees=24 chhabbis=26 sattais=27 atthais=28 untis=29 battis=32 paintis=35 paintalis=45 pachpan=55 ikyavan=51 paanch=5 panch=5 chhe=6 saat=7 aath=8 nau=9 gyarah=11 barah=12 terah=13 chaudah=14 pandrah=15 solah=16 satrah=17 atharah=18 unnis=19 bees=20 pachchis=25 pachis=25 tees=30 chalis=40 pachas=50 sattar=70 assi=80 nabbe=90";

/** The words of Hindi for 0 to 99, each with its number. */
export const HINDI_SMALL: readonly (readonly [word: string, value: number])[] = hindi
  .split(" ")
  .flatMap((spellings, value) => spellings.split("/").map((word) => [word, value] as const));

/** Words below a hundred. */
export const SMALL: ReadonlyMap<string, number> = new Map([
  ...english.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
  ["fourty", 40],
  ...HINDI_SMALL.map(([word, value]) => [fold(word), value] as const),
  ["जीरो", 0],
  ...romanised.split(" ").map((pair) => [pair.split("=")[0] ?? "", Number(pair.split("=")[1])] as const),
]);

/** Hindi numbers in Latin letters that are English words, or nearly: numbers only in front of a Hindi unit. */
export const SPOKEN: ReadonlyMap<string, number> = new Map([
  ["ek", 1],
  ["do", 2],
  ["teen", 3],
  ["tin", 3],
  ["char", 4],
  ["chaar", 4],
  ["panch", 5],
  ["che", 6],
  ["chah", 6],
  ["saath", 60],
  ["das", 10],
  ["dus", 10],
]);
export const SPOKEN_BEFORE: ReadonlySet<string> = new Set(
  "din dino dinon hafte hafta hafton mahine mahina maheene mahino saal sal varsh ghante ghanta ghanton minute minat min baje bajkar baj sau hazaar hazar lakh laakh lac crore karod rupaye rupay rupees rupaiye rupiye rupye rupya kilo kg kilogram gram litre liter km kilometer kilometre meter log logon logo logo tareekh tarikh baar bar dozen darjan quintal din plate packet ticket tickets bacche".split(
    " ",
  ),
);

/** Numbers in Hindi that are words of English. */
export const ENGLISH_TOO: ReadonlySet<string> = new Set(["do", "teen", "tin", "char"]);
/** Of the words above those that English has, too: "do ticket" is two, "how do ticket prices work" is not. */
export const ENGLISH_UNITS: ReadonlySet<string> = new Set(
  "minute min kg kilogram gram litre liter km kilometer kilometre meter bar dozen quintal log plate packet ticket".split(
    " ",
  ),
);
/** Nobody counts so in English, and nobody who speaks Hindi says only this: "do tickets expire". */
export const ENGLISH_PLURALS: ReadonlySet<string> = new Set(["tickets", "rupees", "logo"]);

export const HUNDRED: ReadonlySet<string> = new Set(["hundred", "hundreds", "सौ", "सैकडा", "sau"].map(fold));

export const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    thousand: 1e3,
    thousands: 1e3,
    hazaar: 1e3,
    hazar: 1e3,
    hajar: 1e3,
    laakh: 1e5,
    karod: 1e7,
    karor: 1e7,
    cr: 1e7,
    crs: 1e7,
    mn: 1e6,
    mln: 1e6,
    mil: 1e6,
    bn: 1e9,
    bln: 1e9,
    tn: 1e12,
    tln: 1e12,
    lakh: 1e5,
    lakhs: 1e5,
    lac: 1e5,
    lacs: 1e5,
    million: 1e6,
    millions: 1e6,
    crore: 1e7,
    crores: 1e7,
    billion: 1e9,
    billions: 1e9,
    trillion: 1e12,
    trillions: 1e12,
    quadrillion: 1e15,
    quintillion: 1e18,
    हज़ार: 1e3,
    लाख: 1e5,
    मिलियन: 1e6,
    करोड़: 1e7,
    अरब: 1e9,
    बिलियन: 1e9,
    खरब: 1e11,
    ट्रिलियन: 1e12,
    नील: 1e13,
    पद्म: 1e15,
  }).map(([word, value]) => [fold(word), value]),
);

/** Words behind which a scale by itself is one of it: "pay thousand rupees"; "kuch hazaar" and "few hundred" are no number. */
export const BEFORE_BARE: ReadonlySet<string> = new Set(
  (
    "last next first every about around nearly almost approximately roughly over under above below than for is was to by in at the my me us him her them only just exactly least most maximum minimum max min from between up upto till and or plus per pay paid send sent give gave get got cost costs worth need want spend spent charge charged budget owe transfer am are be with rs inr re rupees rupee usd eur gbp aed " +
    "mujhe mujhko hume humein maine hamne humne usne unhone ko se ka ki ke ya aur sirf lagbhag kareeb karib takriban mere mera meri hamare bhej bhejo pure poore total kul hai me mein par pe tak " +
    "मुझे हमें मैंने हमने उसने को से का की के या और सिर्फ सिर्फ़ केवल लगभग करीब तकरीबन मेरे मेरा मेरी हमारे पूरे कुल है में पर तक रु रू रुपये रुपए"
  )
    .split(" ")
    .map(fold),
);

/** Abbreviations that are scales behind a number only. */
export const ONLY_BEHIND: ReadonlySet<string> = new Set([
  "cr",
  "crs",
  "mn",
  "mln",
  "mil",
  "bn",
  "bln",
  "tn",
  "tln",
]);

/** Letters right behind digits: 5k, 1.5M. */
export const SUFFIXES: ReadonlyMap<string, number> = new Map([
  ["k", 1e3],
  ["m", 1e6],
  ["g", 1e9],
  ["b", 1e9],
  ["t", 1e12],
]);

export const DOZEN: ReadonlySet<string> = new Set(["dozen", "dozens", "दर्जन"].map(fold));

/** सवा दो is 2.25, साढ़े तीन 3.5, पौने चार 3.75: they change the number that follows. */
export const QUARTERS: ReadonlyMap<string, number> = new Map(
  [
    ["सवा", 0.25],
    ["साढ़े", 0.5],
    ["साढे", 0.5],
    ["पौने", -0.25],
    ["sava", 0.25],
    ["sawa", 0.25],
    ["saadhe", 0.5],
    ["sadhe", 0.5],
    ["saade", 0.5],
    ["sade", 0.5],
    ["sarhe", 0.5],
    ["paune", -0.25],
    ["pone", -0.25],
  ].map(([word, value]) => [fold(String(word)), Number(value)]),
);
/** These are numbers by themselves, and a scale may follow: डेढ़ सौ, ढाई लाख. */
export const AND_HALF: ReadonlyMap<string, number> = new Map(
  [
    ["डेढ़", 1.5],
    ["ढाई", 2.5],
    ["अढ़ाई", 2.5],
    ["dedh", 1.5],
    ["deedh", 1.5],
    ["dhai", 2.5],
    ["dhaai", 2.5],
    ["adhai", 2.5],
  ].map(([word, value]) => [fold(String(word)), Number(value)]),
);

/** Denominators of fractions: two thirds, three quarters. */
export const DENOMINATORS: ReadonlyMap<string, number> = new Map([
  ["half", 2],
  ["halves", 2],
  ["third", 3],
  ["quarter", 4],
  ["fourth", 4],
  ["fifth", 5],
  ["sixth", 6],
  ["seventh", 7],
  ["eighth", 8],
  ["ninth", 9],
  ["tenth", 10],
  ["hundredth", 100],
  ["thousandth", 1000],
  ...["third", "quarter", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "hundredth"].map(
    (word, index) => [`${word}s`, [3, 4, 4, 5, 6, 7, 8, 9, 10, 100][index] ?? 1] as const,
  ),
  ["aadha", 2],
  ["aadhi", 2],
  ["aadhe", 2],
  ["adha", 2],
  ["adhe", 2],
  ["आधा", 2],
  ["आधी", 2],
  ["आधे", 2],
  ["तिहाई", 3],
  ["चौथाई", 4],
]);

const ordinalEnglish =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );
const ordinalTens = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split(
  " ",
);

export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...ordinalEnglish.slice(1).map((word, index) => [word, index + 1] as const),
  ...ordinalTens.map((word, index) => [word, (index + 2) * 10] as const),
  ...["pehla", "pehli", "pahla", "pahli", "pehala", "pehali"].map((word) => [word, 1] as const),
  ...["doosra", "doosri", "dusra", "dusri", "doosre", "dusre"].map((word) => [word, 2] as const),
  ...["teesra", "teesri", "tisra", "tisri", "teesre", "tisre"].map((word) => [word, 3] as const),
  ...["chautha", "chauthi", "chauthe"].map((word) => [word, 4] as const),
  ...["पहला", "पहली", "पहले", "प्रथम"].map((word) => [fold(word), 1] as const),
  ...["दूसरा", "दूसरी", "दूसरे", "द्वितीय"].map((word) => [fold(word), 2] as const),
  ...["तीसरा", "तीसरी", "तीसरे", "तृतीय"].map((word) => [fold(word), 3] as const),
  ...["चौथा", "चौथी", "चौथे", "चतुर्थ"].map((word) => [fold(word), 4] as const),
  ...["छठा", "छठी", "छठे", "छठवां"].map((word) => [fold(word), 6] as const),
]);

export const ORDINAL_SCALES: ReadonlyMap<string, number> = new Map([
  ["hundredth", 100],
  ["thousandth", 1e3],
  ["millionth", 1e6],
  ["billionth", 1e9],
]);

/** पांचवां, दसवीं, बीसवें: a number word with one of these endings. */
export const ORDINAL_ENDINGS: readonly string[] = ["वां", "वीं", "वें", "वा", "वी", "वे"].map(fold);
