import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { guardUses } from "../../scripts/lib/guards.ts";
import { allMutants, broken, titleOf } from "../../scripts/lib/mutants.ts";
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
  const unwatched = guardUses().filter(({ tests }) => tests.length === 0);
  expect(unwatched.map(({ file }) => file)).toEqual([]);
});
