// The language engine on CLINC150, inside workerd with a Worker's heap, beside naive Bayes in the same run. Thresholds
// are chosen on the validation split; the test split is only for the figures. Floors fail the run.
//   npm run bench nlu -- --only full,small,ten,tiny
import { readFileSync } from "node:fs";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { referenceData } from "#db/seed/reference-data.ts";
import { loadModel, predict } from "#workers/nlu/predict.ts";
import { train } from "#workers/nlu/train.ts";
import { BayesBaseline } from "./bayes-baseline.ts";
import { runAlone } from "./alone.ts";

process.env.MINIFLARE_WORKERD_V8_FLAGS = "--max-heap-size=128";
const FLOORS = { accuracy: 0.925, trainSeconds: 30, tinyMilliseconds: 300 };

type Pair = [text: string, label: string];
interface Data {
  train: Pair[];
  val: Pair[];
  test: Pair[];
  oos_val: Pair[];
  oos_test: Pair[];
}
type Best = { intentId: string; confidence: number } | undefined;

const only = process.argv.includes("--only")
  ? (process.argv[process.argv.indexOf("--only") + 1] ?? "").split(",")
  : ["full", "small", "ten", "tiny"];

/** CPU seconds of a process and its threads, all told, from /proc (100 ticks a second). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function workerdPid(): number {
  const mine = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid);
  const found = mine.find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("workerd"));
  if (!found) throw new Error("workerd is not among this process's children");
  return Number(found);
}

function parentOf(pid: string): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ")[1],
    );
  } catch {
    return 0;
  }
}

async function startEngine() {
  const miniflare = await runAlone({ entryPoints: [join(import.meta.dirname, "nlu-worker.ts")] });
  const url = await miniflare.ready;
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(new URL(path, url), { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return { miniflare, post, pid: workerdPid() };
}

const grouped = (pairs: Pair[]) => [...Map.groupBy(pairs, ([, label]) => label)];
const inputOf = (pairs: Pair[]) => ({
  intents: grouped(pairs).map(([id, of]) => ({ id, phrases: of.map(([text]) => text) })),
});

/** The threshold that keeps in-scope accuracy at least at `keep` on validation and turns most of the rest away. */
function chooseThreshold(inScope: [Best, string][], out: Best[], keep: number): number {
  let chosen = 0;
  let recall = -1;
  for (let threshold = 0; threshold < 1; threshold += 0.01) {
    const accuracy = share(
      inScope,
      ([best, label]) => best?.intentId === label && best.confidence >= threshold,
    );
    const turnedAway = share(out, (best) => (best?.confidence ?? 0) < threshold);
    if (accuracy >= keep && turnedAway > recall) [chosen, recall] = [threshold, turnedAway];
  }
  return chosen;
}

const share = <T>(items: T[], fits: (item: T) => boolean): number => items.filter(fits).length / items.length;

