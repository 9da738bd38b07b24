import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#tests/support/free-port.ts";
import {
  ended,
  type Engine,
  keyActions,
  mouseActions,
  startedAnswering,
  virtualScreen,
  type Wishes,
} from "./engine.ts";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const LIBRARIES = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];

/** The toolbar would keep the window from getting narrower than 447 px. */
const SMALL_TOOLBAR =
  "toolbar, toolbar *, button, entry { min-width: 0; padding: 0; margin: 0; border: 0; font-size: 1px; -gtk-icon-transform: scale(0); }";
const NO_MOTION = "[Settings]\ngtk-enable-animations=0\n";

/** The browser of WebKitGTK's own, in the newest of the folders that Debian has put it into. */
function miniBrowser(): string {
  const found = LIBRARIES.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith("webkit2gtk-"))
      .map((name) => join(folder, name, "MiniBrowser"))
      .filter((path) => existsSync(path)),
  );
  const newest = found.toSorted().at(-1);
  if (newest === undefined) throw new Error("MiniBrowser of WebKitGTK is not there.");
  return newest;
}

/**
 * Keeps what the page says in its console from the first script of a walk on: WebDriver's first protocol cannot tell it.
 * Anything said before, while the page came, is not seen.
 */
const LISTEN = `
  if (!window.walkErrors) {
    const errors = (window.walkErrors = []);
    window.addEventListener("error", ({ message }) => errors.push(String(message)));
    window.addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
    const said = console.error;
    console.error = (...words) => { errors.push(words.map(String).join(" ")); said(...words); };
  }
`;

/** WebKitGTK, driven by WebDriver: MiniBrowser in a screen of its own. */
export async function webkit({ dark }: Wishes): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), "chatbird-webkit-"));
  mkdirSync(join(home, "gtk-3.0"));
  writeFileSync(join(home, "gtk-3.0/gtk.css"), SMALL_TOOLBAR);
  writeFileSync(join(home, "gtk-3.0/settings.ini"), NO_MOTION);
  const screen = await virtualScreen();
  const port = await freePort();
  const env = {
    DISPLAY: screen.display,
    GTK_THEME: dark ? "Adwaita:dark" : "Adwaita",
    // Its own settings, cookies and cache.
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    NO_AT_BRIDGE: "1",
    // Nothing is drawn by hardware.
    LIBGL_ALWAYS_SOFTWARE: "1",
  };
  const root = `http://127.0.0.1:${port}`;
  const driver = await startedAnswering("WebKitWebDriver", [`--port=${port}`], env, `${root}/status`).catch(
    async (error: unknown) => {
      await screen.end();
      throw error;
    },
  );
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(root + path, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value as T;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${path.split("/").slice(3).join("/")}: ${error} ${message}`);
  };
  const options = { binary: miniBrowser(), args: ["--automation"] };
  const { sessionId, capabilities } = await call<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } });
  const at = (path: string) => `/session/${sessionId}${path}`;
  const act = (actions: object[]) => call("POST", at("/actions"), { actions });
  const run = (script: string, args: readonly unknown[]) =>
    call<unknown>("POST", at("/execute/sync"), { script, args });

  return {
    name: "WebKitGTK",
    version: capabilities.browserVersion,
    async open(url) {
      await call("POST", at("/url"), { url });
    },
    async reload() {
      await call("POST", at("/refresh"), {});
    },
    async back() {
      await call("POST", at("/back"), {});
    },
    run: (body, args) =>
      run(`${LISTEN}; return (function () {${body}}).apply(null, arguments) ?? null;`, args),
    async pointer(moves, press) {
      await act(mouseActions(moves, press));
    },
    async keys(chords) {
      await act(keyActions(chords));
    },
    async files(paths) {
      const element = (await run("return window.walked;", [])) as Record<string, string>;
      await call("POST", at(`/element/${element[ELEMENT]}/value`), { text: paths.join("\n") });
    },
    async resize(width, height) {
      // The window has its toolbar besides.
      await call("POST", at("/window/rect"), { width, height });
      const inner = Number(await run("return innerHeight;", []));
      await call("POST", at("/window/rect"), { width, height: height + height - inner });
    },
    async shot() {
      return Buffer.from(await call<string>("GET", at("/screenshot")), "base64");
    },
    async errors() {
      return (await run(`${LISTEN}; return window.walkErrors.splice(0);`, [])) as string[];
    },
    async close() {
      await call("DELETE", at("")).catch(() => undefined);
      await ended(driver);
      await screen.end();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
