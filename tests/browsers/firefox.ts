import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ended,
  type Engine,
  keyActions,
  mouseActions,
  startedSaying,
  virtualScreen,
  type Wishes,
} from "./engine.ts";

interface Answer {
  id?: number;
  type: string;
  method?: string;
  params?: { level?: string; text?: string | null };
  result?: unknown;
  error?: string;
  message?: string;
}
interface Evaluated {
  type: string;
  result: { value?: string; sharedId?: string };
  exceptionDetails?: { text: string };
}

const preferences = ({ dark }: Wishes): string =>
  Object.entries({
    "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
    "ui.systemUsesDarkTheme": dark ? 1 : 0,
    "ui.prefersReducedMotion": 1,
    // Scrollbars that take their place, as they do on most systems.
    "widget.gtk.overlay-scrollbars.enabled": false,
    // Nothing of its own goes over the network.
    "app.update.enabled": false,
    "browser.aboutwelcome.enabled": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "services.settings.server": "data:,",
    "signon.rememberSignons": false,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join("\n");

/** Firefox ESR, driven by WebDriver BiDi: it speaks that by itself, without a geckodriver, which Debian does not have. */
export async function firefox(wishes: Wishes): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "chatbird-firefox-"));
  writeFileSync(join(profile, "user.js"), preferences(wishes));
  const args = ["--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank"];
  const screen = await virtualScreen();
  const env = { DISPLAY: screen.display, LIBGL_ALWAYS_SOFTWARE: "1" };
  const { child, said } = await startedSaying("firefox-esr", args, env, /listening on (ws:\S+)/);
  const socket = new WebSocket(`${said}/session`);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`Nobody answers at ${said}.`)));
  });

  const waiting = new Map<number, (answer: Answer) => void>();
  let noted: string[] = [];
  let asked = 0;
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const answer = JSON.parse(data) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    else if (answer.method === "log.entryAdded" && answer.params?.level === "error")
      noted.push(answer.params.text ?? "");
  });
  const call = async <T>(method: string, params: object = {}): Promise<T> => {
    const id = ++asked;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    waiting.delete(id);
    if (answer.type === "error") throw new Error(`${method}: ${answer.error} ${answer.message}`);
    return answer.result as T;
  };

  const { capabilities } = await call<{ capabilities: { browserVersion: string } }>("session.new", {
    capabilities: {},
  });
  await call("session.subscribe", { events: ["log.entryAdded"] });
  // The first tab leaves the focus in the address bar, where keys are pressed in vain.
  const { context } = await call<{ context: string }>("browsingContext.create", { type: "tab" });
  await call("browsingContext.activate", { context });
  const act = (actions: object[]) => call("input.performActions", { context, actions });
  const evaluate = async (expression: string): Promise<Evaluated["result"]> => {
    const { exceptionDetails, result } = await call<Evaluated>("script.evaluate", {
      expression,
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };

  return {
    name: "Firefox",
    version: capabilities.browserVersion,
    async open(url) {
      await call("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async reload() {
      await call("browsingContext.reload", { context, wait: "complete" });
    },
    async back() {
      await call("browsingContext.traverseHistory", { context, delta: -1 });
    },
    async run(body, given) {
      const { value } = await evaluate(
        `JSON.stringify((function () {${body}}).apply(null, ${JSON.stringify(given)}) ?? null)`,
      );
      return JSON.parse(value ?? "null");
    },
    async pointer(moves, press) {
      await act(mouseActions(moves, press));
    },
    async keys(chords) {
      await act(keyActions(chords));
    },
    async files(paths) {
      const { sharedId } = await evaluate("window.walked");
      await call("input.setFiles", { context, element: { sharedId }, files: paths });
    },
    async resize(width, height) {
      await call("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    async shot() {
      const { data } = await call<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    async errors() {
      const all = noted;
      noted = [];
      return all;
    },
    async close() {
      socket.close();
      await ended(child);
      await screen.end();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
