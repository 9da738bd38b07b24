import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { CALLED_BY } from "#workers/contract/endpoint.ts";
import { type Declarations, takeApart } from "./declarations.ts";

const MODULE = /\/workers\/contract\/[^?]+\.ts(\?part=\w+)?$/;

/**
 * Lets a screen load only the parts of the contract it names: in the browser's build each name is its own module with
 * what a call needs. Whole modules would bring zod and a section's schemas (docs/decisions/weight.md).
 */
export function contractInParts(): Plugin {
  const apart = new Map<string, Declarations | undefined>();
  const declarationsOf = (file: string) => {
    if (!apart.has(file)) {
      const partOf = (name: string) => `${file}?part=${name}`;
      apart.set(file, takeApart(readFileSync(file, "utf8"), { partOf, trimmed: { endpoint: CALLED_BY } }));
    }
    return apart.get(file);
  };
  return {
    name: "contract-in-parts",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    buildStart: () => apart.clear(),
    resolveId: { filter: { id: /\?part=\w+$/ }, handler: (id) => id },
    load: {
      filter: { id: MODULE },
      handler(id) {
        const [file = id, name] = id.split("?part=");
        const declarations = declarationsOf(file);
        if (declarations === undefined) return null;
        this.addWatchFile(file);
        const code =
          name === undefined
            ? declarations.exported
                .map((each) => `export { ${each} } from ${JSON.stringify(`${file}?part=${each}`)};`)
                .join("\n")
            : declarations.codeOf(name);
        // The contract is data: an unused part may be dropped.
        return { code, moduleType: "ts", moduleSideEffects: false };
      },
    },
  };
}
