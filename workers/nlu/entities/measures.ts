import { holdsHindi } from "../hindi/sound.ts";
import { words } from "./date-verbs.ts";
import { lowerOf } from "./find-numbers.ts";
import { type NumberAt, touching } from "./number-parts.ts";
import type { Found, Token } from "./tokens.ts";
import { Phrases, spanOf } from "./units.ts";

export type MeasureKind = "distance" | "volume" | "weight";

interface Unit {
  sign: string;
  /** How much of the kind's base unit (metre, litre, gram) it is. */
  size: number;
}

/** Units by kind. One letter is a unit only right behind digits. */
const UNITS: Readonly<Record<MeasureKind, Phrases<Unit>>> = {
  distance: units([
    [
      "km/kms/kilometer/kilometers/kilometre/kilometres/k . m ./किलोमीटर/किमी/कि ./कि . मी ./किलो मीटर",
      "km",
      1000,
    ],
    ["m/meter/meters/metre/metres/mtr/mtrs/मीटर", "m", 1],
    ["cm/cms/centimeter/centimeters/centimetre/centimetres/सेंटीमीटर/सेमी/सेंटी मीटर", "cm", 0.01],
    ["mm/millimeter/millimeters/millimetre/millimetres/मिलीमीटर", "mm", 0.001],
    ["mile/miles/mi/मील", "mi", 1609.344],
    ["yard/yards/yd/yds/gaz/गज", "yd", 0.9144],
    ["foot/feet/ft/fit/फिट/फुट/फीट/फ़ीट/फ़ुट/foots", "ft", 0.3048],
    ["inch/inches/इंच/inchs", "in", 0.0254],
    ["nautical mile/nautical miles", "nmi", 1852],
  ]),
  volume: units([
    ["l/liter/liters/litre/litres/ltr/ltrs/lt/lts/leetar/लीटर/लिटर", "l", 1],
    ["ml/mls/milliliter/milliliters/millilitre/millilitres/एमएल/मिलीलीटर/मि . ली .", "ml", 0.001],
    ["kl/kiloliter/kiloliters/kilolitre/kilolitres", "kl", 1000],
    ["gallon/gallons/gal/गैलन", "gal", 3.785411784],
    ["pint/pints", "pt", 0.473176473],
    ["quart/quarts", "qt", 0.946352946],
    ["cup/cups", "cup", 0.2365882365],
    ["tablespoon/tablespoons/tbsp", "tbsp", 0.01478676478],
    ["teaspoon/teaspoons/tsp", "tsp", 0.00492892159],
    ["fluid ounce/fluid ounces/fl oz", "fl oz", 0.0295735296],
    ["cubic meter/cubic meters/cubic metre/cubic metres", "m³", 1000],
    ["barrel/barrels/bbl", "bbl", 158.987294928],
  ]),
  weight: units([
    ["kg/kgs/kilo/kilos/kilogram/kilograms/kilogramme/kilogrammes/किलो/किलोग्राम/केजी/किग्रा", "kg", 1000],
    ["g/gm/gms/gram/grams/gramme/grammes/ग्राम/ग्रा", "g", 1],
    ["mg/mgs/milligram/milligrams/मिलीग्राम", "mg", 0.001],
    ["t/ton/tons/tonne/tonnes/metric ton/metric tons/टन", "t", 1e6],
    ["quintal/quintals/kuntal/क्विंटल/कुंतल", "q", 1e5],
    ["lb/lbs/pound/pounds/पौंड/पाउंड/पौंड वजन", "lb", 453.59237],
    ["oz/ounce/ounces/औंस", "oz", 28.349523125],
    ["tola/tolas/तोला/तोले", "tola", 11.6638038],
    ["carat/carats/कैरेट", "ct", 0.2],
    ["stone/stones", "st", 6350.29318],
  ]),
};

