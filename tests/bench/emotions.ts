// The shipped emotions on GoEmotions' test split (BERT in Demszky et al. 2020: macro-F1 0.46), beside naive Bayes over
// words in the same run. Thresholds were chosen on dev by npm run train-emotions. Floors fail the run.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { referenceData } from "#db/seed/reference-data.ts";
import { emotionNames } from "#workers/contract/emotions.ts";
import { emotionOf, loadEmotions } from "#workers/nlu/emotions/emotions.ts";
import { BayesBaseline } from "./bayes-baseline.ts";

const FLOORS = { macro: 0.45, bytes: 2_000_000 };
const file = join(import.meta.dirname, "../../workers/nlu/emotions/emotions.bin");
const data = (split: string) => referenceData("goemotions", `${split}.tsv`);

function read(split: string): { text: string; labels: string[] }[] {
  return readFileSync(data(split), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [text = "", labels = ""] = line.split("\t");
      return { text, labels: labels.split(",").map((label) => emotionNames[Number(label)] ?? "") };
    });
}

/** F1 by label, the mean of them, and over all decisions together. */
function score(answers: { said: string[]; labels: string[] }[]) {
  const perLabel = emotionNames.map((name) => {
    const hits = answers.filter(({ said, labels }) => said.includes(name) && labels.includes(name)).length;
    const said = answers.filter((answer) => answer.said.includes(name)).length;
    const real = answers.filter(({ labels }) => labels.includes(name)).length;
    return { name, hits, said, real, f1: (2 * hits) / (said + real || 1) };
  });
  const sum = (key: "hits" | "said" | "real") => perLabel.reduce((total, each) => total + each[key], 0);
  return {
    perLabel,
    macro: perLabel.reduce((total, { f1 }) => total + f1, 0) / perLabel.length,
    micro: (2 * sum("hits")) / (sum("said") + sum("real")),
  };
}

if (!existsSync(data("test"))) {
  console.log("skipped: 5,427 cases (GoEmotions is not here; docs/reference-data.md says where it is from)");
} else {
  const bytes = statSync(file).size;
  const model = loadEmotions(new Uint8Array(readFileSync(file)));
  const test = read("test");
  const times: number[] = [];
  const answers = test.map(({ text, labels }) => {
    const started = performance.now();
    const { all } = emotionOf(model, text);
    times.push((performance.now() - started) * 1_000);
    return { said: all.map(({ emotion }) => emotion as string), labels };
  });
  const ours = score(answers);
  const sorted = Float64Array.from(times).toSorted();
  const at = (part: number): string => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0);
  for (const { name, f1, real } of ours.perLabel) {
    console.log(`  ${name.padEnd(15)} F1 ${f1.toFixed(3)}  (${real} in the test split)`);
  }
  console.log(
    `emotions, ${test.length} texts: macro-F1 ${ours.macro.toFixed(3)}, micro-F1 ${ours.micro.toFixed(3)}`,
  );
  console.log(`  shipped ${bytes} bytes; one text p50 ${at(0.5)} µs, p95 ${at(0.95)} µs`);

  const pairs = read("train").flatMap(({ text, labels }) =>
    labels.map((label): [string, string] => [text, label]),
  );
  const bayes = new BayesBaseline(pairs);
  const theirs = score(test.map(({ text, labels }) => ({ said: [bayes.predict(text) ?? ""], labels })));
  console.log(
    `beside it, naive Bayes with one label a text: macro-F1 ${theirs.macro.toFixed(3)}, micro-F1 ${theirs.micro.toFixed(3)}`,
  );

  const failures = [
    ...(ours.macro < FLOORS.macro ? [`macro-F1 ${ours.macro} is below ${FLOORS.macro}`] : []),
    ...(bytes > FLOORS.bytes ? [`${bytes} bytes are more than ${FLOORS.bytes}`] : []),
  ];
  for (const failure of failures) console.error(`FLOOR: ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
