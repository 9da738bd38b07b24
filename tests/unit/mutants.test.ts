import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { guardUses } from "../../scripts/lib/guards.ts";
import { allMutants, broken, codeOf, keysOf, titleOf } from "../../scripts/lib/mutants.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

const mutants = allMutants();

test("every break still fits the code, and names tests that are there", () => {
  const wrong = mutants.flatMap((mutant) => {
    const missing = mutant.tests.filter((file) => !existsSync(join(ROOT, file)));
    try {
      broken(mutant);
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
    return missing.map((file) => `${titleOf(mutant)}: there is no ${file}`);
  });
  expect(wrong).toEqual([]);
  expect(mutants.length).toBeGreaterThanOrEqual(80);
});

test("somebody gets ahead of every guard in a test (R-14)", () => {
  const uses = guardUses();
  const unwatched = uses.filter(
    ({ file, races }) => races < uses.filter((other) => other.file === file).length,
  );
  expect(unwatched.map(({ file, races }) => `${file}: ${races} races`)).toEqual([]);
  // Those in plain SQL are found as well.
  expect(uses.filter(({ alwaysTrue }) => alwaysTrue.startsWith("`")).length).toBeGreaterThanOrEqual(18);
});

test("what was seen is forgotten when code changes, and not for a comment, a blank line or a type", () => {
  const code = (text: string) => codeOf("one.ts", text);
  const plain = code('const a = "// no comment";\nconst b = `/* none\n\n */ ${a}`;\nconsole.log(b);\n');
  const commented = code(
    '/** One. */\nconst a: string = "// no comment"; // here\n\n\nconst b = `/* none\n\n */ ${a}`;\n/* and\nhere */\nconsole.log(\n  b,\n);\n',
  );
  expect(commented).toBe(plain);
  expect(plain).toContain("// no comment");
  expect(code('const a = "// another";\nconst b = `/* none\n\n */ ${a}`;\nconsole.log(b);\n')).not.toBe(
    plain,
  );
  expect(code('const a = "// no comment";\nconst b = `/* none\n */ ${a}`;\nconsole.log(b);\n')).not.toBe(
    plain,
  );
  expect(codeOf("one.sql", "-- a\n")).toBe("-- a\n");
  // Guards of one file may read the same.
  const guards = mutants.filter(({ table, file }) => table === "guards" && file.includes("/customers/"));
  expect(guards.length).toBeGreaterThan(5);
  expect(keysOf(guards).size).toBe(guards.length);
});
