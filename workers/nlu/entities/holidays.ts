import { dayOf, lastDayOf, weekdayOf } from "./calendar.ts";
import { FIRST_TABLED_YEAR, MOVABLE } from "./holiday-table.ts";

/** Holidays on the same day each year: month and day. */
const FIXED: Readonly<Record<string, string>> = {
  newYear: "0101",
  worldHindiDay: "0110",
  netajiJayanti: "0123",
  republicDay: "0126",
  valentinesDay: "0214",
  womensDay: "0308",
  aprilFools: "0401",
  ambedkarJayanti: "0414",
  labourDay: "0501",
  maharashtraDay: "0501",
  yogaDay: "0621",
  kargilVijayDiwas: "0726",
  juneteenth: "0619",
  tamilNewYear: "0414",
  usIndependenceDay: "0704",
  independenceDay: "0815",
  teachersDay: "0905",
  hindiDiwas: "0914",
  gandhiJayanti: "1002",
  halloween: "1031",
  veteransDay: "1111",
  childrensDay: "1114",
  constitutionDay: "1126",
  christmasEve: "1224",
  christmas: "1225",
  boxingDay: "1226",
  newYearsEve: "1231",
};

/** The nth (0: the last) weekday (1 is Monday) of a month: [month, nth, weekday, days after it]. */
const NTH: Readonly<Record<string, readonly [number, number, number, number]>> = {
  mlkDay: [1, 3, 1, 0],
  presidentsDay: [2, 3, 1, 0],
  mothersDay: [5, 2, 7, 0],
  memorialDay: [5, 0, 1, 0],
  fathersDay: [6, 3, 7, 0],
  friendshipDay: [8, 1, 7, 0],
  laborDay: [9, 1, 1, 0],
  columbusDay: [10, 2, 1, 0],
  thanksgiving: [11, 4, 4, 0],
  blackFriday: [11, 4, 4, 1],
  cyberMonday: [11, 4, 4, 4],
};
const FROM_EASTER: Readonly<Record<string, number>> = {
  goodFriday: -2,
  easter: 0,
  easterMonday: 1,
};

/** Days beside another holiday. */
const BESIDE: Readonly<Record<string, readonly [key: string, days: number]>> = { holikaDahan: ["holi", -1] };

