import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A hash of the contents below `paths`; modification times lie after a checkout or a copy, so they are not used. */
export function fingerprint(root: string, paths: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(join(root, path)).toSorted()) add(`${path}/${name}`);
    } else if (!path.endsWith("worker-configuration.d.ts")) {
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update("\0");
    }
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}
