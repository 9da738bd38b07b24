import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Cost } from "#workers/contract/cost.ts";
import { ANY, type Price } from "#workers/contract/prices.ts";
import { CARD_CURRENCY, CARD_SINCE, cardPrice, isFreeInWindow } from "./whatsapp-card.ts";

/** Messages of one kind: the same country and category. */
export interface Messages {
  /** ISO 3166-1; null where the address tells none. */
  country: string | null;
  /** In small letters, such as `marketing`. */
  category: string;
  people: number;
  /** Messages that are charged for, parts of an SMS each; those to people in `free` are not among them. */
  messages: number;
  /** People for whom nothing is charged, because their window is open. */
  free: number;
}

/** Categories that the vendor names otherwise, with those as which it charges them. */
const CHARGED_AS: Readonly<Record<string, string>> = { marketing_lite: "marketing" };

/** An enterprise's price of a message in millionths, else Meta's for WhatsApp; undefined where neither has one. */
export function priceOf(
  own: readonly Price[],
  channelType: number,
  { country, category: named }: Pick<Messages, "country" | "category">,
): { price: number; currency: string; isCard: boolean } | undefined {
  const category = CHARGED_AS[named] ?? named;
  const wanted = [
    [country, category],
    [country, ANY],
    [ANY, category],
    [ANY, ANY],
  ];
  for (const [of, as] of wanted) {
    const found = own.find((each) => each.country === of && each.category === as);
    if (found) return { price: found.price, currency: found.currency, isCard: false };
  }
  if (channelType !== channelTypes.whatsApp || country === null) return undefined;
  const price = cardPrice(country, category);
  return price === undefined ? undefined : { price, currency: CARD_CURRENCY, isCard: true };
}

/**
 * Computes the cost of messages, in integers of millionths of a currency, so that the lines' amounts are exactly the
 * totals. Lines are in order of their cost within a currency.
 */
export function costOf(own: readonly Price[], channelType: number, kinds: readonly Messages[]): Cost {
  const lines: Cost["lines"] = [];
  const totals = new Map<string, number>();
  let [free, unpriced, hasCard] = [0, 0, false];
  for (const { free: freeHere, people, messages, ...kind } of kinds) {
    free += freeHere;
    const paying = people - freeHere;
    if (paying <= 0) continue;
    const found = priceOf(own, channelType, kind);
    if (!found) {
      unpriced += paying;
      continue;
    }
    const { price, currency, isCard } = found;
    hasCard ||= isCard;
    const amount = messages * price;
    lines.push({ ...kind, people: paying, messages, price, currency, amount });
    totals.set(currency, (totals.get(currency) ?? 0) + amount);
  }
  return {
    lines: lines.toSorted(
      (a, b) =>
        compare(a.currency, b.currency) || b.amount - a.amount || compare(a.country ?? "", b.country ?? ""),
    ),
    totals: [...totals]
      .map(([currency, amount]) => ({ currency, amount }))
      .toSorted((a, b) => compare(a.currency, b.currency)),
    free,
    unpriced,
    cardSince: hasCard ? CARD_SINCE : null,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether nothing is charged for a message of a channel inside an open window at a moment. */
export const freeInWindow = (channelType: number, category: string, at: number): boolean =>
  channelType === channelTypes.whatsApp && isFreeInWindow(category, at);
