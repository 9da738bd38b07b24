/** @jsxImportSource preact */
import { render } from "preact";
import type { Acts, View } from "./view.ts";
import { coloured } from "./colours.ts";
import { css } from "./style.ts";
import { Widget } from "./widget.tsx";

/** Draws the widget into an element's shadow tree, and again with each new view. */
export function mountWidget(host: HTMLElement): (view: View, acts: Acts) => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const looks = new CSSStyleSheet();
  looks.replaceSync(css);
  const colour = new CSSStyleSheet();
  root.adoptedStyleSheets = [looks, colour];
  let before = "";
  return (view, acts) => {
    if (view.config.colour !== before) colour.replaceSync(coloured((before = view.config.colour)));
    render(<Widget view={view} acts={acts} />, root);
  };
}
