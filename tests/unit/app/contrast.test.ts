import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../../../app/app.css", import.meta.url), "utf8");

/** The colours of one theme, by name, from the stylesheet itself. */
function themeOf(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`  ${selector} {`)).split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["canvas", "surface", "raised", "sunken", "hover"];
const texts: [text: string, grounds: string[]][] = [
  ["ink", grounds],
  ["muted", grounds],
  ["accent-ink", ["canvas", "surface", "raised", "accent-soft"]],
  ["danger-ink", ["canvas", "surface", "raised", "danger-soft"]],
  ["success-ink", ["surface", "raised", "success-soft"]],
  ["warning-ink", ["surface", "raised", "warning-soft"]],
  ["on-accent", ["accent", "accent-strong"]],
  ["on-danger", ["danger", "danger-strong"]],
  ...Array.from({ length: 9 }, (_, at): [string, string[]] => [
    `tag-${at + 1}-ink`,
    [`tag-${at + 1}`, "surface", "raised"],
  ]),
];
const parts: [part: string, grounds: string[]][] = [
  ["edge", ["canvas", "surface", "raised"]],
  ["accent", ["canvas", "surface", "raised", "sunken"]],
  ["danger", ["surface", "raised", "danger-soft"]],
];

describe.each([":root", ".dark"])("the theme %s", (selector) => {
  const colours = themeOf(selector);
  const measured = (name: string, ground: string) => contrast(colours[name] ?? "", colours[ground] ?? "");

  test.each(texts.flatMap(([text, on]) => on.map((ground) => [text, ground])))(
    "text in %s on %s can be read (4.5:1)",
    (text = "", ground = "") => {
      expect(measured(text, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(parts.flatMap(([part, on]) => on.map((ground) => [part, ground])))(
    "a control drawn in %s on %s can be seen (3:1)",
    (part = "", ground = "") => {
      expect(measured(part, ground)).toBeGreaterThanOrEqual(3);
    },
  );
});

/** Played phones: each messenger's colours, light and dark. */
describe.each([...css.matchAll(/^ {2}((?:\.dark )?\.look-\w+) \{/gm)].map(([, selector]) => selector ?? ""))(
  "the phone %s",
  (selector) => {
    const colours = themeOf(selector);
    const measured = (name: string, ground: string) =>
      contrast(colours[`look-${name}`] ?? "", colours[`look-${ground}`] ?? "");

    test.each([
      ["head-ink", "head"],
      ...["mine", "theirs"].flatMap((bubble) =>
        ["ink", "muted", "link"].map((part) => [`${bubble}-${part}`, bubble]),
      ),
      // Words below a bubble, and what a phone without messages says.
      ["theirs-muted", "wall"],
      ["theirs-link", "wall"],
    ])("text in %s on %s can be read (4.5:1)", (text = "", ground = "") => {
      expect(measured(text, ground)).toBeGreaterThanOrEqual(4.5);
    });

    test("the ticks of a read message can be seen (3:1)", () => {
      expect(measured("read", "theirs")).toBeGreaterThanOrEqual(3);
    });
  },
);
