// Runs on the machine's own Node (20 or newer) before anything is installed, hence plain JavaScript without packages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STAMP = join(ROOT, "node_modules/.chatbird-lock");

/** Installs the packages when they are missing or the lock has changed. Answers the seconds it took. */
export function ensureInstalled() {
  const started = Date.now();
  const lock = lockHash();
  if (isInstalled(lock)) return 0;
  process.stdout.write("Installing packages (once; about a minute on a new machine) ... ");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--include=dev"];
  // `npm ci` refuses a lock that lacks another platform's packages; `npm install` mends it.
  let result = npm(["ci", ...quiet]);
  if (result.status !== 0) result = npm(["install", ...quiet, "--no-save"]);
  if (result.status !== 0) {
    process.stdout.write("failed.\n");
    process.stderr.write(`${result.stderr}\nInstall by hand with \`npm install\`, then try again.\n`);
    process.exit(1);
  }
  writeFileSync(STAMP, lockHash());
  const seconds = (Date.now() - started) / 1000;
  process.stdout.write(`${seconds.toFixed(0)} s\n`);
  return seconds;
}

/** @param {string} lock */
function isInstalled(lock) {
  if (!existsSync(ownNode())) return false;
  if (existsSync(STAMP)) return readFileSync(STAMP, "utf8") === lock;
  // Installed by hand: npm's own record is newer than the lock exactly when the lock was followed.
  const record = join(ROOT, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const wanted = versions(join(ROOT, "package-lock.json"));
  return [...versions(record)].every(([path, version]) => !wanted.has(path) || wanted.get(path) === version);
}

/** @param {string} file */
function versions(file) {
  /** @type {{ packages: Record<string, { version: string }> }} */
  const { packages } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(Object.entries(packages).map(([path, entry]) => [path, entry.version]));
}

function lockHash() {
  const hash = createHash("sha256");
  for (const file of ["package.json", "package-lock.json"]) {
    const text = readFileSync(join(ROOT, file), "utf8");
    // A new script is no reason to install anew.
    hash.update(file === "package.json" ? JSON.stringify(dependenciesOf(JSON.parse(text))) : text);
  }
  return hash.digest("hex");
}

/** @param {Record<string, unknown>} manifest */
function dependenciesOf({ dependencies, devDependencies, optionalDependencies, overrides }) {
  return { dependencies, devDependencies, optionalDependencies, overrides };
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
