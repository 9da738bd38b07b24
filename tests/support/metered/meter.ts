/** Long enough for everything that was started at once to arrive, short beside the answer of a local database. */
const QUIET_MS = 4;

interface Call {
  name: string;
  run: () => Promise<void>;
}

/**
 * Lets a request's calls to its bindings through in waves: those that wait for no other leave and arrive together. The
 * number of waves is that of the round trips for which a caller far from the database would wait.
 */
export class Meter {
  /** The calls of each wave, by name. */
  readonly waves: string[][] = [];
  /** The most rows that one statement has read, and that statement. */
  mostRead = { rows: 0, statement: "" };
  #waiting: Call[] = [];
  #inFlight = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  through<Answer>(name: string, run: () => Promise<Answer>): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const answered = async () => {
      const [outcome] = await Promise.allSettled([run()]);
      this.#landed.push(() =>
        outcome.status === "fulfilled" ? resolve(outcome.value) : reject(outcome.reason),
      );
    };
    this.#waiting.push({ name, run: answered });
    this.#leaveSoon();
    return promise;
  }

  /** Notes how many rows a statement has read. */
  read(statement: string, rows: number): void {
    if (rows > this.mostRead.rows) this.mostRead = { rows, statement };
  }

  #landed: (() => void)[] = [];

  #leaveSoon(): void {
    if (this.#inFlight) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#leave(), QUIET_MS);
  }

  async #leave(): Promise<void> {
    const wave = this.#waiting.splice(0);
    this.#inFlight = true;
    this.waves.push(wave.map(({ name }) => name));
    await Promise.all(wave.map(({ run }) => run()));
    this.#inFlight = false;
    for (const land of this.#landed.splice(0)) land();
    if (this.#waiting.length > 0) this.#leaveSoon();
  }
}