function units(lines: readonly (readonly [string, string, number])[]): Phrases<Unit> {
  return new Phrases(lines.map(([spellings, sign, size]) => [spellings, { sign, size }] as const));
}

const JOINS = new Set(["and", ",", "और", "aur"]);
const clean = (value: number): number => Number(value.toFixed(4));

/** "5 km", "5 to 10 km", "5 feet 11 inches", "ढाई किलो", "half a litre". */
export function findMeasures(
  tokens: readonly Token[],
  numbers: readonly NumberAt[],
  kind: MeasureKind,
): Found[] {
  const byStart = new Map(numbers.map((number) => [number.from, number]));
  const found: Found[] = [];
  for (let at = 0; at < tokens.length;) {
    const marks = kind === "distance" ? inMarks(tokens, at) : undefined;
    if (marks) {
      const sum = clean(marks.feet + marks.inches / INCHES_IN_A_FOOT);
      found.push(spanOf(tokens, at, marks.to, `${sum} ft`, { value: sum, unit: "ft" }));
      at = marks.to;
      continue;
    }
    const first = measureAt(tokens, byStart, at, kind);
    if (!first) {
      at++;
      continue;
    }
    let { to, value } = first;
    // Smaller units behind it add up: 5 feet 11 inches, 2 kg 500 g.
    let smallest = first.unit;
    for (;;) {
      const behind = JOINS.has(tokens[to]?.text ?? "") ? to + 1 : to;
      const next =
        measureAt(tokens, byStart, behind, kind, true) ??
        (smallest.sign === "ft" ? shortInches(tokens, byStart, behind) : undefined);
      if (!next || next.unit.size >= smallest.size) break;
      value += (next.value * next.unit.size) / first.unit.size;
      ({ to, unit: smallest } = next);
    }
    const number = byStart.get(at);
    const lower = number && smallest === first.unit ? lowerOf(tokens, numbers, number) : undefined;
    const { sign } = first.unit;
    const sum = clean(value);
    found.push(
      lower
        ? spanOf(tokens, lower.from, to, `${lower.value}-${sum} ${sign}`, {
            from: lower.value,
            to: sum,
            unit: sign,
          })
        : spanOf(tokens, at, to, `${sum} ${sign}`, { value: sum, unit: sign }),
    );
    at = to;
  }
  return found;
}

