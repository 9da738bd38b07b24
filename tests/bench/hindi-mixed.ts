// English bots with some Hindi phrases, for `npm run bench hindi`: what those take away from the English ones.
import { existsSync, readFileSync } from "node:fs";
import { referenceData } from "#db/seed/reference-data.ts";
import { meaningOfWords } from "#workers/nlu/meaning.ts";
import { type Candidate, loadModel, predict } from "#workers/nlu/predict.ts";
import { train, type TrainingInput } from "#workers/nlu/train.ts";
import { shippedMeanings } from "./shipped-meanings.ts";

type Pair = [text: string, label: string];
interface HindiIntent {
  id: string;
  phrases: string[];
  questions: string[];
}

/** How sure a bot said that it was, and whether it was right. */
export interface Answered {
  said: number;
  right: 0 | 1;
}

export const answeredBy = (best: Candidate | undefined, label: string): Answered => ({
  said: best?.confidence ?? 0,
  right: best?.intentId === label ? 1 : 0,
});

const mean = (answers: readonly Answered[], of: keyof Answered): number =>
  answers.reduce((sum, each) => sum + each[of], 0) / answers.length;

export const saidAndRight = (answers: readonly Answered[]): string =>
  `said ${(100 * mean(answers, "said")).toFixed(0)} %, right ${(100 * mean(answers, "right")).toFixed(0)} %`;

/** By so much a bot may think too well or too ill of its answers, over all of them. */
const MOST_OFF = 0.05;

export function tellConfidence(of: string, answers: readonly Answered[]): void {
  const off = mean(answers, "said") - mean(answers, "right");
  console.log(`confidence of ${of}: ${saidAndRight(answers)} of ${answers.length} texts`);
  if (Math.abs(off) <= MOST_OFF) return;
  console.error(`FLOOR: the confidence of ${of} is off by ${off.toFixed(3)}`);
  process.exitCode = 1;
}

/** An intent of one phrase has none that training could keep back: what is said of it is only told. */
const FEWEST_JUDGED = 3;

const ENGLISH_INTENTS = 25;
/** Phrases of an English intent and of a Hindi one; the least right answers to 500 English and 48 Hindi questions, and the least of 100 strangers refused. */
const MIXES = [
  {
    english: 5,
    hindi: 1,
    floors: { without: [410, 35, 92], words: [424, 35, 93], sentences: [458, 36, 90] },
  },
  {
    english: 10,
    hindi: 3,
    floors: { without: [448, 42, 80], words: [468, 42, 86], sentences: [481, 42, 86] },
  },
  {
    english: 10,
    hindi: 8,
    floors: { without: [452, 45, 74], words: [460, 45, 84], sentences: [481, 45, 86] },
  },
] as const;

export function mixedBots(hindi: readonly HindiIntent[], strangers: readonly string[]): void {
  const file = referenceData("clinc150", "data_full.json");
  if (!existsSync(file)) {
    console.log("skipped: mixed bots (CLINC150 is not here)");
    return;
  }
  const data = JSON.parse(readFileSync(file, "utf8")) as { train: Pair[]; val: Pair[]; oos_val: Pair[] };
  const { words, encoder, sentences } = shippedMeanings();
  const meanings = { without: undefined, words: meaningOfWords(words), sentences };
  const names = [...new Set(data.train.map(([, label]) => label))].slice(0, ENGLISH_INTENTS);
  const english = data.val.filter(([, label]) => names.includes(label));
  const questions = hindi.flatMap(({ id, questions: own }) => own.map((text): Pair => [text, id]));
  const judged = new Map<string, Answered[]>();
  for (const { english: many, hindi: few, floors } of MIXES) {
    const intents: TrainingInput["intents"] = [
      ...names.map((id) => ({
        id,
        phrases: data.train
          .filter(([, label]) => label === id)
          .slice(0, many)
          .map(([text]) => text),
      })),
      ...hindi.map(({ id, phrases }) => ({ id: `hindi ${id}`, phrases: phrases.slice(0, few) })),
    ];
    const share = (hindi.length * few) / (hindi.length * few + names.length * many);
    console.log(`${many} English phrases an intent, ${(100 * share).toFixed(1)} % Hindi:`);
    for (const [name, meaning] of Object.entries(meanings)) {
      const model = loadModel(train({ intents, meaning, language: "en" }).model, () => words);
      const asked = (text: string) =>
        predict(model, text, name === "sentences" ? encoder.encode(text) : undefined).candidates[0];
      const right = english.filter(([text, label]) => asked(text)?.intentId === label).length;
      const own = questions.filter(([text, label]) => asked(text)?.intentId === `hindi ${label}`).length;
      const refused = data.oos_val.filter(([text]) => (asked(text)?.confidence ?? 0) < 0.5).length;
      const ofHindi = [
        ...questions.map(([text, label]) => answeredBy(asked(text), `hindi ${label}`)),
        ...strangers.map((text) => answeredBy(asked(text), "")),
      ];
      if (few >= FEWEST_JUDGED) judged.set(name, [...(judged.get(name) ?? []), ...ofHindi]);
      console.log(`  ${name.padEnd(9)} confidence in Hindi: ${saidAndRight(ofHindi)}`);
      const [least, leastHindi, leastRefused] = floors[name as keyof typeof meanings];
      console.log(
        `  ${name.padEnd(9)} English right ${right} of ${english.length}, Hindi ${own} of ${questions.length}, strangers refused ${refused} of ${data.oos_val.length}`,
      );
      if (right >= least && own >= leastHindi && refused >= leastRefused) continue;
      console.error(`FLOOR: mixed bots, ${many} phrases, ${name}`);
      process.exitCode = 1;
    }
  }
  for (const [name, answers] of judged)
    tellConfidence(`mixed bots (${name}) in Hindi, from ${FEWEST_JUDGED} phrases on`, answers);
}
