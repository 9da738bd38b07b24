/** CSV rows from a piece of its text. Pure; the caller decides where a piece begins and ends. */

export interface CsvRow {
  cells: string[];
  /** Start of the row in the text; the line break is not included. */
  start: number;
  end: number;
  /** The line of the file on which the row begins. */
  line: number;
  /** A quotation mark opens here and is never closed: the row is this one line, split without regard to quotes. */
  unclosed: boolean;
}

export interface Piece {
  delimiter: string;
  /** The line on which the text begins. */
  line: number;
  /** The text ends where the file ends. */
  final: boolean;
  /** No longer piece will come: an incomplete last row is not waited for. */
  force?: boolean;
  /** Stops after this many rows. */
  most?: number;
}

export interface CsvRows {
  rows: CsvRow[];
  /** The text is read up to here: the next row is incomplete. */
  end: number;
  /** The line on which the rest begins. */
  line: number;
  /** More unclosed quotation marks than any real file has. */
  hopeless: boolean;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;
const SPACE = 32;
/** Each one costs a scan of the whole piece. */
const MOST_UNCLOSED = 200;

/**
 * RFC 4180 plus the deviations of real files: mixed line breaks, none at the end, spaces after a closing quote, quotes
 * within a cell. A stray quote ends on its own line or marks it as unclosed: it never swallows the rows below.
 */
export function readRows(text: string, piece: Piece, from = 0): CsvRows {
  const reader = new Reader(text, piece, from);
  const rows: CsvRow[] = [];
  const most = piece.most ?? Infinity;
  while (rows.length < most && !reader.hopeless) {
    const row = reader.next();
    if (row === undefined) break;
    rows.push(row);
  }
  return { rows, end: reader.at, line: reader.line, hopeless: reader.hopeless };
}

class Reader {
  at: number;
  line: number;
  hopeless = false;
  readonly #text: string;
  readonly #delimiter: number;
  readonly #final: boolean;
  #force: boolean;
  #unclosed = 0;
  /** Why the last cell ended. */
  #ended: "cell" | "row" | "short" | "unclosed" = "cell";
  #breaks = 0;

  constructor(text: string, { delimiter, line, final, force = false }: Piece, from: number) {
    this.#text = text;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#final = final;
    this.#force = force;
    this.at = from;
    this.line = line;
  }

  /** The next row, or undefined when its end is not in the text. */
  next(): CsvRow | undefined {
    const text = this.#text;
    const start = this.at;
    if (start >= text.length) return undefined;
    const cells: string[] = [];
    let at = start;
    this.#breaks = 0;
    for (;;) {
      at = text.charCodeAt(at) === QUOTE ? this.#quoted(cells, at) : this.#plain(cells, at);
      if (this.#ended === "cell") {
        at++;
        continue;
      }
      if (this.#ended === "short" && !this.#final) return undefined;
      if (this.#ended === "unclosed") return this.#lineOnly(start);
      break;
    }
    const row: CsvRow = { cells, start, end: at, line: this.line, unclosed: false };
    return this.#pass(row, this.#breaks) ? row : undefined;
  }

  /** Skips the line break after a row; false when it may continue beyond the text. */
  #pass({ end }: CsvRow, breaks: number): boolean {
    const text = this.#text;
    let at = end;
    if (at < text.length) {
      if (text.charCodeAt(at) === CR) {
        // Half a CRLF would count as two line breaks.
        if (at + 1 === text.length && !this.#final) return false;
        at += text.charCodeAt(at + 1) === LF ? 2 : 1;
      } else at++;
    }
    this.at = at;
    this.line += breaks + 1;
    this.#force = false;
    return true;
  }

  #plain(cells: string[], from: number): number {
    const text = this.#text;
    const delimiter = this.#delimiter;
    const { length } = text;
    let at = from;
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code === delimiter || code === LF || code === CR) {
        cells.push(text.slice(from, at));
        this.#ended = code === delimiter ? "cell" : "row";
        return at;
      }
    }
    cells.push(text.slice(from, at));
    this.#ended = "short";
    return at;
  }

  #quoted(cells: string[], from: number): number {
    const text = this.#text;
    let escaped = false;
    let loose = -1;
    let at = from + 1;
    for (;;) {
      const quote = text.indexOf('"', at);
      if (loose >= 0 && lineEnds(text, loose, quote < 0 ? text.length : quote)) {
        this.#ended = "unclosed";
        return at;
      }
      if (quote < 0) {
        this.#ended = this.#final || this.#force ? "unclosed" : "short";
        return text.length;
      }
      if (text.charCodeAt(quote + 1) === QUOTE) {
        escaped = true;
        at = quote + 2;
        continue;
      }
      const end = this.#closes(quote + 1);
      if (end === undefined) {
        loose = quote;
        at = quote + 1;
        continue;
      }
      const content = text.slice(from + 1, quote);
      this.#breaks += breaksIn(content);
      cells.push(escaped ? content.replaceAll('""', '"') : content);
      return end;
    }
  }

  /** Returns the end of the cell if the quote before `from` closes it. */
  #closes(from: number): number | undefined {
    const text = this.#text;
    let at = from;
    while (text.charCodeAt(at) === SPACE) at++;
    const code = text.charCodeAt(at);
    if (code === this.#delimiter) this.#ended = "cell";
    else if (code === LF || code === CR) this.#ended = "row";
    else if (at >= text.length) this.#ended = "short";
    else return undefined;
    return at;
  }

  #lineOnly(start: number): CsvRow | undefined {
    const text = this.#text;
    let end = start;
    while (end < text.length && text.charCodeAt(end) !== LF && text.charCodeAt(end) !== CR) end++;
    if (end === text.length && !this.#final) return undefined;
    if (++this.#unclosed > MOST_UNCLOSED) {
      this.hopeless = true;
      return undefined;
    }
    const cells = text.slice(start, end).split(String.fromCharCode(this.#delimiter));
    const row: CsvRow = { cells, start, end, line: this.line, unclosed: true };
    return this.#pass(row, 0) ? row : undefined;
  }
}

function lineEnds(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === CR) return true;
  }
  return false;
}

/** Line breaks inside a quoted cell: a CRLF is one. */
function breaksIn(content: string): number {
  let count = 0;
  for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) count++;
  for (let at = content.indexOf("\r"); at >= 0; at = content.indexOf("\r", at + 1)) {
    if (content.charCodeAt(at + 1) !== LF) count++;
  }
  return count;
}

/** Tells whether the row is empty: an empty line, or only separators and white space. */
export const isBlank = ({ cells, unclosed }: CsvRow): boolean =>
  !unclosed && cells.every((cell) => cell === "" || cell.trim() === "");
