/**
 * Amounts of money as whole numbers of a currency's smallest unit: paise, cents, yen, fils. How many of them make one unit
 * is what ISO 4217 says, which is what every runtime's own table of currencies holds.
 */

/** More is a mistake, and would not be a safe sum. */
const MOST_MINOR = 1_000_000_000_000;
/** How far a sum of fractions may be off before it is a finer amount: 0.1 + 0.2 is thirty cents. */
const NOISE = 1e-6;

export const isCurrency = (code: string): boolean =>
  /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf("currency").includes(code);

/** Places behind the point: 2 for INR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  // Anything else is no code at all, of which the table would say so by an error.
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const { maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

export type Minor = { ok: true; minor: number } | { ok: false; why: "notAboveZero" | "tooFine" | "tooMuch" };

/** An amount in units, such as 12.5 rupees, in the smallest ones. Nothing is rounded: 12.345 rupees are none. */
export function minorOf(amount: number, currency: string): Minor {
  const scaled = amount * 10 ** decimalsOf(currency);
  if (!Number.isFinite(amount) || amount <= 0) return { ok: false, why: "notAboveZero" };
  const minor = Math.round(scaled);
  if (Math.abs(scaled - minor) > NOISE * Math.max(1, scaled)) return { ok: false, why: "tooFine" };
  if (minor > MOST_MINOR) return { ok: false, why: "tooMuch" };
  return minor === 0 ? { ok: false, why: "tooFine" } : { ok: true, minor };
}

/** The amount in units, as a number for people and expressions. */
export const unitsOf = (minor: number, currency: string): number =>
  Number((minor / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency)));
