import type { Item } from "./date-item.ts";
import { isPast } from "./date-tense.ts";
import { words } from "./date-verbs.ts";
import type { Token } from "./tokens.ts";

const CLOCK = /^(?:P:|C\d|N\d|OCLOCK$|AM$|PM$|AT$)/;
const DUE = words("order orders delivery parcel package courier saman payment ऑर्डर डिलीवरी पार्सल सामान पेमेंट");

/** The items of a text as one line of signs, for patterns that begin at an item. */
export class Line {
  readonly items: readonly Item[];
  readonly signs: string;
  readonly #starts: number[] = [];
  readonly #itemAt = new Map<number, number>();
  readonly #tokens: readonly Token[];
  readonly #past = new Map<string, boolean>();

  constructor(items: readonly Item[], tokens: readonly Token[]) {
    this.items = items;
    this.#tokens = tokens;
    let signs = "";
    for (const [index, { sign }] of items.entries()) {
      this.#starts.push(signs.length);
      this.#itemAt.set(signs.length, index);
      signs += `${sign} `;
    }
    this.#itemAt.set(signs.length, items.length);
    this.signs = signs;
  }

  sign(at: number): string {
    return this.items[at]?.sign ?? "";
  }

  head(at: number): string {
    return headOf(this.sign(at));
  }

  /**
   * Whether the sentence around a day is in the past: "I ordered on monday". "monday ki delivery", "monday shaam 6 baje
   * ki flight" and "monday tak" are none of the verb's. Politely a wish is made in the past: "mujhe monday ko jana tha".
   */
  isPast(at: number, to: number, politely = false): boolean {
    const key = `${at} ${to} ${politely}`;
    const known = this.#past.get(key);
    if (known !== undefined) return known;
    const [first, last] = [this.items[at], this.items[to - 1]];
    const past =
      first !== undefined &&
      last !== undefined &&
      this.sign(to) !== "TAK" &&
      !this.#isOfAThing(at, to) &&
      isPast(this.#tokens, first.from, last.to, politely);
    this.#past.set(key, past);
    return past;
  }

  /** "monday ki flight", whenever the ticket was booked. */
  #isOfAThing(at: number, to: number): boolean {
    let behind = to;
    while (CLOCK.test(this.sign(behind))) behind++;
    if (this.sign(behind) !== "GEN") return false;
    const thing = this.#tokens[this.items[behind]?.to ?? 0]?.text ?? "";
    // "is somvar ki delivery nahi aayi": what was to come that day comes on no other.
    return !((this.sign(at) === "THIS" || behind > to) && DUE.has(thing));
  }

