// The worst that a message can ask of the engine: texts that nobody means to be understood, to a bot of 150 intents, by
// SVM and by Semantic, as far as it hears them. The whole of `understand` and every entity together, in processor time,
// the best of five: other work is not the engine's.
//   npm run bench hard-turns
import { existsSync, readFileSync } from "node:fs";
import { referenceData } from "#db/seed/reference-data.ts";
import { HARD_TEXTS } from "#tests/support/hard-texts.ts";
import { heardOf } from "#workers/contract/endpoints/bot-sessions.ts";
import { defaultConfig } from "#workers/domain/bots/agent.ts";
import { understand } from "#workers/domain/bot-sessions/understand.ts";
import type { Classifier } from "#workers/domain/training/classify.ts";
import type { ServedVersion } from "#workers/domain/training/model-cache.ts";
import { compileEntities, recognise } from "#workers/nlu/entities/recognise.ts";
import { meaningOfWords } from "#workers/nlu/meaning.ts";
import { loadModel } from "#workers/nlu/predict.ts";
import { train, type TrainingInput } from "#workers/nlu/train.ts";
import { shippedMeanings } from "./shipped-meanings.ts";

const MOST_MS = 50;
const PHRASES = 20;
const HINDI = ["mera balance batao", "मेरा कार्ड खो गया है", "paise transfer karne hain"];

function botOf(file: string): TrainingInput["intents"] {
  const { train: pairs } = JSON.parse(readFileSync(file, "utf8")) as { train: [string, string][] };
  return [...Map.groupBy(pairs, ([, label]) => label)].map(([id, own], at) => ({
    id,
    // Some Hindi, so that texts of it are heard as well as read.
    phrases: [...own.slice(0, PHRASES).map(([text]) => text), ...HINDI.slice(at, at + 1)],
  }));
}

async function timed(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}

const file = referenceData("clinc150", "data_full.json");
if (!existsSync(file)) console.log("skipped: CLINC150 is not here");
else {
  const { words, encoder, sentences } = shippedMeanings();
  const intents = botOf(file);
  const bots: Record<"SVM" | "Semantic", Classifier> = {
    SVM: { model: loadModel(train({ intents, meaning: meaningOfWords(words) }).model, () => words) },
    Semantic: { model: loadModel(train({ intents, meaning: sentences }).model), encoder },
  };
  const recogniser = compileEntities([]);
  for (const text of HARD_TEXTS.map(heardOf)) {
    const took: string[] = [];
    const entities = await timed(() => recognise(recogniser, text));
    for (const [modelType, classifier] of Object.entries(bots) as [keyof typeof bots, Classifier][]) {
      const config = { ...defaultConfig, modelType };
      const milliseconds = await timed(() =>
        understand({} as ServedVersion, config, text, { loadModel: () => Promise.resolve(classifier) }),
      );
      took.push(`${modelType} ${milliseconds.toFixed(1)} ms`);
      const all = milliseconds + entities;
      if (all <= MOST_MS) continue;
      console.error(`FLOOR: ${modelType} takes ${all.toFixed(1)} ms for “${text.slice(0, 20)}”`);
      process.exitCode = 1;
    }
    console.log(
      `${JSON.stringify(text.slice(0, 24)).padEnd(30)} ${String(text.length).padStart(6)} characters: ${took.join(", ")}; its entities ${entities.toFixed(1)} ms`,
    );
  }
}
