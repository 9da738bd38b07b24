// Writes the table of round trips in docs/limits.md from what tests/integration/depth.test.ts measures:
//   UPDATE_DEPTH=1 npx vitest run --project integration tests/integration/depth.test.ts && node scripts/limits.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/topology.ts";

const figures = (name: string): Record<string, number> =>
  JSON.parse(readFileSync(join(ROOT, "tests/integration", name), "utf8")) as Record<string, number>;
const [before, now] = [figures("depth.before.json"), figures("depth.golden.json")];
const sum = (of: Record<string, number>): number => Object.values(of).reduce((all, each) => all + each, 0);
const table = [
  "| call | before | now |",
  "|---|---|---|",
  ...Object.keys(now).map((id) => `| ${id} | ${before[id] ?? "–"} | ${now[id]} |`),
  `| **all ${Object.keys(now).length}** | **${sum(before)}** | **${sum(now)}** |`,
].join("\n");

const file = join(ROOT, "docs/limits.md");
const [head = "", , tail = ""] = readFileSync(file, "utf8").split(/<!-- \/?round-trips -->/);
writeFileSync(file, `${head}<!-- round-trips -->\n\n${table}\n\n<!-- /round-trips -->${tail}`);
