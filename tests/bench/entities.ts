// Recognition on the outside test cases of Microsoft's Recognizers-Text (English and Hindi), by kind: how many cases
// have every expected span found and nothing else of the kind (their `End` is inclusive), and in how many the value is
// right as well. Kinds and types that we leave out by choice are in docs/decisions/entities.md.
// Then phrases of our own, by kind: what a parameter of it would get, right, wrong and none.
//   npm run bench entities -- [--failures <kind>|own]
import { existsSync, readFileSync } from "node:fs";
import { referenceData } from "#db/seed/reference-data.ts";
import type { SystemEntityId } from "#workers/contract/system-entities.ts";
import { FRESH_CASES } from "./entity-fresh-cases.ts";
import { type Judged, judgePhrases, type Verdict } from "./entity-phrases.ts";
import { compileEntities, recogniseAll, type Recognised } from "#workers/nlu/entities/recognise.ts";

interface RawCase {
  Input: string;
  Context?: { ReferenceDateTime?: string };
  NotSupported?: string;
  Results: {
    Text: string;
    TypeName?: string;
    Type?: string;
    Start?: number;
    End?: number;
    Length?: number;
    Resolution?: {
      value?: string | null;
      values?: { value?: string; type?: string; start?: string; end?: string }[] | null;
    };
  }[];
}

interface Case extends Omit<RawCase, "Results"> {
  Results: (RawCase["Results"][number] & { start: number; end: number })[];
}

interface Kind {
  name: string;
  file: string;
  id: SystemEntityId;
  /** Share of cases with the right spans that must be reached. */
  floor: { English: number; Hindi: number };
  /** Selects the results of the file that are of this kind, by their type. */
  only?: (type: string) => boolean;
}

const KINDS: Kind[] = [
  { name: "number", file: "Number/*/NumberModel", id: "sys.number", floor: { English: 0.72, Hindi: 0.66 } },
  {
    name: "ordinal",
    file: "Number/*/OrdinalModel",
    id: "sys.ordinal",
    floor: { English: 0.36, Hindi: 0.34 },
  },
  {
    name: "percentage",
    file: "Number/*/PercentModel",
    id: "sys.percentage",
    floor: { English: 0.84, Hindi: 0.99 },
  },
  { name: "age", file: "NumberWithUnit/*/AgeModel", id: "sys.age", floor: { English: 0.83, Hindi: 0.51 } },
  {
    name: "money",
    file: "NumberWithUnit/*/CurrencyModel",
    id: "sys.money",
    floor: { English: 0.78, Hindi: 0.8 },
  },
  {
    name: "temperature",
    file: "NumberWithUnit/*/TemperatureModel",
    id: "sys.temperature",
    floor: { English: 0.71, Hindi: 0.9 },
  },
  { name: "e-mail", file: "Sequence/*/EmailModel", id: "sys.email", floor: { English: 0.84, Hindi: 0.0 } },
  { name: "URL", file: "Sequence/*/URLModel", id: "sys.url", floor: { English: 0.75, Hindi: 0.0 } },
  {
    name: "phone",
    file: "Sequence/*/PhoneNumberModel",
    id: "sys.phone",
    floor: { English: 0.34, Hindi: 0.99 },
  },
  {
    name: "date",
    file: "DateTime/*/DateTimeModel",
    id: "sys.date",
    only: (type) => type === "datetimeV2.date",
    floor: { English: 0.7, Hindi: 0.77 },
  },
  {
    name: "time",
    file: "DateTime/*/DateTimeModel",
    id: "sys.time",
    only: (type) => type === "datetimeV2.time",
    floor: { English: 0.81, Hindi: 0.89 },
  },
  {
    name: "date-time",
    file: "DateTime/*/DateTimeModel",
    id: "sys.datetime",
    only: (type) => type === "datetimeV2.datetime",
    floor: { English: 0.8, Hindi: 0.72 },
  },
  {
    name: "period",
    file: "DateTime/*/DateTimeModel",
    id: "sys.period",
    only: (type) => /^datetimeV2\.(?:date|time|datetime)range$/.test(type),
    floor: { English: 0.38, Hindi: 0.27 },
  },
  {
    name: "duration",
    file: "DateTime/*/DateTimeModel",
    id: "sys.duration",
    only: (type) => type === "datetimeV2.duration",
    floor: { English: 0.79, Hindi: 0.85 },
  },
];

