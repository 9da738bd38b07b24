import type { ReactNode } from "react";
import { cx } from "#app/components/ui/cx.ts";
import type { Look } from "./looks.ts";
import { type Mark, piecesOf } from "./marks.ts";

/** Text of a message, formatted where the messenger formats it. */
export function Words({
  text,
  look,
  strong = false,
}: {
  text: string | undefined;
  look: Look;
  strong?: boolean;
}) {
  if (!text) return null;
  return (
    <p dir="auto" className={cx("[overflow-wrap:anywhere] whitespace-pre-wrap", strong && "font-semibold")}>
      {look.formatting === "signs"
        ? piecesOf(text).map(({ text: words, marks }, at) => (
            <span key={at} className={marks.map((mark) => MARKED[mark]).join(" ")}>
              {words}
            </span>
          ))
        : text}
    </p>
  );
}

const MARKED: Record<Mark, string> = {
  bold: "font-bold",
  italic: "italic",
  strike: "line-through",
  mono: "font-mono text-[0.8125rem]",
};

export const Small = ({ children }: { children: ReactNode }) =>
  children ? <p className="text-xs text-(--bubble-muted)">{children}</p> : null;
