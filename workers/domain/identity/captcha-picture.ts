import { randomInt } from "node:crypto";

/** Digits as pen strokes on a grid of 10 × 16: drawn as paths, so the picture's source does not spell them. */
const strokes: Record<string, string[]> = {
  "0": ["M5 0 Q10 0 10 8 Q10 16 5 16 Q0 16 0 8 Q0 0 5 0"],
  "1": ["M1 4 L6 0 L6 16", "M2 16 L10 16"],
  "2": ["M0 4 Q0 0 5 0 Q10 0 10 4 Q10 7 0 16 L10 16"],
  "3": ["M0 2 Q3 0 5 0 Q10 0 10 4 Q10 8 4 8 Q10 8 10 12 Q10 16 5 16 Q2 16 0 14"],
  "4": ["M7 16 L7 0 L0 11 L10 11"],
  "5": ["M9 0 L1 0 L1 7 Q10 4 10 11 Q10 16 5 16 Q2 16 0 14"],
  "6": ["M9 1 Q0 3 0 11 Q0 16 5 16 Q10 16 10 11 Q10 7 5 7 Q1 7 0 11"],
  "7": ["M0 0 L10 0 L4 16"],
  "8": ["M5 7 Q0 7 0 3.5 Q0 0 5 0 Q10 0 10 3.5 Q10 7 5 7 Q0 7 0 11.5 Q0 16 5 16 Q10 16 10 11.5 Q10 7 5 7"],
  "9": ["M10 5 Q10 9 5 9 Q0 9 0 4.5 Q0 0 5 0 Q10 0 10 5 Q10 13 2 16"],
};

const WIDTH = 180;
const HEIGHT = 60;

/** Draws the digits as a base64 data URI: tilted, shifted, with lines across. */
export function drawDigits(digits: string): string {
  const glyphs = [...digits].map((digit, index) => {
    const x = 14 + index * 32 + randomInt(-4, 5);
    const y = 12 + randomInt(-5, 6);
    const turn = randomInt(-18, 19);
    const size = (18 + randomInt(0, 5)) / 10;
    const paths = shuffled((strokes[digit] ?? []).map((path) => `<path d="${wobble(path)}"/>`)).join("");
    return `<g transform="translate(${x} ${y}) rotate(${turn} 9 14) scale(${size})">${paths}</g>`;
  });
  const lines = Array.from({ length: 4 }, () => {
    const [y1, y2, bend] = [randomInt(HEIGHT), randomInt(HEIGHT), randomInt(HEIGHT)];
    return `<path d="M0 ${y1} Q${WIDTH / 2} ${bend} ${WIDTH} ${y2}" stroke-width="1.2"/>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="#f1f5f9"/>` +
    `<g fill="none" stroke="#1e293b" stroke-width="1.5" stroke-linecap="round">` +
    shuffled([...glyphs, ...lines]).join("") +
    `</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** Moves every coordinate a little, so that the same digit never has the same path twice. */
const wobble = (path: string): string =>
  path.replace(/\d+(\.\d+)?/g, (number) => (Number(number) + randomInt(-6, 7) / 10).toFixed(1));

/** Shuffles the shapes, so that their order does not reveal the digits. */
const shuffled = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, at: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
