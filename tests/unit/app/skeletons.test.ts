import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../../../app/app.css"), "utf8");

test("a skeleton begins to appear within 100 ms, and fades in so that a quick answer does not flash", () => {
  const [, fading, waiting] = /--animate-late: late (\d+)ms ease-out (\d+)ms both;/.exec(css) ?? [];
  expect(Number(waiting)).toBeLessThan(100);
  expect(Number(fading)).toBeGreaterThanOrEqual(200);
  expect(css).toMatch(/@keyframes late \{\s*from \{\s*opacity: 0;/);
});
