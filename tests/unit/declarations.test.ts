import { expect, test } from "vitest";
import { takeApart } from "../../scripts/lib/declarations.ts";

const take = (code: string) =>
  takeApart(code, { partOf: (name) => `part:${name}`, trimmed: { endpoint: ["path"] } });
const lines = (text: string | undefined) => text?.split("\n").map((line) => line.trim());

const MODULE = `
import { z } from "zod";
import type { Other } from "./other.ts";
import { name as named, type Kind } from "./fields.ts";
export type Kept = Kind;
export const MOST = 15;
const inner = z.string();
export const schema = z.object({ z: inner, MOST: named("x") } satisfies Other);
export function twice(value: number): number { return value * MOST; }
export const list = endpoint({ summary: "of " + MOST, path: "/list", body: schema, reply: z.null(), });
`;

test("each name stands in a module of its own and imports what it uses, nothing else", () => {
  const module = take(MODULE);
  expect(module?.exported).toEqual(["MOST", "schema", "twice", "list"]);
  expect(lines(module?.codeOf("MOST"))).toEqual(["export const MOST = 15"]);
  expect(lines(module?.codeOf("twice"))).toEqual([
    'import { MOST } from "part:MOST";',
    "export function twice(value: number): number { return value * MOST; }",
  ]);
  expect(lines(module?.codeOf("schema"))).toEqual([
    'import { z as z } from "zod";',
    'import { inner } from "part:inner";',
    'import { name as named } from "./fields.ts";',
    'export const schema = z.object({ z: inner, MOST: named("x") } satisfies Other)',
  ]);
});

test("of an endpoint only what a call needs stays, and none of what the rest would have loaded", () => {
  const code = take(MODULE)?.codeOf("list").replaceAll(/\s+/g, " ");
  expect(code).toBe('export const list = endpoint({ path: "/list", })');
});

test("several names from one value are taken from it one by one", () => {
  const module = take("const both = { a: 1, b: 2 };\nexport const { a, b: second } = both;");
  expect(module?.exported).toEqual(["a", "second"]);
  expect(lines(module?.codeOf("second"))).toEqual([
    'import { both } from "part:both";',
    "export const second = both.b",
  ]);
  expect(lines(module?.codeOf("a"))?.at(-1)).toBe("export const a = both.a");
});

test("a name that is not there is a mistake, not an empty module", () => {
  expect(() => take(MODULE)?.codeOf("nothing")).toThrow("nothing");
});

test.each([
  ["a variable, which a function of another module could not set", "export let tries = 0;"],
  ["a statement that does something", "start();"],
  ["several names from a call, which would be made for each", "export const { a, b } = both();"],
  ["a name that takes the rest", "export const { a, ...rest } = both;"],
  ["a name with a default", "export const { a = 1 } = both;"],
  ["what comes from elsewhere", 'export { a } from "./a.ts";'],
  ["a class", "export class Thing {}"],
])("a module with %s stays whole", (_, code) => {
  expect(take(code)).toBeUndefined();
});