const FOOT_MARK = /^['’′]$/;
/** Two single marks and a double one. */
const INCH_MARK = /^["”″]$/;
const INCHES_IN_A_FOOT = 12;
const MOST_FEET = 10;

/** 5'10", 6' 2": a height or a size in marks; the second mark is often left out. */
function inMarks(
  tokens: readonly Token[],
  at: number,
): { feet: number; inches: number; to: number } | undefined {
  const [feet, mark, inches, end] = [0, 1, 2, 3].map((by) => tokens[at + by]);
  if (feet?.kind !== "number" || inches?.kind !== "number" || !FOOT_MARK.test(mark?.text ?? ""))
    return undefined;
  const [upper, lower] = [Number(feet.text), Number(inches.text)];
  const far = (mark?.end ?? 0) !== inches.start;
  const closed = INCH_MARK.test(end?.text ?? "") && touching(inches, end);
  const twice =
    FOOT_MARK.test(end?.text ?? "") && touching(inches, end) && FOOT_MARK.test(tokens[at + 4]?.text ?? "");
  if (!touching(feet, mark) || (far && !closed && !twice)) return undefined;
  if (!Number.isInteger(upper) || upper > MOST_FEET || lower >= INCHES_IN_A_FOOT) return undefined;
  return { feet: upper, inches: lower, to: at + (closed ? 4 : twice ? 5 : 3) };
}

/** Words that may follow "6 ft 2 in", whose "in" would else lead to another word. */
const BEHIND_INCHES = words("tall high long wide deep x by and in height lamba lambi uncha chauda");

/** The 2 of "6 ft 2 in". */
function shortInches(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberAt>,
  at: number,
): { value: number; unit: Unit; to: number } | undefined {
  const number = numbers.get(at);
  if (!number || number.value < 0 || number.value >= INCHES_IN_A_FOOT) return undefined;
  const after = tokens[number.to + 1];
  const ends = after === undefined || after.kind === "sign" || BEHIND_INCHES.has(after.text);
  if (tokens[number.to]?.text !== "in" || !ends) return undefined;
  return { value: number.value, unit: { sign: "in", size: 0.0254 }, to: number.to + 1 };
}

const BESIDE_FOOT: ReadonlySet<string> = new Set(
  "ka ki ke lamba lambi lambe chauda chaudi chaude uncha unchi unche gehra gehri tak se".split(" "),
);

/** Sizes and clothes fit: "साइज 32 फिट है क्या", "32 फिट जींस", "32 फिट आएगा क्या". */
const OF_A_SIZE = words("size slim साइज साइज़ स्लिम");
const FITS = words("jeans pant shirt जींस पैंट शर्ट आएगा आएगी आता आती बैठेगा");

/** "fit" is a foot beside Hindi or inches: "6 fit lamba", "5 fit 10 inch"; "size 32 fit" fits. */
function isFoot(tokens: readonly Token[], from: number, to: number): boolean {
  const [before, after, further] = [from - 1, to, to + 1].map((at) => tokens[at]?.text ?? "");
  if (OF_A_SIZE.has(before ?? "") || FITS.has(after ?? "")) return false;
  return (
    holdsHindi([before ?? "", after ?? ""]) ||
    BESIDE_FOOT.has(after ?? "") ||
    /^inch(?:es)?$/.test(further ?? "")
  );
}

const PAID = words("paid pay paying cost costs worth price charged");

/** "paid 20 pounds for a 3 kg parcel": those weigh nothing. */
const isPrice = (tokens: readonly Token[], at: number): boolean =>
  PAID.has(tokens[at - 1]?.text ?? "") ||
  (/^(?:me|you|us|only|about|around|of|is|was)$/.test(tokens[at - 1]?.text ?? "") &&
    PAID.has(tokens[at - 2]?.text ?? ""));

function measureAt(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberAt>,
  at: number,
  kind: MeasureKind,
  /** Behind a larger unit, which leaves no doubt: "5 kg 200 g". */
  goesOn = false,
): { value: number; unit: Unit; to: number } | undefined {
  const number = numbers.get(at);
  const article = !number && ["a", "an"].includes(tokens[at]?.text ?? "");
  if ((!number || number.value < 0) && !article) return undefined;
  let next = number ? number.to : at + 1;
  if (number && tokens[next]?.text === "-" && tokens[next + 1]?.kind === "word") next++;
  if (number && number.value < 1 && ["a", "an", "of"].includes(tokens[next]?.text ?? "")) next++;
  const unit = UNITS[kind].at(tokens, next);
  if (!unit) return undefined;
  const word = tokens[next];
  const touches = tokens[next - 1]?.end === word?.start;
  // "a foot injury", "a cup final"
  const behind = tokens[unit.to];
  if (article && behind !== undefined && behind.kind !== "sign" && behind.text !== "of") return undefined;
  // "5 m" may be anything, "m" behind few digits is minutes, and 5M, 5G, 5T are numbers.
  if (
    (word?.text.length ?? 0) === 1 &&
    (article || (!touches && !goesOn) || (word?.capital && word.text !== "l"))
  )
    return undefined;
  if (word?.text === "m" && number && number.value <= 60) return undefined;
  if (/^(?:fit|फिट)$/.test(word?.text ?? "") && !isFoot(tokens, at, unit.to)) return undefined;
  if (/^pounds?$/.test(word?.text ?? "") && isPrice(tokens, at)) return undefined;
  return { value: number?.value ?? 1, unit: unit.value, to: unit.to };
}
