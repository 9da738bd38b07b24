import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";

/** Throws an actionable error when the port is already in use. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is already in use. Stop the program that has it, or choose another: PORT=${port + 1} npm start`;
      reject(
        new Error(error.code === "EADDRINUSE" ? taken : `Cannot listen on ${host}:${port}: ${error.message}`),
      );
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * Lets no workerd outlive this process, even when it is killed without a chance to clean up: a shell holds the
 * other end of a pipe and kills the given processes when the pipe breaks. Returns a function that cancels it.
 */
export function guardChildren(): () => void {
  const pids = workerdPids();
  if (pids.length === 0) return () => {};
  const guard = spawn(
    "sh",
    ["-c", 'cat > /dev/null; kill -9 "$@" 2> /dev/null', "guard", ...pids.map(String)],
    {
      stdio: ["pipe", "ignore", "ignore"],
      // Own session: the SIGINT of a Ctrl-C must not end it before the others.
      detached: true,
    },
  );
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void }).unref?.();
  return () => guard.kill("SIGKILL");
}

/** Direct children named workerd. Only Linux tells; elsewhere a hard kill may leave one behind. */
export function workerdPids(): number[] {
  const tasks = "/proc/self/task";
  if (!existsSync(tasks)) return [];
  const pids = readdirSync(tasks).flatMap((task) => readText(`${tasks}/${task}/children`).split(" "));
  return pids.map(Number).filter((pid) => pid > 0 && readText(`/proc/${pid}/comm`).trim() === "workerd");
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
