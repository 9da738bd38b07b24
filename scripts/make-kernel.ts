// npm run make-kernel: compiles workers/nlu/encoder/kernel/multiply.ts to WebAssembly, and notes which source it was of.
// The compiler is fetched for this alone: it has 100 MB, and its output is in the tree.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./lib/run.ts";
import { ROOT } from "./lib/topology.ts";

const folder = join(ROOT, "workers/nlu/encoder/kernel");
await run("npx", [
  ...["--yes", "--package", "assemblyscript@0.28.20", "asc", join(folder, "multiply.ts")],
  ...["--outFile", join(folder, "multiply.wasm"), "--enable", "simd", "--runtime", "stub"],
  ...["-O3", "--importMemory", "--noAssert"],
]);
const source = createHash("sha256")
  .update(readFileSync(join(folder, "multiply.ts")))
  .digest("hex");
writeFileSync(join(folder, "source.sha256"), `${source}\n`);
