import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tables, withTables } from "../../scripts/lib/limits-page.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

test("the page of limits says what was measured last", () => {
  const page = readFileSync(join(ROOT, "docs/limits.md"), "utf8");
  expect(page === withTables(page, tables()), "write it: node scripts/limits.ts").toBe(true);
});

test("a table goes to its place and leaves the rest alone", () => {
  const page = "a\n<!-- x -->\n\nold\n\n<!-- /x -->\nb";
  expect(withTables(page, { x: "new" })).toBe(page.replace("old", "new"));
  expect(() => withTables(page, { y: "new" })).toThrow("no place for y");
});
