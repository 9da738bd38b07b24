import { build, type BuildOptions } from "esbuild";
import { Miniflare, convertV4MiniflareOptions, type V4MiniflareOptions } from "miniflare";

interface Bindings {
  bindings?: Record<string, string>;
  /** Binding → name of a local database. */
  d1Databases?: Record<string, string>;
  durableObjects?: Record<string, { className: string; useSQLite: boolean }>;
  /** The folder that holds them. */
  state?: string;
}

/** One bundled Worker in a workerd of its own; with a port it listens there by itself. */
export async function runAlone(
  source: BuildOptions,
  port?: number,
  { state, ...bindings }: Bindings = {},
): Promise<Miniflare> {
  const root = process.cwd();
  const bundle = await build({ outdir: root, ...source, bundle: true, format: "esm", write: false });
  const files = bundle.outputFiles ?? [];
  return new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port: 0,
      cf: false,
      telemetry: { enabled: false },
      ...(state !== undefined && { resourcePersistencePath: state }),
      workers: [
        {
          name: "alone",
          ...bindings,
          modulesRoot: root,
          modules: [
            ...files.filter(({ path }) => path.endsWith(".js")),
            ...files.filter(({ path }) => path.endsWith(".wasm")),
          ].map(({ path, contents }) => ({
            type: path.endsWith(".wasm") ? "CompiledWasm" : "ESModule",
            path,
            contents,
          })),
          compatibilityDate: "2026-11-01",
          ...(port !== undefined && { unsafeDirectSockets: [{ host: "127.0.0.1", port }] }),
        },
      ],
    } as V4MiniflareOptions),
  );
}
