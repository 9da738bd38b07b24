import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { ROOT } from "./topology.ts";

interface Options {
  /** Show the output only when the command fails. */
  quiet?: boolean;
  env?: Record<string, string>;
}

/** Environment of every tool: our own Node first in PATH, production builds, no telemetry, no questions. */
export function toolEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    NODE_ENV: "production",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    // Otherwise every local request is traced into a database of its own, which costs more than the request.
    X_LOCAL_OBSERVABILITY: "false",
    // A quarter of what it takes to start wrangler is reading its code; a deploy starts it two dozen times.
    NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/node-compile"),
    ...process.env,
    PATH: `${join(ROOT, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
    ...extra,
  };
}

/** Runs one of the project's tools to its end; throws when it fails. */
export async function run(
  command: string,
  args: string[],
  { quiet = false, env = {} }: Options = {},
): Promise<void> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: toolEnv(env),
    stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode, signal) => resolve(exitCode ?? (signal === null ? 0 : 1)));
  });
  if (code === 0) return;
  if (quiet) process.stderr.write(output);
  throw new Error(`${command} ${args.join(" ")} failed with exit code ${code}`);
}
