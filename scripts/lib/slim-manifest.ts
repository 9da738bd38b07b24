import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BEGINS = "window.__reactRouterManifest=";

const nameIn = (assets: string): string =>
  readdirSync(assets).find((each) => /^manifest-[\w-]+\.js$/.test(each)) ?? "manifest.js";

/** The build's name, as the manifest of its screens has it: another one where anything of a screen is another. */
export const releaseIn = (assets: string): string => nameIn(assets).replace(/^manifest-|\.js$/g, "");

/**
 * Takes out of the browser's list of screens what each of them imports, which is most of it: the server writes the preloads of
 * a first screen by its own copy, and the browser reads nothing else there (React Router 7 to 8, `Scripts`).
 */
export function slimManifest(assets: string): void {
  const path = join(assets, nameIn(assets));
  const source = readFileSync(path, "utf8");
  if (!source.startsWith(BEGINS)) throw new Error(`${path} is no manifest of screens as it is known`);
  const manifest = JSON.parse(source.slice(BEGINS.length).replace(/;\s*$/, "")) as {
    routes: Record<string, { imports?: string[] }>;
  };
  for (const route of Object.values(manifest.routes)) delete route.imports;
  writeFileSync(path, `${BEGINS}${JSON.stringify(manifest)};`);
}
