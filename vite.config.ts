import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type PluginOption } from "vite";
import { contractInParts } from "./scripts/lib/contract-in-parts.ts";

/**
 * Modules that many screens share are one file, and the icons another: one file per module made 118 requests for the
 * first screen, and small files compress badly (10 % more).
 */
const FILES = [
  { name: "icons", test: /lucide-react/, priority: 1 },
  { name: "common", minShareCount: 25 },
  ...(process.env.EXTRA ? JSON.parse(process.env.EXTRA).map((g: any) => ({ ...g, ...(g.test && { test: new RegExp(g.test) }) })) : []),
];

export default defineConfig(async ({ command }) => ({
  plugins: [await cloudflareForDev(command), tailwindcss(), contractInParts(), reactRouter()],
  server: { host: "127.0.0.1", port: Number(process.env.PORT ?? 8787), strictPort: true },
  // One chunk of translations and icons is big on purpose; the warning would hide others.
  build: { chunkSizeWarningLimit: 800, sourcemap: false },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: FILES } } } } } },
}));

/**
 * Only `npm run dev` runs screens and Workers in one workerd. The plugin must stay out of builds: Pages wants the
 * server build as React Router makes it, and loading the plugin would add seconds.
 */
async function cloudflareForDev(command: "serve" | "build"): Promise<PluginOption> {
  if (command !== "serve" || process.env.VITEST !== undefined) return [];
  const { cloudflare } = await import("@cloudflare/vite-plugin");
  return cloudflare({
    configPath: "wrangler.dev.toml",
    viteEnvironment: { name: "ssr" },
    auxiliaryWorkers: ["api", "realtime", "jobs"].map((worker) => ({
      configPath: `workers/${worker}/wrangler.toml`,
    })),
    persistState: { path: process.env.CHATBIRD_STATE ?? ".local/dev" },
    inspectorPort: false,
  });
}
