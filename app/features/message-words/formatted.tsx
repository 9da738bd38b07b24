import { type Mark, piecesOf } from "./marks.ts";

/** A text with WhatsApp's signs shown as what they mean. */
export const Formatted = ({ text }: { text: string }) =>
  piecesOf(text).map(({ text: words, marks }, at) => (
    <span key={at} className={marks.map((mark) => MARKED[mark]).join(" ")}>
      {words}
    </span>
  ));

const MARKED: Record<Mark, string> = {
  bold: "font-bold",
  italic: "italic",
  strike: "line-through",
  mono: "font-mono text-[0.8125rem]",
};
