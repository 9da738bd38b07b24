import { exactKey } from "../text.ts";
import { Random } from "../random.ts";
import { ASKING, AROUND, AROUND_HINDI, CONTRACTIONS, IMPERATIVES, POLITE, SYNONYMS } from "./words.ts";

export interface ParaphraseInput {
  /** The phrases to vary. */
  lines: readonly string[];
  count: number;
  /** Phrases that must not come back, whoever has them. */
  taken: Iterable<string>;
  /** Words that mean the same in this bot: the values of its entities, each with its synonyms. */
  synonyms?: readonly (readonly string[])[];
  /** The same input and seed give the same phrases. */
  seed?: number;
}

/**
 * New phrases that mean the same, by rules: contractions, synonyms (the bot's, common ones), politeness, indirect
 * questions, word order, at last typos; rules and lines take turns. At most `count`, fewer for lines without a word.
 */
export function paraphrase({ lines, count, taken, synonyms = [], seed = 1 }: ParaphraseInput): string[] {
  const random = new Random(seed);
  const used = new Set([...taken, ...lines].map(exactKey));
  const groups = [...synonyms, ...SYNONYMS].map((group) => group.map((word) => word.toLowerCase()));
  const sources = lines.map((line) => line.trim()).filter((line) => /\p{L}/u.test(line));
  const found: string[] = [];
  const offer = (candidate: string): void => {
    const text = tidy(candidate);
    const key = exactKey(text);
    if (found.length >= count || text.length > 500 || used.has(key)) return;
    used.add(key);
    found.push(text);
  };

  // Sure rules first, a variant of each line and rule in turn; then two rules upon each other; then typos.
  const queues = sources.flatMap((line) => rules.map((rule) => shuffled(rule(line, groups), random)));
  takeTurns(queues, offer, () => found.length >= count);
  for (let round = 0; found.length < count && round < 3; round++) {
    const twice = found
      .slice()
      .flatMap((line) => rulesWithin.map((rule) => shuffled(rule(line, groups), random)));
    takeTurns(twice, offer, () => found.length >= count);
  }
  for (let tries = 0; found.length < count && tries < count * 20 && sources.length > 0; tries++) {
    offer(typo(sources[tries % sources.length] ?? "", random));
  }
  return found;
}