/** Spellings of each, divided by a slash. */
export const HOLIDAY_NAMES: readonly (readonly [spellings: string, key: string])[] = [
  [
    "new year's day/new years day/new year day/new year/new year's/naya saal/नया साल/नव वर्ष/नववर्ष/नए साल",
    "newYear",
  ],
  ["new year's eve/new years eve/new year eve/नए साल की पूर्व संध्या", "newYearsEve"],
  ["republic day/gantantra diwas/गणतंत्र दिवस/गणतन्त्र दिवस", "republicDay"],
  ["independence day/swatantrata diwas/स्वतंत्रता दिवस/स्वतन्त्रता दिवस", "independenceDay"],
  [
    "constitution day/national constitution day/samvidhan diwas/samvidhan divas/संविधान दिवस/संविधान दिन",
    "constitutionDay",
  ],
  ["hindi diwas/hindi divas/हिंदी दिवस/हिन्दी दिवस", "hindiDiwas"],
  ["world hindi day/world hindi diwas/vishwa hindi diwas/विश्व हिंदी दिवस/विश्व हिन्दी दिवस", "worldHindiDay"],
  ["maharashtra day/maharashtra din/maharashtra diwas/महाराष्ट्र दिवस/महाराष्ट्र दिन", "maharashtraDay"],
  [
    "kargil vijay diwas/kargil vijay divas/kargil diwas/kargil day/कारगिल विजय दिवस/कारगिल दिवस",
    "kargilVijayDiwas",
  ],
  [
    "yoga day/international yoga day/international day of yoga/world yoga day/yog diwas/yoga diwas/योग दिवस/अंतर्राष्ट्रीय योग दिवस/अंतरराष्ट्रीय योग दिवस",
    "yogaDay",
  ],
  ["us independence day/usa independence day/american independence day", "usIndependenceDay"],
  ["tamil new year/puthandu/तमिल नववर्ष/तमिल नव वर्ष", "tamilNewYear"],
  ["parsi new year/parsi navroz/पारसी नववर्ष/पारसी नव वर्ष", "parsiNewYear"],
  ["vishu/विशु", "vishu"],
  ["dev diwali/dev deepawali/dev deepavali/dev dipawali/देव दिवाली/देव दीपावली/देव दीवाली", "devDiwali"],
  ["kali puja/kali pooja/kaali puja/kaali pooja/काली पूजा", "kaliPuja"],
  [
    "ravidas jayanti/guru ravidas jayanti/sant ravidas jayanti/ravidass jayanti/रविदास जयंती/गुरु रविदास जयंती",
    "ravidasJayanti",
  ],
  [
    "guru gobind singh jayanti/gobind singh jayanti/guru govind singh jayanti/गुरु गोबिंद सिंह जयंती/गुरु गोविंद सिंह जयंती",
    "gobindSinghJayanti",
  ],
  ["vishwakarma puja/vishwakarma pooja/vishwakarma jayanti/vishvakarma puja/विश्वकर्मा पूजा", "vishwakarmaPuja"],
  ["holika dahan/holika dahana/chhoti holi/choti holi/होलिका दहन/छोटी होली", "holikaDahan"],
  ["gandhi jayanti/गांधी जयंती/गाँधी जयंती", "gandhiJayanti"],
  ["ambedkar jayanti/अंबेडकर जयंती/अम्बेडकर जयंती", "ambedkarJayanti"],
  ["netaji jayanti/subhas chandra bose jayanti/नेताजी जयंती", "netajiJayanti"],
  ["valentine's day/valentines day/valentine day/valentines/वैलेंटाइन डे", "valentinesDay"],
  ["women's day/womens day/international women's day/महिला दिवस", "womensDay"],
  ["april fools/april fool's day/april fools day/april fools'", "aprilFools"],
  ["labour day/may day/मजदूर दिवस", "labourDay"],
  ["labor day", "laborDay"],
  ["juneteenth", "juneteenth"],
  ["teachers day/teacher's day/teachers' day/shikshak diwas/शिक्षक दिवस", "teachersDay"],
  ["halloween", "halloween"],
  ["veterans day/veteran's day/veterans' day", "veteransDay"],
  ["children's day/childrens day/bal diwas/बाल दिवस", "childrensDay"],
  ["christmas eve/xmas eve/क्रिसमस ईव", "christmasEve"],
  ["christmas/xmas/x - mas/christmas day/xmas day/bada din/क्रिसमस/बड़ा दिन", "christmas"],
  ["boxing day", "boxingDay"],
  ["martin luther king day/martin luther king jr day/martin luther king jr . day/mlk day", "mlkDay"],
  ["presidents day/president's day/presidents' day", "presidentsDay"],
  ["mother's day/mothers day/mothers' day/मदर्स डे/मातृ दिवस", "mothersDay"],
  ["memorial day", "memorialDay"],
  ["father's day/fathers day/fathers' day/फादर्स डे/पितृ दिवस", "fathersDay"],
  ["friendship day/फ्रेंडशिप डे", "friendshipDay"],
  ["columbus day", "columbusDay"],
  ["thanksgiving/thanksgiving day", "thanksgiving"],
  ["black friday/ब्लैक फ्राइडे", "blackFriday"],
  ["cyber monday", "cyberMonday"],
  ["good friday/गुड फ्राइडे", "goodFriday"],
  ["easter/easter sunday/ईस्टर", "easter"],
  ["easter monday", "easterMonday"],
  [
    "diwali/deepawali/deepavali/divali/dipawali/deewali/diwaali/lakshmi puja/laxmi puja/दिवाली/दीवाली/दीपावली/दिपावली",
    "diwali",
  ],
  ["dhanteras/dhan teras/धनतेरस", "dhanteras"],
  [
    "choti diwali/chhoti diwali/chhoti diwali/narak chaturdashi/naraka chaturdashi/छोटी दिवाली/नरक चतुर्दशी",
    "chotiDiwali",
  ],
  ["govardhan puja/govardhan pooja/गोवर्धन पूजा", "govardhan"],
  ["bhai dooj/bhai duj/bhaiya dooj/bhau beej/भाई दूज/भैया दूज", "bhaiDooj"],
  ["chhath/chhath puja/chhath pooja/chhat puja/chath puja/छठ/छठ पूजा", "chhath"],
  ["guru nanak jayanti/gurpurab/guru purab/guru nanak birthday/गुरु नानक जयंती/गुरुपर्व/गुरुनानक जयंती", "guruNanak"],
  [
    "maha shivratri/mahashivratri/shivratri/maha shivaratri/mahashivaratri/shivaratri/महाशिवरात्रि/शिवरात्रि/महा शिवरात्रि",
    "mahaShivaratri",
  ],
  [
    "basant panchami/vasant panchami/saraswati puja/saraswati pooja/बसंत पंचमी/वसंत पंचमी/सरस्वती पूजा",
    "vasantPanchami",
  ],
  [
    "ugadi/chaitra navratri/chaitra navaratri/chaitra navratra/vasant navratri/चैत्र नवरात्रि/चैत्र नवरात्र/hindu new year/marathi new year/telugu new year/kannada new year/gudi padwa/gudhi padwa/उगादी/गुड़ी पड़वा",
    "ugadi",
  ],
  [
    "ram navami/rama navami/ramnavami/ram navmi/raam navmi/raam navami/ram naumi/रामनवमी/राम नवमी",
    "ramNavami",
  ],
  ["mahavir jayanti/mahaveer jayanti/महावीर जयंती", "mahavirJayanti"],
  ["hanuman jayanti/हनुमान जयंती", "hanumanJayanti"],
  ["akshaya tritiya/akshay tritiya/akha teej/अक्षय तृतीया", "akshayaTritiya"],
  ["buddha purnima/buddh purnima/buddha jayanti/vesak/बुद्ध पूर्णिमा", "buddhaPurnima"],
  ["rath yatra/ratha yatra/रथ यात्रा/रथयात्रा", "rathYatra"],
  ["guru purnima/गुरु पूर्णिमा", "guruPurnima"],
  [
    "janmashtami/krishna janmashtami/janmastami/janamashtami/janmasthami/janamasthami/janmashtmi/जन्माष्टमी/जन्माष्ठमी/कृष्ण जन्माष्टमी",
    "janmashtami",
  ],
  ["ganesh chaturthi/ganesh chaturti/vinayaka chaturthi/vinayak chaturthi/गणेश चतुर्थी", "ganeshChaturthi"],
  ["nag panchami/naag panchami/nagpanchami/नाग पंचमी/नागपंचमी", "nagPanchami"],
  ["anant chaturdashi/ananta chaturdashi/anant chaudas/अनंत चतुर्दशी/अनन्त चतुर्दशी/अनंत चौदस", "anantChaturdashi"],
  [
    "sharad purnima/sharad poornima/kojagiri purnima/kojagari purnima/kojagiri/शरद पूर्णिमा/कोजागिरी पूर्णिमा/कोजागरी पूर्णिमा",
    "sharadPurnima",
  ],
  ["ahoi ashtami/ahoi asthami/ahoi/अहोई अष्टमी/अहोई", "ahoiAshtami"],
  ["navratri/navaratri/sharad navratri/नवरात्रि/नवरात्र", "navratri"],
  ["maha ashtami/durga ashtami/mahaashtami/महाअष्टमी/दुर्गा अष्टमी/महाष्टमी", "mahaAshtami"],
  [
    "dussehra/dasara/dashera/dussera/dusshera/dushera/dusehra/dussehara/dasehra/vijay dashami/vijay dasami/vijayadashami/vijaya dashami/vijayadasami/दशहरा/विजयादशमी/दशहरे",
    "dussehra",
  ],
  ["karwa chauth/karva chauth/करवा चौथ", "karwaChauth"],
  ["hariyali teej/teej/हरियाली तीज/तीज", "hariyaliTeej"],
  ["raksha bandhan/rakshabandhan/rakhi/raksha bandan/रक्षाबंधन/रक्षा बंधन/राखी", "rakshaBandhan"],
  ["holi/dhulandi/rangwali holi/होली/धुलंडी", "holi"],
  ["makar sankranti/sankranti/pongal/makara sankranti/मकर संक्रांति/पोंगल/संक्रांति", "makarSankranti"],
  ["lohri/लोहड़ी", "lohri"],
  ["baisakhi/vaisakhi/बैसाखी/वैशाखी", "baisakhi"],
  ["onam/thiruvonam/ओणम", "onam"],
  [
    "eid/eid ul fitr/eid al fitr/eid - ul - fitr/eid - al - fitr/id ul fitr/ramzan eid/meethi eid/ईद/ईद उल फितर/ईद - उल - फितर/मीठी ईद",
    "eidAlFitr",
  ],
  [
    "bakrid/bakra eid/bakri eid/bakr id/eid ul adha/eid al adha/eid - ul - adha/eid - al - adha/eid ul zuha/eid - ul - zuha/बकरीद/बकरा ईद/ईद उल अजहा",
    "eidAlAdha",
  ],
  ["muharram/moharram/ashura/मुहर्रम", "ashura"],
  [
    "milad un nabi/eid e milad/eid - e - milad/milad - un - nabi/milad/ईद ए मिलाद/ईद - ए - मिलाद/मिलाद उन नबी",
    "milad",
  ],
  // The month itself is no day, its beginning is.
  [
    "first day of ramadan/first day of ramzan/start of ramadan/start of ramzan/beginning of ramadan/beginning of ramzan/first roza/pehla roza/pahla roza/पहला रोज़ा/रमज़ान का पहला दिन/रमज़ान की शुरुआत",
    "ramadan",
  ],
  ["shab e barat/shab - e - barat/शब ए बारात", "shabEBarat"],
];

