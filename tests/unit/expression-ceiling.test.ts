import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NameType } from "#workers/contract/expression.ts";
import { compileExpression } from "#workers/domain/expression/cel.ts";

const known = new Map<string, NameType>([
  ["contact.name", "text"],
  ["contact.city", "text"],
  ["contact.age", "number"],
  ["contact.tags", "list"],
  ["http.body", "any"],
  ["total", "number"],
  ["text", "text"],
  ["other", "text"],
  ["now", "date"],
]);

const compiled = (source: string) => {
  const result = compileExpression(source, known);
  if (!result.ok) throw new Error(`${source}: ${result.problems.map(({ sentence }) => sentence).join(" ")}`);
  return result.expression;
};
const valueOf = (source: string, given: unknown) => {
  const result = compiled(source).evaluate(given);
  return result.ok ? result.value : result.failure.kind;
};

const thousand = Array.from({ length: 1_000 }, (_, at) => ({ at, text: "a".repeat(100), list: [1, 2, 3] }));
const long = "a".repeat(10_000);
const big = {
  text: long,
  other: `b${"a".repeat(4_999)}`,
  total: 5,
  now: new Date(0),
  contact: { tags: Array(1_000).fill(long) as string[], name: "1".repeat(10_000), age: 1 },
  http: {
    body: {
      items: thousand,
      numbers: thousand.map(({ at }) => at),
      same: thousand.map(({ at }) => at),
      texts: Array(1_000).fill(long) as string[],
      lists: Array.from({ length: 1_000 }, () => Array(1_000).fill(1)),
    },
  },
};
const CEILING = 50;
/** The processor's time of the best of three: other processes wait for the same processor, and code must get warm. */
const quickest = (work: () => void): number =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const before = process.threadCpuUsage();
      work();
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    }),
  );

