/** Formatting of WhatsApp: *bold*, _italic_, ~strikethrough~, ```monospaced``` and `the same in a line`. */
export const marks = ["bold", "italic", "strike", "mono"] as const;
export type Mark = (typeof marks)[number];
export interface Piece {
  text: string;
  marks: readonly Mark[];
}

const SIGNS: Readonly<Record<string, Mark>> = { "*": "bold", _: "italic", "~": "strike" };
/** A sign counts at the edge of a word only, and within one line. */
const MARKED =
  /```([\s\S]+?)```|`([^`\n]+)`|(?<![\p{L}\p{N}*_~])([*_~])(?=\S)([^\n]+?)(?<=\S)\3(?![\p{L}\p{N}])/u;

/** A text in pieces, each with its marks and without their signs. Monospaced text has no other marks inside. */
export function piecesOf(text: string, within: readonly Mark[] = []): Piece[] {
  const found = MARKED.exec(text);
  if (!found) return text === "" ? [] : [{ text, marks: within }];
  const [whole, block, code, sign = "", inner = ""] = found;
  const mono = block ?? code;
  const mark = SIGNS[sign];
  const middle =
    mono === undefined && mark
      ? piecesOf(inner, [...within, mark])
      : [{ text: mono ?? whole, marks: [...within, "mono" as const] }];
  return [
    ...piecesOf(text.slice(0, found.index), within),
    ...middle,
    ...piecesOf(text.slice(found.index + whole.length), within),
  ];
}
