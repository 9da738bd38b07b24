import { expect } from "vitest";

const AT_ONCE = 6;

/** Something that is tried for many cases within one test, which then names every case that went wrong. */
export class Tries {
  tried = 0;
  readonly wrong: string[] = [];
  readonly #subject: string;

  constructor(subject: string) {
    this.#subject = subject;
  }

  /** An assertion that fails in `work` is noted, and the next case is tried. */
  async try(name: string, work: () => Promise<void> | void): Promise<void> {
    this.tried += 1;
    try {
      await work();
    } catch (error) {
      this.wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Tries all cases, a few at a time, since each mostly waits for its answer. */
  async all<Case>(cases: readonly Case[], name: (each: Case) => string, work: (each: Case) => Promise<void>) {
    const waiting = [...cases];
    const worker = async () => {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
        const one = each;
        await this.try(name(one), () => work(one));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** Prints how many cases were tried, and fails with those that went wrong. */
  report(): void {
    console.log(`${this.#subject}: ${this.tried} tried, ${this.wrong.length} wrong`);
    expect(this.wrong, this.#subject).toEqual([]);
    expect(this.tried, `${this.#subject} tried`).toBeGreaterThan(0);
  }
}
