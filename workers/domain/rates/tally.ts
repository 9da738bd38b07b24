import { channelTypes } from "#workers/contract/channel-types.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";
import { freeInWindow, type Messages } from "./cost.ts";
import { countryOf } from "./country-of.ts";

/** Counts people of an audience by their countries, with the messages that they would be charged as. */
export class Tally {
  readonly #isSms: boolean;
  readonly #category: string;
  readonly #now: number;
  readonly #isFree: boolean;
  readonly #kinds = new Map<string | null, Messages>();
  /** Many get the same text: its parts are counted once. */
  #last: { text: string; parts: number } | undefined;
  /** All who were counted, and those whose service window is open. */
  people = 0;
  inWindow = 0;

  constructor(channelType: number, category: string, now: number) {
    this.#isSms = channelType === channelTypes.sms;
    this.#category = category;
    this.#now = now;
    this.#isFree = freeInWindow(channelType, category, now);
  }

  add(address: string, windowUntil: number, text: string): void {
    const isOpen = windowUntil > this.#now;
    const isFree = isOpen && this.#isFree;
    const country = countryOf(address);
    const kind = this.#kinds.get(country) ?? {
      country,
      category: this.#category,
      people: 0,
      messages: 0,
      free: 0,
    };
    this.people++;
    if (isOpen) this.inWindow++;
    this.#kinds.set(country, {
      ...kind,
      people: kind.people + 1,
      messages: kind.messages + (isFree ? 0 : this.#partsOf(text)),
      free: kind.free + (isFree ? 1 : 0),
    });
  }

  /** The counts of everybody, where only a share of them was looked at: 1 is all, 2 a half. */
  kinds(share: number): Messages[] {
    const scaled = (count: number) => Math.round(count * share);
    return [...this.#kinds.values()].map(({ people, messages, free, ...kind }) => ({
      ...kind,
      people: scaled(people),
      messages: this.#isSms ? scaled(messages) : scaled(people) - scaled(free),
      free: scaled(free),
    }));
  }

  #partsOf(text: string): number {
    if (!this.#isSms) return 1;
    if (this.#last?.text !== text) this.#last = { text, parts: Math.max(1, smsParts(text).parts) };
    return this.#last.parts;
  }
}

/** The counts of several audiences together, one for each country. */
export function sumOfKinds(all: readonly (readonly Messages[])[]): Messages[] {
  const sums = new Map<string, Messages>();
  for (const kind of all.flat()) {
    const key = JSON.stringify([kind.country, kind.category]);
    const before = sums.get(key);
    sums.set(key, {
      ...kind,
      people: kind.people + (before?.people ?? 0),
      messages: kind.messages + (before?.messages ?? 0),
      free: kind.free + (before?.free ?? 0),
    });
  }
  return [...sums.values()];
}
