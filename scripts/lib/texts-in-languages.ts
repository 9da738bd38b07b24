import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build as bundle } from "esbuild";
import type { Plugin } from "vite";
import { languages } from "#workers/contract/language.ts";
import { ROOT } from "./topology.ts";

const TEXTS = /\/texts\/[^/?]+\.ts$/;
const LIST = "virtual:language-scripts";
const others = Object.keys(languages).filter((language) => language !== "en");

/** Where in-language.ts finds the texts of its document. */
const READ = "globalThis.textsOfLanguage";

/**
 * Makes of the server build (build/server) one for each other language beside it: one isolate renders documents in
 * several languages, and screens read texts when they are loaded.
 */
export async function serverInLanguages(server: string): Promise<void> {
  for (const language of others) {
    const copy = `${server}-${language}`;
    rmSync(copy, { recursive: true, force: true });
    cpSync(server, copy, { recursive: true });
    const assets = join(copy, "assets");
    const places = readdirSync(assets).filter((name) =>
      readFileSync(join(assets, name), "utf8").includes(READ),
    );
    const [place = "", ...more] = places;
    if (!place || more.length > 0)
      throw new Error(`${READ} is read in ${places.length} files of the server build`);
    const code = readFileSync(join(assets, place), "utf8").replaceAll(READ, "textsOfLanguage");
    writeFileSync(join(assets, place), `import { textsOfLanguage } from "./texts-of-language.js";\n${code}`);
    const texts = await bundleTexts(`export * as textsOfLanguage from "./${language}/index.ts";`, "esm");
    writeFileSync(join(assets, "texts-of-language.js"), texts);
  }
}

/** All texts of a language as one script, which sets `textsOfLanguage` before any module runs. */
async function scriptOf(language: string): Promise<{ path: string; script: string }> {
  const script = await bundleTexts(
    `import * as texts from "./${language}/index.ts"; ${READ} = { ...texts };`,
    "iife",
  );
  const hash = createHash("sha256").update(script).digest("hex").slice(0, 8);
  return { path: `/assets/texts-${language}-${hash}.js`, script };
}

async function bundleTexts(contents: string, format: "iife" | "esm"): Promise<string> {
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    stdin: { contents, resolveDir: join(ROOT, "texts") },
    bundle: true,
    minify: true,
    format,
    target: "es2022",
    charset: "utf8",
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Lets the screens speak several languages while every module imports the English texts: each module of texts/ that is
 * translated answers those of the document's language (app/lib/language/in-language.ts). Only documents in another
 * language load its script, so English ones weigh the same as before.
 */
export function textsInLanguages(): Plugin {
  return {
    name: "texts-in-languages",
    // `npm run dev` speaks English.
    apply: "build",
    enforce: "pre",
    resolveId: { filter: { id: new RegExp(`^${LIST}$`) }, handler: () => `\0${LIST}` },
    load: {
      filter: { id: new RegExp(`^\0${LIST}$`) },
      async handler() {
        const made = await Promise.all(
          others.map(async (language) => [language, (await scriptOf(language)).path] as const),
        );
        return `export default ${JSON.stringify(Object.fromEntries(made))};`;
      },
    },
    transform: {
      filter: { id: TEXTS },
      handler(code, id) {
        const names = others.flatMap((language) => translatedIn(join(ROOT, "texts", language, basename(id))));
        if (names.length === 0) return null;
        return {
          code: [
            `import { inLanguage } from ${JSON.stringify(join(ROOT, "app/lib/language/in-language.ts"))};`,
            code.replace(/^export const (\w+)/gm, (all, name: string) =>
              names.includes(name) ? `const ${name}InEnglish` : all,
            ),
            ...names.map(
              (name) =>
                `export const ${name} = /* @__PURE__ */ inLanguage(${JSON.stringify(name)}, ${name}InEnglish);`,
            ),
          ].join("\n"),
          map: null,
        };
      },
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const { path, script } of await Promise.all(others.map(scriptOf)))
        this.emitFile({ type: "asset", fileName: path.slice(1), source: script });
    },
  };
}

/** The names of the texts that a file translates. */
function translatedIn(file: string): string[] {
  if (!existsSync(file)) return [];
  return [...readFileSync(file, "utf8").matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);
}
