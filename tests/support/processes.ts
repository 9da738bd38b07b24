import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Resident memory of a process now, and its peak since the last reset. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: of("VmRSS"), peak: of("VmHWM") };
}
/** Lets the peak be counted anew. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");

/** The workerd that a process has started. */
export function workerdOf(parent: number): number {
  const pid = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .find((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
        const of = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
        return command.includes("workerd") && Number(of) === parent;
      } catch {
        return false;
      }
    });
  return Number(pid ?? 0);
}

/** CPU seconds that a process has used so far. */
export function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
