import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { ROOT } from "./topology.ts";

/** A place in workers/domain where a batch begins with a guard against a race. */
export interface GuardUse {
  /** Below workers/domain. */
  file: string;
  start: number;
  end: number;
  /** The same call with a condition that always holds. */
  alwaysTrue: string;
  /** The tests in which somebody gets ahead of it; none when nobody wrote one. */
  tests: string[];
  /** Their names, where a file has many. */
  named?: string;
  /** Races that meet the guards of its file. */
  races: number;
}

const DOMAIN = join(ROOT, "workers/domain");
/** Where guards themselves are written. */
const DEFINITIONS = ["guard.ts", "revision.ts"];
const RACES = "tests/integration/guards.test.ts";

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export function guardUses(): GuardUse[] {
  const elsewhere = JSON.parse(readFileSync(join(ROOT, "tests/mutants/guards.json"), "utf8")) as Record<
    string,
    string[]
  >;
  const races = racesByFile();
  return readdirSync(DOMAIN, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !DEFINITIONS.includes(file))
    .toSorted()
    .flatMap((file) => {
      const code = readFileSync(join(DOMAIN, file), "utf8");
      if (!/\bguard(Revision)?\(|\bjson_extract\('\{\}'/.test(code)) return [];
      // Elsewhere a test's file may be followed by the name of the race.
      const raced = races.get(file)?.map((name) => [RACES, name]) ?? (elsewhere[file] ?? []).map(parts);
      const names = raced.flatMap(([, name]) => name ?? []);
      return callsIn(code).map((call) => ({
        ...call,
        file,
        tests: [...new Set(raced.flatMap(([test]) => test ?? []))],
        ...(names.length > 0 && { named: names.map(escaped).join("|") }),
        races: raced.length,
      }));
    });
}

/** By this alone a guard in plain SQL fails its batch. */
const REFUSAL = /\bjson_extract\('\{\}', '[^']+'\)/;

function callsIn(code: string): Pick<GuardUse, "start" | "end" | "alwaysTrue">[] {
  const found: Pick<GuardUse, "start" | "end" | "alwaysTrue">[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    if (node.type === "CallExpression") {
      const name = (node.callee as { name?: string }).name ?? "";
      const args = (node.arguments as Node[]).map(({ start, end }) => code.slice(start, end));
      const alwaysTrue = withoutCondition(name, args);
      if (alwaysTrue !== undefined) found.push({ start: node.start, end: node.end, alwaysTrue });
    }
    if (node.type === "TemplateLiteral") {
      const text = code.slice(node.start, node.end);
      // Only its refusal goes, so that its parameters stay bound.
      const alwaysTrue = text.replace(REFUSAL, "1");
      if (alwaysTrue !== text) found.push({ start: node.start, end: node.end, alwaysTrue });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync("module.ts", code, { lang: "ts" }).program);
  return found;
}

function withoutCondition(name: string, args: readonly string[]): string | undefined {
  const [first = "", second = ""] = args;
  switch (name) {
    case "guard":
      // A guard of what is created guards nothing.
      return second === "sql`1`" ? undefined : `guard(${first}, 1 as never)`;
    case "guardRevision":
      // A row that is not there has the revision 0.
      return `guardRevision(${first}, ${second}, "", 0)`;
    default:
      return undefined;
  }
}

/** Names of the races in guards.test.ts by the file whose guard they meet. */
function racesByFile(): Map<string, string[]> {
  const races = new Map<string, string[]>();
  const code = readFileSync(join(ROOT, RACES), "utf8");
  for (const [, name = "", files = ""] of code.matchAll(/^ {2}"([^"]+)": \{\s+guards: \[([^\]]+)\]/gm)) {
    for (const [, file = ""] of files.matchAll(/"([^"]+)"/g)) {
      races.set(file, [...(races.get(file) ?? []), name]);
    }
  }
  return races;
}

const parts = (race: string): string[] => race.split(" > ");
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
