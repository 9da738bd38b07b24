import { banking } from "../banking.ts";
import {
  greetings,
  handovers,
  notes,
  nudges,
  thanks,
  type Tongue,
  type Topic,
  topics,
  unknown,
} from "./dialogues.ts";
import { MISSED_MINUTES } from "./hours.ts";
import { Numbers } from "./numbers.ts";
import type { PastAction, PastChat, PastStep } from "./past-chat.ts";
import { firstNames, lastNames, places, shops, weekdays } from "./people.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** People whom nobody answered by night are written back within so long. */
const WRITTEN_BACK_MS = 20 * HOUR_MS;
/** India's clock is so far ahead of UTC. */
const INDIA_MS = 5.5 * HOUR_MS;

export const PAST_DAYS = 21;
/** Chats of a usual day; Saturdays have two thirds, Sundays a third. */
const CHATS_A_DAY = 28;
const OF_WEEKDAY = [0.35, 1.1, 1, 1, 1, 1.05, 0.65] as const;
/** Chats by the hour in India: many before noon and after work, few at night. */
const OF_HOUR = [
  1, 0.5, 0.3, 0.2, 0.3, 1, 2, 4, 7, 11, 14, 13, 10, 9, 10, 11, 12, 14, 13, 9, 7, 5, 4, 2,
] as const;
const TONGUES: readonly Tongue[] = ["en", "hinglish", "hi"];
export interface PastPlace {
  /** The first moment that is not planned any more. */
  until: number;
  channels: readonly { id: string; type: number; isAnswered: boolean; byNumber: boolean }[];
  /** How many may answer, and of whom each department is. */
  colleagues: number;
  departments: Readonly<Record<Topic["department"], { id: string; people: readonly number[] }>>;
  labels: Readonly<Record<Topic["label"], string>>;
}

const phrases = banking.flatMap((intent) => intent.phrases);

/** The first millisecond of one of the days before `until`, in India. */
export const beginOf = (until: number, day: number): number =>
  Math.floor((until + INDIA_MS) / DAY_MS - PAST_DAYS + day) * DAY_MS - INDIA_MS;

/** Plans one of the days before `until`; the same for the same place and day. */
export function planDay(place: PastPlace, day: number): PastChat[] {
  const numbers = new Numbers(20_261_100 + day);
  const begins = beginOf(place.until, day);
  const weekday = new Date(begins + INDIA_MS).getUTCDay();
  const chats = Math.round(CHATS_A_DAY * (OF_WEEKDAY[weekday] ?? 1) * (0.85 + 0.3 * numbers.next()));
  return Array.from({ length: chats }, (_, index) =>
    new Plan(place, numbers, begins, `${day}.${index}`).chat(),
  )
    .filter(({ steps }) => (steps.at(-1)?.at ?? 0) < place.until)
    .toSorted((a, b) => (a.steps[0]?.at ?? 0) - (b.steps[0]?.at ?? 0));
}

class Plan {
  readonly #place: PastPlace;
  readonly #numbers: Numbers;
  readonly #begins: number;
  readonly #key: string;
  readonly #topic: Topic;
  readonly #tongue: Tongue;
  readonly #name: string;
  readonly #words: Record<string, string>;
  readonly #steps: PastStep[] = [];
  #at = 0;

