import { readdirSync, readFileSync } from "node:fs";
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

const FOLDER = "app/components/drawings";
const names = readdirSync(FOLDER).filter((name) => name !== "drawing.tsx");
/** Bytes of one drawing in the page. */
const MOST = 1_000;

test("each drawing is light, in the page's own colours, unheard, and apart from the others", async () => {
  expect(names).toHaveLength(10);
  for (const name of names) {
    const parts = Object.values((await import(`#${FOLDER}/${name}`)) as Record<string, ComponentType>);
    expect(parts, name).toHaveLength(1);
    for (const part of parts) {
      const svg = renderToStaticMarkup(createElement(part));
      expect(svg.length, name).toBeLessThan(MOST);
      expect(svg, name).toContain('aria-hidden="true"');
      expect(svg, name).not.toMatch(/#[0-9a-f]{3,6}\b|rgb\(|<image|<use/);
    }
    // Otherwise a screen would fetch the drawings of all.
    expect(readFileSync(`${FOLDER}/${name}`, "utf8").match(/from "/g), name).toHaveLength(1);
  }
});
