// Intents that a bot does not have, of the domains that it has: bots drawn from CLINC150's domains, each asked its own
// test questions, its neighbours', and those of other worlds; with words' meanings and without. In the same run, what
// the order in which phrases were written changes. Floors fail the run.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { referenceData } from "#db/seed/reference-data.ts";
import { meaningOfWords } from "#workers/nlu/meaning.ts";
import { loadModel, predict } from "#workers/nlu/predict.ts";
import { Random } from "#workers/nlu/random.ts";
import { train } from "#workers/nlu/train.ts";
import { loadWords } from "#workers/nlu/words/words.ts";

const FLOORS = { neighbours: 0.65, far: 0.9, spread: 0.003 };
const BOTS = 24;
const USUAL = 0.5;

type Pair = [text: string, label: string];
interface Data {
  train: Pair[];
  test: Pair[];
  oos_test: Pair[];
}
interface Asked {
  what: "own" | "near" | "far";
  right: boolean;
  confidence: number;
}

const words = loadWords(
  new Uint8Array(readFileSync(join(import.meta.dirname, "../../workers/nlu/words/words.bin"))),
);

function some<T>(all: readonly T[], count: number, random: Random): T[] {
  const order = Int32Array.from(all, (_, at) => at);
  random.shuffle(order);
  return Array.from(order.subarray(0, count), (at) => all[at]!);
}

function drawn(data: Data, domains: Record<string, string[]>, seed: number) {
  const random = new Random(seed * 7919);
  const chosen = some(Object.keys(domains), 1 + random.below(4), random);
  const ids = chosen.flatMap((name) => some(domains[name] ?? [], 4 + random.below(7), random));
  const phrases = 5 + random.below(20);
  const intents = ids.map((id) => ({
    id,
    phrases: some(
      data.train.filter(([, label]) => label === id),
      phrases,
      random,
    ).map(([text]) => text),
  }));
  const siblings = new Set(chosen.flatMap((name) => domains[name] ?? []).filter((id) => !ids.includes(id)));
  const questions = [
    ...data.test.filter(([, label]) => ids.includes(label)).map((pair) => ["own", ...pair] as const),
    ...data.test.filter(([, label]) => siblings.has(label)).map(([text]) => ["near", text, ""] as const),
    ...data.oos_test.slice(0, 200).map(([text]) => ["far", text, ""] as const),
  ];
  return { intents, questions };
}

const asks = (bot: ReturnType<typeof drawn>, table: typeof words | undefined): Asked[] => {
  const model = loadModel(
    train({ intents: bot.intents, meaning: table && meaningOfWords(table) }).model,
    () => words,
  );
  return bot.questions.map(([what, text, label]) => {
    const [best] = predict(model, text).candidates;
    return { what, right: best?.intentId === label, confidence: best?.confidence ?? 0 };
  });
};

const share = <T>(items: T[], fits: (item: T) => boolean): number => items.filter(fits).length / items.length;
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
const refused = (all: Asked[], what: Asked["what"], at: number): number =>
  share(
    all.filter((each) => each.what === what),
    ({ confidence }) => confidence < at,
  );
const answered = (all: Asked[], at: number): number =>
  share(
    all.filter(({ what }) => what === "own"),
    ({ right, confidence }) => right && confidence >= at,
  );

const file = referenceData("clinc150", "data_full.json");
if (!existsSync(file)) {
  console.log("skipped (CLINC150 is not here; docs/reference-data.md says where it is from)");
} else {
  const data = JSON.parse(readFileSync(file, "utf8")) as Data;
  const domains = JSON.parse(readFileSync(referenceData("clinc150", "domains.json"), "utf8")) as Record<
    string,
    string[]
  >;
  const failures: string[] = [];
  const bots = Array.from({ length: BOTS }, (_, at) => drawn(data, domains, at + 1));
  const plain = bots.flatMap((bot) => asks(bot, undefined));
  const knowing = bots.flatMap((bot) => asks(bot, words));
  const usual = answered(plain, USUAL);
  let same = 0;
  for (let at = 0; at < 1; at += 0.005) if (answered(knowing, at) >= usual) same = at;
  const line = (name: string, all: Asked[], at: number) =>
    console.log(
      `${name} at ${at.toFixed(2)}: answered right ${percent(answered(all, at))}, refused: neighbours ${percent(refused(all, "near", at))}, others ${percent(refused(all, "far", at))}`,
    );
  line("without words' meanings", plain, USUAL);
  line("with them              ", knowing, USUAL);
  line("with them, same answers", knowing, same);
  if (refused(knowing, "near", same) < FLOORS.neighbours) failures.push("too few neighbours are refused");
  if (refused(knowing, "far", same) < FLOORS.far) failures.push("too few of other worlds are refused");

  const [bot] = bots;
  if (bot) {
    const accuracies = [1, 2, 3, 4, 5].map((seed) => {
      const random = new Random(seed);
      const intents = some(bot.intents, bot.intents.length, random).map(({ id, phrases }) => ({
        id,
        phrases: some(phrases, phrases.length, random),
      }));
      const own = asks({ ...bot, intents }, words).filter(({ what }) => what === "own");
      return share(own, ({ right }) => right);
    });
    const spread = Math.max(...accuracies) - Math.min(...accuracies);
    console.log(`five orders of the same phrases: ${accuracies.map(percent).join(", ")}`);
    if (spread > FLOORS.spread) failures.push(`the order of phrases changes ${percent(spread)}`);
  }
  for (const failure of failures) console.error(`FLOOR: ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
