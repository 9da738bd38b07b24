import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callLimitOf, PEOPLE } from "#workers/contract/call-limits.ts";
import { costs } from "./costs.ts";
import { allEndpoints } from "./endpoints.ts";
import { platformTable } from "./platform-limits.ts";
import { ROOT } from "./topology.ts";

const figures = (name: string): Record<string, number> =>
  JSON.parse(readFileSync(join(ROOT, "tests/integration", name), "utf8")) as Record<string, number>;

/** Largest upload of a Worker, compressed, in kB: the paid plan's. The free one's is 3,000, and ours is no free account. */
export const LARGEST_WORKER = 10_000;

/** The tables of docs/limits.md that are written from the contract and from what tests measure, by their places there. */
export function tables(): Record<string, string> {
  return {
    "round-trips": roundTrips(),
    sizes: sizes(),
    "call-limits": callLimits(),
    costs: costs(),
    platform: platformTable(),
  };
}

/** The page with these tables in their places. Throws where it has no such place. */
export function withTables(page: string, written: Readonly<Record<string, string>>): string {
  return Object.entries(written).reduce((text, [name, table]) => {
    const [head = "", found, tail = ""] = text.split(new RegExp(`<!-- /?${name} -->`));
    if (found === undefined) throw new Error(`docs/limits.md has no place for ${name}.`);
    return `${head}<!-- ${name} -->\n\n${table}\n\n<!-- /${name} -->${tail}`;
  }, page);
}

function roundTrips(): string {
  const [before, now] = [figures("depth.before.json"), figures("depth.golden.json")];
  const sum = (of: Record<string, number>): number => Object.values(of).reduce((all, each) => all + each, 0);
  return [
    "| call | before | now |",
    "|---|---|---|",
    ...Object.keys(now).map((id) => `| ${id} | ${before[id] ?? "–"} | ${now[id]} |`),
    `| **all ${Object.keys(now).length}** | **${sum(before)}** | **${sum(now)}** |`,
  ].join("\n");
}

const LIMITED = {
  search: "searching, with words, in each of",
  upload: "uploading by each of",
  export: "downloading by each of",
  own: "each of",
} as const;

/** Calls with the same limit share a row, the strictest first. */
function callLimits(): string {
  const rows = new Map<string, { perMinute: number; ids: string[] }>();
  for (const { id, endpoint } of allEndpoints) {
    const limit = callLimitOf(endpoint);
    if (!limit) continue;
    const { kind, perMinute } = limit;
    const key = `${LIMITED[kind]} ${perMinute}`;
    rows.set(key, { perMinute, ids: [...(rows.get(key)?.ids ?? []), id] });
  }
  const number = (of: number): string => of.toLocaleString("en");
  return [
    "| calls | a minute of one person | of an enterprise |",
    "|---|---|---|",
    ...[...rows]
      .toSorted(([a, one], [b, other]) => one.perMinute - other.perMinute || a.localeCompare(b))
      .map(
        ([key, { perMinute, ids }]) =>
          `| ${key.replace(/ \d+$/, "")} ${ids.toSorted().join(", ")} | ${number(perMinute)} | ${number(PEOPLE * perMinute)} |`,
      ),
  ].join("\n");
}

function sizes(): string {
  const rows = Object.entries(figures("sizes.golden.json")).map(([name, size]) => {
    const part = Math.round((100 * size) / LARGEST_WORKER);
    return `| ${name} | ${size.toLocaleString("en")} | ${part} % |`;
  });
  return ["| Worker | kB, compressed | of the limit |", "|---|---|---|", ...rows].join("\n");
}