const shown = process.argv.includes("--failures") ? process.argv[process.argv.indexOf("--failures") + 1] : "";
const recogniser = compileEntities([]);

/** Some files give the text alone. */
const placed = ({ Results, ...rest }: RawCase): Case => ({
  ...rest,
  Results: Results.map((result) => {
    const found = rest.Input.toLowerCase().indexOf(result.Text.toLowerCase());
    const start = result.Start ?? found;
    const length = result.Length ?? result.Text.length;
    return { ...result, start, end: result.End === undefined ? start + length : result.End + 1 };
  }),
});

const typeOf = (result: Case["Results"][number]): string => result.TypeName ?? result.Type ?? "";

/** One case: are the spans right, is the value right, and if not, what kind of mistake is it? */
function judge({ id, only }: Kind, { Input, Context, Results }: Case) {
  // A unit without an amount ("to Celsius") is out of scope.
  const wanted = Results.filter(
    (result) => (!only || only(typeOf(result))) && result.Resolution?.value !== null,
  );
  const now = Context?.ReferenceDateTime ? Date.parse(`${Context.ReferenceDateTime}Z`) : Date.now();
  const found = recogniseAll(recogniser, Input, { now, country: "US" }).filter(
    ({ entityId }) => entityId === id,
  );
  // A span that another type of the same file claims is not counted as a mistake of this kind.
  const foreign = Results.filter((result) => only && !only(typeOf(result)));
  const extra = found.filter(
    (each) =>
      !wanted.some((result) => overlaps(each, result)) && !foreign.some((result) => overlaps(each, result)),
  );
  const missing = wanted.filter((result) => !found.some((each) => overlaps(each, result)));
  const moved = wanted.filter(
    (result) =>
      !missing.includes(result) &&
      !found.some((each) => each.start === result.start && each.end === result.end),
  );
  const spans = extra.length === 0 && missing.length === 0 && moved.length === 0;
  const values = wanted.every((result) =>
    found.some((each) => overlaps(each, result) && sameValue(id, each, result)),
  );
  const failure =
    missing.length > 0 ? "not found" : moved.length > 0 ? "other ends" : extra.length > 0 ? "too many" : "";
  return {
    counts: wanted.length > 0 || Results.length === 0,
    spans,
    values: spans && values,
    failure,
    found,
    wanted,
  };
}

const overlaps = (each: Recognised, result: Case["Results"][number]): boolean =>
  each.start < result.end && result.start < each.end;

function sameValue(
  id: SystemEntityId,
  { value, resolution }: Recognised,
  { Resolution, Text }: Case["Results"][number],
): boolean {
  const theirs = Resolution?.value ?? "";
  switch (id) {
    case "sys.number":
    case "sys.ordinal":
      return Math.abs(Number(value) - Number(theirs)) <= Math.abs(Number(theirs)) * 1e-9;
    case "sys.percentage":
      return Number(value.replace("%", "")) === Number(theirs.replace("%", ""));
    case "sys.money":
      // The reference counts amounts in coins as coins.
      return [1, 100].some((coins) => Math.abs(Number(resolution.amount) * coins - Number(theirs)) < 1e-6);
    case "sys.temperature":
      return resolution.value === Number(theirs);
    case "sys.age":
      return true;
    case "sys.email":
    case "sys.url":
    case "sys.phone":
      return true;
    case "sys.duration":
      return Resolution?.values?.some((each) => Number(each.value) === resolution.seconds) ?? false;
    case "sys.date":
    case "sys.time":
    case "sys.datetime":
      return (
        Resolution?.values?.some((each) => (each.value ?? "").replace(/(\d\d:\d\d):\d\d$/, "$1") === value) ??
        Text === ""
      );
    case "sys.period":
      return Resolution?.values?.some((each) => isSamePeriod(each, resolution)) ?? false;
    default:
      return true;
  }
}

/** Their end is the first day that is no longer in it, ours the last that is. */
function isSamePeriod(
  { start = "", end = "" }: { start?: string; end?: string },
  { from, to }: Recognised["resolution"],
): boolean {
  const minute = (written: string): string => written.replace(/(\d\d:\d\d):\d\d$/, "$1");
  const next =
    /^\d{4}-\d\d-\d\d$/.test(String(to)) &&
    new Date(Date.parse(String(to)) + 86_400_000).toISOString().slice(0, 10);
  return minute(start) === from && (minute(end) === to || minute(end) === next);
}

const percent = (part: number, all: number): string =>
  all === 0 ? "-" : `${((100 * part) / all).toFixed(1)} %`;
