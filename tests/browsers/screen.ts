import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Engine } from "./engine.ts";
import { FIND, type Seen, type Step, type Words } from "./finder.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
/** A busy machine is five times slower; nothing here is measured by it. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 60;

const pause = (ms = PAUSE_MS) => new Promise((resolve) => setTimeout(resolve, ms));
const wordsOf = (name: string | RegExp): Words =>
  typeof name === "string" ? name : { source: name.source, flags: name.flags };

/** Looks until this says that it is so, and throws with what it said last. */
export async function until(what: string, look: () => Promise<true | string>, within = PATIENCE_MS) {
  const end = Date.now() + within;
  let said = "";
  for (;;) {
    const answer = await look();
    if (answer === true) return;
    said = answer;
    if (Date.now() > end) throw new Error(`${what}: ${said}`);
    await pause();
  }
}

/** A screen in a browser, on which things are found by what a person calls them. */
export class Screen {
  readonly engine: Engine;
  readonly base: string;
  readonly #way: readonly Step[];

  constructor(engine: Engine, base: string, way: readonly Step[] = []) {
    this.engine = engine;
    this.base = base;
    this.#way = way;
  }

  #with(step: Step): Screen {
    return new Screen(this.engine, this.base, [...this.#way, step]);
  }

  role(role: string, name?: string | RegExp, { exact = false } = {}): Screen {
    return this.#with({ by: "role", role, ...(name === undefined ? {} : { name: wordsOf(name) }), exact });
  }
  button = (name: string | RegExp, options = { exact: true }) => this.role("button", name, options);
  link = (name: string | RegExp, options = { exact: true }) => this.role("link", name, options);
  label(name: string | RegExp, { exact = false } = {}): Screen {
    return this.#with({ by: "label", name: wordsOf(name), exact });
  }
  text(name: string | RegExp, { exact = false } = {}): Screen {
    return this.#with({ by: "text", name: wordsOf(name), exact });
  }
  having(name: string | RegExp): Screen {
    return this.#with({ by: "having", name: wordsOf(name) });
  }
  nth(at: number): Screen {
    return this.#with({ by: "nth", at });
  }
  css(css: string): Screen {
    return this.#with({ by: "css", css });
  }

  async open(path: string): Promise<void> {
    await this.engine.open(this.base + path);
  }
  /** Evaluates a function in the page; it may use its arguments only. */
  async run<T, A extends unknown[]>(body: (...args: A) => T, ...args: A): Promise<T> {
    return (await this.engine.run(`return (${body.toString()}).apply(null, arguments);`, args)) as T;
  }
  where(): Promise<string> {
    return this.run(() => location.pathname + location.search);
  }
  async arrives(address: RegExp): Promise<void> {
    await until(`the address ${address}`, async () => {
      const now = await this.where();
      return address.test(now) || now;
    });
  }

  async look(deed = "", given = "", scrolls = false): Promise<Seen> {
    const args = [this.#way, scrolls, deed, given];
    let seen = await this.engine.run(FIND, args);
    if (seen === null) {
      await this.engine.run(AXE, []);
      seen = await this.engine.run(FIND, args);
    }
    return seen as Seen;
  }
  /** Looks until what is seen fits, and answers it. A page that is just being exchanged is looked at again. */
  async #until(what: string, fits: (seen: Seen) => true | string, within?: number): Promise<Seen> {
    let last: Seen | undefined;
    await until(
      `${this.toString()} ${what}`,
      async () => {
        try {
          last = await this.look();
        } catch (error) {
          return String(error);
        }
        return fits(last);
      },
      within,
    );
    if (last === undefined) throw new Error("never looked");
    return last;
  }

  shown = (within?: number) => this.#until("is shown", ({ count }) => count > 0 || "it is not there", within);
  gone = (within?: number) => this.#until("is gone", ({ count }) => count === 0 || "it is there", within);
  says = (words: string | RegExp, within?: number) =>
    this.#until(
      `says ${words}`,
      ({ count, text }) =>
        (count > 0 && (typeof words === "string" ? text.includes(words) : words.test(text))) ||
        (count > 0 ? text.slice(0, 300) : "it is not there"),
      within,
    );
  holds = (value: string | RegExp) =>
    this.#until(
      `holds ${value}`,
      (seen) => (typeof value === "string" ? seen.value === value : value.test(seen.value)) || seen.value,
    );
  focused = () => this.#until("has the focus", ({ hasFocus }) => hasFocus || "it has not");
  counts = (wanted: number) =>
    this.#until(`is there ${wanted} times`, ({ count }) => count === wanted || String(count));
  async count(): Promise<number> {
    return (await this.look()).count;
  }

  /** Waits until it can be pressed: shown, not disabled, standing still, with nothing over it. */
  async #ready(): Promise<{ x: number; y: number }> {
    let point = { x: 0, y: 0 };
    let before = "";
    await until(`${this.toString()} can be pressed`, async () => {
      try {
        const seen = await this.look("", "", true);
        if (seen.count === 0) return "it is not there";
        if (seen.isOff) return "it is disabled";
        if (!seen.point) return `under ${seen.over}`;
        point = seen.point;
        const now = JSON.stringify(point);
        if (now === before) return true;
        before = now;
        return "it moves";
      } catch (error) {
        return String(error);
      }
    });
    return point;
  }

  async click(): Promise<void> {
    await this.engine.pointer([await this.#ready()], "click");
  }
  async hover(): Promise<void> {
    await this.engine.pointer([await this.#ready()], "none");
  }
  /** Drags it to where another is, by the mouse, and looks at what is shown before it is let go. */
  async dragTo(other: Screen, onTheWay: () => Promise<void>): Promise<void> {
    const { x, y } = await this.#ready();
    const { box } = await other.shown();
    if (!box) throw new Error("nothing to drag to");
    const far = box.y + box.height / 2 - y;
    const way = [0, 0.1, 0.4, 0.7, 1].map((part) => ({ x, y: y + far * part }));
    await this.engine.pointer(way, "hold");
    await onTheWay();
    await this.engine.pointer([], "letGo");
  }
  async focus(): Promise<void> {
    await this.shown();
    await this.look("focus");
  }
  /** Replaces what it holds by typing. */
  async fill(text: string): Promise<void> {
    await this.#ready();
    await this.look("select");
    await this.engine.keys(text === "" ? ["Delete"] : [...text].map((key) => (key === " " ? "Space" : key)));
  }
  async press(key: string): Promise<void> {
    await this.focus();
    await this.engine.keys([key]);
  }
  /** Chooses an option, which may come late. */
  async choose(option: string): Promise<void> {
    await this.#ready();
    await until(`${this.toString()} has the option ${option}`, async () => {
      const { text } = await this.look("choose", option);
      return text.includes(option) || text;
    });
  }
  async check(): Promise<void> {
    const { isChecked } = await this.shown();
    if (!isChecked) await this.click();
    await this.#until("is ticked", (seen) => seen.isChecked || "it is not");
  }
  async give(...paths: string[]): Promise<void> {
    await this.shown();
    await this.engine.files(paths);
  }

  toString(): string {
    return this.#way
      .map((step) => {
        if (step.by === "nth") return `[${step.at}]`;
        if (step.by === "css") return step.css;
        const name =
          step.name === undefined
            ? ""
            : ` ${typeof step.name === "string" ? `“${step.name}”` : `/${step.name.source}/`}`;
        return `${step.by === "role" ? step.role : step.by}${name}`;
      })
      .join(" › ");
  }
}
