import { CITIES } from "./cities.ts";
import type { Found, Token } from "./tokens.ts";
import { Phrases, spanOf } from "./units.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Names that Intl does not give but people use. */
const COUNTRY_NAMES: [string, string][] = [
  ["usa/u . s . a ./u . s ./america/united states of america/अमेरिका/अमरीका", "US"],
  ["uk/u . k ./great britain/england/scotland/wales/britain/ब्रिटेन/इंग्लैंड", "GB"],
  ["uae/emirates/यूएई", "AE"],
  ["bharat/hindustan/भारत/हिंदुस्तान/हिन्दुस्तान", "IN"],
  ["holland", "NL"],
  ["czech republic", "CZ"],
  ["south korea/korea", "KR"],
  ["north korea", "KP"],
  ["turkey", "TR"],
  ["burma", "MM"],
  ["ivory coast", "CI"],
  ["russia/रशिया", "RU"],
  ["vietnam", "VN"],
];
/** Also words of everyday speech: a name only when written with a capital. */
const ALSO_WORDS = new Set([
  "turkey",
  "china",
  "jordan",
  "chad",
  "georgia",
  "nice",
  "male",
  "split",
  "bali",
  "fez",
  "cork",
  "bath",
  "salem",
  "surat",
  "kota",
  "leh",
  "gaya",
  "mobile",
  "reading",
  "cali",
  "lima",
  "bergen",
  "aden",
  "us",
  "oman",
  "cuba",
  "peru",
  "guinea",
  "jersey",
  "darwin",
  "victoria",
  "phoenix",
]);

interface Place {
  name: string;
  kind: "country" | "city";
  code: string;
}

/** Names of all countries in English and Hindi from the runtime's own CLDR data, cities from our table. */
function placeNames(): Phrases<Place> {
  const inEnglish = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const inHindi = new Intl.DisplayNames(["hi"], { type: "region", fallback: "none" });
  const entries: [string, Place][] = [];
  for (const a of LETTERS) {
    for (const b of LETTERS) {
      const code = a + b;
      const name = inEnglish.of(code);
      // ZZ and its like are no places.
      if (!name || ["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"].includes(code)) continue;
      const place: Place = { name, kind: "country", code };
      for (const spelling of [name, inHindi.of(code) ?? name]) entries.push([spaced(spelling), place]);
    }
  }
  for (const [spellings, code] of COUNTRY_NAMES) {
    entries.push([spellings, { name: inEnglish.of(code) ?? code, kind: "country", code }]);
  }
  for (const spellings of CITIES.split("|")) {
    const [name = ""] = spellings.split("/");
    entries.push([spellings.split("/").map(spaced).join("/"), { name, kind: "city", code: "" }]);
  }
  return new Phrases(entries);
}

/** As the tokens of a text come: signs are tokens of their own. */
const spaced = (name: string): string =>
  name
    .replaceAll("/", " ")
    .replace(/([^\p{L}\p{M}\p{N}\s'’])/gu, " $1 ")
    .replace(/\s+/gu, " ")
    .trim();

// Made on first use: starting a Worker must stay cheap.
let places: Phrases<Place> | undefined;

export function findLocations(tokens: readonly Token[], text: string): Found[] {
  places ??= placeNames();
  return phrasesIn(tokens, (at) => places?.at(tokens, at)).flatMap(({ from, to, value }) => {
    const token = tokens[from];
    const written = text.slice(token?.start, token?.end);
    if (to === from + 1 && ALSO_WORDS.has(token?.text ?? "") && written === written.toLowerCase()) return [];
    if (token?.text === "us" && written !== "US") return [];
    return [spanOf(tokens, from, to, value.name, { kind: value.kind, code: value.code })];
  });
}

let languages: Phrases<string> | undefined;
const LANGUAGE_CODES =
  "en hi bn te mr ta ur gu kn or ml pa as ne sa kok mai sd ks doi mni sat fr de es pt it nl ru uk pl cs sk hu ro bg sr hr sl el tr ar fa he zh ja ko th vi id ms tl my km lo si dz bo mn ka hy az kk ky uz tg tk ps ku sw am ha yo ig zu xh af so rw mg sv no da fi is et lv lt ga cy eu ca gl la eo mt sq mk bs be lb yi ht jv su ceb haw mi sm";

export function findLanguages(tokens: readonly Token[]): Found[] {
  languages ??= languageNames();
  return phrasesIn(tokens, (at) => languages?.at(tokens, at)).map(({ from, to, value }) => {
    const name = new Intl.DisplayNames(["en"], { type: "language" }).of(value) ?? value;
    return spanOf(tokens, from, to, name, { code: value });
  });
}

function languageNames(): Phrases<string> {
  const inEnglish = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  const inHindi = new Intl.DisplayNames(["hi"], { type: "language", fallback: "none" });
  const more: [string, string][] = [
    ["mandarin/cantonese", "zh"],
    ["farsi", "fa"],
    ["oriya/odiya", "or"],
    ["tagalog", "tl"],
    ["हिंदी/हिन्दी", "hi"],
    ["अंग्रेज़ी/अंग्रेजी/इंग्लिश", "en"],
    ["पंजाबी", "pa"],
    ["बांग्ला/बंगाली", "bn"],
  ];
  return new Phrases([
    ...LANGUAGE_CODES.split(" ").flatMap((code): [string, string][] => {
      const names = [inEnglish.of(code), inHindi.of(code)].filter((name) => name !== undefined);
      return names.map((name) => [spaced(name.replace(/\s*\(.*\)/, "")), code]);
    }),
    ...more,
  ]);
}

/** The longest phrase at each place, from left to right. */
function phrasesIn<T>(
  tokens: readonly Token[],
  at: (index: number) => { to: number; value: T } | undefined,
): { from: number; to: number; value: T }[] {
  const found: { from: number; to: number; value: T }[] = [];
  for (let from = 0; from < tokens.length;) {
    const match = tokens[from]?.kind === "word" ? at(from) : undefined;
    if (match) found.push({ from, ...match });
    from = match?.to ?? from + 1;
  }
  return found;
}