  constructor(place: PastPlace, numbers: Numbers, begins: number, key: string) {
    this.#place = place;
    this.#numbers = numbers;
    this.#begins = begins;
    this.#key = key;
    this.#topic = topics[numbers.weighted([4, 4, 3, 2])] ?? (topics[0] as Topic);
    this.#tongue = TONGUES[numbers.weighted([55, 25, 20])] ?? "en";
    const first = numbers.pick(firstNames);
    this.#name = `${first} ${numbers.pick(lastNames)}`;
    this.#words = {
      name: first,
      amount: `₹${(numbers.between(3, 240) * 50).toLocaleString("en-IN")}`,
      lakh: String(numbers.between(2, 40)),
      last: String(numbers.between(1_000, 9_999)),
      place: numbers.pick(places),
      shop: numbers.pick(shops),
      day: numbers.pick(weekdays),
      ref: `CR-${numbers.between(100_000, 999_999)}`,
    };
  }

  chat(): PastChat {
    const numbers = this.#numbers;
    const hour = numbers.weighted(OF_HOUR);
    this.#at = this.#begins + hour * HOUR_MS + numbers.between(0, HOUR_MS - 1);
    // Outside the hours it is mostly the bot that people find.
    const isOpen = hour >= 9 && hour < 20 && new Date(this.#at + INDIA_MS).getUTCDay() !== 0;
    const byBot = numbers.isOneOf(isOpen ? 0.42 : 0.7);
    const channel = numbers.pick(this.#place.channels.filter(({ isAnswered }) => isAnswered === byBot));
    const waits = byBot ? this.#bot(isOpen) : this.#opens();
    if (waits) this.#person(isOpen);
    const value = channel.byNumber ? this.#phone() : `past.${this.#key}`;
    return {
      channel: { id: channel.id, type: channel.type },
      person: {
        address: channel.byNumber
          ? { kind: "number", scope: "", value }
          : { kind: "user", scope: channel.id, value },
        name: this.#name,
      },
      steps: this.#steps,
    };
  }

  /** Some write again, each on another day. */
  #phone = (): string => `+9197${String(10_000_000 + this.#numbers.between(0, 9_000_000))}`;

  #after(least: number, most: number): void {
    this.#at += this.#numbers.between(least, most);
  }

  #says(text: string): void {
    this.#steps.push({ at: this.#at, says: this.#filled(text) });
  }

  #does(by: number, does: PastAction): void {
    const filled =
      "text" in does
        ? { ...does, text: this.#filled(does.text) }
        : "note" in does
          ? { ...does, note: this.#filled(does.note) }
          : does;
    this.#steps.push({ at: this.#at, by, does: filled });
  }

  #filled = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => this.#words[name] ?? all);

  #opens(): true {
    this.#says(this.#numbers.pick(this.#topic[this.#tongue].opens));
    return true;
  }

  /** Some questions to the bot; whether a person is wanted after them. */
  #bot(isOpen: boolean): boolean {
    const numbers = this.#numbers;
    for (let asked = numbers.between(1, 3); asked > 0; asked--) {
      this.#says(numbers.pick(phrases));
      this.#after(20_000, 80_000);
    }
    const wants = numbers.isOneOf(isOpen ? 0.5 : 0.2);
    const unknowns = wants ? 2 : numbers.isOneOf(0.3) ? 1 : 0;
    for (let asked = 0; asked < unknowns; asked++) {
      this.#says(numbers.pick(unknown));
      this.#after(15_000, 60_000);
    }
    if (!wants && numbers.isOneOf(0.4)) this.#says(numbers.pick(thanks[this.#tongue]));
    return wants;
  }

  /** A person answers, now or when there is one again, or nobody does. */
  #person(isOpen: boolean): void {
    const numbers = this.#numbers;
    if (!isOpen) {
      const morning = this.#begins + DAY_MS + 9 * HOUR_MS;
      // After a day the channel takes no free words any more.
      if (!numbers.isOneOf(0.35) || morning - this.#at > WRITTEN_BACK_MS) return;
      this.#at = Math.max(this.#at, morning) + numbers.between(0, 2 * HOUR_MS);
      return this.#answered();
    }
    if (numbers.isOneOf(0.07)) {
      this.#after(4 * MINUTE_MS, 8 * MINUTE_MS);
      this.#says(numbers.pick(nudges[this.#tongue]));
      this.#after(MISSED_MINUTES * MINUTE_MS, MISSED_MINUTES * MINUTE_MS + 5_000);
      this.#steps.push({ at: this.#at, misses: true });
      if (!numbers.isOneOf(0.4)) return;
      this.#after(10 * MINUTE_MS, 90 * MINUTE_MS);
      return this.#answered();
    }
    this.#after(15_000, numbers.isOneOf(0.2) ? 11 * MINUTE_MS : 3 * MINUTE_MS);
    this.#answered();
  }

  #answered(): void {
    const numbers = this.#numbers;
    const { department, label, feedback } = this.#topic;
    const { id: departmentId, people } = this.#place.departments[department];
    let by = numbers.between(0, this.#place.colleagues - 1);
    this.#does(by, { action: "picksUp" });
    this.#after(8_000, 70_000);
    this.#does(by, { action: "agentReplyChat", text: numbers.pick(greetings[this.#tongue]) });
    const lines = this.#topic[this.#tongue].goesOn.slice(0, numbers.between(2, 4));
    for (const [place, [says, answer]] of lines.entries()) {
      this.#after(20_000, 150_000);
      this.#says(says);
      if (place === 0 && numbers.isOneOf(0.16)) by = this.#handedOver(by, departmentId, people);
      this.#after(20_000, 180_000);
      if (numbers.isOneOf(0.12)) this.#does(by, { action: "agentNote", text: numbers.pick(notes) });
      this.#does(by, { action: "agentReplyChat", text: answer });
    }
    this.#after(15_000, 120_000);
    this.#says(numbers.pick(thanks[this.#tongue]));
    if (numbers.isOneOf(0.85)) this.#steps.push({ at: this.#at, by, labels: [this.#place.labels[label]] });
    this.#after(30_000, 240_000);
    this.#steps.push({ at: this.#at, by, closes: this.#filled(numbers.pick(feedback)) });
    if (!numbers.isOneOf(0.55)) return;
    this.#after(30_000, 30 * MINUTE_MS);
    this.#says(String(5 - numbers.weighted([55, 25, 10, 6, 4])));
  }

  /** To a department, or to somebody of it; who has it then. */
  #handedOver(by: number, departmentId: string, people: readonly number[]): number {
    const numbers = this.#numbers;
    const next = numbers.pick(people.filter((each) => each !== by));
    const note = numbers.pick(handovers);
    this.#after(10_000, 40_000);
    const toPerson = numbers.isOneOf(0.5);
    this.#does(
      by,
      toPerson ? { action: "transferChat", to: next, note } : { action: "transferChat", departmentId, note },
    );
    this.#after(20_000, 240_000);
    this.#does(next, { action: toPerson ? "acceptTransfer" : "picksUp" });
    return next;
  }
}
