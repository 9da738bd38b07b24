import { commonCodes, isCodeBehind, isCodeInFront, isCommonWord } from "./money-codes.ts";
import { lowerOf, scaledLower } from "./find-numbers.ts";
import type { NumberAt } from "./number-parts.ts";
import type { Found, Token } from "./tokens.ts";
import { Phrases, spanOf } from "./units.ts";

/** Names, signs and codes of currencies to ISO 4217; "" where the name alone does not say which (a plain dollar is). */
const NAMES: readonly (readonly [string, string])[] = [
  [
    "₹/₹ ./rs/rs ./inr/inr ./rupee/rupees/indian rupee/indian rupees/रुपया/रुपये/रुपए/रूपये/रूपए/रुपयों/रूपया/rupay/rupye/rupaiye/rupiye/rupya/rupaya/rupe/रु/रु ./रू/रू ./भारतीय रुपये/भारतीय रुपया/rupaye/rupaiya/re/re .",
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
  "dm",
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
  /** The number as it was said, without coins. */
  said: NumberAt;
  /** The lower end, where two were given. */
  least?: number;
}

/** Coins of these are called cents. */
const WITH_CENTS = new Set(["USD", "CAD", "AUD", "EUR", "NZD", "SGD", "HKD"]);
const WITH_COINS = new Set([...WITH_CENTS, "INR", "GBP"]);

/** "₹500", "20 dollars", "Rs. 2 lakh", "five dollars and 30 cents", "between 10 and 20 dollars", "500/-". */
export function findMoney(tokens: readonly Token[], numbers: readonly NumberAt[]): Found[] {
  const amounts: Amount[] = [];
  const ends = new Set(numbers.map(({ to }) => to));
  for (const number of numbers) {
    const last = amounts.at(-1);
    const amount = amountOf(tokens, number, ends) ?? upperOf(tokens, number, last);
    if (!amount) {
      if (last) addBareCoins(tokens, number, last);
      continue;
    }
    if (last && isCoinOf(tokens, amount, last)) {
      last.value = Number((last.value + amount.value / 100).toFixed(4));
      last.to = amount.to;
      continue;
    }
    const lower = lowerOf(tokens, numbers, number);
    const same = last && last.to === amount.from - 1 && last.code === amount.code;
    if (same) amounts.pop();
    // "$10 to $20": the number in front is an amount already, sign and all.
    const first =
      same && (LOWER_LINKS.has(tokens[amount.from - 1]?.text ?? "") || isBetween(tokens, last))
        ? last
        : undefined;
    if (same && !first) amounts.push(last);
    if (first && first.value < amount.value)
      amounts.push({
        ...amount,
        from: first.from - (isBetween(tokens, first) || tokens[first.from - 1]?.text === "from" ? 1 : 0),
        // "₹10-20 lakh": the lakh counts for both.
        least: first.value === first.said.value ? scaledLower(tokens, first.said, number) : first.value,
      });
    else if (lower && !first)
      amounts.push({ ...amount, from: Math.min(lower.from, amount.from), least: lower.value });
    else {
      if (first) amounts.push(first);
      amounts.push(amount);
    }
  }
  return amounts.map(({ from, to, value, code, least }) => {
    const [main = code, part] = code.split("/");
    const sum = part ? value / Number(part) : value;
    if (least === undefined)
      return spanOf(tokens, from, to, `${sum} ${main}`, { amount: sum, currency: main });
    const low = part ? least / Number(part) : least;
    return spanOf(tokens, from, to, `${low}-${sum} ${main}`, { from: low, to: sum, currency: main });
  });
}

const LOWER_LINKS = new Set(["-", "–", "to", "se", "से"]);
const isBetween = (tokens: readonly Token[], { from, to }: Amount): boolean =>
  tokens[from - 1]?.text === "between" && ["and", "और"].includes(tokens[to]?.text ?? "");

/** "₹500-1000", "rs 500 se 1000 tak": the currency stands in front of the first. */
function upperOf(tokens: readonly Token[], said: NumberAt, last: Amount | undefined): Amount | undefined {
  const { from, to, value } = said;
  if (!last || last.least !== undefined || from !== last.to + 1 || value <= last.value) return undefined;
  const link = tokens[last.to]?.text ?? "";
  if (!LOWER_LINKS.has(link) && !isBetween(tokens, last)) return undefined;
  return { from, to, value, code: last.code, said };
}

function isCoinOf(tokens: readonly Token[], { from, code }: Amount, last: Amount): boolean {
  const near =
    from === last.to || (from === last.to + 1 && ["and", ",", "और"].includes(tokens[last.to]?.text ?? ""));
  return near && (code === `${last.code}/100` || (code === "USD/100" && WITH_CENTS.has(last.code)));
}

/** Signs behind a number that make it a share, a sum or another amount. */
const COUNTS_ON = /[%‰°#*/+=×÷\p{Sc}]/u;

/** "twenty rupees 43", "20 dollar 43c": coins without their name. */
function addBareCoins(tokens: readonly Token[], { from, to, value }: NumberAt, last: Amount): void {
  const joins =
    from === last.to || (from === last.to + 1 && ["and", "और"].includes(tokens[last.to]?.text ?? ""));
  if (!joins || last.least !== undefined || !WITH_COINS.has(last.code)) return;
  if (!Number.isInteger(value) || !Number.isInteger(last.value) || value < 1 || value > 99) return;
  const next = tokens[to];
  const short = next?.text === "c" || (next?.text === "p" && last.code !== "USD");
  const touches = next && tokens[to - 1]?.end === next.start;
  if (
    next &&
    !(short && touches) &&
    (next.kind !== "sign" || COUNTS_ON.test(next.text) || (touches === true && !/[.,!?)।]/.test(next.text)))
  )
    return;
  last.value = Number((last.value + value / 100).toFixed(4));
  last.to = short && touches ? to + 1 : to;
}

const INDIAN = new Set(["INR"]);
/** "/-" behind an amount in rupees. */
const slashDash = (tokens: readonly Token[], at: number): number =>
  tokens[at]?.text === "/" &&
  ["-", "–", "="].includes(tokens[at + 1]?.text ?? "") &&
  tokens[at - 1]?.end === tokens[at]?.start
    ? at + 2
    : at;

const NAMES_IN_FRONT = /^(?:[^\p{L}]|[a-z]{2,3}|रु|रू|रुपये|रुपए|rupees|rupee|rupaye|.*\$)$/u;

function amountOf(tokens: readonly Token[], said: NumberAt, ends: ReadonlySet<number>): Amount | undefined {
  const { from, to, value } = said;
  // "a 5-dollar note", but "$5-$10".
  const hyphen = tokens[to]?.text === "-" && tokens[to + 1]?.kind === "word" ? to + 1 : to;
  const named = CURRENCIES.at(tokens, hyphen);
  const behind = named && isCodeBehind(tokens, hyphen, named.to, value) ? named : undefined;
  // In front: a sign ($5), a code (USD 5), "Rs. 5"; up to three tokens long.
  for (let length = 3; length > 0; length--) {
    const front = from - length >= 0 ? CURRENCIES.at(tokens, from - length) : undefined;
    if (front?.to === from && (BEFORE.has(front.value) || /^[A-Z]{3}$/.test(front.value))) {
      const word = tokens[from - 1];
      const sign = NAMES_IN_FRONT.test(word?.text ?? "") && isCodeInFront(tokens, from - 1, value);
      // "5 rupees 10": the name belongs to the number before it.
      const taken = word?.kind === "word" && ends.has(from - length);
      if (sign && !taken && (!behind || word?.kind === "sign" || behind.value === front.value)) {
        const end = behind && behind.value === front.value ? behind.to : to;
        const code = behind?.value.length === 3 ? behind.value : front.value;
        const coins = code === "EUR" && word?.kind === "sign" ? commaCoins(tokens, end) : undefined;
        return {
          from: from - length,
          to: coins ? end + 2 : INDIAN.has(code) ? slashDash(tokens, end) : end,
          value: coins ? value + coins / 100 : value,
          code,
          said,
        };
      }
    }
  }
  if (behind)
    return {
      from,
      to: behind.value === "INR" ? slashDash(tokens, behind.to) : behind.to,
      value,
      code: behind.value,
      said,
    };
  const slash = slashDash(tokens, to);
  return slash > to ? { from, to: slash, value, code: "INR", said } : undefined;
}

/** €99,50 */
function commaCoins(tokens: readonly Token[], at: number): number | undefined {
  const [comma, coins] = [tokens[at], tokens[at + 1]];
  if (comma?.text !== "," || tokens[at - 1]?.end !== comma.start || comma.end !== coins?.start)
    return undefined;
  return coins.kind === "number" && /^\d\d$/.test(coins.text) ? Number(coins.text) : undefined;
}

/** A currency by itself: "in euros", "USD", "रुपये में". */
export function findCurrencies(tokens: readonly Token[]): Found[] {
  const found: Found[] = [];
  const isMeant = commonCodes(tokens, (at) => CURRENCIES.at(tokens, at) !== undefined);
  for (let at = 0; at < tokens.length;) {
    const named = CURRENCIES.at(tokens, at);
    const token = tokens[at];
    const alone = named?.to === at + 1;
    if (!named || (alone && (NOT_ALONE.has(token?.text ?? "") || (isCommonWord(token) && !isMeant(at)))))
      at++;
    else {
      const [code = named.value] = named.value.split("/");
      found.push(spanOf(tokens, at, named.to, code, { code }));
      at = named.to;
    }
  }
  return found;
}
