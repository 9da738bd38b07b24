import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";

/** Lets tests load the api Worker's modules as wrangler bundles them: `.bin` is bytes, `.wasm` is compiled, and the platform has sockets. */
const asWranglerBundles: Plugin = {
  name: "as-wrangler-bundles",
  enforce: "pre",
  resolveId: (id) => (id === "cloudflare:sockets" ? `\0${id}` : undefined),
  load(id) {
    if (id === "\0cloudflare:sockets") return "export const connect = undefined;";
    if (!/\.(?:bin|wasm)$/.test(id)) return undefined;
    const bytes = JSON.stringify(readFileSync(id, "base64"));
    const content = `new Uint8Array(Buffer.from(${bytes}, "base64")).buffer`;
    return `export default ${id.endsWith(".wasm") ? `new WebAssembly.Module(${content})` : content};`;
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          environment: "node",
          // Only ends what hangs: a busy machine is several times slower.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Unit tests share nothing that could leak, and a fresh process per file costs more than the tests.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [asWranglerBundles],
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          environment: "node",
          // These end what hangs and what never comes, and cost nothing otherwise: a busy machine is several times slower.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 40_000 } },
          // A harness (2-3 s to start) serves all files of its process: a file waits for it some of the time, so three
          // processes share two cores.
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          setupFiles: ["tests/support/integration-setup.ts"],
        },
      },
    ],
  },
});
