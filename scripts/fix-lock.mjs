// Makes package-lock.json install on every platform: puts back the optional packages of other platforms that npm left
// out because the registry lacks them, without which `npm ci` refuses the lock, and drops download addresses, so
// that everybody's own registry is asked. Run after every change of dependencies: `npm run fix-lock`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
/** @typedef {{ version?: string, resolved?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} Entry */
/** @type {{ packages: Record<string, Entry> }} */
const lock = JSON.parse(readFileSync(file, "utf8"));
const added = [];

for (const [path, entry] of Object.entries(lock.packages)) {
  delete entry.resolved;
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    // Nested copies count: npm looks for a package upwards from the one that needs it.
    if (ancestors(path).some((folder) => lock.packages[`${folder}node_modules/${name}`] !== undefined))
      continue;
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[~^]/, ""),
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
      ...platformOf(name),
    };
    added.push(name);
  }
}

const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(sorted);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? "The lock was complete." : `Added ${added.join(", ")}.`);

/**
 * The folders in whose node_modules a dependency of `path` may live.
 *
 * @param {string} path
 */
function ancestors(path) {
  if (path === "") return [""];
  const parts = `${path}/`.split("node_modules/");
  return parts.map((_, i) => parts.slice(0, i + 1).join("node_modules/"));
}

/**
 * Taken from the name; an entry without os and cpu would be installed, and fail, everywhere.
 *
 * @param {string} name
 */
function platformOf(name) {
  const os = [
    "android",
    "darwin",
    "freebsd",
    "linux",
    "netbsd",
    "openbsd",
    "openharmony",
    "sunos",
    "aix",
  ].find((each) => name.includes(each));
  const cpu = /(arm64|x64|ia32|riscv64|ppc64|s390x|loong64|mips64el|arm|wasm32|64)(?=$|-)/.exec(name)?.[1];
  return {
    os: [os ?? (/win32|windows/.test(name) ? "win32" : "none")],
    cpu: [cpu === "64" ? "x64" : (cpu ?? "none")],
    ...(name.includes("musl") ? { libc: ["musl"] } : name.includes("gnu") ? { libc: ["glibc"] } : {}),
  };
}
