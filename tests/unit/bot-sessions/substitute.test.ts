import * as fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MarkdownRendered } from "#app/components/markdown-rendered.tsx";
import { substitute } from "#workers/domain/bot-sessions/substitute.ts";

const rendered = (markdown: string): string =>
  renderToStaticMarkup(createElement(MarkdownRendered, { text: markdown }));
/** Visible text of the rendered markdown. */
const read = (markdown: string): string =>
  rendered(markdown)
    .replace(/<[^>]*>/g, "")
    .replaceAll("\u2060", "")
    .replace(
      /&(amp|lt|gt|quot|#x27);/g,
      (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "'",
    )
    .trim();

test("puts values where the names stand, whatever their case; unknown names stay, unknown values are nothing", () => {
  const text = substitute("To {PAYEE}: { amount } {nobody} {note}.", ["payee", "amount", "note"], {
    payee: "Asha",
    amount: "20 USD",
  });
  expect(text).toBe("To Asha: 20 USD {nobody} .");
});

test("looks at nothing but the names given, and at a value never again (S-36)", () => {
  for (const name of ["constructor", "__proto__", "toString", "payee.length", "payee[0]", "0", "{payee}"]) {
    const response = `{${name}}`;
    expect(substitute(response, ["payee"], { payee: "x" })).toBe(name === "{payee}" ? "{x}" : response);
  }
  expect(substitute("{payee}", ["payee", "amount"], { payee: "{amount}", amount: "1" })).toBe("{amount}");
  const deep = "{".repeat(50_000) + "payee" + "}".repeat(50_000);
  const started = process.cpuUsage();
  expect(substitute(deep, ["payee"], { payee: "x" })).toHaveLength(deep.length - 6);
  const many = Array.from({ length: 10_000 }, (_, at) => `p${at}`);
  const values = Object.fromEntries(many.map((name) => [name, "v"]));
  expect(substitute(many.map((name) => `{${name}}`).join(""), many, values)).toBe("v".repeat(10_000));
  // Of processor: other work on the machine is not its own. With its square it would be minutes.
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(20_000);
});

const wicked = [
  "[x](javascript:alert(1))",
  "![x](https://evil.example/p.png)",
  "<img src=x onerror=alert(1)>",
  "<https://evil.example>",
  "https://evil.example/path?q=1",
  "HTTP://EVIL.EXAMPLE",
  "www.evil.example",
  "mailto:a@evil.example",
  "a_b.c@evil.example",
  "# heading",
  "- item",
  "1. item",
  "1) item",
  "---",
  "===",
  ":-",
  "-:",
  ":-:",
  "\0\0*bold\0\0*",
  "> quote",
  "    code",
  "**bold** _em_ ~~gone~~ `code`",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "[x]: https://evil.example",
  "line\n\nline",
  "&lt;b&gt; &copy;",
  "[^1]",
  "- [ ] task",
  "(https://evil.example)",
  "\\[x](https://evil.example)",
];
const places = [
  "{v}",
  "{v}\nnext line",
  "first line\n{v}",
  "So: {v}.",
  "**{v}**",
  "[see]{v}",
  "!{v}",
  "(at {v})",
];

test.each(wicked)("%s is read as it was said, and is neither link nor picture nor anything else", (value) => {
  const said = value.replace(/\s+/g, " ").replaceAll("\0", "\uFFFD").trim();
  for (const place of places) {
    const html = rendered(substitute(place, ["v"], { v: value }));
    const tags = new Set(html.match(/<[a-z][^>]*>/g)?.map((tag) => tag.replace(/\s.*>/, ">")));
    tags.delete("<div>");
    tags.delete("<p>");
    if (place.startsWith("**")) tags.delete("<strong>");
    expect([...tags], `${place}: ${html}`).toEqual([]);
    if (place === "So: {v}.") expect(read(substitute(place, ["v"], { v: value }))).toBe(`So: ${said}.`);
  }
});

test.each([
  ["ht", "tps://evil.example"],
  ["https:", "//evil.example"],
  ["ww", "w.evil.example"],
  ["www", ".evil.example"],
  ["someone", "@evil.example"],
  ["someone@", "evil.example"],
  ["mailto:a", "@evil.example"],
  ["1", ". item"],
  ["-", "--"],
])("%s and %s beside each other are neither link nor anything else", (a, b) => {
  for (const place of ["{a}{b}", "{a}{none}{b}", "So: {a}{b}."]) {
    const html = rendered(substitute(place, ["a", "b", "none"], { a, b }));
    expect(html.replace(/<\/?(?:p|div)(?: class="[^"]*")?>/g, ""), place).not.toMatch(/[<]/);
    expect(read(html)).toContain(`${a}${b}`);
  }
  expect(rendered(substitute("Ask someone{b}", ["b"], { b: "@evil.example" }))).not.toContain("<a");
  expect(substitute("{a}{b}", ["a", "b"], { a: "IN", b: "12" })).toBe("IN12");
});

test("no value at all becomes markup", () => {
  const part = fc.oneof(
    fc.constantFrom(...wicked),
    fc.constantFrom(..."[]()<>!*_`~#|\\&:/@.-+=\0\n\t 1a"),
    fc.string({ unit: "grapheme", maxLength: 4 }),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 8 }),
      fc.constantFrom("{v}{w}", "So: {v}{w}.", "a\n{v}{w}\nb"),
      fc.nat(),
      (parts, place, cut) => {
        const text = parts.join("");
        const [v, w] = [text.slice(0, cut % (text.length + 1)), text.slice(cut % (text.length + 1))];
        const html = rendered(substitute(place, ["v", "w"], { v, w }));
        expect(html.replace(/<\/?(?:p|div)(?: class="[^"]*")?>/g, "")).not.toMatch(/[<]/);
      },
    ),
    { numRuns: 1_500 },
  );
});
