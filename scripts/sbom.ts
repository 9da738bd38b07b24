// Writes what is shipped, package by package with its licence, as CycloneDX to dist/sbom.json: from the lock file alone.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/topology.ts";

const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"];
const { status, stdout, stderr } = spawnSync("npm", args, {
  cwd: ROOT,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const { name } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { name: string };
const bom = JSON.parse(stdout) as { metadata: { component: { name: string } }; components: unknown[] };
// npm takes the name of the folder.
bom.metadata.component.name = name;
mkdirSync(join(ROOT, "dist"), { recursive: true });
writeFileSync(join(ROOT, "dist/sbom.json"), `${JSON.stringify(bom, null, 2)}\n`);
console.log(`dist/sbom.json: ${bom.components.length} packages`);
