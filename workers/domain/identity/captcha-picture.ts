import { randomBytes, randomInt } from "node:crypto";
import { encodePng } from "./png.ts";

type Point = readonly [x: number, y: number];
/** A pen stroke on a grid of 10 × 16: its corners, or a curve through control points (start, control, end, ...). */
type Stroke = readonly Point[];

const line = (...points: Point[]): Stroke => points;

/** Quadratic curves, one after the other, as points close enough to look round. */
function curve(start: Point, ...rest: Point[]): Stroke {
  const points: Point[] = [start];
  let from = start;
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const [by, to] = [rest[at] ?? from, rest[at + 1] ?? from];
    for (let step = 1; step <= 8; step++) {
      const t = step / 8;
      const part = (axis: 0 | 1) =>
        (1 - t) ** 2 * from[axis] + 2 * (1 - t) * t * by[axis] + t ** 2 * to[axis];
      points.push([part(0), part(1)]);
    }
    from = to;
  }
  return points;
}

const DIGITS: readonly (readonly Stroke[])[] = [
  [curve([5, 0], [10, 0], [10, 8], [10, 16], [5, 16], [0, 16], [0, 8], [0, 0], [5, 0])],
  [line([1, 4], [6, 0], [6, 16]), line([2, 16], [10, 16])],
  [curve([0, 4], [0, 0], [5, 0], [10, 0], [10, 4], [10, 7], [0, 16]), line([0, 16], [10, 16])],
  [
    curve([0, 2], [3, 0], [5, 0], [10, 0], [10, 4], [10, 8], [4, 8]),
    curve([4, 8], [10, 8], [10, 12], [10, 16], [5, 16], [2, 16], [0, 14]),
  ],
  [line([7, 16], [7, 0], [0, 11], [10, 11])],
  [line([9, 0], [1, 0], [1, 7]), curve([1, 7], [10, 4], [10, 11], [10, 16], [5, 16], [2, 16], [0, 14])],
  [curve([9, 1], [0, 3], [0, 11], [0, 16], [5, 16], [10, 16], [10, 11], [10, 7], [5, 7], [1, 7], [0, 11])],
  [line([0, 0], [10, 0], [4, 16])],
  [
    curve([5, 7], [0, 7], [0, 3.5], [0, 0], [5, 0], [10, 0], [10, 3.5], [10, 7], [5, 7]),
    curve([5, 7], [0, 7], [0, 11.5], [0, 16], [5, 16], [10, 16], [10, 11.5], [10, 7], [5, 7]),
  ],
  [curve([10, 5], [10, 9], [5, 9], [0, 9], [0, 4.5], [0, 0], [5, 0], [10, 0], [10, 5], [10, 13], [2, 16])],
];

const WIDTH = 240;
const HEIGHT = 80;
const PAPER = 14;
const INK = 3;

const between = (least: number, most: number): number => least + (randomInt(1_001) / 1_000) * (most - least);

/** A wave that bends the whole picture, so that no digit keeps its shape. */
function wave(): (point: Point) => Point {
  const [along, across] = [between(0, 7), between(0, 7)];
  const [high, wide] = [between(2, 4), between(2, 4)];
  const [near, far] = [between(45, 75), between(30, 50)];
  return ([x, y]) => [
    x + wide * Math.sin((2 * Math.PI * y) / far + across),
    y + high * Math.sin((2 * Math.PI * x) / near + along),
  ];
}

/** Draws the digits as a PNG data URI: bent, tilted and of uneven size, crossed by lines of the same pen, in noise. */
export function drawDigits(digits: string): string {
  const ink = new Float32Array(WIDTH * HEIGHT);
  const bend = wave();
  for (const [index, digit] of [...digits].entries()) {
    const turn = between(-0.35, 0.35);
    const lean = between(-0.25, 0.25);
    const [wide, high] = [between(2, 2.8), between(2.4, 3.1)];
    const middle: Point = [30 + index * 45 + between(-5, 5), HEIGHT / 2 + between(-7, 7)];
    const pen = between(1.5, 2.3);
    const place = ([x, y]: Point): Point => {
      const [dx, dy] = [(x - 5 + lean * (8 - y)) * wide, (y - 8) * high];
      return bend([
        middle[0] + dx * Math.cos(turn) - dy * Math.sin(turn),
        middle[1] + dx * Math.sin(turn) + dy * Math.cos(turn),
      ]);
    };
    for (const stroke of DIGITS[Number(digit)] ?? []) draw(ink, fine(stroke).map(place), pen);
  }
  for (let lines = 0; lines < 4; lines++) {
    const ends: Stroke = curve(
      [between(-10, 30), between(5, HEIGHT - 5)],
      [between(60, WIDTH - 60), between(-10, HEIGHT + 10)],
      [between(WIDTH - 30, WIDTH + 10), between(5, HEIGHT - 5)],
    );
    draw(ink, ends.map(bend), between(0.8, 1.4));
  }
  return `data:image/png;base64,${Buffer.from(encodePng(shadesOf(ink), WIDTH, HEIGHT)).toString("base64")}`;
}

/** Shades of the picture: ink on paper, with speckles of either on the other. */
function shadesOf(ink: Float32Array): Uint8Array {
  const noise = randomBytes(ink.length);
  const slope = between(-2, 2);
  return Uint8Array.from(ink, (covered, at) => {
    const speck = noise[at] ?? 0;
    const paper = PAPER + (slope * (at % WIDTH)) / WIDTH - (speck & 3) / 2;
    const full = speck < 10 ? 1 - covered : covered;
    return Math.max(0, Math.min(15, Math.round(paper + (INK - paper) * full)));
  });
}

/** More points on the straight parts, so that they bend too. */
function fine(stroke: Stroke): Stroke {
  return stroke.flatMap((point, at) => {
    const before = stroke[at - 1];
    if (!before) return [point];
    return [0.25, 0.5, 0.75, 1].map((t): Point => [
      before[0] + (point[0] - before[0]) * t,
      before[1] + (point[1] - before[1]) * t,
    ]);
  });
}

/** Covers the pixels near a line with ink, softly at its edge. */
function draw(ink: Float32Array, points: readonly Point[], pen: number): void {
  for (const [at, [x2, y2]] of points.entries()) {
    const [x1, y1] = points[at - 1] ?? [x2, y2];
    const reach = pen + 1;
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const [top, bottom] = [Math.min(y1, y2) - reach, Math.max(y1, y2) + reach];
    const [left, right] = [Math.min(x1, x2) - reach, Math.max(x1, x2) + reach];
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(HEIGHT - 1, bottom); y++)
      for (let x = Math.max(0, Math.floor(left)); x <= Math.min(WIDTH - 1, right); x++) {
        const t = length === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length;
        const near = Math.max(0, Math.min(1, t));
        const distance = Math.hypot(x - x1 - near * (x2 - x1), y - y1 - near * (y2 - y1));
        const covered = Math.max(0, Math.min(1, pen + 0.5 - distance));
        const pixel = y * WIDTH + x;
        if (covered > (ink[pixel] ?? 0)) ink[pixel] = covered;
      }
  }
}