  match(rule: RegExp, at: number): { groups: string[]; to: number } | undefined {
    const start = this.#starts[at];
    if (start === undefined) return undefined;
    rule.lastIndex = start;
    const found = rule.exec(this.signs);
    const to = found && this.#itemAt.get(start + found[0].length);
    return found && to !== undefined && to !== null && to > at
      ? { groups: found.slice(1).map((group) => group ?? ""), to }
      : undefined;
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  NUM: "(N[\\d.]+|A) ",
  INT: "N(\\d+) ",
  DAYNUM: "[NO](\\d{1,2}) ",
  ORD: "(O\\d+|FINAL|LAST) ",
  NTH: "O(\\d{1,2}) ",
  WD: "W(\\d) ",
  MONTH: "M(\\d+) ",
  YEAR: "N((?:19|20|21)\\d\\d) ",
  YY: "N(\\d\\d) ",
  MONTH_OR_YEAR: "(U:month|U:year) ",
  UNIT: "(U:\\w+|QUARTER) ",
  REF: "(THIS|NEXT|LAST|COMING) ",
  ENDS: "(END|START) ",
  SIDE: "(MID|EARLY|LATE) ",
  HOL: "H:(\\w+) ",
  WRITTEN: "D(-?\\d+) ",
  REL: "R(-?\\d+) ",
  CLOCK: "C(\\d+:\\d\\d) ",
  HOUR: "N(\\d{1,2}(?:\\.\\d{1,4})?) ",
  HALFDAY: "(AM|PM) ",
  PART: "P:(\\w+) ",
  SHORTUNIT: "(U:week|U:month) ",
  QTR: "Q(\\d) ",
  YEARLESS: "Y(\\d+)-(\\d+) ",
};

/** Signs by which a class begins, without what tells them apart. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  NUM: ["N", "A"],
  INT: ["N"],
  DAYNUM: ["N", "O"],
  ORD: ["O", "FINAL", "LAST"],
  NTH: ["O"],
  WD: ["W"],
  MONTH: ["M"],
  YEAR: ["N"],
  YY: ["N"],
  UNIT: ["U", "QUARTER"],
  REF: ["THIS", "NEXT", "LAST", "COMING"],
  ENDS: ["END", "START"],
  SIDE: ["MID", "EARLY", "LATE"],
  HOL: ["H"],
  WRITTEN: ["D"],
  REL: ["R"],
  CLOCK: ["C"],
  HOUR: ["N"],
  HALFDAY: ["AM", "PM"],
  PART: ["P"],
  SHORTUNIT: ["U"],
  QTR: ["Q"],
  YEARLESS: ["Y"],
};
const headOf = (sign: string): string => /^(?:[A-Z]{2,}|[A-Z])/.exec(sign)?.[0] ?? "";

const wordsOf = (written: string): { names: string[]; optional: boolean }[] =>
  written.split(" ").map((word) => {
    const optional = word.endsWith("?");
    return { names: (optional ? word.slice(0, -1) : word).split("|"), optional };
  });

/** "DAYNUM OF? MONTH": classes and signs by spaces; a question mark makes one optional, a bar offers several. */
export function pattern(written: string): RegExp {
  const source = wordsOf(written)
    .map(({ names, optional }) => {
      const one = names.map((name) => CLASSES[name] ?? `${name} `).join("|");
      return `(?:${one})${optional ? "?" : ""}`;
    })
    .join("");
  // oxlint-disable-next-line no-restricted-globals -- Patterns of this folder only, without nested repetition.
  return new RegExp(source, "y");
}

/** The signs that a pattern can begin with. */
function headsOf(written: string): Set<string> {
  const heads = new Set<string>();
  for (const { names, optional } of wordsOf(written)) {
    for (const name of names) for (const head of HEADS[name] ?? [headOf(name)]) heads.add(head);
    if (!optional) break;
  }
  return heads;
}

/** Patterns and what they mean, by the signs that they begin with: most places of a text begin none. */
export class Rules<C, V> {
  readonly #byHead = new Map<
    string,
    { pattern: RegExp; make: (groups: string[], context: C, to: number) => V | undefined }[]
  >();

  constructor(
    rules: readonly (readonly [
      written: string,
      make: (groups: string[], context: C, to: number) => V | undefined,
    ])[],
  ) {
    for (const [written, make] of rules) {
      const rule = { pattern: pattern(written), make };
      for (const head of headsOf(written)) {
        const list = this.#byHead.get(head) ?? [];
        this.#byHead.set(head, list);
        list.push(rule);
      }
    }
  }

  /** The longest phrase that begins at an item and means something; of equals the first. */
  longest(line: Line, at: number, context: C): { to: number; value: V } | undefined {
    let best: { to: number; value: V } | undefined;
    for (const { pattern: each, make } of this.#byHead.get(line.head(at)) ?? []) {
      const found = line.match(each, at);
      if (!found || (best && found.to <= best.to)) continue;
      const value = make(found.groups, context, found.to);
      if (value !== undefined) best = { to: found.to, value };
    }
    return best;
  }
}

/** Of several readings the longest; the first of equals. */
export function longest<T extends { to: number }>(...readings: (T | undefined)[]): T | undefined {
  let best: T | undefined;
  for (const each of readings) if (each && (!best || each.to > best.to)) best = each;
  return best;
}

/** The amount of "N3", "A" (one). */
export const amountOf = (sign: string): number => (sign === "A" ? 1 : Number(sign.slice(1)));
