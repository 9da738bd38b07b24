// Measures the main thread's time for a report over a year with comparison: charts, tiles and lists. Exits with 1 above
// the goal.
import { existsSync } from "node:fs";
import { chromium, type CDPSession } from "@playwright/test";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { botWithReport } from "#tests/support/report-talks.ts";
import { startServed } from "#tests/support/served.ts";
import { buildStale } from "../../scripts/build.ts";
import { DEBIAN_CHROMIUM } from "../../scripts/lib/chromium.ts";

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const MOST_MS = 1_000;

/** Time that the main thread has worked so far. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
}

await buildStale();
const served = await startServed({ seed: true });
const browser = await chromium.launch({
  ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const client = await signIn((path, init) => fetch(served.url + path, init), DEMO);
  const bot = await botWithReport(client);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript((value) => localStorage.setItem("authToken", value), client.token);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const took: Record<string, number[]> = {};
  for (const range of ["week", "year"]) {
    for (let run = 0; run < RUNS; run++) {
      await page.goto(`${served.url}/bots/${bot.agentId}/nlp-report/overview?tab=messages`);
      await page.getByRole("table", { name: "Messages" }).waitFor();
      const before = await worked(session);
      const address = `/bots/${bot.agentId}/nlp-report/overview?range=${range}&compare=1`;
      await page.evaluate((to) => {
        const router = (
          window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => Promise<void> } }
        ).__reactRouterDataRouter;
        return router.navigate(to);
      }, address);
      await page.locator(".apexcharts-canvas").nth(2).waitFor();
      // Until two frames in a row have nothing to do.
      await page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
      );
      (took[range] ??= []).push((await worked(session)) - before);
    }
    const each = (took[range] ?? []).toSorted((a, b) => a - b);
    const median = each[Math.floor(each.length / 2)] ?? Number.NaN;
    console.log(
      `${range}: ${median.toFixed(0)} ms of main thread (${each.map((ms) => ms.toFixed(0)).join(", ")})`,
    );
    if (range === "year" && !(median <= MOST_MS)) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await served.stop();
}
