import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lists } from "../../scripts/lib/lists.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

test("the lists of texts and of refusals name every module of their folders", () => {
  const behind = Object.entries(lists())
    .filter(([path, content]) => readFileSync(join(ROOT, path), "utf8") !== content)
    .map(([path]) => path);
  expect(behind, "write them: node scripts/lists.ts").toEqual([]);
});
