import { build } from "esbuild";
import { ROOT } from "./topology.ts";

/** The widget that sites embed, as one script without anything around it. Answers its text. */
export async function bundleWidget(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ["app/widget/main.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
