import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accentGrounds,
  accentProblem,
  contrast,
  contrastsOf,
  familyOf,
  suggestionFor,
} from "#workers/contract/accent.ts";

const css = readFileSync(new URL("../../app/app.css", import.meta.url), "utf8");
const themes = ["light", "dark"] as const;
const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("contrast is what WCAG says", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
});

describe.each(themes)("in the %s theme", (theme) => {
  test("the grounds are those of the stylesheet", () => {
    const block = css.slice(css.indexOf(theme === "light" ? "  :root {" : "  .dark {")).split("}")[0] ?? "";
    const grounds = ["canvas", "surface", "raised", "sunken", "hover"].map(
      (name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1],
    );
    expect(new Set(accentGrounds[theme].grounds)).toEqual(new Set(grounds));
  });

  test("whatever is suggested can be taken", () => {
    fc.assert(
      fc.property(colour, (given) => {
        expect(accentProblem(suggestionFor(given, theme), theme)).toBeUndefined();
      }),
    );
  });

  test("whatever is taken can be read and seen, with all of its family (U-10)", () => {
    fc.assert(
      fc.property(colour, (given) => {
        if (accentProblem(given, theme)) return;
        const { accent, strong, on, soft, ink } = familyOf(given, theme);
        const { text, part } = contrastsOf(accent, theme);
        expect(text).toBeGreaterThanOrEqual(4.5);
        expect(part).toBeGreaterThanOrEqual(3);
        expect(contrast(strong, on)).toBeGreaterThanOrEqual(4.5);
        for (const ground of [...accentGrounds[theme].grounds, soft]) {
          expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });
});

test("the product's own accents could be chosen", () => {
  expect(accentProblem("#0b6b83", "light")).toBeUndefined();
  expect(accentProblem("#4fc0da", "dark")).toBeUndefined();
});
