// npm run bench NAME [options]: runs tests/bench/NAME.ts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/topology.ts";
import { run } from "./lib/run.ts";

const [name = "", ...options] = process.argv.slice(2);
const folder = join(ROOT, "tests/bench");
const file = join(folder, `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  // Modules that only help a bench export something.
  const names = readdirSync(folder)
    .filter((each) => each.endsWith(".ts") && !/^export /m.test(readFileSync(join(folder, each), "utf8")))
    .map((each) => each.slice(0, -3));
  console.error(`npm run bench ${names.join(" | ")}`);
  process.exit(1);
}
await run("node", [file, ...options]);
