import { patternSize } from "./like.ts";
import { failureOf, type Failure } from "./failure.ts";

export const MOST_CHARACTERS = 10_000;
export const MOST_ITEMS = 1_000;
/** Work of one evaluation, in units of about 10 ns: 20 ms on a slow machine, and every step is paid before it is done. */
const BUDGET = 2_000_000;
const STEP = 20;
/** An error is made with a stack and a picture of the source, also when `||` or exists() drops it. */
const ERROR = 1_500;
/** Asking for the hour of a time zone makes a formatter each time. */
const TIME_ZONE = 10_000;
/** The library's reading of a duration takes the cube of its length: 600 digits took 118 ms. */
const LONGEST_DURATION = 24;
const DEEPEST = 64;
const [EARLIEST, LATEST] = [-62_135_596_800_000, 253_402_300_799_999];
const [LEAST_INT, MOST_INT] = [-(2n ** 63n), 2n ** 63n - 1n];

/** Stops an evaluation; one object, since an error with a stack for each of 1,000 elements would cost more than they. */
class Stop extends Error {}
const STOP = new Stop();

/** Counts the work of one evaluation. The first failure stays: `||` and exists() may forgive the error of it. */
export class Meter {
  failure: Failure | undefined;
  #left = BUDGET;
  #lastError: unknown;
  readonly #error: number;
  readonly #weights = new WeakMap<object, number>();

  /** An error's picture is drawn from the source's beginning. */
  constructor(sourceLength: number) {
    this.#error = ERROR + sourceLength;
  }

  fail(kind: Parameters<typeof failureOf>[0]): never {
    this.failure ??= failureOf(kind);
    throw STOP;
  }

  charge(work: number): void {
    this.#left -= work;
    if (this.#left < 0) this.fail("tooMuchWork");
  }

  step<T>(run: () => T): T {
    this.charge(STEP);
    try {
      return run();
    } catch (error) {
      if (error !== STOP && error !== this.#lastError) {
        this.#lastError = error;
        this.charge(this.#error);
      }
      throw error;
    }
  }

  /** Pays for an operation before it is done, by the weight of what it is given. */
  before(name: string, operands: readonly unknown[]): void {
    let weight = 0;
    for (const operand of operands) weight += this.#weightOf(operand, 0);
    this.charge(weight);
    const [first, second] = operands;
    if (typeof first === "string") this.#beforeText(name, first, second);
    else if (name === "+" && Array.isArray(first) && Array.isArray(second)) {
      if (first.length + second.length > MOST_ITEMS) this.fail("tooLarge");
    } else if (name === "join" && Array.isArray(first)) {
      const separators = typeof second === "string" ? second.length * (first.length - 1) : 0;
      const letters = first.reduce<number>(
        (sum, item) => sum + (typeof item === "string" ? item.length : 0),
        0,
      );
      if (letters + separators > MOST_CHARACTERS) this.fail("tooLarge");
    } else if (first instanceof Date && typeof second === "string") this.charge(TIME_ZONE);
  }

  #beforeText(name: string, first: string, second: unknown): void {
    if (name === "duration") {
      if (first.length > LONGEST_DURATION) this.fail("notConvertible");
      this.charge(first.length ** 3 / 4);
    }
    if (name === "size") this.charge(first.length * 2);
    if (typeof second !== "string") return;
    if (name === "+" && first.length + second.length > MOST_CHARACTERS) this.fail("tooLarge");
    if (name === "like") this.charge(500 + first.length * patternSize(second));
    // Looking backwards compares every place with every character.
    if (name === "contains" || name === "indexOf" || name === "lastIndexOf" || name === "split") {
      this.charge((first.length * second.length) / 8);
    }
  }

  /** Refuses to go through too long a list, or the fields of too large a map. */
  countItems(list: unknown): void {
    if (typeof list !== "object" || list === null) return;
    if ((Array.isArray(list) ? list : Object.keys(list)).length > MOST_ITEMS) this.fail("tooLarge");
  }

  /** Looks at what an operation gave: nothing too large goes on. */
  after<T>(name: string, value: T, operands: readonly unknown[]): T {
    if (typeof value === "number" && !Number.isFinite(value)) {
      const byZero = (name === "/" || name === "%") && Number(operands[1]) === 0;
      this.fail(byZero ? "divisionByZero" : "numberTooLarge");
    }
    if (typeof value === "bigint" && (value < LEAST_INT || value > MOST_INT)) this.fail("numberTooLarge");
    if (value instanceof Date && !(value.getTime() >= EARLIEST && value.getTime() <= LATEST)) {
      this.fail("outOfRange");
    }
    // The parts of what is already here were paid for; only its own size is looked at.
    if (typeof value === "string" && value.length > MOST_CHARACTERS) this.fail("tooLarge");
    if (Array.isArray(value) && value.length > MOST_ITEMS) this.fail("tooLarge");
    return value;
  }

  /** The size of a value with everything in it, an eighth for a character. */
  #weightOf(value: unknown, depth: number): number {
    if (typeof value === "string") {
      if (value.length > MOST_CHARACTERS) this.fail("tooLarge");
      return 2 + value.length / 8;
    }
    if (typeof value !== "object" || value === null) return 2;
    const known = this.#weights.get(value);
    if (known !== undefined) return known;
    if (depth > DEEPEST) this.fail("tooLarge");
    const items = Array.isArray(value) ? value : Object.values(value);
    if (items.length > MOST_ITEMS) this.fail("tooLarge");
    this.charge(items.length * 4);
    let weight = 4;
    for (const item of items) weight += 8 + this.#weightOf(item, depth + 1);
    this.#weights.set(value, weight);
    return weight;
  }
}
