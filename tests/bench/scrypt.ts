// Measures the slow password hash in workerd on its own: milliseconds, and memory when several run at once.
import { readdirSync, readFileSync } from "node:fs";
import { createTestHarness } from "wrangler";
import { ROOT } from "../../scripts/lib/topology.ts";

const RUNS = Number(process.env.BENCH_RUNS ?? 100);
const AT_ONCE = [1, 2, 4, 8, 16];

const harness = createTestHarness({
  root: ROOT,
  workers: [{ configPath: "tests/bench/scrypt-worker/wrangler.toml" }],
});
try {
  const { url } = await harness.listen();
  const timed = async (path: string): Promise<number> => {
    const started = performance.now();
    const response = await fetch(new URL(path, url));
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return performance.now() - started;
  };
  const many = async (path: string): Promise<number[]> => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await timed(path));
    return times;
  };
  await timed("/nothing");
  const without = memory();
  for (let warm = 0; warm < 5; warm++) await timed("/hash");
  const nothing = at(await many("/nothing"), 0.5);
  const worked = cpu();
  const hashes = await many("/hash");
  const each = (cpu() - worked) / RUNS;
  console.log(
    `scrypt, ${RUNS} runs one after the other: p50 ${ms(at(hashes, 0.5) - nothing)}, p95 ${ms(at(hashes, 0.95) - nothing)} (an empty answer, taken off: ${ms(nothing)}); of the processor ${ms(each)} each`,
  );
  console.log(
    `${workerds().length} workerds before the first hash: ${mb(without.now)}, after ${RUNS}: ${mb(memory().now)}`,
  );
  for (const count of AT_ONCE) {
    const before = memory();
    const times = await Promise.all(Array.from({ length: count }, () => timed("/hash")));
    const after = memory();
    console.log(
      `${count} at once: the first done after ${ms(Math.min(...times))}, the last after ${ms(Math.max(...times))}; peak of memory ${mb(after.peak)} (grown by ${mb(after.peak - before.peak)}), afterwards ${mb(after.now)}`,
    );
  }
} finally {
  await harness.close();
}

/** Resident memory of all workerds below this process (one is a proxy), in kB: now, and its peak. */
function memory(): { now: number; peak: number } {
  const all = workerds().map(statusOf);
  const sum = (name: string) => all.reduce((total, status) => total + field(status, name), 0);
  return { now: sum("VmRSS"), peak: sum("VmHWM") };
}

/** CPU time that those workerds have used, in milliseconds; the kernel counts in hundredths of a second. */
function cpu(): number {
  return workerds().reduce((total, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return total + (Number(user) + Number(system)) * 10;
  }, 0);
}

function workerds(): string[] {
  const found = readdirSync("/proc").filter((pid) => {
    const status = /^\d+$/.test(pid) ? statusOf(pid) : "";
    return /^Name:\s*workerd/m.test(status) && field(status, "PPid") === process.pid;
  });
  if (found.length === 0) throw new Error("There is no workerd below this process.");
  return found;
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    // Gone since the folder was read.
    return "";
  }
}

function field(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1] ?? 0);
}

function at(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}

function mb(kilobytes: number): string {
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
