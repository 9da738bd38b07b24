import { spawn } from "node:child_process";
import { environment, nodeCommand, ROOT } from "./install.mjs";
import { stopWithParent } from "./parent.mjs";

/**
 * Continues as `script` under the project's own Node: passes signals on and ends with its exit code.
 *
 * @param {string} script
 * @param {Record<string, string>} env
 */
export function handOver(script, env = {}) {
  const child = spawn(nodeCommand(), [script, ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...environment(), ...env },
    stdio: "inherit",
  });
  // A Ctrl-C reaches the child by itself; this process must only outlive it.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
  }
  stopWithParent(() => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
