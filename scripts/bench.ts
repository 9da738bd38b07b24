// npm run bench NAME [options]: runs tests/bench/NAME.ts.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/topology.ts";
import { run } from "./lib/run.ts";

const [name = "", ...options] = process.argv.slice(2);
const file = join(ROOT, "tests/bench", `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  console.error("npm run bench nlu | api | lighthouse | import | import-kills");
  process.exit(1);
}
await run("node", [file, ...options]);
