// Users' patterns: the 73 of the outside collection (recheck, regexploit, OWASP, public outages) through save and match
// on hostile texts. None may take longer than 50 ms a message. Beside them the native engine on one mild bad pattern,
// in a process of its own that is stopped after three seconds.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { checkPattern, compilePattern, matchesOf } from "#workers/nlu/entities/pattern.ts";

const MOST_MS = 50;
const file = referenceCorpus("redos", "patterns.json");

interface Pattern {
  pattern: string;
  label: string;
}

/** Texts that make backtracking engines try everything: long repeats with an end that does not fit. */
const hostile = (pattern: string): string[] => {
  const letters = [...new Set(pattern.replace(/[^a-z0-9 :.@/<>=",-]/gi, ""))].slice(0, 6);
  const seeds = ["a", "0", " ", "ab", "a@", "<a ", ...letters];
  return seeds.flatMap((seed) =>
    [30, 10_000, 38_000].map((length) => `${seed.repeat(Math.ceil(length / seed.length))}!`),
  );
};

if (!existsSync(file)) {
  console.log(
    "skipped: 73 patterns (the collection is not here; docs/reference-data.md says where it is from)",
  );
} else {
  const patterns = JSON.parse(readFileSync(file, "utf8")) as Pattern[];
  const refused: string[] = [];
  let slowest = { ms: 0, pattern: "", length: 0 };
  let matches = 0;
  // Warmed up, as in a Worker that lives for more than one message.
  matchesOf(compilePattern("a+b"), "a".repeat(1_000));
  for (const { pattern } of patterns) {
    const checked = checkPattern(pattern);
    if (!checked.ok) {
      refused.push(`${pattern} at ${checked.position}: ${checked.reason}`);
      continue;
    }
    const compiled = compilePattern(pattern);
    for (const text of hostile(pattern)) {
      const started = performance.now();
      matchesOf(compiled, text);
      const ms = performance.now() - started;
      matches++;
      if (ms > slowest.ms) slowest = { ms, pattern, length: text.length };
    }
  }
  console.log(`${patterns.length} patterns, ${refused.length} refused when saved:`);
  for (const each of refused) console.log(`  ${each}`);
  console.log(
    `${matches} matches, the slowest ${slowest.ms.toFixed(1)} ms: ${slowest.pattern} on ${slowest.length} characters`,
  );

  const native = (length: number) => {
    const started = performance.now();
    const { signal } = spawnSync(process.execPath, ["-e", `/^(a+)+$/.test("a".repeat(${length}) + "!")`], {
      timeout: 3_000,
    });
    return signal ? "stopped after 3 s" : `${(performance.now() - started).toFixed(0)} ms`;
  };
  const started = performance.now();
  matchesOf(compilePattern("^(a+)+$"), `${"a".repeat(32)}!`);
  console.log(
    `^(a+)+$ on 32 letters: ours ${(performance.now() - started).toFixed(2)} ms; JavaScript's own engine ${native(32)}`,
  );
  if (slowest.ms > MOST_MS) {
    console.error(`FLOOR: ${slowest.ms.toFixed(1)} ms are more than ${MOST_MS}`);
    process.exitCode = 1;
  }
}
