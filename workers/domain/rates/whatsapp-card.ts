/**
 * The price of a delivered template on WhatsApp, in millionths of a US dollar: marketing, utility, authentication.
 *
 * Source: Meta, "Cost per message in USD on the WhatsApp Business Platform, effective October 1, 2026", the CSV behind "USD
 * rates" on developers.facebook.com/docs/whatsapp/pricing as it was on 2026-10-09. Read from a copy of it on 2026-11-25 and
 * compared with copies of Meta's cards of 2026-07-01 and in AED of 2026-10-01, where these have the same market.
 *
 * Left out: lower rates for volume, and for "authentication-international", which depend on the account; whatever a
 * provider between Meta and the enterprise adds.
 */
const RATES = {
  AR: [61_800, 26_000, 26_000],
  BD: [73_200, 3_700, 3_700],
  BR: [62_500, 6_800, 6_800],
  CL: [88_900, 20_000, 20_000],
  CO: [12_500, 800, 800],
  EG: [64_400, 3_600, 3_600],
  FR: [85_900, 30_000, 30_000],
  DE: [136_500, 55_000, 55_000],
  HK: [73_200, 26_000, 26_000],
  HU: [86_000, 35_000, 35_000],
  IN: [11_800, 1_400, 1_400],
  ID: [41_100, 25_000, 25_000],
  IQ: [34_100, 7_900, 7_900],
  IL: [35_300, 5_300, 5_300],
  IT: [79_500, 30_000, 30_000],
  KZ: [60_400, 18_000, 18_000],
  KW: [79_200, 44_000, 44_000],
  MY: [86_000, 14_000, 14_000],
  MX: [39_700, 8_500, 8_500],
  MA: [41_400, 23_000, 23_000],
  NL: [159_700, 50_000, 50_000],
  NP: [73_200, 3_400, 3_400],
  NG: [51_600, 6_700, 6_700],
  OM: [34_100, 24_700, 24_700],
  PK: [47_300, 15_000, 15_000],
  PE: [70_300, 30_000, 30_000],
  PL: [36_600, 12_200, 12_200],
  QA: [34_100, 12_000, 12_000],
  RO: [86_000, 29_000, 29_000],
  RU: [80_200, 40_000, 40_000],
  SA: [57_600, 10_700, 10_700],
  SG: [73_200, 16_000, 16_000],
  ZA: [37_900, 9_500, 9_500],
  ES: [70_700, 20_000, 20_000],
  LK: [73_200, 2_000, 2_000],
  TR: [10_900, 900, 900],
  UA: [86_000, 29_800, 29_800],
  AE: [57_600, 15_700, 15_700],
  GB: [63_500, 22_000, 22_000],
  northAmerica: [25_000, 3_400, 3_400],
  restOfAfrica: [22_500, 4_000, 4_000],
  restOfAsiaPacific: [84_200, 11_300, 11_300],
  restOfCentralAndEasternEurope: [86_000, 21_200, 21_200],
  restOfLatinAmerica: [74_000, 11_300, 11_300],
  restOfMiddleEast: [39_200, 9_100, 9_100],
  restOfWesternEurope: [59_200, 17_100, 17_100],
  other: [60_400, 7_700, 7_700],
} as const satisfies Readonly<
  Record<string, readonly [marketing: number, utility: number, authentication: number]>
>;
type Market = keyof typeof RATES;

/** Meta's regions by the countries of their numbers, as its table of calling codes has them; all others are "Other". */
const REGIONS = {
  northAmerica: "CA US",
  restOfAfrica:
    "AO BF BI BJ BW CG CI CM DZ ER ET GA GH GM GW KE LR LS LY MG ML MR MW MZ NA NE RW SD SL SN SO SS SZ TD TG TN TZ UG ZM ZW",
  restOfAsiaPacific: "AF AU CN JP KH LA MN NZ PG PH TH TJ TM TW UZ VN",
  restOfCentralAndEasternEurope: "AL AM AZ BG BY CZ GE GR HR LT LV MD MK RS SI SK",
  restOfLatinAmerica: "BO CR DO EC GT HN HT JM NI PA PR PY SV UY VE",
  restOfMiddleEast: "BH JO LB YE",
  restOfWesternEurope: "AT BE CH DK FI IE NO PT SE",
} as const satisfies Partial<Record<Market, string>>;

const OF_REGION = new Map(
  Object.entries(REGIONS).flatMap(([market, countries]) =>
    countries.split(" ").map((country) => [country, market as Market] as const),
  ),
);

const COLUMNS: Readonly<Record<string, 0 | 1 | 2>> = { marketing: 0, utility: 1, authentication: 2 };

/** The day from which these are the prices. */
export const CARD_SINCE = "2026-10-01";
export const CARD_CURRENCY = "USD";

/**
 * Meta's price of one message to a country's number, in millionths of `CARD_CURRENCY`; undefined for a category that the
 * card has no price of.
 */
export function cardPrice(country: string, category: string): number | undefined {
  const column = Object.hasOwn(COLUMNS, category) ? COLUMNS[category] : undefined;
  if (column === undefined) return undefined;
  const own = Object.hasOwn(RATES, country) ? (country as Market) : undefined;
  return RATES[own ?? OF_REGION.get(country) ?? "other"][column];
}

/**
 * Between these days a utility template was free while the customer's 24-hour window was open (Meta, "Pricing on the WhatsApp
 * Business Platform", 2025-07-01). From 2026-10-01 Meta charges for it there, too: announced on 2026-07-01, as its partners
 * YCloud (2026-07-02), ChakraHQ and charles pass it on. Marketing and authentication never were free.
 */
const FREE_IN_WINDOW = { category: "utility", since: "2025-07-01", until: "2026-10-01" } as const;

/** Whether Meta charges nothing for a template inside an open window at a moment. */
export function isFreeInWindow(category: string, at: number): boolean {
  const day = new Date(at).toISOString().slice(0, 10);
  return category === FREE_IN_WINDOW.category && day >= FREE_IN_WINDOW.since && day < FREE_IN_WINDOW.until;
}