function macroF1(answers: [Best, string][]): number {
  const labels = [...new Set(answers.map(([, label]) => label))];
  const scores = labels.map((label) => {
    const hit = answers.filter(([best, truth]) => truth === label && best?.intentId === label).length;
    const said = answers.filter(([best]) => best?.intentId === label).length;
    const real = answers.filter(([, truth]) => truth === label).length;
    return (2 * hit) / (said + real || 1);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Expected calibration error over ten bins, on in-scope and out-of-scope texts together. */
function calibrationError(answers: [Best, string | null][]): number {
  const bins = Map.groupBy(answers, ([best]) => Math.min(9, Math.floor((best?.confidence ?? 0) * 10)));
  let error = 0;
  for (const bin of bins.values()) {
    const said = bin.reduce((sum, [best]) => sum + (best?.confidence ?? 0), 0) / bin.length;
    const right = share(bin, ([best, label]) => best?.intentId === label);
    error += (bin.length / answers.length) * Math.abs(said - right);
  }
  return error;
}

async function measure(
  name: string,
  data: Data,
  pairs: Pair[],
): Promise<{ accuracy: number; seconds: number }> {
  const { miniflare, post, pid } = await startEngine();
  try {
    const before = cpuSeconds(pid);
    const { bytes, report } = (await post("/train", inputOf(pairs))) as {
      bytes: number;
      report: { accuracy: number };
    };
    const seconds = cpuSeconds(pid) - before;
    const ask = async (texts: Pair[]): Promise<Best[]> =>
      (
        (await post(
          "/predict",
          texts.map(([text]) => text),
        )) as Best[][]
      ).map(([best]) => best);
    const withLabels = async (texts: Pair[]): Promise<[Best, string][]> =>
      (await ask(texts)).map((best, index) => [best, texts[index]?.[1] ?? ""]);
    const [val, oosVal] = [await withLabels(data.val), await ask(data.oos_val)];
    const [test, oosTest] = [await withLabels(data.test), await ask(data.oos_test)];
    const accuracy = share(test, ([best, label]) => best?.intentId === label);
    const threshold = chooseThreshold(val, oosVal, 0.92);
    const at = (limit: number): string => {
      const kept = share(test, ([best, label]) => best?.intentId === label && best.confidence >= limit);
      const away = share(oosTest, (best) => (best?.confidence ?? 0) < limit);
      return `at ${limit.toFixed(2)}: in scope ${percent(kept)}, out-of-scope recall ${percent(away)}`;
    };
    const out: [Best, string | null][] = oosTest.map((best) => [best, null]);
    console.log(
      `\n${name}: ${pairs.length} phrases, ${grouped(pairs).length} intents\n` +
        `  accuracy ${percent(accuracy)}  macro-F1 ${percent(macroF1(test))}  said of itself ${percent(report.accuracy)}\n` +
        `  ${at(0.5)}\n  ${at(threshold)} (chosen on validation)\n` +
        `  calibration error ${calibrationError([...test, ...out]).toFixed(3)}  model ${(bytes / 1e6).toFixed(2)} MB\n` +
        `  training ${seconds.toFixed(1)} s of CPU in workerd, 128 MB heap`,
    );
    reference(data, pairs);
    return { accuracy, seconds };
  } finally {
    await miniflare.dispose();
  }
}

function reference(data: Data, pairs: Pair[]): void {
  const started = process.cpuUsage();
  const bayes = new BayesBaseline(pairs);
  const { user, system } = process.cpuUsage(started);
  const accuracy = share(data.test, ([text, label]) => bayes.predict(text) === label);
  console.log(
    `  beside it, naive Bayes: accuracy ${percent(accuracy)}, training ${((user + system) / 1e6).toFixed(1)} s`,
  );
}

/** A clock inside a Worker stands still while it computes, so single predictions are timed in Node. */
function timePredictions(data: Data): void {
  const model = loadModel(train(inputOf(data.train)).model);
  const times = data.test.map(([text]) => {
    const started = performance.now();
    predict(model, text);
    return (performance.now() - started) * 1_000;
  });
  const sorted = Float64Array.from(times).toSorted();
  const at = (part: number): string => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0);
  console.log(`\npredict (full, in Node): p50 ${at(0.5)} µs, p95 ${at(0.95)} µs`);
}

function timeTiny(data: Data): number {
  const few = grouped(data.train)
    .slice(0, 20)
    .flatMap(([, pairs]) => pairs.slice(0, 20));
  train(inputOf(few));
  const runs = Array.from({ length: 5 }, () => {
    const started = process.cpuUsage();
    train(inputOf(few));
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  }).toSorted((a, b) => a - b);
  const median = runs[2] ?? 0;
  console.log(`\n20 intents x 20 phrases (in Node): ${median.toFixed(0)} ms of CPU, median of five`);
  return median;
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

async function heapLimitHolds(): Promise<boolean> {
  const { miniflare, post } = await startEngine();
  try {
    await post("/allocate", 400);
    return false;
  } catch {
    return true;
  } finally {
    await miniflare.dispose().catch(() => undefined);
  }
}

const file = referenceData("clinc150", "data_full.json");
if (!existsSync(file)) {
  console.log("skipped: 4,500 cases (CLINC150 is not here; docs/reference-data.md says where it is from)");
} else {
  const full = JSON.parse(readFileSync(file, "utf8")) as Data;
  const small = JSON.parse(readFileSync(referenceData("clinc150", "data_small.json"), "utf8")) as Data;
  const failures: string[] = [];
  if (!(await heapLimitHolds())) failures.push("the heap limit is not in force");
  if (only.includes("full")) {
    const { accuracy, seconds } = await measure("CLINC150 full", full, full.train);
    if (accuracy < FLOORS.accuracy) failures.push(`accuracy ${accuracy} is below ${FLOORS.accuracy}`);
    if (seconds > FLOORS.trainSeconds)
      failures.push(`training took ${seconds} s, more than ${FLOORS.trainSeconds}`);
    timePredictions(full);
  }
  if (only.includes("small")) await measure("CLINC150 small", small, small.train);
  if (only.includes("ten")) {
    const ten = grouped(full.train).flatMap(([, pairs]) => pairs.slice(0, 10));
    await measure("ten phrases an intent", full, ten);
  }
  if (only.includes("tiny")) {
    const milliseconds = timeTiny(full);
    if (milliseconds > FLOORS.tinyMilliseconds) failures.push(`a small bot took ${milliseconds} ms`);
  }
  for (const failure of failures) console.error(`FLOOR: ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
