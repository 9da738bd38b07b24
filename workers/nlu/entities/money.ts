import type { NumberAt } from "./number.ts";
import type { Found, Token } from "./tokens.ts";
import { Phrases, spanOf } from "./units.ts";

/** Names, signs and codes of currencies to ISO 4217; "" where the name alone does not say which (a plain dollar is). */
const NAMES: readonly (readonly [string, string])[] = [
  [
    "₹/₹ ./rs/rs ./inr/inr ./rupee/rupees/indian rupee/indian rupees/रुपया/रुपये/रुपए/रूपये/रूपए/रुपयों/रूपया/रु/रु ./रू/रू ./भारतीय रुपये/भारतीय रुपया/rupaye/rupaiya/re/re .",
    "INR",
  ],
  ["paisa/paise/पैसा/पैसे", "INR/100"],
  [
    "$/us $/us$/usd/u s $/dollar/dollars/buck/bucks/us dollar/us dollars/u . s . dollar/u . s . dollars/united states dollar/united states dollars/american dollar/american dollars/डॉलर/डालर/अमेरिकी डॉलर/अमरीकी डॉलर/यूएस डॉलर/यू एस डॉलर/संयुक्त राज्य डॉलर",
    "USD",
  ],
  ["cent/cents/¢/सेंट/सेंट्स", "USD/100"],
  ["€/eur/euro/euros/यूरो", "EUR"],
  [
    "£/gbp/pound/pounds/british pound/british pounds/pound sterling/pounds sterling/sterling/quid/पाउंड/पौंड/ब्रिटिश पाउंड/ब्रिटिश पौंड/पाउंड स्टर्लिंग",
    "GBP",
  ],
  ["penny/pence/पेनी/पेंस", "GBP/100"],
  ["¥/jpy/yen/japanese yen/येन/जापानी येन", "JPY"],
  ["cny/rmb/yuan/chinese yuan/renminbi/yuans/युआन/चीनी युआन/रेनमिनबी", "CNY"],
  ["krw/₩/won/korean won/south korean won/वॉन/कोरियाई वॉन/दक्षिण कोरियाई वॉन", "KRW"],
  ["rub/₽/ruble/rubles/rouble/roubles/russian ruble/russian rubles/रूबल/रूसी रूबल", "RUB"],
  ["chf/swiss franc/swiss francs/franc/francs/स्विस फ़्रैंक/फ़्रैंक/स्विस फ्रैंक", "CHF"],
  ["cad/c$/can$/canadian dollar/canadian dollars/कैनेडियन डॉलर/कनाडाई डॉलर/कनाडियन डॉलर", "CAD"],
  ["aud/australian dollar/australian dollars/ऑस्ट्रेलियाई डॉलर/ऑस्ट्रेलियन डॉलर", "AUD"],
  ["nzd/nz $/new zealand dollar/new zealand dollars/न्यूजीलैंड डॉलर", "NZD"],
  ["hkd/hk $/hk$/hong kong dollar/hong kong dollars/हांगकांग डॉलर/हॉन्ग कॉन्ग डॉलर", "HKD"],
  ["sgd/singapore dollar/singapore dollars/सिंगापुर डॉलर", "SGD"],
  ["twd/nt $/taiwan dollar/taiwan dollars", "TWD"],
  ["aed/dirham/dirhams/uae dirham/दिरहम/यूएई दिरहम", "AED"],
  ["sar/saudi riyal/riyal/riyals/रियाल/सऊदी रियाल", "SAR"],
  ["pkr/pakistani rupee/pakistani rupees/पाकिस्तानी रुपये/पाकिस्तानी रुपया", "PKR"],
  ["lkr/sri lankan rupee/sri lankan rupees/श्रीलंकाई रुपये", "LKR"],
  ["npr/nepalese rupee/nepalese rupees/नेपाली रुपये", "NPR"],
  ["bdt/taka/bangladeshi taka/टका/बांग्लादेशी टका", "BDT"],
  ["brl/r $/brazilian real/brazilian reals/reais/ब्राज़ीलियाई रियल", "BRL"],
  ["mxn/mexican peso/mexican pesos/मैक्सिकन पेसो", "MXN"],
  ["peso/pesos/पेसो", "MXN"],
  ["sek/swedish krona/swedish kronor/स्वीडिश क्रोना/krona/kronor", "SEK"],
  ["nok/norwegian krone/norwegian kroner/नॉर्वेजियन क्रोन", "NOK"],
  ["dkk/danish krone/danish kroner/krone/kroner/डेनिश क्रोन", "DKK"],
  ["pln/zloty/polish zloty/zlotys", "PLN"],
  ["czk/czech koruna/koruna", "CZK"],
  ["huf/forint/forints/hungarian forint", "HUF"],
  ["thb/baht/thai baht/बाट/थाई बाट/฿", "THB"],
  ["idr/rupiah/indonesian rupiah/रुपिया/इंडोनेशियाई रुपिया", "IDR"],
  ["myr/ringgit/malaysian ringgit/रिंगित", "MYR"],
  ["php/philippine peso/philippine pesos/₱", "PHP"],
  ["vnd/dong/vietnamese dong/₫", "VND"],
  ["try/turkish lira/lira/लीरा/तुर्की लीरा/₺", "TRY"],
  ["ils/shekel/shekels/israeli shekel/₪/इज़राइली शेकेल", "ILS"],
  ["zar/rand/south african rand/रैंड", "ZAR"],
  ["egp/egyptian pound/egyptian pounds/मिस्र पाउंड", "EGP"],
  ["ngn/naira/nigerian naira/₦", "NGN"],
  ["kes/kenyan shilling/kenyan shillings", "KES"],
  ["uah/hryvnia/₴", "UAH"],
  ["kwd/kuwaiti dinar/कुवैती दीनार", "KWD"],
  ["iqd/iraqi dinar/iraqi dinars", "IQD"],
  ["irr/iranian rial/iranian rials/rial/rials", "IRR"],
  ["afn/afghani/afghan afghani", "AFN"],
  ["bhd/bahraini dinar/bahrain dinar/bahrain dinars/बहरीन दीनार", "BHD"],
  ["jod/jordanian dinar", "JOD"],
  ["omr/omani rial/omani rials", "OMR"],
  ["qar/qatari riyal", "QAR"],
  ["mark/marks/german mark/german marks/deutsche mark/deutsche marks/deutschmark/dm", "DEM"],
  ["french franc/french francs", "FRF"],
  ["finnish markka/finnish markkas/markka/फिनिश मार्का", "FIM"],
  ["italian lira", "ITL"],
  ["pesetas/peseta/spanish peseta", "ESP"],
  ["btc/bitcoin/bitcoins/₿/बिटकॉइन", "BTC"],
];

