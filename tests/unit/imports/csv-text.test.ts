import { describe, expect, test } from "vitest";
import type { Encoding } from "#db/tenant/imports.ts";
import { readPiece, type ReadRow, wholeCharacters } from "#workers/domain/imports/csv-text.ts";

const encoders: Record<Encoding, (text: string) => Uint8Array> = {
  "utf-8": (text) => new TextEncoder().encode(text),
  "utf-16le": (text) => new Uint8Array(Buffer.from(text, "utf16le")),
  "utf-16be": (text) => new Uint8Array(Buffer.from(text, "utf16le").swap16()),
  "windows-1252": (text) => new Uint8Array(Buffer.from(text, "latin1")),
};

/** Reads a file in pieces of `size` bytes that grow only when nothing ends within them, as the import does. */
function inPieces(bytes: Uint8Array, encoding: Encoding, size: number): ReadRow[] {
  const all: ReadRow[] = [];
  let line = 1;
  for (let at = 0, length = size; at < bytes.byteLength;) {
    const piece = bytes.subarray(at, at + length);
    const final = at + length >= bytes.byteLength;
    const read = readPiece(piece, encoding, { delimiter: ",", line, final });
    if (read.bytes === 0) {
      if (final) throw new Error("stuck");
      length *= 2;
      continue;
    }
    length = size;
    all.push(...read.rows);
    at += read.bytes;
    ({ line } = read);
  }
  return all;
}

describe.each(Object.keys(encoders) as Encoding[])("in %s", (encoding) => {
  const rows: [raw: string, lineBreak: string][] = [
    ["name,note", "\r\n"],
    ['"Zo\u00eb","says ""hi"""', "\n"],
    ['\u00e9t\u00e9,"two\r\nlines"', "\r"],
    [',"\r"', "\n"],
    ["plain,x", "\r\n"],
    ['"","a,b"', "\n"],
    [`last,${encoding === "windows-1252" ? "\u00fc" : "हिन्दी 😀"}`, ""],
  ];
  const text = rows.flat().join("");

  test("a file reads the same in pieces of every size, cut anywhere", () => {
    const bytes = encoders[encoding](text);
    const whole = inPieces(bytes, encoding, bytes.byteLength);
    expect(whole.map(({ raw }) => raw)).toEqual(rows.map(([raw]) => raw));
    for (let size = 1; size <= bytes.byteLength; size++) {
      const pieces = inPieces(bytes, encoding, size);
      expect(pieces.map(({ cells, line, raw }) => ({ cells, line, raw }))).toEqual(
        whole.map(({ cells, line, raw }) => ({ cells, line, raw })),
      );
    }
  });
});

test.each(["utf-8", "utf-16le", "utf-16be"] as const)(
  "in %s, a byte order mark within the file is text of its row",
  (encoding) => {
    const rows = ["\uFEFFa", "\uFEFFb", "\uFEFFc"];
    const bytes = encoders[encoding](rows.join("\n"));
    for (const size of [1, 5, bytes.byteLength]) {
      expect(inPieces(bytes, encoding, size).map(({ raw }) => raw)).toEqual(rows);
    }
  },
);

describe.each(["utf-16le", "utf-16be"] as const)("in %s, what is no text", (encoding) => {
  test("makes its own row broken, and no other", () => {
    const bytes = encoders[encoding]("a,\uFFFD\nb,\uD83D\nc,x\n");
    for (const size of [8, bytes.byteLength]) {
      expect(inPieces(bytes, encoding, size).map(({ cells, broken }) => [...cells, broken])).toEqual([
        ["a", "\uFFFD", false],
        ["b", "\uFFFD", true],
        ["c", "x", false],
      ]);
    }
  });

  test("half a character at the end of the file is passed over", () => {
    const bytes = new Uint8Array([...encoders[encoding]("a,b\n1,2"), 0x33]);
    expect(inPieces(bytes, encoding, bytes.byteLength).map(({ cells }) => cells)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    const piece = readPiece(bytes.subarray(0, 9), encoding, { delimiter: ",", line: 1, final: false });
    expect(piece.bytes).toBe(8);
  });
});

test("bytes that are no UTF-8 make their own row broken, shown byte for byte, and no other", () => {
  const bytes = new Uint8Array([
    ...new TextEncoder().encode("a,ह\n"),
    0x62,
    0x2c,
    0xe9,
    0x0a,
    ...new TextEncoder().encode('"c\nd",é\n'),
  ]);
  for (let size = 1; size <= bytes.byteLength; size++) {
    const rows = inPieces(bytes, "utf-8", size);
    expect(rows.map(({ cells, broken, raw }) => (broken ? raw : cells))).toEqual([
      ["a", "ह"],
      "b,é",
      ["c\nd", "é"],
    ]);
  }
});

test("a row of bytes that are no UTF-8 leaves empty lines and quoted cells beside it as they are", () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('\n"c\nd",é\n'), 0xe9, 0x0a]);
  const { rows } = readPiece(bytes, "utf-8", { delimiter: ",", line: 1, final: true });
  expect(rows.map(({ cells, raw, line, broken }) => [cells, raw, line, broken])).toEqual([
    [[""], "", 1, false],
    [["c\nd", "é"], '"c\nd",é', 2, false],
    [["é"], "é", 4, true],
  ]);
});

test("a character that the end of a piece cuts is left to the next piece, whole characters are not", () => {
  const encoder = new TextEncoder();
  const signs = [
    "a",
    "\u007F",
    "\u0080",
    "é",
    "\u07FF",
    "\u0800",
    "ह",
    "\uFFFD",
    "\u{10000}",
    "😀",
    "\u{10FFFF}",
  ];
  for (const before of ["", ...signs]) {
    for (const sign of signs) {
      const start = encoder.encode(before);
      const bytes = new Uint8Array([...start, ...encoder.encode(sign)]);
      for (let cut = start.length; cut < bytes.length; cut++) {
        expect(wholeCharacters(bytes.subarray(0, cut)), `${before}${sign} cut at ${cut}`).toEqual(start);
      }
      expect(wholeCharacters(bytes)).toEqual(bytes);
    }
  }
});

test("bytes that cannot be the start of a character are left as they are, to be found wrong", () => {
  for (const bytes of [[0x80], [0xbf, 0xbf, 0xbf, 0xbf], [0x61, 0x80], [0xc3, 0xa9, 0xa9], []]) {
    expect([...wholeCharacters(new Uint8Array(bytes))]).toEqual(bytes);
  }
});
