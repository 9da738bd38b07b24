/** Widths of Helvetica and Helvetica-Bold in thousandths of the size, from the space on (Adobe's font metrics, Core 14). */
const PLAIN =
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584";
const BOLD =
  "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584";
const widths = { plain: PLAIN.split(" ").map(Number), bold: BOLD.split(" ").map(Number) };
/** Of the rupee sign, which is drawn. */
export const RUPEE_WIDTH = 600;

/** How wide a text is at a size, in points. */
export function widthOf(text: string, size: number, isBold: boolean): number {
  const table = isBold ? widths.bold : widths.plain;
  let sum = 0;
  for (const sign of text)
    sum += sign === "₹" ? RUPEE_WIDTH : (table[(sign.codePointAt(0) ?? 0) - 32] ?? (isBold ? 611 : 556));
  return (sum * size) / 1_000;
}

/** Lines that are no wider than so many points, broken at spaces; a word that is wider is cut. */
export function wrapped(text: string, most: number, size: number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (let word of paragraph.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (widthOf(longer, size, false) <= most) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      while (widthOf(word, size, false) > most) {
        let fits = word.length - 1;
        while (fits > 1 && widthOf(word.slice(0, fits), size, false) > most) fits--;
        lines.push(word.slice(0, fits));
        word = word.slice(fits);
      }
      line = word;
    }
    return [...lines, line];
  });
}
