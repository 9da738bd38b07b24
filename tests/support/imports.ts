import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { ROOT } from "../../scripts/lib/topology.ts";

export interface Import {
  /** Both as paths from the root; a package is `npm:name`, a platform module `node:…` or `cloudflare:…`. */
  from: string;
  to: string;
}

// `typeof import("…")` names a type and loads nothing.
const STATEMENT =
  /(?:^|[\s;])(?:import|export)\s(?:[^"';]*?\sfrom\s+)?"([^"]+)"|(?<!typeof )\bimport\(\s*"([^"]+)"/g;

/** Every import below the given folders, with relative paths and `#` names resolved. */
export function importsBelow(...folders: string[]): Import[] {
  return filesBelow(...folders).flatMap((from) => {
    const text = withoutComments(readFileSync(join(ROOT, from), "utf8"));
    return [...text.matchAll(STATEMENT)].map((match) => ({
      from,
      to: target(from, match[1] ?? match[2] ?? ""),
    }));
  });
}

export function filesBelow(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith(".d.ts"),
      )
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter((path) => !path.includes("/.wrangler/")),
  );
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return relative(ROOT, resolve(ROOT, dirname(from), specifier));
  return specifier.includes(":") ? specifier : `npm:${specifier}`;
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
