import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/topology.ts";

const page = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");
const rows = page("operations.md")
  .split("\n")
  .filter((line) => /^\| O-\d\d \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, id = "", where = "", heldBy = "", note = ""]) => ({ id, where, heldBy, note }));

test("the page of operations answers for each row of its checklist, once", () => {
  const all = Array.from({ length: 28 }, (_, index) => `O-${String(index + 1).padStart(2, "0")}`);
  expect(rows.map(({ id }) => id)).toEqual(all);
});

test("what it names is there, and what is not there has its reason", () => {
  const wrong = rows.flatMap(({ id, where, heldBy, note }) => {
    const named = [...`${where} ${heldBy} ${note}`.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(
      ([, path = ""]) => path,
    );
    const gone = named.filter((path) => !path.startsWith(".local/") && !existsSync(join(ROOT, path)));
    const silent = (where === "–" || heldBy === "–") && note === "";
    return [...gone.map((path) => `${id}: ${path}`), ...(silent ? [`${id}: no reason`] : [])];
  });
  expect(wrong).toEqual([]);
});

test("the run book has a first move and an end for each kind of trouble", () => {
  const troubles = page("run-book.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| what |"));
  expect(troubles).toHaveLength(11);
  for (const line of troubles) expect(line.split(" | "), line).toHaveLength(4);
});

test("words for an incident are ready: severities, the status page, an enterprise, a review", () => {
  const headings = [...page("incidents.md").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([
    "Severity",
    "On the status page",
    "To an enterprise, within an hour",
    "Review, within five working days",
  ]);
});
