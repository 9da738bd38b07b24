// npm run browsers [firefox|webkit] [text of a walk's name]: walks the console in browsers that the other tests do not use.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildStale } from "../../scripts/build.ts";
import { ROOT } from "../../scripts/lib/topology.ts";
import type { Engine, Wishes } from "./engine.ts";
import { firefox } from "./firefox.ts";
import { MANNERS } from "./manners.ts";
import { Screen } from "./screen.ts";
import type { Task } from "./task.ts";
import { TASKS } from "./tasks.ts";
import { webkit } from "./webkit.ts";
import { type World, world as startWorld } from "./world.ts";

const ENGINES: Record<string, (wishes: Wishes) => Promise<Engine>> = { firefox, webkit };
const WIDE = { width: 1280, height: 900 };
const SHOTS = join(ROOT, "test-results/browsers");

const given = process.argv.slice(2);
const chosen = Object.keys(ENGINES).filter((name) => given.includes(name));
const names = chosen.length > 0 ? chosen : Object.keys(ENGINES);
const text = given.filter((each) => !(each in ENGINES)).join(" ");
const walks = [...TASKS, ...MANNERS].filter(({ name }) => name.includes(text));

let made = 0;
const stamp = Date.now().toString(36).slice(-5);

/** Walks one task in one browser; answers what went wrong, or nothing. */
async function walked(task: Task, engine: Engine, world: World): Promise<string | undefined> {
  const screen = new Screen(engine, world.gateway.url);
  const expected: RegExp[] = [];
  const open: Engine[] = [];
  const shot = async (name: string, of: Engine = open.at(-1) ?? engine) =>
    writeFileSync(join(SHOTS, `${of.name.toLowerCase()}-${name}.png`), await of.shot());
  try {
    await engine.resize(WIDE.width, WIDE.height);
    await enter(screen, task.signedOut ? "" : world.client.token);
    await task.walk({
      screen,
      world,
      unique: (name) => `${name} ${stamp}${++made}`,
      phone: () =>
        `98${String(Date.now() % 1_000_000).padStart(6, "0")}${String(++made % 100).padStart(2, "0")}`,
      shot,
      expects: (error) => expected.push(error),
      async another(wishes) {
        const start = ENGINES[engine.name === "Firefox" ? "firefox" : "webkit"];
        if (!start) throw new Error(`No browser is called ${engine.name}.`);
        const other = await start(wishes);
        open.push(other);
        await other.resize(WIDE.width, WIDE.height);
        const its = new Screen(other, world.gateway.url);
        await enter(its, world.client.token);
        return its;
      },
    });
    const errors = (await engine.errors()).filter((error) => !expected.some((each) => each.test(error)));
    return errors.length > 0 ? `the console says ${errors.join(" | ")}` : undefined;
  } catch (error) {
    await shot(`failed-${task.name.replaceAll(/\W+/g, "-").slice(0, 40)}`).catch(() => undefined);
    await engine.errors().catch(() => undefined);
    return error instanceof Error ? error.message : String(error);
  } finally {
    world.gateway.back();
    world.gateway.refuse(undefined);
    for (const each of open) await each.close();
    await engine.errors().catch(() => undefined);
  }
}

/** Begins with an empty memory of the browser, and signed in if a token is given. */
async function enter(screen: Screen, token: string): Promise<void> {
  await screen.open("/robots.txt");
  await screen.run((value: string) => {
    localStorage.clear();
    sessionStorage.clear();
    if (value === "") return;
    localStorage.setItem("authToken", value);
    // Walks of something else do not wait for each answer.
    localStorage.setItem("holdAnswersOff", "yes");
  }, token);
}

/** Walks all tasks in one browser, and prints how it went. */
async function inBrowser(start: (wishes: Wishes) => Promise<Engine>, world: World): Promise<number> {
  const engine = await start({ dark: false });
  const began = Date.now();
  let failed = 0;
  console.log(`\n== ${engine.name} ${engine.version} ==`);
  try {
    for (const task of walks) {
      const since = Date.now();
      const wrong = await walked(task, engine, world);
      if (wrong !== undefined) failed++;
      const seconds = ((Date.now() - since) / 1_000).toFixed(1);
      console.log(
        `${wrong === undefined ? "ok" : "FAILED"} ${task.name} (${seconds} s)${wrong === undefined ? "" : `\n   ${wrong}`}`,
      );
    }
  } finally {
    await engine.close();
  }
  const seconds = Math.round((Date.now() - began) / 1_000);
  console.log(`${engine.name}, ${seconds} s:\n${walks.length - failed} passed, ${failed} failed`);
  return failed;
}

await buildStale();
rmSync(SHOTS, { recursive: true, force: true });
mkdirSync(SHOTS, { recursive: true });
const world = await startWorld();
let failures = 0;
try {
  for (const name of names) {
    const start = ENGINES[name];
    if (start) failures += await inBrowser(start, world);
  }
} finally {
  await world.end();
}
process.exitCode = failures > 0 || walks.length === 0 ? 1 : 0;
