// Runs on the machine's own Node (20 or newer) before anything is installed, hence plain JavaScript without packages.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Installs the packages when they are missing or not those of the lock. Returns the seconds it took. */
export function ensureInstalled() {
  const started = Date.now();
  if (isInstalled()) return 0;
  process.stdout.write("Installing packages (once; about a minute on a new machine) ... ");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--include=dev"];
  // `npm ci` refuses a lock that lacks another platform's packages; `npm install` mends it.
  let result = npm(["ci", ...quiet]);
  if (result.status !== 0) result = npm(["install", ...quiet]);
  if (result.status !== 0) {
    process.stdout.write("failed.\n");
    process.stderr.write(`${result.stderr}\nInstall by hand with \`npm install\`, then try again.\n`);
    process.exit(1);
  }
  const seconds = (Date.now() - started) / 1000;
  process.stdout.write(`${seconds.toFixed(0)} s\n`);
  return seconds;
}

/** Compares what npm has recorded at the end of its last run with what the lock asks for. */
function isInstalled() {
  const record = join(ROOT, "node_modules/.package-lock.json");
  if (!existsSync(ownNode()) || !existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(ROOT, "package-lock.json"))).every(
    ([path, { version, optional }]) => {
      // Skips the root itself, and packages that only another platform needs.
      if (path === "" || (optional === true && installed[path] === undefined)) return true;
      return installed[path]?.version === version;
    },
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/** @param {string[]} args */
function npm(args) {
  const shell = process.platform === "win32";
  return spawnSync("npm", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"], shell });
}

function ownNode() {
  return join(ROOT, "node_modules/.bin/node");
}

/** The project's own Node, so that everybody runs the same one; it strips TypeScript's types by itself. */
export function nodeCommand() {
  return existsSync(ownNode()) ? ownNode() : process.execPath;
}

export function environment() {
  return { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}${delimiter}${process.env.PATH}` };
}
