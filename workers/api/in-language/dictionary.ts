/** The texts of one language: by module, then by name, some made of values. */
export type Catalog = Readonly<Record<string, unknown>>;

/** A text that is made of values. */
interface Rule {
  /** The English words around the values. */
  parts: readonly string[];
  /** The place of each value between the parts. */
  places: readonly number[];
  /** Characters that are no values: of several rules that fit, the one with most of them is meant. */
  fixed: number;
  write: (values: readonly string[]) => string;
}

export interface Dictionary {
  sentences: ReadonlyMap<string, string>;
  rules: readonly Rule[];
}

/** Stand for values, so that one sees where a text puts them. They occur in no text. */
const MARKS = ["\uE000", "\uE001", "\uE002", "\uE003", "\uE004"];
const MARK = /[\uE000-\uE004]/g;
/** Values for which texts have words of their own: one of something, none, yes. */
const SPECIAL: readonly unknown[] = [1, "", true, false, undefined];
/** With less, a rule would fit texts that it was not made of. */
const LEAST_FIXED = 8;

/**
 * Pairs the texts of two languages. Texts with values are tried with marks for them, and with those values that have
 * words of their own; what cannot be tried so stays English.
 */
export function dictionaryOf(english: Catalog, other: Catalog): Dictionary {
  const sentences = new Map<string, string>();
  const rules: Rule[] = [];
  const pair = (one: unknown, two: unknown): void => {
    if (typeof one === "string" && typeof two === "string") {
      if (!sentences.has(one)) sentences.set(one, two);
    } else if (typeof one === "function" && typeof two === "function") {
      for (const values of trials(one.length)) learn(one as Text, two as Text, values);
    } else if (one && two && typeof one === "object" && typeof two === "object") {
      for (const [name, text] of Object.entries(one)) pair(text, (two as Record<string, unknown>)[name]);
    }
  };
  const learn = (one: Text, two: Text, values: readonly unknown[]): void => {
    const [from, to] = [textOf(one, values), textOf(two, values)];
    if (from === undefined || to === undefined) return;
    const rule = ruleOf(from, to);
    if (rule) rules.push(rule);
    else if (from.search(MARK) === -1) pair(from, to);
  };
  for (const [name, texts] of Object.entries(english)) pair(texts, other[name]);
  return { sentences, rules: rules.toSorted((one, two) => two.fixed - one.fixed) };
}

type Text = (...values: unknown[]) => unknown;

function* trials(count: number): Generator<unknown[]> {
  const marks = MARKS.slice(0, Math.max(count, 1));
  yield marks;
  yield marks.map((mark, at) => (at === 0 ? [mark] : mark));
  for (const at of marks.keys())
    for (const special of SPECIAL) yield marks.map((mark, place) => (place === at ? special : mark));
}

function textOf(text: Text, values: readonly unknown[]): string | undefined {
  try {
    const made = text(...values);
    return typeof made === "string" && !/NaN|undefined|Invalid Date/.test(made) ? made : undefined;
  } catch {
    // It needs another kind of value than could be tried.
    return undefined;
  }
}

function ruleOf(from: string, to: string): Rule | undefined {
  const found = [...from.matchAll(MARK)].map(([mark]) => MARKS.indexOf(mark));
  const fixed = from.replace(MARK, "").length;
  if (found.length === 0 || fixed < LEAST_FIXED) return undefined;
  // A value that the other language needs must be one that English names.
  if ([...to.matchAll(MARK)].some(([mark]) => !found.includes(MARKS.indexOf(mark)))) return undefined;
  return {
    parts: from.split(MARK),
    places: found,
    fixed,
    write: (values) => to.replace(MARK, (mark) => values[MARKS.indexOf(mark)] ?? ""),
  };
}

/** The values of a sentence by their places; undefined when it was not made by this rule. */
function valuesIn(sentence: string, { parts, places }: Rule): string[] | undefined {
  const [first = "", ...others] = parts;
  if (!sentence.startsWith(first)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const [at, part] of others.entries()) {
    const isLast = at === others.length - 1;
    const to = isLast ? sentence.length - part.length : sentence.indexOf(part, from + 1);
    if (to < from + 1 || !sentence.startsWith(part, to)) return undefined;
    const [value, place] = [sentence.slice(from, to), places[at] ?? 0];
    // A value that stands there twice is the same.
    if ((values[place] ?? value) !== value) return undefined;
    values[place] = value;
    from = to + part.length;
  }
  return values;
}

/** A sentence in the dictionary's language; as it is where the dictionary has none. Several sentences are looked up one by one. */
export function lookUp(dictionary: Dictionary, sentence: string): string {
  const whole = find(dictionary, sentence);
  if (whole !== undefined) return whole;
  // After the name of what it is about, as rows of a file are refused.
  for (let at = sentence.indexOf(": "); at !== -1; at = sentence.indexOf(": ", at + 1)) {
    const [name, reason] = [sentence.slice(0, at), find(dictionary, sentence.slice(at + 2))];
    if (reason !== undefined) return `${dictionary.sentences.get(name) ?? name}: ${reason}`;
  }
  const each = sentence.split(/(?<=[.?!]) (?=\p{Lu})/u);
  return each.length > 1 ? each.map((one) => find(dictionary, one) ?? one).join(" ") : sentence;
}

function find({ sentences, rules }: Dictionary, sentence: string): string | undefined {
  const same = sentences.get(sentence);
  if (same !== undefined) return same;
  for (const rule of rules) {
    const values = valuesIn(sentence, rule);
    // A value may be a text itself, such as the name of a type.
    if (values) return rule.write(values.map((value) => sentences.get(value) ?? value));
  }
  return undefined;
}
