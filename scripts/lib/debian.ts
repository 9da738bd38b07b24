import { spawnSync } from "node:child_process";
import { run } from "./run.ts";

/** Whether Debian's packages can be had here. */
export const mayInstall = (): boolean =>
  process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;

/** Installs these packages of Debian's, without a question. */
export async function installed(packages: readonly string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { quiet: true, env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
    quiet: true,
    env,
  });
}
