import { pageLocale } from "#app/lib/language/language.ts";
const MILLION = 1_000_000;
const CENT = 10_000;

/** An amount in millionths of a currency as text, such as "US$ 12.30"; one below a cent keeps its places. */
export function formatAmount(millionths: number, currency: string): string {
  const isSmall = millionths !== 0 && millionths < CENT;
  return format(millionths, currency, isSmall ? 6 : undefined);
}

/** The price of one message, to its last place. */
export const formatPrice = (millionths: number, currency: string): string => format(millionths, currency, 6);

const format = (millionths: number, currency: string, places: number | undefined): string =>
  new Intl.NumberFormat(pageLocale(), {
    style: "currency",
    currency,
    ...(places !== undefined && { maximumFractionDigits: places }),
  }).format(millionths / MILLION);
