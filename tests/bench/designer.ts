// Measures a designer with 300 steps: how soon its list can be worked, how long frames take while the drawing is moved, and how
// soon a typed letter is seen. Exits with 1 above a goal.
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { startServed } from "#tests/support/served.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { createJourney } from "#workers/contract/endpoints/automations.ts";
import { buildStale } from "../../scripts/build.ts";
import { DEBIAN_CHROMIUM } from "../../scripts/lib/chromium.ts";

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const STEPS = 300;
const GOALS = { interactive: 1_500, frame: 50, echo: 50 };

/** A start and messages after each other, each tenth with a question beside it. */
function long(): Graph {
  const ids = Array.from({ length: STEPS - 1 }, (_, at) => `step${at}`);
  return {
    format: "chatbird.graph/1",
    nodes: [
      { id: "start", type: "start", name: "", position: { x: 0, y: 0 }, data: {} },
      ...ids.map((id, at) => ({
        id,
        type: "sendMessage",
        name: `Message ${at + 1}`,
        position: { x: (at % 20) * 260, y: Math.floor(at / 20) * 160 + 160 },
        data: { variants: [{ channel: "*", content: { kind: "text", text: `Hello ${at}` } }] },
      })),
    ],
    edges: ids.map((id, at) => ({ from: at === 0 ? "start" : `step${at - 1}`, port: "next", to: id })),
    variables: [],
    notes: [],
    frames: [],
  };
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function check(name: keyof typeof GOALS, ms: number): void {
  console.log(`${name}: ${ms.toFixed(0)} ms (goal ${GOALS[name]} ms)`);
  if (!(ms <= GOALS[name])) process.exitCode = 1;
}

if (!process.env.BENCH_BUILT) await buildStale();
const served = await startServed({ seed: true });
const browser = await chromium.launch({
  ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const client = await signIn((path, init) => fetch(served.url + path, init), DEMO);
  const { id } = await client.call(createJourney, { body: { name: "Long", graph: long() } });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript((value) => localStorage.setItem("authToken", value), client.token);
  const opened: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    await page.goto("about:blank");
    const began = performance.now();
    await page.goto(`${served.url}/designer/journey/${id}`, { waitUntil: "commit" });
    await page
      .getByRole("treeitem")
      .nth(STEPS - 1)
      .waitFor({ state: "attached" });
    // Whatever is still to be drawn holds up whoever presses now.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    opened.push(performance.now() - began);
  }
  check(
    "interactive",
    at(
      opened.toSorted((a, b) => a - b),
      0.5,
    ),
  );

  await page.getByRole("treeitem", { name: /^2\. / }).press("Enter");
  const field = page.getByLabel("Text", { exact: true });
  await field.waitFor();
  const echoes = await field.evaluate(async (node) => {
    const input = node as HTMLTextAreaElement;
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value")?.set;
    const took: number[] = [];
    for (let letter = 0; letter < 20; letter++) {
      const began = performance.now();
      set?.call(input, `${input.value}a`);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      took.push(performance.now() - began);
    }
    return took;
  });
  check(
    "echo",
    at(
      echoes.toSorted((a, b) => a - b),
      0.95,
    ),
  );

  await page.getByRole("button", { name: "Canvas" }).click();
  await page.locator(".react-flow__node").first().waitFor();
  // The drawing has come to rest when it stands where it stood a frame before.
  await page.locator(".react-flow__viewport").evaluate(async (drawing) => {
    for (let before = ""; before !== (drawing as HTMLElement).style.transform;) {
      before = (drawing as HTMLElement).style.transform;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
  });
  const box = await page.locator(".react-flow__pane").boundingBox();
  if (!box) throw new Error("There is no drawing.");
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const took: number[] = [];
        let last = performance.now();
        const next = (now: number) => {
          took.push(now - last);
          last = now;
          if (took.length < 120) requestAnimationFrame(next);
          else resolve(took);
        };
        requestAnimationFrame(next);
      }),
  );
  const [x, y] = [box.x + box.width / 2, box.y + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let move = 0; move < 80; move++)
    await page.mouse.move(x + Math.sin(move / 8) * 200, y + Math.cos(move / 8) * 150 + 150);
  await page.mouse.up();
  check(
    "frame",
    at(
      (await frames).slice(2).toSorted((a, b) => a - b),
      0.95,
    ),
  );
} finally {
  await browser.close();
  await served.stop();
}