const failures: string[] = [];
let total = 0;
for (const language of ["English", "Hindi"] as const) {
  for (const kind of KINDS) {
    const path = referenceData("recognizers", `${kind.file.replace("*", language)}.json`);
    if (!existsSync(path)) {
      if (language === "English") console.log(`skipped: ${kind.name} (${path} is not here)`);
      continue;
    }
    const cases = (JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) as RawCase[])
      .map(placed)
      .filter(
        // Cases that the reference .NET implementation does not support are skipped.
        ({ NotSupported = "" }) => !/dotnet/i.test(NotSupported),
      );
    const judged = cases.map((each) => ({ each, ...judge(kind, each) })).filter(({ counts }) => counts);
    const spans = judged.filter((each) => each.spans).length;
    const values = judged.filter((each) => each.values).length;
    total += judged.length;
    const classes = Map.groupBy(
      judged.filter((each) => each.failure),
      (each) => each.failure,
    );
    console.log(
      `${language.padEnd(8)} ${kind.name.padEnd(12)} ${String(judged.length).padStart(4)} cases  spans ${percent(spans, judged.length).padStart(7)}` +
        `  spans and value ${percent(values, judged.length).padStart(7)}  ` +
        [...classes].map(([name, list]) => `${name} ${list.length}`).join(", "),
    );
    if (spans / judged.length < kind.floor[language]) failures.push(`${language} ${kind.name}`);
    if (shown === kind.name) {
      for (const { each, found, wanted, failure } of judged.filter((one) => !one.values)) {
        console.log(
          `   ${failure || "value"}: ${each.Input}\n      wanted ${JSON.stringify(wanted.map((w) => [w.Text, w.Resolution?.value ?? w.Resolution?.values?.map((v) => v.value)]))}` +
            `  found ${JSON.stringify(found.map((f) => [f.text, f.value]))}`,
        );
      }
    }
  }
}
console.log(`${total} cases`);

/** Share of our own phrases with the right value that must be reached, by kind, and of cases with a wrong value among those where one is given. */
const OWN_FLOORS: Readonly<Record<string, number>> = {
  number: 0.92,
  money: 0.9,
  currency: 0.9,
  duration: 0.9,
  date: 0.85,
  time: 0.85,
  datetime: 0.85,
  period: 0.8,
  holiday: 0.8,
  email: 0.85,
  distance: 0.9,
  volume: 0.9,
  weight: 0.9,
};
const MOST_WRONG = 0.03;

/** Outcome for a parameter of a kind: right, wrong (a value more counts as one), none. */
function tell(title: string, phrases: readonly Judged[]): void {
  const of = (list: readonly Judged[], verdict: Verdict): number =>
    list.filter((each) => each.verdict === verdict).length;
  console.log(`\n${title}`);
  for (const [kind, floor] of Object.entries(OWN_FLOORS)) {
    const parts = [false, true].map((onlyAside) => {
      const list = phrases.filter((each) => each.kind === kind && (!onlyAside || each.aside));
      if (list.length === 0) return "  -";
      const right = of(list, "right");
      if (right / list.length < floor)
        failures.push(`${title}, ${kind}, ${onlyAside ? "kept aside" : "all"}`);
      return `${String(list.length).padStart(3)}: right ${percent(right, list.length).padStart(7)}, wrong ${of(list, "wrong")}, none ${of(list, "none")}`;
    });
    console.log(`${kind.padEnd(10)} ${parts.join("   every third ")}`);
  }
  const given = phrases.filter(({ found }) => found.length > 0);
  const wrong = of(given, "wrong");
  console.log(
    `right ${of(phrases, "right")} of ${phrases.length}; wrong ${wrong} of the ${given.length} where a value is given (${percent(wrong, given.length)})`,
  );
  if (wrong / given.length > MOST_WRONG) failures.push(`${title}: wrong values`);
  for (const { kind, text, wanted, found, verdict } of phrases) {
    if (verdict !== "right" && (shown === "own" || verdict === "wrong")) {
      console.log(`   ${verdict}: ${kind} “${text}” wanted ${wanted}, found ${found.join(" ; ")}`);
    }
  }
}
tell("our own phrases (tests/bench/entity-cases.ts)", judgePhrases());
tell("phrases written blind (tests/bench/entity-fresh-cases.ts)", judgePhrases(FRESH_CASES));
for (const failure of failures) console.error(`FLOOR: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
