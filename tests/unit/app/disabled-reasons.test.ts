import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const BUTTONS = /<(?:Button|IconButton)\b/g;
/** Only as long as our scripts have not come: nobody can be told anything yet. */
const ASLEEP = "disabled={!hydrated}";

/** The opening tag that begins at a place: to the ">" that is in no braces. */
function tagAt(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source[at] === "{") depth++;
    if (source[at] === "}") depth--;
    if (source[at] === ">" && depth === 0) return source.slice(from, at);
  }
  return source.slice(from);
}

const silentIn = (source: string): string[] =>
  [...source.matchAll(BUTTONS)]
    .map(({ index }) => tagAt(source, index).replace(ASLEEP, ""))
    .filter((tag) => /\sdisabled=/.test(tag));

test("a button that does nothing now says why", () => {
  // A played phone looks like the one it plays, which gives no reasons.
  const files = globSync("app/**/*.tsx", { cwd: ROOT }).filter((file) => !file.includes("/flow-phone/"));
  expect(files.length).toBeGreaterThan(500);
  const silent = files.flatMap((file) =>
    silentIn(readFileSync(join(ROOT, file), "utf8")).map((tag) => `${file}: ${tag}`),
  );
  expect(silent, "give a disabledReason").toEqual([]);
});

test("the look through the sources sees one that does not", () => {
  expect(silentIn("<Button onClick={() => go()} disabled={!mayGo}>")).toHaveLength(1);
  expect(silentIn("<Button disabled={!hydrated}><IconButton disabledReason={why} />")).toEqual([]);
});