const CURRENCIES = new Phrases(NAMES);
/** Too short or too common to name a currency without an amount beside it. */
const NOT_ALONE = new Set([
  "re",
  "rs",
  "mark",
  "marks",
  "pound",
  "pounds",
  "cent",
  "cents",
  "won",
  "real",
  "dong",
  "try",
  "rand",
  "all",
  "buck",
  "bucks",
  "quid",
  "franc",
  "रु",
  "पैसा",
  "पैसे",
]);
const BEFORE = new Set(["INR", "USD", "EUR", "GBP", "JPY"]);

interface Amount {
  from: number;
  to: number;
  value: number;
  code: string;
}

/** "₹500", "20 dollars", "Rs. 2 lakh", "five dollars and 30 cents", "दो लाख रुपये". */
export function findMoney(tokens: readonly Token[], numbers: readonly NumberAt[]): Found[] {
  const amounts: Amount[] = [];
  for (const number of numbers) {
    const amount = amountOf(tokens, number);
    const last = amounts.at(-1);
    if (!amount) continue;
    // Smaller coins behind the amount belong to it.
    const joins =
      last !== undefined &&
      amount.from - last.to <= 1 &&
      (amount.from === last.to || ["and", ",", "और"].includes(tokens[last.to]?.text ?? ""));
    if (last && joins && amount.code === `${last.code}/100`) {
      last.value = Number((last.value + amount.value / 100).toFixed(4));
      last.to = amount.to;
    } else amounts.push(amount);
  }
  return amounts.map(({ from, to, value, code }) => {
    const [main = code, part] = code.split("/");
    const sum = part ? value / Number(part) : value;
    return spanOf(tokens, from, to, `${sum} ${main}`, { amount: sum, currency: main });
  });
}

function amountOf(tokens: readonly Token[], { from, to, value }: NumberAt): Amount | undefined {
  const behind = CURRENCIES.at(tokens, tokens[to]?.text === "-" ? to + 1 : to);
  // In front: a sign ($5), a code (USD 5), "Rs. 5"; up to three tokens long.
  for (let length = 3; length > 0; length--) {
    const front = from - length >= 0 ? CURRENCIES.at(tokens, from - length) : undefined;
    if (front?.to === from && (BEFORE.has(front.value) || /^[A-Z]{3}$/.test(front.value))) {
      const sign = /^(?:[^\p{L}]|[a-z]{2,3}|रु|रू|.*\$)$/u.test(tokens[from - 1]?.text ?? "");
      if (sign && (!behind || tokens[from - 1]?.kind === "sign")) {
        return {
          from: from - length,
          to: behind && behind.value === front.value ? behind.to : to,
          value,
          code: behind?.value.length === 3 ? behind.value : front.value,
        };
      }
    }
  }
  return behind && { from, to: behind.to, value, code: behind.value };
}

/** A currency by itself: "in euros", "USD", "रुपये में". */
export function findCurrencies(tokens: readonly Token[]): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < tokens.length;) {
    const named = CURRENCIES.at(tokens, at);
    const token = tokens[at];
    if (!named || (NOT_ALONE.has(token?.text ?? "") && named.to === at + 1)) at++;
    else {
      const [code = named.value] = named.value.split("/");
      found.push(spanOf(tokens, at, named.to, code, { code }));
      at = named.to;
    }
  }
  return found;
}
