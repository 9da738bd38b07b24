import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./topology.ts";

/** The modules of a folder, in one order everywhere; without a list among them. */
const modulesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".ts") && name !== "index.ts")
    .toSorted((a, b) => (a < b ? -1 : 1));

/** An area is translated when it has a file among the Hindi ones: the English list names the same. */
const textsList = (about: string): string =>
  [
    `/** ${about} Written by \`node scripts/lists.ts\`. */`,
    ...modulesIn("texts/hi").map((name) => `export * from "./${name}";`),
    "",
  ].join("\n");

function codesList(): string {
  const areas = modulesIn("workers/contract/codes").map((name) => {
    const code = readFileSync(join(ROOT, "workers/contract/codes", name), "utf8");
    const [, exported] = /^export const (\w+Codes)\b/m.exec(code) ?? [];
    if (exported === undefined) throw new Error(`workers/contract/codes/${name} exports no …Codes`);
    return { name, exported };
  });
  return [
    ...areas.map(({ name, exported }) => `import { ${exported} } from "./codes/${name}";`),
    "",
    "/** Every refusal of the API, from the areas' own tables in codes/; a new code is a line there. Written by `node scripts/lists.ts`. */",
    "export const codes = {",
    ...areas.map(({ exported }) => `  ...${exported},`),
    "} as const;",
    "",
    "export type Code = keyof typeof codes;",
    "",
  ].join("\n");
}

/** Lists that a module needs and nobody keeps by hand: what each contains, from its folder. */
export const lists = (): Record<string, string> => ({
  "texts/index.ts": textsList(
    "The English texts that are translated, for what pairs them with those of another language.",
  ),
  "texts/hi/index.ts": textsList("The Hindi texts, for a document or an answer in Hindi."),
  "workers/contract/codes.ts": codesList(),
});
