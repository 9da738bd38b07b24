import { spawn, type ChildProcess } from "node:child_process";

/** The browser's part in a walk. Whatever can be asked of the page itself is asked by a script (`screen.ts`). */
export interface Engine {
  readonly name: string;
  readonly version: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Evaluates the body of a function in the page: `arguments` are JSON, and so is what it returns. */
  run(body: string, args: readonly unknown[]): Promise<unknown>;
  /** Moves the mouse through these points, in CSS pixels of the window, and presses it at the first of them. */
  pointer(moves: readonly Point[], press: Press): Promise<void>;
  /** Presses keys one after the other; each may be a chord, as `Shift+Tab`. */
  keys(chords: readonly string[]): Promise<void>;
  /** Gives files to the input that the page keeps as `window.walked`. */
  files(paths: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the window. */
  shot(): Promise<Buffer>;
  /** Errors of scripts and of the console since it was asked last. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

/** A mouse that is held stays pressed until it is let go. */
export type Press = "none" | "click" | "hold" | "letGo";

/** How a browser is started: what a person has set in the system. */
export interface Wishes {
  dark: boolean;
}

/** Codes that WebDriver gives to keys without a character, in both of its protocols. */
const NAMED: Record<string, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE006",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  Space: " ",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Delete: "\uE017",
};

/** The actions of a mouse, which both protocols write alike. */
export function mouseActions(moves: readonly Point[], press: Press): object[] {
  const [first, ...others] = moves.map(({ x, y }) => ({
    type: "pointerMove",
    x: Math.round(x),
    y: Math.round(y),
    duration: 0,
    origin: "viewport",
  }));
  const down = press === "click" || press === "hold" ? [{ type: "pointerDown", button: 0 }] : [];
  const up = press === "click" || press === "letGo" ? [{ type: "pointerUp", button: 0 }] : [];
  // A hand needs a moment between two places.
  const slowly = others.flatMap((each) => [{ type: "pause", duration: 80 }, each]);
  const actions = [...(first ? [first] : []), ...down, ...slowly, ...up];
  return [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }];
}

/** The actions of a keyboard, which both protocols write alike. */
export function keyActions(chords: readonly string[]): object[] {
  const actions = chords.flatMap((chord) => {
    // A plus sign by itself is a key, too.
    const keys = (chord.length > 1 ? chord.split("+") : [chord]).map((key) => NAMED[key] ?? key);
    return [
      ...keys.map((value) => ({ type: "keyDown", value })),
      ...keys.toReversed().map((value) => ({ type: "keyUp", value })),
    ];
  });
  return [{ type: "key", id: "keyboard", actions }];
}

/** Starts a program in a group of its own: a browser has processes that outlive the one that was started. */
function started(command: string, args: readonly string[], env: Record<string, string>) {
  return spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}

/** Starts a program and waits for the words with which it says that it is ready. */
export async function startedSaying(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ child: ChildProcess; said: string }> {
  const child = started(command, args, env);
  let output = "";
  const said = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${command} ${why}:\n${output}`));
    const late = setTimeout(() => fail("is not ready after 60 s"), 60_000);
    const look = (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = ready.exec(output) ?? [];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code) => fail(`ended with ${code}`));
  });
  return { child, said };
}

/** Starts a program and waits until it answers at this address. */
export async function startedAnswering(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  address: string,
): Promise<ChildProcess> {
  const child = started(command, args, env);
  // Nobody reads what it says, which must not fill its pipe.
  child.stdout.resume();
  child.stderr.resume();
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await ended(child);
  throw new Error(`${command} does not answer at ${address}.`);
}

/** A screen that only programs see. A browser without any screen paints no scrollbars, and what lies under them is white. */
export async function virtualScreen(): Promise<{ display: string; end: () => Promise<void> }> {
  const args = ["-screen", "0", "1600x1200x24", "-displayfd", "1", "-nolisten", "tcp"];
  const { child, said } = await startedSaying("Xvfb", args, {}, /(\d+)\n/);
  return { display: `:${said}`, end: () => ended(child) };
}

/** Ends a program and all that it has started. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  process.kill(-child.pid, "SIGKILL");
  await gone;
}