describe(`nothing that passed the fence runs longer than ${CEILING} ms`, () => {
  const ors = (part: string, count: number) => Array(count).fill(part).join(" || ");
  const sums = (part: string, count: number) => Array(count).fill(part).join(" + ");

  test.each([
    ["a missing field a thousand times over", "http.body.items.exists(x, x.nope == 1)"],
    ["many missing fields a thousand times over", `http.body.items.exists(x, ${ors("x.nope", 90)})`],
    ["missing names that || forgives", `http.body.items.all(x, ${ors("x.nope", 50)} || true)`],
    [
      "missing fields at the end of a long source",
      `${" ".repeat(3_900)}http.body.items.exists(x, x.nope == 1)`,
    ],
    ["elements that are no truth", "http.body.numbers.exists(x, x)"],
    ["a body as long as it may be", `http.body.numbers.map(x, ${sums("x", 140)})`],
    ["one list function after the other", `http.body.numbers${".map(x, x + x + x + x + x)".repeat(14)}`],
    ["concatenation", sums("text", 140)],
    ["concatenation in a list function", `http.body.numbers.map(x, ${sums("other", 2)})`],
    ["a list made of a list a thousand times over", "http.body.numbers.map(x, http.body.numbers)"],
    ["lists added", sums("http.body.numbers", 70)],
    [
      "a list compared with itself a thousand times over",
      "http.body.numbers.map(x, http.body.numbers == http.body.same)",
    ],
    [
      "a value sought in a list a thousand times over",
      "http.body.numbers.filter(x, -1 in http.body.numbers)",
    ],
    ["a list of lists compared", "http.body.lists == http.body.lists.map(x, x)"],
    ["looking backwards for what is not there", `text.lastIndexOf("${"a".repeat(3_000)}b")`],
    ["looking for what is not there", "text.contains(other)"],
    ["looking for it a thousand times over", "http.body.numbers.exists(x, text.contains(other))"],
    ["looking backwards with names", 'text.lastIndexOf(text.substring(0, 5000) + "b")'],
    ["splitting", 'text.split("a")'],
    ["splitting into letters", 'text.split("")'],
    ["joining long texts", "contact.tags.join(text)"],
    ["the size of a text a thousand times over", "http.body.numbers.map(x, size(text))"],
    [
      "letters turned a thousand times over",
      "http.body.numbers.map(x, text.upperAscii() == text.lowerAscii())",
    ],
    ["a duration of digits", "now + duration(contact.name)"],
    [
      "durations of digits a thousand times over",
      `http.body.numbers.exists(x, duration("${"1".repeat(24)}") == duration("1s"))`,
    ],
    ["numbers read of long texts", "http.body.texts.map(x, double(x))"],
    ["hours of a time zone a thousand times over", 'http.body.numbers.map(x, now.getHours("Asia/Kolkata"))'],
    ["a pattern on long texts", 'http.body.texts.exists(x, x.like("^(a+)+$b"))'],
    ["a pattern with counts", 'text.like("(a?){120}a{120}b")'],
    ["a pattern of alternatives", 'text.like("(a|aa|aaa|aaaa|b.*c.*d)*z")'],
    ["a map of everything", 'http.body.items.map(x, {"a": http.body.items, "b": http.body.items})'],
    [
      "a condition of everything",
      `http.body.items.all(x, x == x && ${Array(40).fill("x == x").join(" && ")})`,
    ],
  ])("%s", (_, source) => {
    const { evaluate } = compiled(source);
    expect(quickest(() => evaluate(big))).toBeLessThan(CEILING);
  });

  test.each([
    ["brackets", "(".repeat(4_000)],
    ["nots", "!".repeat(4_000)],
    ["minuses", "-".repeat(3_999) + "1"],
    ["digits", "9".repeat(4_000)],
    ["lists in lists", "[".repeat(4_000)],
    ["fields of fields", "a" + ".a".repeat(1_999)],
    ["questions", "1?1:".repeat(999) + "1"],
    ["unknown names that resemble known ones", Array(140).fill("contact.cit").join("+")],
    ["backslashes", `"${"\\\\".repeat(1_999)}"`],
    ["the largest pattern", `text.like("${"(a{9}|b{9})".repeat(45)}")`],
    ["counts in counts", 'text.like("((((a{10}){10}){10}){10}){10}")'],
  ])("compiling %s", (_, source) => {
    expect(quickest(() => compileExpression(source, known))).toBeLessThan(CEILING);
  });

  test("and a name may be checked against a thousand", () => {
    const many = new Map(
      Array.from({ length: 1_000 }, (_, at): [string, NameType] => [`contact.field${at}`, "text"]),
    );
    compileExpression("1", many);
    expect(quickest(() => compileExpression("contact.feild77 == contact.fild5", many))).toBeLessThan(CEILING);
  });

  test("and fails by name, whatever || or exists() makes of the error", () => {
    const failed = (source: string) => {
      const result = compiled(source).evaluate(big);
      return result.ok ? result.value : result.failure.kind;
    };
    expect(failed(`http.body.items.exists(x, ${ors("x.nope", 90)}) || true`)).toBe("tooMuchWork");
    expect(failed("text + text")).toBe("tooLarge");
    expect(failed("text + text == text || true")).toBe("tooLarge");
    expect(failed("http.body.numbers + http.body.numbers")).toBe("tooLarge");
    expect(failed("http.body.numbers.map(x, http.body.numbers)")).toBe("tooLarge");
    expect(failed("now + duration(contact.name)")).toBe("notConvertible");
    expect(failed("size(http.body.numbers) == 1000 && size(text) == 10000")).toBe(true);
    expect(failed("http.body.numbers.filter(x, x > 997.0)")).toEqual([998, 999]);
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    expect(valueOf("http.body == http.body", { http: { body: cyclic } })).toBe("tooLarge");
    expect(valueOf("http.body", { http: { body: cyclic } })).toBe("tooLarge");
    expect(valueOf("http.body.all(x, true)", { http: { body: Array(1_001).fill(1) } })).toBe("tooLarge");
    expect(valueOf("text", { text: "a".repeat(10_001) })).toBe("tooLarge");
    expect(valueOf("text", { text: "a".repeat(10_000) })).toHaveLength(10_000);
  });
});

const words = fc.constantFrom(
  ..."contact.age contact.name http.body.items total text now x 1 2.5 0 \"a\" 'b' true null + - * / % == != < in && || ! ? : ( ) [ ] { } , .map( .exists( .filter( .like( has( size( duration( string( .split( .a [0]".split(
    " ",
  ),
);

test("whatever is written, compiling and running throw nothing and end within the ceiling", () => {
  const source = fc.oneof(
    fc.array(words, { maxLength: 40 }).map((each) => each.join(" ")),
    fc.string({ maxLength: 200 }),
    fc.string({ maxLength: 200, unit: "binary" }),
  );
  fc.assert(
    fc.property(source, fc.oneof(fc.constant(big), fc.object(), fc.anything()), (written, given) => {
      const work = () => {
        const result = compileExpression(written, known);
        if (!result.ok) return expect(result.problems.length).toBeGreaterThan(0);
        const answer = result.expression.evaluate(given);
        return answer.ok ? JSON.stringify(answer.value) : expect(answer.failure.sentence).not.toBe("");
      };
      const started = performance.now();
      work();
      // A pause of the machine is told from slowness by trying again.
      if (performance.now() - started > CEILING) expect(quickest(work)).toBeLessThan(CEILING);
    }),
    { numRuns: 2_000 },
  );
});