/** The days of a holiday in a year; none where the table does not reach. */
export function holidayDays(key: string, year: number): number[] {
  const fixed = FIXED[key];
  if (fixed) return [writtenDay(fixed, year)];
  const nth = NTH[key];
  if (nth) {
    const [month, which, weekday, after] = nth;
    return [nthWeekday(year, month, which, weekday) + after];
  }
  const fromEaster = FROM_EASTER[key];
  if (fromEaster !== undefined) return [easterOf(year) + fromEaster];
  const beside = BESIDE[key];
  if (beside) return holidayDays(beside[0], year).map((day) => day + beside[1]);
  const cell = MOVABLE[key]?.split(" ")[year - FIRST_TABLED_YEAR];
  return cell && cell !== "-" ? cell.split("+").map((written) => writtenDay(written, year)) : [];
}

const writtenDay = (written: string, year: number): number =>
  dayOf(year, Number(written.slice(0, 2)), Number(written.slice(2)));

/** The nth weekday (1 is Monday) of a month, 0 for the last; there may be no fifth: the caller checks the month. */
export function nthWeekday(year: number, month: number, nth: number, weekday: number): number {
  if (nth === 0) {
    const last = lastDayOf(year, month);
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}

/** Western Easter (Meeus, Jones and Butcher). */
function easterOf(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(sum / 31), (sum % 31) + 1);
}
