import { z } from "zod";
import { pricesTexts as texts } from "#texts/prices.ts";
import { errorsTexts } from "#texts/errors.ts";
import { countries } from "./countries.ts";

/** An enterprise's own prices of a channel's messages. Shared by the server and the screen. */

/** Stands for all countries, or all categories. */
export const ANY = "*";
export const priceCategories = [
  "marketing",
  "utility",
  "authentication",
  "authentication_international",
  "service",
] as const;

/** So much of a number tells its country: a plus, the calling code, and in North America the area. */
export const COUNTRY_PREFIX = 5;

export const MOST_PRICES = 1_000;
/** In millionths: 5,000 of a currency, so that a million messages still are a safe integer. */
export const MOST_PRICE = 5_000_000_000;
const MILLION = 1_000_000;

const isCurrency = (code: string): boolean =>
  /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf("currency").includes(code);

/** The price of one message, or of one part of an SMS. */
export const price = z.object({
  country: z
    .string(errorsTexts.notText)
    .refine((value) => value === ANY || countries.includes(value), texts.countryWrong)
    .meta({ description: "Two letters of ISO 3166-1, by the country of the number; `*` for all others" }),
  category: z
    .string(errorsTexts.notText)
    .refine((value) => value === ANY || priceCategories.some((each) => each === value), texts.categoryWrong)
    .meta({ description: "A template's category in small letters; `*` for all others" }),
  price: z
    .int(texts.priceWrong)
    .min(0, texts.priceWrong)
    .max(MOST_PRICE, texts.priceWrong)
    .meta({ description: "In millionths of the currency, for one message or one part of an SMS" }),
  currency: z
    .string(errorsTexts.notText)
    .refine(isCurrency, texts.currencyWrong)
    .meta({ description: "Three letters of ISO 4217" }),
});
export type Price = z.infer<typeof price>;

const keyOf = ({ country, category }: Pick<Price, "country" | "category">) => `${country} ${category}`;

export const prices = z
  .array(price)
  .max(MOST_PRICES, errorsTexts.tooMany(MOST_PRICES))
  .superRefine((list, { addIssue }) => {
    const seen = new Set<string>();
    for (const [at, each] of list.entries()) {
      if (seen.has(keyOf(each))) addIssue({ code: "custom", path: [at, "country"], message: texts.twice });
      seen.add(keyOf(each));
    }
  });

/** A decimal price, with a dot or a comma, as millionths; undefined for anything else. No floating point is involved. */
export function millionthsIn(text: string): number | undefined {
  const [, whole, part = ""] = /^(\d{1,4})(?:[.,](\d{1,6}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const value = Number(whole) * MILLION + Number(part.padEnd(6, "0"));
  return value <= MOST_PRICE ? value : undefined;
}

/** Millionths as a decimal text with at least two places. */
export function decimalOf(millionths: number): string {
  const part = String(millionths % MILLION).padStart(6, "0");
  return `${Math.floor(millionths / MILLION)}.${part.replace(/0{1,4}$/, "")}`;
}

export interface PriceProblem {
  /** From 1, as editors count lines. */
  line: number;
  message: string;
}

const HEADER = ["country", "category", "price", "currency"];
/** The longest text that is read. */
export const LONGEST_PRICES = 60_000;

/** Prices as a CSV, one a line; the first line has the names of the columns. */
export const pricesText = (list: readonly Price[]): string =>
  [HEADER, ...list.map((each) => [each.country, each.category, decimalOf(each.price), each.currency])]
    .map((cells) => cells.join(","))
    .join("\n");

/** Reads such a text: cells with commas, semicolons or tabs between them, and what is wrong with each line. */
export function readPrices(text: string): { prices: Price[]; problems: PriceProblem[] } {
  const found: Price[] = [];
  const problems: PriceProblem[] = [];
  const seen = new Set<string>();
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const cells = cellsIn(raw);
    if (raw.trim() === "" || (at === 0 && cells.join().toLowerCase() === HEADER.join())) continue;
    const read = lineIn(cells);
    if (typeof read === "string") problems.push({ line: at + 1, message: read });
    else if (seen.has(keyOf(read))) problems.push({ line: at + 1, message: texts.twice });
    else {
      seen.add(keyOf(read));
      found.push(read);
    }
  }
  if (found.length > MOST_PRICES)
    problems.push({ line: MOST_PRICES + 1, message: errorsTexts.tooMany(MOST_PRICES) });
  return { prices: found, problems };
}

function cellsIn(line: string): string[] {
  const separator = ["\t", ";"].find((each) => line.includes(each)) ?? ",";
  return line
    .replace(/^\uFEFF/, "")
    .split(separator)
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .trim(),
    );
}

/** The price in a line's cells, or what is wrong with it. */
function lineIn(cells: readonly string[]): Price | string {
  const [country = "", category = "", amount = "", currency = ""] = cells;
  if (cells.length !== HEADER.length) return texts.cellsWrong;
  const millionths = millionthsIn(amount);
  if (millionths === undefined) return texts.priceWrong;
  const parsed = price.safeParse({
    country: country.toUpperCase(),
    category: category.toLowerCase(),
    price: millionths,
    currency: currency.toUpperCase(),
  });
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? texts.cellsWrong);
}