type Rule = (line: string, groups: readonly (readonly string[])[]) => string[];
const isHindi = (line: string): boolean => /\p{Script=Devanagari}/u.test(line);
const bare = (line: string): string => line.replace(/[?.!।\s]+$/u, "");
const firstWord = (line: string): string => (/^[\p{L}']+/u.exec(line)?.[0] ?? "").toLowerCase();
const lowerFirst = (line: string): string =>
  /^[A-Z][a-z' ]/.test(line) && !/^I\b/.test(line) ? line.charAt(0).toLowerCase() + line.slice(1) : line;
const into = (frame: string, line: string): string => frame.replace("…", () => line);

const rules: Rule[] = [
  function contractions(line) {
    const lower = line.toLowerCase();
    return CONTRACTIONS.flatMap(([long, short]) => [
      ...replaceWords(line, lower, long, short),
      ...replaceWords(line, lower, short, long),
    ]);
  },
  function synonyms(line, groups) {
    const lower = line.toLowerCase();
    return groups.flatMap((group) =>
      group.flatMap((word) =>
        group.flatMap((other) => (other === word ? [] : replaceWords(line, lower, word, other))),
      ),
    );
  },
  function politeness(line) {
    const request = lowerFirst(bare(line)).replace(/^(please|kindly|pls)[, ]+/i, "");
    return IMPERATIVES.has(firstWord(request)) ? POLITE.map((frame) => into(frame, request)) : [];
  },
  function indirectQuestion(line) {
    const clause = clauseOf(bare(line));
    return clause ? ASKING.map((frame) => into(frame, clause)) : [];
  },
  function wish(line) {
    const match = /^(?:i (?:want|need|would like|'d like)|i'd like) to (.+)$/i.exec(bare(line));
    const [, wanted = ""] = match ?? [];
    return wanted
      ? [
          `can you help me ${wanted}`,
          `how do i ${wanted}`,
          `how can i ${wanted}`,
          `i'd like to ${wanted}`,
          `help me ${wanted}`,
        ]
      : [];
  },
  function howTo(line) {
    const match = /^how (?:do|can|could|should|would) (?:i|we|you) (.+)$/i.exec(bare(line));
    const [, wanted = ""] = match ?? [];
    return wanted
      ? [
          `i want to ${wanted}`,
          `what is the way to ${wanted}`,
          `help me ${wanted}`,
          `what should i do to ${wanted}`,
          `how to ${wanted}`,
        ]
      : [];
  },
  function clausesSwapped(line) {
    const match = /^(.{8,}?)[,]? (because|when|if|since|while) (.{8,})$/i.exec(bare(line));
    const [, first = "", word = "", second = ""] = match ?? [];
    return first ? [`${word.toLowerCase()} ${second}, ${lowerFirst(first)}`] : [];
  },
  function timeFirst(line) {
    const match =
      /^(.{6,}) (today|tomorrow|tonight|yesterday|now|this week|next week|this month|on \w+day)$/i.exec(
        bare(line),
      );
    const [, rest = "", time = ""] = match ?? [];
    return rest ? [`${time.toLowerCase()}, ${lowerFirst(rest)}`] : [];
  },
  function around(line) {
    const rest = lowerFirst(bare(line));
    return (isHindi(line) ? AROUND_HINDI : AROUND).map((frame) => into(frame, rest));
  },
];

/** Those that change the sentence itself: a frame around a frame ("hello, hey, …") is nothing that people say. */
const rulesWithin = rules.filter(({ name }) => name === "contractions" || name === "synonyms");

/** "what is my balance" as a clause: "what my balance is"; undefined where the rule does not fit. */
function clauseOf(line: string): string | undefined {
  const lower = lowerFirst(line);
  const be =
    /^(what|where|when|who|how much|how many|which)(?:'s| is| are| was| were) (?:(my|the|your|our|a|an|his|her|their) )?([\w' -]{2,60})$/i.exec(
      lower,
    );
  if (be) {
    const [whole, question = "", owner = "", thing = ""] = be;
    const verb = /^\S+(?:\s(?:much|many))?(?:'s|\s(is|are|was|were))\s/i.exec(whole)?.[1] ?? "is";
    return `${question} ${owner ? `${owner} ` : ""}${thing} ${verb}`;
  }
  const doing =
    /^(what|where|when|why|how|how much|how many|which \w+) (?:do|does|did) (i|you|we|they|it|the \w+|my \w+) (.{2,})$/i.exec(
      lower,
    );
  if (doing) return `${doing[1]} ${doing[2]} ${doing[3]}`;
  const can = /^(what|where|when|why|how) (can|could|should|will|would) (i|you|we|they|it) (.{2,})$/i.exec(
    lower,
  );
  if (can) return `${can[1]} ${can[3]} ${can[2]} ${can[4]}`;
  return undefined;
}

/** The line with whole words replaced, once for each of their occurrences. */
function replaceWords(line: string, lower: string, from: string, to: string): string[] {
  const results: string[] = [];
  for (let at = lower.indexOf(from); at >= 0; at = lower.indexOf(from, at + 1)) {
    const before = lower[at - 1] ?? " ";
    const after = lower[at + from.length] ?? " ";
    if (/[\p{L}\p{M}\p{N}']/u.test(before) || /[\p{L}\p{M}\p{N}']/u.test(after)) continue;
    const capital = line[at] !== lower[at];
    const word = capital ? to.charAt(0).toUpperCase() + to.slice(1) : to;
    results.push(line.slice(0, at) + word + line.slice(at + from.length));
  }
  return results;
}

/** One slip of the finger inside a word of four letters or more: two letters swapped, one lost, or one doubled. */
function typo(line: string, random: Random): string {
  const words = [...line.matchAll(/\p{L}{4,}/gu)].filter(([word]) => !isHindi(word));
  const word = words[random.below(words.length)];
  if (!word) return line;
  const at = word.index + 1 + random.below(word[0].length - 2);
  const kind = random.below(3);
  const [a = "", b = ""] = [line[at], line[at + 1]];
  if (kind === 0) return line.slice(0, at) + b + a + line.slice(at + 2);
  if (kind === 1) return line.slice(0, at) + line.slice(at + 1);
  return line.slice(0, at) + a + line.slice(at);
}

const tidy = (text: string): string =>
  text
    .replace(/\s+/gu, " ")
    .replace(/\s+([?!,.])/gu, "$1")
    .trim();

/** One from each queue in turn until all are empty or enough is enough. */
function takeTurns(queues: string[][], offer: (text: string) => void, enough: () => boolean): void {
  for (let at = 0; !enough() && queues.some((queue) => at < queue.length); at++) {
    for (const queue of queues) {
      const candidate = queue[at];
      if (candidate !== undefined) offer(candidate);
    }
  }
}

function shuffled(items: readonly string[], random: Random): string[] {
  const order = items.map((_, index) => index);
  random.shuffle(order);
  return order.map((index) => items[index] ?? "");
}
